//===- LaunchAttributes.h - Clusters in a launch's attributes ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cudaLaunchKernelEx is handed an array of attributes, each a union by its id.
// Of these only the cluster's dimensions are followed: what one element of the
// array says of them is kept as the fields x, y and z of the whole array, since
// only one element can say it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_STATE_LAUNCHATTRIBUTES_H
#define GPUPERF_PLUGIN_HOST_STATE_LAUNCHATTRIBUTES_H

#include "plugin/host/state/Places.h"

namespace gpuperf::host {

/// \p T is cudaLaunchAttribute, or an array of it.
bool isLaunchAttribute(clang::QualType T);

/// The variable or field whose address the pointer to attributes \p E is.
std::optional<HostPlace> attributesAt(PlaceTable &Places, const clang::Expr *E);

/// `attributes[i].member...` on the left of an assignment.
struct AttributeWrite {
  HostPlace Attributes;
  bool OfCluster = false; ///< else what is written is not followed
  /// The axis of the cluster that is written; null: all of them.
  const clang::FieldDecl *Axis = nullptr;
};
/// What an assignment to \p E writes of attributes; nothing where it writes
/// something else, or whole attributes.
std::optional<AttributeWrite> attributeWrite(PlaceTable &Places,
                                             const clang::Expr *E);
void writeAttribute(PlaceTable &Places, const AttributeWrite &W,
                    const HostObject &Value);
/// As above, of an assignment of \p Value to the record \p E. Whole attributes
/// are forgotten. False: \p E is no part of attributes.
bool assignAttribute(PlaceTable &Places, const clang::Expr *E,
                     const HostObject &Value);

/// The record of x, y, z that the configuration \p Config of a launch asks
/// for; None: it asks for no cluster, or that is not known.
HostObject clusterOf(PlaceTable &Places, const HostObject &Config);

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_STATE_LAUNCHATTRIBUTES_H
