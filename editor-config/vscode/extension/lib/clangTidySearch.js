// Which .clang-tidy speaks for a file, as clang-tidy looks for it: the nearest
// above it, and further up where InheritParentConfig says so.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const {inheritsParent, readOption, writeGpu} = require('./clangTidyFile');

function readIfThere(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      return undefined;
    throw error;
  }
}

function* foldersUpFrom(folder) {
  for (let at = path.resolve(folder);; at = path.dirname(at)) {
    yield at;
    if (at === path.dirname(at))
      return;
  }
}

// What `read` gives for the text of the file; its error names the file.
function inFile(file, read) {
  try {
    return read();
  } catch (error) {
    throw new Error(`${file}: ${error.message}`);
  }
}

/// {file, value} of the option for files in `folder`; value is undefined where
/// nothing sets it, file is then the nearest .clang-tidy or undefined. Throws
/// on a file that is not YAML, with its name and line.
function findOption(folder, key) {
  let nearest;
  for (const at of foldersUpFrom(folder)) {
    const file = path.join(at, '.clang-tidy');
    const text = readIfThere(file);
    if (text === undefined)
      continue;
    nearest = nearest || file;
    const value = inFile(file, () => readOption(text, key));
    if (value !== undefined)
      return {file, value};
    if (!inheritsParent(text))
      break;
  }
  return {file: nearest, value: undefined};
}

/// Where a choice for files in `folder` belongs: the file that has the option
/// or the nearest one if it is inside `root`, else a new one in `root`.
function fileToWrite(folder, root) {
  const {file} = findOption(folder, 'GpuperfGpu');
  const inside = file && !path.relative(root, file).startsWith('..');
  return inside ? file : path.join(root, '.clang-tidy');
}

/// Writes GpuperfGpu into `file`, which is made if it is not there; whether
/// that changed anything.
function writeGpuTo(file, gpu) {
  const text = readIfThere(file) || '';
  const changed = inFile(file, () => writeGpu(text, gpu));
  if (changed !== text)
    fs.writeFileSync(file, changed);
  return changed !== text;
}

module.exports = {fileToWrite, findOption, foldersUpFrom, writeGpuTo};
