// Who runs gpuperf-clangd: the clangd extension where it is installed (only
// its setting clangd.path is offered to be changed), else a client of ours.
'use strict';

const vscode = require('vscode');

const ClangdExtension = 'llvm-vs-code-extensions.vscode-clangd';
const Asked = 'gpuperf.askedForClangdPath';

class LanguageServer {
  constructor(context, tool, output, selector) {
    Object.assign(this, {context, tool, output, selector, client: undefined, last: Promise.resolve()});
  }

  async start() {
    if (vscode.extensions.getExtension(ClangdExtension)) {
      // Not waited for: the question may stay unanswered.
      this.offerClangdPath().catch(error => this.tool.report('clangd.path was not set', error));
      return;
    }
    if (vscode.workspace.getConfiguration('gpuperf').get('languageServer') === 'off')
      return;
    const clangd = this.tool.clangd();
    if (clangd.error)
      return void this.tool.report('gpuperf-clangd cannot be started', new Error(clangd.error));
    // Loaded late: not needed beside the clangd extension.
    const {LanguageClient, RevealOutputChannelOn} = require('vscode-languageclient/node');
    const args = vscode.workspace.getConfiguration('gpuperf').get('arguments');
    this.client = new LanguageClient(
        'gpuperf', 'gpuperf-clangd', {command: clangd.file, args}, {
          documentSelector: this.selector,
          outputChannel: this.output,
          revealOutputChannelOn: RevealOutputChannelOn.Never,
        });
    try {
      await this.client.start();
    } catch (error) {
      this.client = undefined;
      this.tool.report(`${clangd.file} did not start`, error);
    }
  }

  async stop() {
    const client = this.client;
    this.client = undefined;
    if (client)
      await client.dispose();
  }

  /// A new process: it reads .clang-tidy again at once, which a running one
  /// does after some seconds and at the next edit.
  async restart() {
    if (vscode.extensions.getExtension(ClangdExtension))
      return vscode.commands.executeCommand('clangd.restart');
    return this.reconfigure();
  }

  /// Once a setting has changed. One after the other, however often asked.
  reconfigure() {
    this.last = this.last.catch(() => undefined).then(() => this.stop()).then(() => this.start());
    return this.last;
  }

  async offerClangdPath() {
    const clangd = this.tool.clangd();
    const settings = vscode.workspace.getConfiguration('clangd');
    const path = settings.get('path') || '';
    if (/gpuperf-clangd(\.exe)?$/.test(path) || this.context.workspaceState.get(Asked))
      return;
    if (clangd.error)
      return void this.tool.report('gpuperf-clangd was not found', new Error(clangd.error));
    await this.context.workspaceState.update(Asked, true);
    const use = 'Use it in this workspace';
    const pressed = await vscode.window.showInformationMessage(
        `The clangd extension runs '${path || 'clangd'}', which has no gpuperf checks. gpuperf-clangd is the same clangd with them.`,
        use, 'Not now');
    if (pressed !== use)
      return;
    await settings.update('path', clangd.file, vscode.ConfigurationTarget.Workspace);
    await vscode.commands.executeCommand('clangd.restart');
  }
}

module.exports = {LanguageServer};
