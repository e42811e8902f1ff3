//===- ToolSchemas.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/mcp/ToolSchemas.h"
#include "llvm/ADT/StringRef.h"

using namespace gpuperf;
namespace json = llvm::json;
using llvm::StringRef;

static json::Object text(StringRef Description, int64_t MostBytes = 4096) {
  return json::Object{{"type", "string"},
                      {"description", Description},
                      {"maxLength", MostBytes}};
}

static json::Object oneOf(StringRef Description,
                          std::initializer_list<StringRef> Names) {
  json::Array All;
  for (StringRef Name : Names)
    All.push_back(Name);
  return json::Object{{"type", "string"},
                      {"description", Description},
                      {"enum", std::move(All)}};
}

static json::Object extent(StringRef Description) {
  return json::Object{
      {"type", "array"},
      {"description", Description},
      {"items", json::Object{{"type", "integer"}, {"minimum", 1}}},
      {"minItems", 1},
      {"maxItems", 3}};
}

static json::Object object(json::Object Properties, json::Array Required = {}) {
  json::Object O{{"type", "object"},
                 {"properties", std::move(Properties)},
                 {"additionalProperties", false}};
  if (!Required.empty())
    O["required"] = std::move(Required);
  return O;
}

/// What all tools that read a file take.
static json::Object inputOfFile() {
  return json::Object{
      {"file", text("Path of the CUDA file; give this or source")},
      {"source",
       text("Text of a CUDA file; give this or file", mcp::MostSourceBytes)},
      {"gpu", text("Name of a GPU as the tool gpus lists them, such as "
                   "h100-sxm, or the path of a GPU file; several separated by "
                   "commas. Without it the architecture in the flags decides")},
      {"build_dir",
       text("Folder of the compile_commands.json that has the file's flags")},
      {"clang_flags",
       json::Object{
           {"type", "array"},
           {"description",
            "Flags of the file, such as -Iinclude, -DN=4, -std=c++17"},
           {"items", json::Object{{"type", "string"}, {"maxLength", 4096}}},
           {"maxItems", 256}}},
      {"args",
       json::Object{
           {"type", "object"},
           {"description", "Values of kernel arguments and of host variables "
                           "by name, such as {\"n\": 1048576}"},
           {"additionalProperties",
            json::Object{
                {"type", json::Array{"number", "boolean", "string"}}}}}},
      {"run", text("Arguments that the program is run with, as a shell splits "
                   "them; it is walked, not run")},
      {"model", text("Name of a model; without it gpuperf's own")},
      {"l1",
       oneOf("Whether plain global loads may hit in L1", {"on", "bypass"})},
      {"l2", oneOf("What L2 holds at the start", {"cold", "warm"})},
      {"clock", text("Clock of the SMs: boost, base, or MHz")},
  };
}

json::Object mcp::launchInput() {
  json::Object P = inputOfFile();
  P["facts"] = text("Path of a facts file; without it .gpuperf/facts.jsonl at "
                    "or above the file; none: no facts");
  P["kernel"] = text("With grid and block: the launch that is meant. Without "
                     "them: only the file's launches of this kernel");
  P["grid"] = extent("Blocks of the grid: [x], [x, y] or [x, y, z]");
  P["block"] = extent("Threads of a block: [x], [x, y] or [x, y, z]");
  P["dynamic_smem_bytes"] =
      json::Object{{"type", "integer"},
                   {"description", "Dynamic shared memory of a block"},
                   {"minimum", 0}};
  P["timing"] = oneOf("How the time is taken: start to end on the GPU as a "
                      "profiler shows it, per launch in a stream, or around "
                      "one launch",
                      {"kernel", "back-to-back", "single"});
  return object(std::move(P));
}

json::Object mcp::sweepInput() {
  json::Object In = launchInput();
  In.getObject("properties")->erase("facts");
  In.getObject("properties")->erase("run");
  return In;
}

json::Object mcp::programInput() { return object(inputOfFile()); }

json::Object mcp::gpusInput() {
  return object(json::Object{
      {"name", text("Name or path of a GPU: its numbers, each with "
                    "its source. Without it: all names")}});
}

static json::Object list(json::Object Of, StringRef Description = "") {
  json::Object O{{"type", "array"}, {"items", std::move(Of)}};
  if (!Description.empty())
    O["description"] = Description;
  return O;
}

