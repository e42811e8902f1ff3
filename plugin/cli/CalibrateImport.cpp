//===- CalibrateImport.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The GPU file is written to -o or to standard output, messages to standard
// error.
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/CalibrateImport.h"
#include "gpumodel/calibration/ImportReport.h"
#include "gpumodel/calibration/plots/CalibrationPlots.h"
#include "gpumodel/files/GpuModelYaml.h"
#include "gpumodel/files/GpuRegistry.h"
#include "plugin/cli/Predict.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace gpuperf;
using namespace gpuperf::calibration;
namespace cl = llvm::cl;

static cl::OptionCategory Category("calibrate-import options");
static cl::SubCommand
    Command("calibrate-import",
            "Turn what gpuperf-calibrate recorded on a GPU into its GPU file");

static cl::list<std::string> Results(cl::Positional, cl::desc("RESULTS..."),
                                     cl::sub(Command), cl::cat(Category));
static cl::opt<std::string>
    Output("o", cl::value_desc("FILE.yaml"), cl::sub(Command),
           cl::cat(Category),
           cl::desc("Where the GPU file goes (default: standard output)"));
static cl::opt<std::string>
    Base("base", cl::value_desc("NAME|FILE"), cl::sub(Command),
         cl::cat(Category),
         cl::desc("The GPU file that the figures go into (default: the shipped "
                  "one of that GPU, else a new one after its sibling)"));
static cl::opt<std::string> Name("name", cl::value_desc("NAME"),
                                 cl::sub(Command), cl::cat(Category),
                                 cl::desc("The name that the GPU file gives "
                                          "its GPU"));
static cl::opt<std::string>
    Plots("plots", cl::value_desc("FOLDER"), cl::sub(Command),
          cl::cat(Category),
          cl::desc("Draw every curve: an SVG per benchmark"));
static cl::opt<std::string>
    Check("check", cl::value_desc("FILE.yaml"), cl::sub(Command),
          cl::cat(Category),
          cl::desc("Write nothing; exit with 1 if a measured value of this "
                   "file does not follow from the results"));

static int fail(const llvm::Twine &Message) {
  llvm::errs() << "gpuperf: " << Message << '\n';
  return ExitUnusable;
}

static int fail(llvm::Error E) { return fail(llvm::toString(std::move(E))); }

/// Writes a whole file; the error says why that failed.
static llvm::Error writeFile(llvm::StringRef Path, llvm::StringRef Text) {
  std::error_code Code;
  llvm::raw_fd_ostream OS(Path, Code);
  if (!Code) {
    OS << Text;
    OS.close();
    Code = OS.error();
    OS.clear_error();
  }
  if (!Code)
    return llvm::Error::success();
  return llvm::createStringError(Code, "cannot write '" + Path +
                                           "': " + Code.message());
}

static llvm::Error writePlots(llvm::ArrayRef<ResultsRun> Runs,
                              llvm::ArrayRef<Figure> Figures) {
  if (std::error_code Code = llvm::sys::fs::create_directories(Plots))
    return llvm::createStringError(Code, "cannot create folder '" + Plots +
                                             "': " + Code.message());
  for (const PlotFile &File : calibrationPlots(Runs, Figures)) {
    llvm::SmallString<128> Path(Plots);
    llvm::sys::path::append(Path, File.Name);
    if (llvm::Error E = writeFile(Path, File.Svg))
      return E;
  }
  return llvm::Error::success();
}

static int checkFile(llvm::ArrayRef<Figure> Figures) {
  // A name without a folder would mean a shipped GPU. Here it means a file.
  std::string Path = Check;
  if (!llvm::StringRef(Path).contains('/'))
    Path = "./" + Path;
  llvm::Expected<GpuModel> Gpu = findGpu(Path);
  if (!Gpu)
    return fail(Gpu.takeError());
  std::vector<std::string> Lines = unprovenMeasured(*Gpu, Figures);
  for (const std::string &Line : Lines)
    llvm::outs() << Check << ": " << Line << '\n';
  return Lines.empty() ? ExitDone : ExitFindings;
}

/// Checks that the text which is going to be written can be read as a GPU file.
static llvm::Error checkReadable(const std::string &Yaml) {
  llvm::Expected<GpuModel> Read =
      parseDeviceYaml(llvm::MemoryBufferRef(Yaml, "the new GPU file"));
  return Read ? llvm::Error::success() : Read.takeError();
}

/// Refuses to overwrite a file with measured values that the new one does not
/// have.
static llvm::Error checkNothingIsLost(const GpuModel &New) {
  auto Text = llvm::MemoryBuffer::getFile(Output, /*IsText=*/true);
  if (!Text)
    return llvm::Error::success();
  llvm::Expected<GpuModel> Old = parseDeviceYaml(**Text);
  if (!Old) { // not a GPU file: there is nothing to lose
    llvm::consumeError(Old.takeError());
    return llvm::Error::success();
  }
  size_t Lost = lostMeasured(*Old, New);
  if (Lost == 0)
    return llvm::Error::success();
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      llvm::Twine("'") + Output + "' holds " + llvm::Twine(Lost) +
          " measured values that these results do not give: --base=" + Output +
          " keeps them, another -o leaves the file alone");
}

bool gpuperf::calibrateImportIsAsked() { return static_cast<bool>(Command); }

void gpuperf::hideUnrelatedToCalibrateImport() {
  cl::HideUnrelatedOptions(Category, Command);
}

int gpuperf::runCalibrateImport() {
  if (Results.empty())
    return fail("calibrate-import needs what gpuperf-calibrate wrote: gpuperf "
                "calibrate-import RESULTS... [-o FILE.yaml], folders or files");
  if (!Check.empty() && (!Output.empty() || !Plots.empty()))
    return fail("--check writes nothing: it excludes -o and --plots");
  std::vector<std::string> Notes;
  llvm::Expected<std::vector<ResultsRun>> Runs = readResults(Results, Notes);
  if (!Runs)
    return fail(Runs.takeError());
  if (llvm::Error E = checkSameKind(*Runs))
    return fail(std::move(E));
  std::vector<Figure> Figures = figuresOf(*Runs, Notes);
  if (!Check.empty())
    return checkFile(Figures);
  llvm::Expected<Import> I = importDevice(*Runs, Figures, {Base, Name});
  if (!I)
    return fail(I.takeError());
  std::string Yaml = deviceYaml(I->After, I->Comments);
  if (llvm::Error E = checkReadable(Yaml))
    return fail(std::move(E));
  if (!Output.empty())
    if (llvm::Error E = checkNothingIsLost(I->After))
      return fail(std::move(E));
  if (!Plots.empty())
    if (llvm::Error E = writePlots(*Runs, Figures))
      return fail(std::move(E));
  if (Output.empty())
    llvm::outs() << Yaml;
  else if (llvm::Error E = writeFile(Output, Yaml))
    return fail(std::move(E));
  for (const std::vector<std::string> *List : {&Notes, &I->Notes})
    for (const std::string &Note : *List)
      llvm::errs() << "gpuperf: note: " << Note << '\n';
  (Output.empty() ? llvm::errs() : llvm::outs())
      << importText(*I, *Runs, Figures);
  return ExitDone;
}
