//===- GpuModelYaml.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// llvm::yaml does the parsing. Its messages do not name the key; therefore it
// reads scalars as text, and they are converted here, where the key is known.
// Only the first error is reported.
//
//===----------------------------------------------------------------------===//

#include "gpumodel/files/GpuModelYaml.h"
#include "gpumodel/files/GpuFields.h"
#include "gpumodel/files/GpuModelCheck.h"
#include "gpumodel/files/ShippedFiles.h"
#include "gpumodel/files/YamlError.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/YAMLTraits.h"
#include <cmath>

using namespace gpuperf;
using llvm::StringRef;
using llvm::Twine;
using llvm::yaml::IO;

namespace {

constexpr unsigned SchemaVersion = 1;

ParseState &stateOf(IO &Io) {
  return *static_cast<ParseState *>(Io.getContext());
}

/// Remembers \p Key, a literal, for "did you mean".
StringRef known(IO &Io, StringRef Key) {
  stateOf(Io).Keys.push_back(Key);
  return Key;
}

/// A scalar, taken as text.
struct Text {
  std::string Value;
  bool Present = false;
};

/// The fields of \p Model that stand in section \p Name.
template <typename ModelT> struct SectionOf {
  ModelT *Model = nullptr;
  StringRef Name;
};
/// Results per clock and cycles, by row and by class: of an architecture, or a
/// device's own.
struct ThroughputSection {
  std::array<OptFact, NumThroughputRows> *Rows;
};
struct LatencySection {
  std::array<OptFact, NumOpClasses> *Cycles;
};
struct HongKimThroughputSection {
  GpuModel *Gpu;
};
struct ArchFile {
  ArchModel Arch;
  bool Read = false;
};
struct DeviceFile {
  GpuModel Gpu;
  std::string ArchName;
  bool Read = false;
};

/// Sets an error that is about \p Key.
void keyError(IO &Io, StringRef Key, const Twine &Message) {
  stateOf(Io).CurrentKey = Key;
  Io.setError(Message);
}

/// Plain decimal numbers only: no "inf", "nan" or hexadecimal.
std::optional<double> parseNumber(StringRef S) {
  double Value = 0;
  if (S.empty() || S.size() > 40 ||
      S.find_first_not_of("0123456789+-.eE") != StringRef::npos ||
      StringRef("+-eE").contains(S.back()) || S.getAsDouble(Value) ||
      !std::isfinite(Value))
    return std::nullopt;
  return Value;
}

/// Reads \p S into \p Value, or sets an error that names \p Field.
void readNumber(IO &Io, const FieldInfo &Field, StringRef S, double &Value) {
  std::optional<double> Number = parseNumber(S);
  if (!Number)
    return Io.setError("value of '" + Field.Key + "' is '" + S.take_front(40) +
                       "', it must be a number");
  if (Field.Whole && *Number != std::floor(*Number))
    return Io.setError("value of '" + Field.Key + "' is " + S +
                       ", it must be a whole number");
  if (*Number < Field.Min || *Number > Field.Max)
    return Io.setError("value of '" + Field.Key + "' is " + S +
                       ", it must be between " + numberText(Field.Min) +
                       " and " + numberText(Field.Max) +
                       (Field.Unit.empty() ? "" : " ") + Field.Unit);
  Value = *Number;
}

void readStatus(IO &Io, StringRef Key, StringRef S, FactStatus &Status) {
  for (FactStatus Candidate :
       {FactStatus::Measured, FactStatus::Published, FactStatus::Derived,
        FactStatus::Proxy, FactStatus::Estimated})
    if (factStatusName(Candidate) == S) {
      Status = Candidate;
      return;
    }
  Io.setError("status of '" + Key + "' is '" + S +
              "', status must be one of measured, published, derived, proxy, "
              "estimated");
}

void readSource(IO &Io, StringRef Key, StringRef S, std::string &Source) {
  if (S.trim().empty())
    return Io.setError("source of '" + Key +
                       "' is empty, it must say where the number is from");
  Source = S.str();
}

Text requiredText(IO &Io, const char *Key);
Text optionalText(IO &Io, const char *Key);

void requireBool(IO &Io, const char *Key, const Text &T, bool &Value) {
  if (!T.Present)
    return;
  if (T.Value != "true" && T.Value != "false")
    return keyError(Io, Key,
                    "'" + Twine(Key) + "' is '" + T.Value +
                        "', it must be true or false");
  Value = T.Value == "true";
}

} // namespace

