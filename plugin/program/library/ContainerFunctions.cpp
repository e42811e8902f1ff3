//===- ContainerFunctions.cpp - Lists, trees, hash tables in a walk ------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What libstdc++ keeps of std::list, std::map and std::unordered_map in its
// library. A list's node is two pointers, next and previous; a tree's is a
// colour, the parent and both children; a header stands above the root.
//
//===----------------------------------------------------------------------===//

#include "plugin/program/library/Library.h"
#include "llvm/ADT/bit.h"
#include <cmath>

namespace gpuperf::program {

namespace {
/// A pointer at a fixed place in each node.
template <unsigned Offset> struct Link {
  static Address get(NativeCall &C, Address Node) {
    return C.M.Mem.read(Node + Offset, 8).Bits;
  }
  static void set(NativeCall &C, Address Node, Address To) {
    C.M.Mem.write(Node + Offset, 8, {To, 0});
  }
};
using Next = Link<0>;
using Previous = Link<8>;
using Parent = Link<8>;
using Left = Link<16>;
using Right = Link<24>;
} // namespace

static void hook(NativeCall &C) { // (node, before)
  Address Node = C.arg(0).Bits, Before = C.arg(1).Bits;
  Address After = Previous::get(C, Before);
  Next::set(C, Node, Before);
  Previous::set(C, Node, After);
  Next::set(C, After, Node);
  Previous::set(C, Before, Node);
}
static void unhook(NativeCall &C) { // (node)
  Address Node = C.arg(0).Bits;
  Next::set(C, Previous::get(C, Node), Next::get(C, Node));
  Previous::set(C, Next::get(C, Node), Previous::get(C, Node));
}
static void transfer(NativeCall &C) { // (before, first, last)
  Address Before = C.arg(0).Bits, First = C.arg(1).Bits, Last = C.arg(2).Bits;
  if (Before == Last)
    return;
  // [First, Last) leaves its list...
  const Address Tail = Previous::get(C, Last), Ahead = Previous::get(C, First);
  Next::set(C, Ahead, Last);
  Previous::set(C, Last, Ahead);
  // ... and comes in front of Before.
  const Address After = Previous::get(C, Before);
  Next::set(C, After, First);
  Previous::set(C, First, After);
  Next::set(C, Tail, Before);
  Previous::set(C, Before, Tail);
}
static void reverse(NativeCall &C) { // (header)
  constexpr int MostSteps = 1 << 20;
  Address Node = C.arg(0).Bits;
  int Step = 0;
  do {
    const Address After = Next::get(C, Node);
    Next::set(C, Node, Previous::get(C, Node));
    Previous::set(C, Node, After);
    Node = After;
    C.M.Mem.addWork(4);
  } while (Node && Node != C.arg(0).Bits && ++Step < MostSteps);
}

static bool isRed(NativeCall &C, Address Node) {
  return Node && C.M.Mem.read(Node, 4).Bits == 0;
}
static void paint(NativeCall &C, Address Node, bool Red) {
  C.M.Mem.write(Node, 4, {Red ? 0u : 1u, 0});
}
/// Puts \p By where \p Node hangs.
static void putInPlace(NativeCall &C, Address Node, Address By,
                       Address Header) {
  Address Up = Parent::get(C, Node);
  if (Node == Parent::get(C, Header))
    Parent::set(C, Header, By);
  else if (Node == Left::get(C, Up))
    Left::set(C, Up, By);
  else
    Right::set(C, Up, By);
  if (By)
    Parent::set(C, By, Up);
}
/// The child on the side of \p Up rises, \p Node becomes its child.
template <class Up, class Down>
static void rotate(NativeCall &C, Address Node, Address Header) {
  Address Child = Up::get(C, Node);
  Address Inner = Down::get(C, Child);
  putInPlace(C, Node, Child, Header);
  Up::set(C, Node, Inner);
  if (Inner)
    Parent::set(C, Inner, Node);
  Down::set(C, Child, Node);
  Parent::set(C, Node, Child);
}
/// One step up from a red node with a red parent on the side of \p Side.
template <class Side, class Other>
static Address mend(NativeCall &C, Address Node, Address Header) {
  Address Up = Parent::get(C, Node), Above = Parent::get(C, Up);
  Address Uncle = Other::get(C, Above);
  if (isRed(C, Uncle)) {
    paint(C, Up, false);
    paint(C, Uncle, false);
    paint(C, Above, true);
    return Above;
  }
  if (Node == Other::get(C, Up)) {
    rotate<Other, Side>(C, Up, Header);
    Node = Up;
    Up = Parent::get(C, Node);
  }
  paint(C, Up, false);
  paint(C, Above, true);
  rotate<Side, Other>(C, Above, Header);
  return Node;
}
static void insertInTree(NativeCall &C) { // (left?, node, parent, header)
  bool ToLeft = C.arg(0).Bits & 1;
  Address Node = C.arg(1).Bits, Up = C.arg(2).Bits, Header = C.arg(3).Bits;
  Parent::set(C, Node, Up);
  Left::set(C, Node, 0);
  Right::set(C, Node, 0);
  paint(C, Node, true);
  if (ToLeft) {
    Left::set(C, Up, Node); // of the header: the first node
    if (Up == Header) {
      Parent::set(C, Header, Node);
      Right::set(C, Header, Node);
    } else if (Up == Left::get(C, Header)) {
      Left::set(C, Header, Node);
    }
  } else {
    Right::set(C, Up, Node);
    if (Up == Right::get(C, Header))
      Right::set(C, Header, Node);
  }
  constexpr int MostSteps = 256; // far above twice the depth of any tree
  for (int Step = 0; Step < MostSteps && Node != Parent::get(C, Header) &&
                     isRed(C, Parent::get(C, Node));
       ++Step) {
    Address P = Parent::get(C, Node);
    Node = P == Left::get(C, Parent::get(C, P))
               ? mend<Left, Right>(C, Node, Header)
               : mend<Right, Left>(C, Node, Header);
  }
  paint(C, Parent::get(C, Header), false);
}

/// The neighbour of a node on the side of \p Side, in order.
template <class Side, class Other> static void neighbour(NativeCall &C) {
  constexpr int MostSteps = 4096;
  Address Node = C.arg(0).Bits;
  if (std::is_same_v<Side, Left> && isRed(C, Node) &&
      Parent::get(C, Parent::get(C, Node)) == Node) {
    C.give({Right::get(C, Node), 0}); // before the end: the last one
    return;
  }
  int Step = 0;
  if (Address Down = Side::get(C, Node)) {
    while (Address More = Other::get(C, Down)) {
      Down = More;
      if (++Step > MostSteps)
        break;
    }
    C.give({Down, 0});
    return;
  }
  Address Up = Parent::get(C, Node);
  while (Node == Side::get(C, Up) && ++Step < MostSteps) {
    Node = Up;
    Up = Parent::get(C, Up);
  }
  // At the header the way up and the way down meet.
  C.give({Side::get(C, Node) != Up ? Up : Node, 0});
}

/// Takes a node out. The tree stays in order; it is not balanced again, since
/// programs that erase much are rare.
static void eraseFromTree(NativeCall &C) { // (node, header) -> node
  Address Node = C.arg(0).Bits, Header = C.arg(1).Bits;
  C.give(C.arg(0));
  auto last = [&](Address From, bool ToLeft) {
    for (int Step = 0; From && Step < 4096; ++Step) {
      Address More = ToLeft ? Left::get(C, From) : Right::get(C, From);
      if (!More)
        break;
      From = More;
    }
    return From;
  };
  Address L = Left::get(C, Node), R = Right::get(C, Node);
  if (!L || !R) {
    putInPlace(C, Node, L ? L : R, Header);
  } else {
    Address Heir = last(R, true);
    if (Heir != R) {
      putInPlace(C, Heir, Right::get(C, Heir), Header);
      Right::set(C, Heir, R);
      Parent::set(C, R, Heir);
    }
    putInPlace(C, Node, Heir, Header);
    Left::set(C, Heir, L);
    Parent::set(C, L, Heir);
  }
  Address Root = Parent::get(C, Header);
  Left::set(C, Header, Root ? last(Root, true) : Header);
  Right::set(C, Header, Root ? last(Root, false) : Header);
}

static uint64_t primeFrom(uint64_t N) {
  auto isPrime = [](uint64_t X) {
    for (uint64_t D = 2; D * D <= X; ++D)
      if (X % D == 0)
        return false;
    return X > 1;
  };
  while (!isPrime(N))
    ++N;
  return N;
}
/// The policy is the greatest load, a float, and the size of the next growth.
static uint64_t nextBuckets(NativeCall &C, Address Policy, uint64_t Wanted) {
  uint64_t N = primeFrom(
      std::min<uint64_t>(std::max<uint64_t>(Wanted, 2), uint64_t(1) << 40));
  double Load = llvm::bit_cast<float>(
      static_cast<uint32_t>(C.M.Mem.read(Policy, 4).Bits));
  C.M.Mem.write(
      Policy + 8, 8,
      {static_cast<uint64_t>(std::floor(Load * static_cast<double>(N))), 0});
  return N;
}
static void nextBucketCount(NativeCall &C) { // (policy, wanted)
  C.give({nextBuckets(C, C.arg(0).Bits, C.arg(1).Bits), 0});
}
static void needRehash(NativeCall &C) { // (policy, buckets, elements, more)
  uint64_t Buckets = C.arg(1).Bits, Total = C.arg(2).Bits + C.arg(3).Bits;
  bool Grow = Total > C.M.Mem.read(C.arg(0).Bits + 8, 8).Bits;
  uint64_t New = 0;
  if (Grow) {
    double Load = llvm::bit_cast<float>(
        static_cast<uint32_t>(C.M.Mem.read(C.arg(0).Bits, 4).Bits));
    double Least =
        static_cast<double>(std::max<uint64_t>(
            Total, C.M.Mem.read(C.arg(0).Bits + 8, 8).Bits ? 0 : 11)) /
        std::max(Load, 0.01);
    Grow = Least >= static_cast<double>(Buckets);
    if (Grow)
      New = nextBuckets(
          C, C.arg(0).Bits,
          std::max<uint64_t>(static_cast<uint64_t>(Least) + 1, 2 * Buckets));
  }
  if (C.result().size() >= 2) {
    C.result()[0] = {Grow, 0};
    C.result()[1] = {New, 0};
  }
}
static void hashBytes(NativeCall &C) { // (bytes, length, seed): FNV-1a
  uint64_t Hash = 14695981039346656037ULL ^ C.arg(2).Bits;
  for (uint64_t I = 0; I < std::min<uint64_t>(C.arg(1).Bits, 1 << 16); ++I)
    Hash = (Hash ^ C.M.Mem.read(C.arg(0).Bits + I, 1).Bits) * 1099511628211ULL;
  C.give({Hash, 0});
}

void addContainerFunctions(NativeTable &T) {
  T["_ZNSt8__detail15_List_node_base7_M_hookEPS0_"] = hook;
  T["_ZNSt8__detail15_List_node_base9_M_unhookEv"] = unhook;
  T["_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_"] = transfer;
  T["_ZNSt8__detail15_List_node_base10_M_reverseEv"] = reverse;
  T["_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_"] =
      insertInTree;
  T["_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_"] =
      eraseFromTree;
  for (const char *Constness : {"P", "PK"}) {
    std::string Type = std::string(Constness) + "St18_Rb_tree_node_base";
    T["_ZSt18_Rb_tree_increment" + Type] = neighbour<Right, Left>;
    T["_ZSt18_Rb_tree_decrement" + Type] = neighbour<Left, Right>;
  }
  T["_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm"] = nextBucketCount;
  T["_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm"] = needRehash;
  T["_ZSt11_Hash_bytesPKvmm"] = hashBytes;
}

} // namespace gpuperf::program
