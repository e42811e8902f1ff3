// Where the binaries are: a setting, PATH, and what lies beside the command.
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const Suffix = process.platform === 'win32' ? '.exe' : '';

function isFile(file) {
  try {
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

function isFolder(file) {
  try {
    return fs.statSync(file).isDirectory();
  } catch {
    return false;
  }
}

/// Replaces a leading ~ and ${workspaceFolder}.
function expand(text, workspaceFolder) {
  return text.replace(/^~(?=$|[\\/])/, () => os.homedir())
      .replace(/\$\{workspaceFolder\}/g, () => workspaceFolder || '');
}

function onPath(name, searchPath) {
  for (const folder of (searchPath || '').split(path.delimiter)) {
    const file = path.join(folder, name + Suffix);
    if (folder && isFile(file))
      return file;
  }
  return undefined;
}

/// The gpuperf command that `setting` names; where nothing was set, the one that
/// is shipped in the folder `extension`, if it is. {file} or {error}, a
/// sentence that says what to do.
function findGpuperf(setting, workspaceFolder, searchPath = process.env.PATH, extension = undefined) {
  const wanted = expand((setting || 'gpuperf').trim(), workspaceFolder);
  if (!/[\\/]/.test(wanted)) {
    const shipped = extension && path.join(extension, 'gpuperf', 'bin', 'gpuperf' + Suffix);
    if (shipped && wanted === 'gpuperf' && isFile(shipped))
      return {file: shipped};
    const file = onPath(wanted, searchPath);
    return file ? {file} : {
      error: `${wanted} is not on PATH: set gpuperf.path to the folder build/bin of gpuperf`
    };
  }
  const absolute = path.resolve(workspaceFolder || '.', wanted);
  const file = isFolder(absolute) ? path.join(absolute, 'gpuperf' + Suffix) : absolute;
  return isFile(file) ? {file} : {
    error: `gpuperf.path is '${setting}', but there is no file ${file}: build gpuperf (./bootstrap.sh build) or correct the setting`
  };
}

/// gpuperf-clangd beside the command. {file} or {error}.
function findClangd(gpuperf) {
  // Installed commands may be links; their neighbours are where they are.
  for (const at of [gpuperf, fs.realpathSync(gpuperf)]) {
    const file = path.join(path.dirname(at), 'gpuperf-clangd' + Suffix);
    if (isFile(file))
      return {file};
  }
  return {error: `there is no gpuperf-clangd beside ${gpuperf}: build it (./bootstrap.sh build)`};
}

module.exports = {expand, findClangd, findGpuperf};