//===----------------------------------------------------------------------===//
// llvm::yaml traits
//===----------------------------------------------------------------------===//

LLVM_YAML_IS_SEQUENCE_VECTOR(gpuperf::LaunchTimeLine)

namespace llvm::yaml {

template <> struct ScalarTraits<Text> {
  static void output(const Text &T, void *, raw_ostream &Out) {
    Out << T.Value;
  }
  static StringRef input(StringRef S, void *, Text &T) {
    T = {S.str(), true};
    return "";
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::Double; }
};

template <> struct MappingContextTraits<Fact, FieldInfo> {
  static void mapping(IO &Io, Fact &F, FieldInfo &Field) {
    stateOf(Io).CurrentKey = Field.Key;
    Text Value = requiredText(Io, "value");
    Text Status = requiredText(Io, "status");
    Text Source = requiredText(Io, "source");
    if (!Io.error())
      readNumber(Io, Field, Value.Value, F.Value);
    if (!Io.error())
      readStatus(Io, Field.Key, Status.Value, F.Status);
    if (!Io.error())
      readSource(Io, Field.Key, Source.Value, F.Source);
    stateOf(Io).CurrentKey = "";
  }
};

} // namespace llvm::yaml

namespace {
void mapField(IO &Io, FieldInfo Field, Fact &F) {
  Io.mapRequired(known(Io, Field.Key), F, Field);
}
void mapField(IO &Io, FieldInfo Field, OptFact &F) {
  Io.mapOptionalWithContext(known(Io, Field.Key), F, Field);
}

Text requiredText(IO &Io, const char *Key) {
  Text T;
  Io.mapRequired(known(Io, Key), T);
  return T;
}
Text optionalText(IO &Io, const char *Key) {
  Text T;
  Io.mapOptional(known(Io, Key), T);
  return T;
}

void mapCarveouts(IO &Io, ArchModel &Arch) {
  Io.mapOptional(known(Io, "shared_carveouts_kib"), Arch.SharedCarveoutsKib);
  requireBool(Io, "registers_allocated_per_block",
              optionalText(Io, "registers_allocated_per_block"),
              Arch.RegistersAllocatedPerBlock);
}

void checkSchemaVersion(IO &Io) {
  Text Version = requiredText(Io, "schema_version");
  if (!Io.error() && Version.Value != std::to_string(SchemaVersion))
    keyError(Io, "schema_version",
             "'schema_version' is '" + Version.Value + "', it must be " +
                 Twine(SchemaVersion));
}

std::string requireName(IO &Io, const char *Key, StringRef Extra) {
  Text Name = requiredText(Io, Key);
  bool Good =
      !Name.Value.empty() && Name.Value.size() <= 64 &&
      llvm::all_of(Name.Value, [&](char C) {
        return llvm::isLower(C) || llvm::isDigit(C) || Extra.contains(C);
      });
  if (!Io.error() && !Good)
    keyError(Io, Key,
             "'" + Twine(Key) + "' is '" + Name.Value +
                 "', it must be lower-case letters, digits and '" + Extra +
                 "'");
  return Name.Value;
}

void readComputeCapability(IO &Io, const Text &Cc, ArchModel &Arch) {
  if (Io.error())
    return;
  if (Arch.Maker == Vendor::Amd) {
    if (Cc.Present)
      keyError(Io, "compute_capability",
               "'compute_capability' is for NVIDIA, vendor is amd");
    return;
  }
  auto [Major, Minor] = StringRef(Cc.Value).split('.');
  if (!Cc.Present || Major.getAsInteger(10, Arch.CcMajor) ||
      Minor.getAsInteger(10, Arch.CcMinor) || Arch.CcMajor > 99 ||
      Arch.CcMinor > 9)
    keyError(Io, "compute_capability",
             "'compute_capability' is '" + Cc.Value +
                 "', it must be a quoted MAJOR.MINOR such as \"9.0\"");
}
} // namespace

