// What `gpuperf sweep` is asked for a place in a file.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const {findOption, foldersUpFrom} = require('./clangTidySearch');

/// The launch whose "<<<" is nearest to `line` (zero-based): on the line, or
/// on the lines before it whose statement reaches it. {kernel, line} or
/// undefined.
function launchAt(text, line) {
  const lines = text.split(/\r?\n/);
  for (let at = Math.min(line, lines.length - 1); at >= 0; --at) {
    const before = lines[at].replace(/\/\/.*$/, '');
    // A statement or a block that ended above does not reach the line.
    if (at < line && /[;{}]\s*$/.test(before))
      return undefined;
    const open = before.indexOf('<<<');
    if (open >= 0) {
      const kernel = kernelBefore(lines.slice(Math.max(0, at - 5), at).join(' ') + ' ' +
                                  before.slice(0, open));
      return kernel && {kernel, line: at};
    }
  }
  return undefined;
}

// The last name of "text name<args>", without template arguments: `sweep`
// knows all instances by it.
function kernelBefore(text) {
  let end = text.trimEnd().length;
  if (text[end - 1] === '>') {
    let angles = 0, parentheses = 0;
    for (--end; end >= 0; --end) {
      const c = text[end];
      parentheses += c === ')' ? 1 : c === '(' ? -1 : 0;
      if (!parentheses) // in them, '<' compares
        angles += c === '>' ? 1 : c === '<' ? -1 : 0;
      if (!angles)
        break;
    }
  }
  const name = /([A-Za-z_]\w*)\s*$/.exec(text.slice(0, Math.max(0, end)));
  return name ? name[1] : undefined;
}

/// The folder of compile_commands.json for a file, as clangd looks for it.
function findBuildDirectory(file) {
  for (const folder of foldersUpFrom(path.dirname(file)))
    for (const at of [folder, path.join(folder, 'build')])
      if (fs.existsSync(path.join(at, 'compile_commands.json')))
        return at;
  return undefined;
}

/// The arguments of the command. `gpu` as .clang-tidy spells it (';'
/// separates); `kernel` undefined: every launch of the file.
function sweepArguments({file, kernel, gpu, model, assume, buildDirectory}) {
  const gpus = (gpu || '').split(';').map(s => s.trim()).filter(Boolean);
  return [
    'sweep', file, '--format=svg',
    ...(kernel ? [`--kernel=${kernel}`] : []),
    ...(gpus.length ? [`--gpu=${gpus.join(',')}`] : []),
    ...(model ? [`--model=${model}`] : []),
    ...((assume || '').trim() ? [`--arg=${assume}`] : []),
    ...(buildDirectory ? ['-p', buildDirectory] : []),
  ];
}

/// The same with what the file's .clang-tidy and compile database say.
function sweepArgumentsFor(file, kernel, buildDirectory) {
  const option = key => findOption(path.dirname(file), key).value;
  return sweepArguments({
    file, kernel,
    gpu: option('GpuperfGpu'),
    model: option('GpuperfModel'),
    assume: option('GpuperfAssume'),
    buildDirectory: buildDirectory || findBuildDirectory(file),
  });
}

module.exports = {findBuildDirectory, launchAt, sweepArguments, sweepArgumentsFor};
