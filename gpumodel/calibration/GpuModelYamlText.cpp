//===- GpuModelYamlText.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/GpuModelYamlText.h"
#include "gpumodel/files/GpuFields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace gpuperf::calibration {
namespace {

/// A double-quoted scalar. Control characters, which a source may not contain,
/// become blanks.
std::string quoted(StringRef Text) {
  std::string Out = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Out += '\\';
    Out += static_cast<unsigned char>(C) < 32 || C == 127 ? ' ' : C;
  }
  return Out + "\"";
}

/// Whether a text such as "GH100" or "Navi 23" needs no quotes.
bool isPlain(StringRef Text) {
  return !Text.empty() && llvm::isAlpha(Text.front()) && Text.trim() == Text &&
         llvm::all_of(Text,
                      [](char C) { return llvm::isAlnum(C) || C == ' '; });
}

std::string provenance(FactStatus Status, StringRef Source) {
  return fmt::format("status: {}, source: {}", factStatusName(Status).str(),
                     quoted(Source));
}

class Writer {
public:
  explicit Writer(const YamlComments &Comments) : Comments(Comments) {}

  /// A line whose key is \p Key inside what is open.
  void line(StringRef Key, StringRef Rest) {
    comment(Key);
    Out += std::string(2 * Open.size(), ' ');
    Out += (Key + ":" + (Rest.empty() ? "" : " ") + Rest + "\n").str();
  }
  void fact(const FieldInfo &Field, const Fact &F) {
    line(Field.Key, fmt::format("{{value: {:.15g}, {}}}", F.Value,
                                provenance(F.Status, F.Source)));
  }
  void launchLine(const LaunchTimeLine &L) {
    Out += fmt::format("{}- {{warps_per_block: {}, grid_slope_us: {:.15g}, "
                       "base_us: {:.15g}, {}}}\n",
                       std::string(2 * Open.size(), ' '), L.WarpsPerBlock,
                       L.GridSlopeUs, L.BaseUs, provenance(L.Status, L.Source));
  }
  void open(StringRef Key) {
    if (Open.empty())
      Out += "\n";
    line(Key, "");
    Open.push_back(Key.str());
  }
  void close() {
    comment("");
    Open.pop_back();
  }
  /// Comments at the very end.
  void end() { comment(""); }

  std::string Out;

private:
  void comment(StringRef Key) {
    std::string Path = llvm::join(Open, ".");
    if (!Path.empty())
      Path += ".";
    auto It = Comments.find(Path + Key.str());
    if (It != Comments.end())
      Out += It->second;
  }
  const YamlComments &Comments;
  std::vector<std::string> Open;
};

/// Opens a section once something in it is to be written.
class Section {
public:
  Section(Writer &To, StringRef Key) : To(To), Key(Key) {}
  ~Section() {
    if (IsOpen)
      To.close();
  }
  Writer &writer() {
    if (!IsOpen)
      To.open(Key);
    IsOpen = true;
    return To;
  }

private:
  Writer &To;
  StringRef Key;
  bool IsOpen = false;
};

/// The facts that \p Visit gives and that stand in section \p Key.
template <typename VisitT>
void writeSection(Section &S, StringRef Key, VisitT Visit) {
  Visit([&](const FieldInfo &Field, const OptFact &F) {
    if (F && Field.Section == Key)
      S.writer().fact(Field, *F);
  });
}

} // namespace

YamlComments commentsOf(StringRef DeviceYaml) {
  YamlComments Found;
  llvm::SmallVector<std::string> Open;
  std::string Pending;
  while (!DeviceYaml.empty()) {
    auto [Line, Rest] = DeviceYaml.split('\n');
    DeviceYaml = Rest;
    StringRef Text = Line.trim();
    if (Text.starts_with("#")) {
      Pending += (Line.rtrim() + "\n").str();
      continue;
    }
    // An indented comment that a blank line follows belongs to the section's
    // end.
    size_t Inside = Pending.find_first_not_of(' ') / 2;
    if (Text.empty() && !Pending.empty() && Inside > 0 &&
        Inside <= Open.size()) {
      Open.resize(Inside);
      Found[llvm::join(Open, ".") + "."] = std::move(Pending);
      Pending.clear();
    }
    if (Text.empty() || (Pending.empty() && !Text.ends_with(":")))
      continue;
    // Two blanks for each level, as in every shipped file.
    size_t Level = Line.find_first_not_of(' ') / 2;
    Open.resize(std::min(Level, Open.size()));
    Open.push_back(Text.split(':').first.str());
    if (!Pending.empty())
      Found[llvm::join(Open, ".")] = std::move(Pending);
    Pending.clear();
  }
  if (!Pending.empty())
    Found[""] = std::move(Pending);
  return Found;
}

std::string deviceYaml(const GpuModel &Gpu, const YamlComments &Comments) {
  Writer W(Comments);
  if (!Comments.count("schema_version"))
    W.Out += "# " + Gpu.FullName + ". Source tags: gpumodel/SOURCES.md.\n";
  W.line("schema_version", "1");
  W.line("name", Gpu.Name);
  W.line("full_name", quoted(Gpu.FullName));
  W.line("die", isPlain(Gpu.Die) ? Gpu.Die : quoted(Gpu.Die));
  W.line("arch", Gpu.Arch.Name);
  auto Fields = [&Gpu](auto Visit) { visitDeviceFields(Gpu, Visit); };
  visitDeviceFields(Gpu, [&W](const FieldInfo &Field, const OptFact &F) {
    if (F && Field.Section.empty())
      W.fact(Field, *F);
  });
  for (StringRef Key : {"clocks", "caches", "latency", "bandwidth"}) {
    Section S(W, Key);
    writeSection(S, Key, Fields);
  }
  {
    Section S(W, "launch");
    writeSection(S, "launch", Fields);
    if (!Gpu.LaunchTimeLines.empty()) {
      Section Lines(S.writer(), "time_lines");
      for (const LaunchTimeLine &L : Gpu.LaunchTimeLines)
        Lines.writer().launchLine(L);
    }
  }
  {
    Section S(W, "hong_kim");
    writeSection(S, "hong_kim", Fields);
    auto Table = [&Gpu](auto Visit) { visitDeviceTables(Gpu, Visit); };
    bool Any = llvm::any_of(Gpu.HongKim.ThroughputPerClkPerCu,
                            [](const OptFact &F) { return F.has_value(); });
    if (Any) {
      Section Sub(S.writer(), "throughput_per_clk_per_cu");
      writeSection(Sub, "throughput_per_clk_per_cu", Table);
    }
  }
  for (StringRef Key :
       {"throughput_results_per_clk_per_sm", "latency_cycles"}) {
    Section S(W, Key);
    writeSection(S, Key, [&Gpu](auto Visit) { visitOverrides(Gpu, Visit); });
  }
  W.end();
  return std::move(W.Out);
}

} // namespace gpuperf::calibration