namespace llvm::yaml {

template <> struct MappingTraits<SectionOf<ArchModel>> {
  static void mapping(IO &Io, SectionOf<ArchModel> &S) {
    visitArchFields(*S.Model, [&](const FieldInfo &Field, auto &F) {
      if (Field.Section == S.Name)
        mapField(Io, Field, F);
    });
    if (S.Name == "limits")
      mapCarveouts(Io, *S.Model);
  }
};

template <> struct MappingTraits<ThroughputSection> {
  static void mapping(IO &Io, ThroughputSection &S) {
    for (unsigned I = 0; I < NumThroughputRows; ++I)
      mapField(Io, throughputField(static_cast<ThroughputRow>(I)),
               (*S.Rows)[I]);
  }
};

template <> struct MappingTraits<LatencySection> {
  static void mapping(IO &Io, LatencySection &S) {
    for (unsigned I = 0; I < NumOpClasses; ++I)
      mapField(Io, latencyField(static_cast<OpClass>(I)), (*S.Cycles)[I]);
  }
};

} // namespace llvm::yaml

namespace {
template <typename TablesT> void mapTables(IO &Io, TablesT &Tables) {
  ThroughputSection Throughput{&Tables.ThroughputPerClkPerSm};
  Io.mapOptional(known(Io, "throughput_results_per_clk_per_sm"), Throughput);
  LatencySection Latency{&Tables.LatencyCycles};
  Io.mapOptional(known(Io, "latency_cycles"), Latency);
}
} // namespace

namespace llvm::yaml {

template <> struct MappingTraits<HongKimThroughputSection> {
  static void mapping(IO &Io, HongKimThroughputSection &S) {
    for (unsigned I = 0; I < NumOpClasses; ++I)
      mapField(Io, hongKimThroughputField(static_cast<OpClass>(I)),
               S.Gpu->HongKim.ThroughputPerClkPerCu[I]);
  }
};

template <> struct MappingTraits<LaunchTimeLine> {
  static void mapping(IO &Io, LaunchTimeLine &L) {
    Text Warps = requiredText(Io, "warps_per_block");
    Text Slope = requiredText(Io, "grid_slope_us");
    Text Base = requiredText(Io, "base_us");
    Text Status = requiredText(Io, "status");
    Text Source = requiredText(Io, "source");
    double WarpsPerBlock = 1;
    if (!Io.error())
      readNumber(Io, {"", "warps_per_block", "warps", true, 1, 64}, Warps.Value,
                 WarpsPerBlock);
    if (!Io.error())
      readNumber(Io, {"", "grid_slope_us", "us", false, 0, 1000}, Slope.Value,
                 L.GridSlopeUs);
    if (!Io.error())
      readNumber(Io, {"", "base_us", "us", false, 0, 1000000}, Base.Value,
                 L.BaseUs);
    if (!Io.error())
      readStatus(Io, "time_lines", Status.Value, L.Status);
    if (!Io.error())
      readSource(Io, "time_lines", Source.Value, L.Source);
    L.WarpsPerBlock = static_cast<unsigned>(WarpsPerBlock);
  }
};

template <> struct MappingTraits<SectionOf<GpuModel>> {
  static void mapping(IO &Io, SectionOf<GpuModel> &S) {
    visitDeviceFields(*S.Model, [&](const FieldInfo &Field, auto &F) {
      if (Field.Section == S.Name)
        mapField(Io, Field, F);
    });
    if (S.Name == "launch")
      Io.mapOptional(known(Io, "time_lines"), S.Model->LaunchTimeLines);
    if (S.Name == "hong_kim") {
      HongKimThroughputSection Throughput{S.Model};
      Io.mapOptional(known(Io, "throughput_per_clk_per_cu"), Throughput);
    }
  }
};

template <> struct MappingTraits<ArchFile> {
  static void mapping(IO &Io, ArchFile &File) {
    File.Read = true;
    ArchModel &Arch = File.Arch;
    checkSchemaVersion(Io);
    Arch.Name = requireName(Io, "arch", "_");
    Text Maker = requiredText(Io, "vendor");
    if (!Io.error() && Maker.Value != "nvidia" && Maker.Value != "amd")
      keyError(Io, "vendor",
               "'vendor' is '" + Maker.Value + "', it must be nvidia or amd");
    Arch.Maker = Maker.Value == "amd" ? Vendor::Amd : Vendor::Nvidia;
    Arch.FamilyName = requiredText(Io, "family").Value;
    readComputeCapability(Io, optionalText(Io, "compute_capability"), Arch);
    requireBool(Io, "l1_caches_plain_global_loads",
                requiredText(Io, "l1_caches_plain_global_loads"),
                Arch.L1CachesPlainGlobalLoads);

    SectionOf<ArchModel> Limits{&Arch, "limits"};
    Io.mapRequired(known(Io, "limits"), Limits);
    SectionOf<ArchModel> Units{&Arch, "functional_units_per_sm"};
    Io.mapOptional(known(Io, "functional_units_per_sm"), Units);
    mapTables(Io, Arch);
  }
};

template <> struct MappingTraits<DeviceFile> {
  static void mapping(IO &Io, DeviceFile &File) {
    File.Read = true;
    GpuModel &Gpu = File.Gpu;
    checkSchemaVersion(Io);
    Gpu.Name = requireName(Io, "name", "-");
    Gpu.FullName = requiredText(Io, "full_name").Value;
    Gpu.Die = requiredText(Io, "die").Value;
    File.ArchName = requireName(Io, "arch", "_");
    visitDeviceFields(Gpu, [&](const FieldInfo &Field, auto &F) {
      if (Field.Section.empty())
        mapField(Io, Field, F);
    });
    for (StringRef Name :
         {"clocks", "caches", "latency", "bandwidth", "launch", "hong_kim"}) {
      SectionOf<GpuModel> Section{&Gpu, Name};
      if (Name == "clocks")
        Io.mapRequired(known(Io, Name), Section);
      else
        Io.mapOptional(known(Io, Name), Section);
    }
    mapTables(Io, Gpu.Overrides);
  }
};

} // namespace llvm::yaml

