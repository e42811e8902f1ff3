// Runs the gpuperf command; says clearly when it cannot be found or fails.
'use strict';

const {execFile} = require('node:child_process');
const vscode = require('vscode');
const {findClangd, findGpuperf} = require('./paths');

function folderOf(uri) {
  const folder = uri && vscode.workspace.getWorkspaceFolder(uri);
  const first = (vscode.workspace.workspaceFolders || [])[0];
  return (folder || first || {uri: {fsPath: undefined}}).uri.fsPath;
}

class Tool {
  /// `extension`: the folder of the extension, which may have brought programs.
  constructor(output, extension) { Object.assign(this, {output, extension}); }

  /// {file} or {error}.
  gpuperf() {
    const setting = vscode.workspace.getConfiguration('gpuperf').get('path');
    return findGpuperf(setting, folderOf(), process.env.PATH, this.extension);
  }

  /// {file} or {error}.
  clangd() {
    const command = this.gpuperf();
    return command.error ? command : findClangd(command.file);
  }

  /// Standard output of `gpuperf ARGUMENTS`; throws an Error to be shown.
  run(args, cwd) {
    const command = this.gpuperf();
    if (command.error)
      return Promise.reject(new Error(command.error));
    this.output.appendLine(`$ ${command.file} ${args.join(' ')}`);
    const limits = {cwd, maxBuffer: 64 << 20, timeout: 120000};
    return new Promise((resolve, reject) => {
      execFile(command.file, args, limits, (error, stdout, stderr) => {
        if (stderr)
          this.output.append(stderr);
        if (!error)
          return resolve({stdout, stderr});
        const why = error.killed ? 'no answer within two minutes' : stderr.trim() || error.message;
        reject(new Error(why));
      });
    });
  }

  /// Shows an error with the way out of it.
  async report(what, error) {
    const setting = 'Open the setting gpuperf.path', log = 'Show the log';
    const missing = /gpuperf\.path|bootstrap\.sh/.test(error.message);
    const pressed = await vscode.window.showErrorMessage(
        `gpuperf: ${what}: ${error.message}`, ...(missing ? [setting] : [log]));
    if (pressed === setting)
      vscode.commands.executeCommand('workbench.action.openSettings', 'gpuperf.path');
    if (pressed === log)
      this.output.show();
  }
}

module.exports = {Tool, folderOf};
