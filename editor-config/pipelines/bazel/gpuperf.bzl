"""How long the launches of CUDA and HIP targets take, as actions of the build.

    load("//tools/gpuperf:gpuperf.bzl", "gpuperf_report")
    gpuperf_report(name = "times", gpu = "h200-sxm", targets = ["//src:kernels"])

predicts every .cu and .hip file of the targets and of what they depend on, one action a file, and
merges the answers into one report for `gpuperf diff`. Bazel keeps the answers of files whose
inputs did not change, here or in a remote cache, and spreads the actions over remote machines.
"""

GpuperfInfo = provider(
    doc = "Reports of the CUDA and HIP files of a target and of its dependencies.",
    fields = {"reports": "depset of files"},
)

def _flags(context, copts):
    flags = ["-D" + d for d in context.defines.to_list() + context.local_defines.to_list()]
    flags += ["-I" + f for f in context.includes.to_list()]
    for folder in context.quote_includes.to_list():
        flags += ["-iquote", folder]
    for folder in context.system_includes.to_list():
        flags += ["-isystem", folder]
    return flags + copts

def _compilation_context(target, attributes):
    """What the target's own files are compiled with: its own, else its dependencies'."""
    if CcInfo in target:
        return target[CcInfo].compilation_context
    infos = [d[CcInfo] for d in getattr(attributes, "deps", []) if CcInfo in d]
    return cc_common.merge_cc_infos(cc_infos = infos).compilation_context

def _aspect_impl(target, ctx):
    attributes = ctx.rule.attr
    below = [d[GpuperfInfo].reports for d in getattr(attributes, "deps", []) if GpuperfInfo in d]
    reports = []
    sources = []
    if hasattr(ctx.rule.files, "srcs"):
        sources = [f for f in ctx.rule.files.srcs if f.extension in ["cu", "hip"]]
    context = _compilation_context(target, attributes) if sources else None
    for source in sources:
        report = ctx.actions.declare_file("%s.gpuperf/%s.json" % (target.label.name, source.basename))
        copts = getattr(attributes, "copts", [])
        arguments = ["report", source.path, "--gpu=" + ctx.attr.gpu, "--cache=none", "-j1", "-o", report.path]
        ctx.actions.run_shell(
            # A file that does not parse is written down and is no failure of the build.
            command = '"$@" || [ -s "%s" ]' % report.path,
            arguments = [ctx.executable._gpuperf.path] + arguments + ["--"] + _flags(context, copts),
            inputs = depset([source], transitive = [context.headers]),
            tools = [ctx.executable._gpuperf] + ctx.files._gpuperf_files,
            outputs = [report],
            mnemonic = "Gpuperf",
            progress_message = "Predicting launches of %s" % source.short_path,
        )
        reports.append(report)
    return [GpuperfInfo(reports = depset(reports, transitive = below))]

def _aspect_attributes():
    return {
        "_gpuperf": attr.label(
            default = "@gpuperf//:bin/gpuperf",
            allow_single_file = True,
            executable = True,
            cfg = "exec",
        ),
        "_gpuperf_files": attr.label(default = "@gpuperf//:files"),
    }

gpuperf_aspect = aspect(
    implementation = _aspect_impl,
    attr_aspects = ["deps"],
    attrs = dict(gpu = attr.string(values = [
        "h200-sxm",
        "h100-sxm",
        "h100-pcie",
        "a100-sxm4-40gb",
        "a100-sxm4-80gb",
        "l4",
        "t4",
        "b200",
        "rtx-4090",
        "rtx-3090",
        "v100-sxm2-16gb",
        "mi300x",
        "mi250x",
    ]), **_aspect_attributes()),
)

def _report_impl(ctx):
    parts = depset(transitive = [t[GpuperfInfo].reports for t in ctx.attr.targets])
    if not parts.to_list():
        fail("no .cu or .hip file in the targets of " + ctx.label.name)
    out = ctx.actions.declare_file(ctx.label.name + ".json")
    arguments = ctx.actions.args()
    arguments.add("merge")
    arguments.add_all(parts)
    arguments.add("-o", out)
    ctx.actions.run(
        executable = ctx.executable._gpuperf,
        arguments = [arguments],
        inputs = parts,
        tools = ctx.files._gpuperf_files,
        outputs = [out],
        mnemonic = "GpuperfMerge",
    )
    return [DefaultInfo(files = depset([out]))]

gpuperf_report = rule(
    implementation = _report_impl,
    attrs = dict(
        # An aspect's parameter must be one of the values it names.
        gpu = attr.string(default = "h200-sxm"),
        targets = attr.label_list(aspects = [gpuperf_aspect], mandatory = True),
        **_aspect_attributes()
    ),
)