namespace {

template <typename FileT>
llvm::Error readYaml(llvm::MemoryBufferRef Buffer, FileT &File) {
  if (llvm::Error E = checkYamlText(Buffer))
    return E;
  StringRef Name = Buffer.getBufferIdentifier();
  ParseState State;
  llvm::yaml::Input In(Buffer, &State, collectYamlError, &State);
  In >> File;
  if (!State.Message.empty())
    return explainYamlError(Buffer, State);
  // llvm::yaml gives no message only where the document is empty.
  if (In.error() || !File.Read)
    return fileError(Name, 1,
                     "is empty, a GPU file begins with 'schema_version: 1'");
  if (In.nextDocument())
    return fileError(Name, 1, "holds more than one YAML document");
  return llvm::Error::success();
}

llvm::Error contradictionError(llvm::MemoryBufferRef Buffer,
                               const Contradiction &C) {
  return fileError(Buffer.getBufferIdentifier(),
                   lineOfKey(Buffer.getBuffer(), C.Key), C.Message);
}

} // namespace

llvm::Expected<ArchModel> gpuperf::parseArchYaml(llvm::MemoryBufferRef Buffer) {
  ArchFile File;
  if (llvm::Error E = readYaml(Buffer, File))
    return E;
  if (auto C = findContradiction(File.Arch))
    return contradictionError(Buffer, *C);
  return std::move(File.Arch);
}

llvm::Expected<GpuModel>
gpuperf::parseDeviceYaml(llvm::MemoryBufferRef Buffer) {
  DeviceFile File;
  if (llvm::Error E = readYaml(Buffer, File))
    return E;
  if (auto C = findContradiction(File.Gpu))
    return contradictionError(Buffer, *C);
  std::string ArchPath = "arch/" + File.ArchName + ".yaml";
  StringRef ArchText = shippedGpuFile(ArchPath);
  if (ArchText.empty())
    return fileError(
        Buffer.getBufferIdentifier(), lineOfKey(Buffer.getBuffer(), "arch"),
        "unknown arch '" + File.ArchName + "', it must be one of " +
            llvm::join(shippedArchNames(), ", "));
  llvm::Expected<ArchModel> Arch =
      parseArchYaml(llvm::MemoryBufferRef(ArchText, ArchPath));
  if (!Arch)
    return Arch.takeError();
  File.Gpu.Arch = std::move(*Arch);
  applyOverrides(File.Gpu);
  return std::move(File.Gpu);
}