static json::Object plain(StringRef Type, StringRef Description = "") {
  json::Object O{{"type", Type}};
  if (!Description.empty())
    O["description"] = Description;
  return O;
}

static json::Object orNull(StringRef Type, StringRef Description) {
  return json::Object{{"type", json::Array{Type, "null"}},
                      {"description", Description}};
}

static json::Object bandSchema() {
  return json::Object{
      {"type", json::Array{"object", "null"}},
      {"description",
       "What the time is believed to lie in; null where there is no time "
       "and where a size had to be assumed"},
      {"properties",
       json::Object{{"low_us", plain("number")}, {"high_us", plain("number")}}},
      {"required", json::Array{"low_us", "high_us"}}};
}

static json::Object launchSchema() {
  return json::Object{
      {"type", "object"},
      {"properties",
       json::Object{
           {"kernel", plain("string")},
           {"gpu", plain("string")},
           {"grid", list(plain("integer"))},
           {"block", list(plain("integer"))},
           {"time_us", orNull("number", "Predicted time in microseconds; null: "
                                        "see refusal")},
           {"band", bandSchema()},
           {"bound", orNull("string", "What the launch is bound by")},
           {"assumptions",
            list(plain("string"), "What had to be assumed for this launch")},
           {"refusal", orNull("string", "Why there is no time")}}},
      {"required", json::Array{"kernel", "gpu", "time_us", "band", "bound",
                               "assumptions", "refusal"}}};
}

static json::Object outputOf(StringRef Key, json::Object Value) {
  return json::Object{
      {"type", "object"},
      {"properties",
       json::Object{
           {Key, std::move(Value)},
           {"left_out",
            plain("integer", "Elements that are not shown: ask for one "
                             "kernel to see them")},
           {"notes", list(plain("string"), "What else was said")}}},
      {"required", json::Array{Key, "left_out", "notes"}}};
}

json::Object mcp::launchesOutput() {
  return outputOf("launches", list(launchSchema()));
}

json::Object mcp::explainOutput() {
  json::Object Launch = launchSchema();
  json::Object &P = *Launch.getObject("properties");
  P["components_us"] =
      plain("object", "How long the launch would take if only this part of the "
                      "GPU had to be waited for; they overlap");
  P["counts"] = plain("object", "What the launch executes and moves");
  P["explanation"] =
      list(plain("string"), "The expressions of the model, one a line");
  return outputOf("launches", list(std::move(Launch)));
}

json::Object mcp::sweepOutput() {
  json::Object Candidate = launchSchema();
  json::Object &P = *Candidate.getObject("properties");
  P["rank"] = plain("integer", "1 is the best");
  P["asked"] = plain("boolean", "The block in the source");
  P["recommended"] = plain("boolean");
  P["same_result"] =
      plain("boolean", "Proven to compute what the asked block computes");
  P["speedup"] = plain("number", "Times faster than the asked block");
  json::Object Sweep{
      {"type", "object"},
      {"properties",
       json::Object{{"kernel", plain("string")},
                    {"gpu", plain("string")},
                    {"advice", plain("string", "In one sentence")},
                    {"candidates", list(std::move(Candidate), "Best first")},
                    {"left_out", plain("integer")}}},
      {"required", json::Array{"kernel", "gpu", "advice", "candidates"}}};
  return outputOf("sweeps", list(std::move(Sweep)));
}

json::Object mcp::programOutput() {
  json::Object Run{
      {"type", "object"},
      {"properties",
       json::Object{{"gpu", plain("string")},
                    {"time_us", orNull("number", "All kernels of a run")},
                    {"band", bandSchema()},
                    {"kernels", list(plain("object"))},
                    {"launches", list(plain("object"),
                                      "In the order in which they are made")},
                    {"launches_left_out", plain("integer")},
                    {"assumptions", list(plain("string"))},
                    {"refusals", list(plain("string"),
                                      "Launches without a time, and why")}}},
      {"required", json::Array{"gpu", "time_us", "band", "kernels", "launches",
                               "assumptions", "refusals"}}};
  return outputOf("runs", list(std::move(Run), "One per GPU"));
}

json::Object mcp::gpusOutput() {
  return json::Object{
      {"type", "object"},
      {"properties", json::Object{{"names", list(plain("string"))},
                                  {"gpu", plain("object", "With name only")}}},
      {"required", json::Array{"names"}}};
}
