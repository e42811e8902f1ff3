"""A stand-in for the cuda_library of rules_cuda: the attributes and providers that an
aspect sees, without a compiler."""

def _impl(ctx):
    context = cc_common.create_compilation_context(
        headers = depset(ctx.files.hdrs),
        quote_includes = depset(["."]),
        defines = depset(ctx.attr.defines),
    )
    own = CcInfo(compilation_context = context)
    below = [d[CcInfo] for d in ctx.attr.deps]
    return [cc_common.merge_cc_infos(direct_cc_infos = [own], cc_infos = below)]

cuda_library = rule(
    implementation = _impl,
    attrs = {
        "srcs": attr.label_list(allow_files = [".cu", ".hip"]),
        "hdrs": attr.label_list(allow_files = True),
        "deps": attr.label_list(providers = [CcInfo]),
        "defines": attr.string_list(),
        "copts": attr.string_list(),
    },
)
