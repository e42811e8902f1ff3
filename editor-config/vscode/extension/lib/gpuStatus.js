// The GPU in the status bar, and the list to choose another from.
'use strict';

const path = require('node:path');
const vscode = require('vscode');
const {fileToWrite, findOption, writeGpuTo} = require('./clangTidySearch');
const {gpuItems} = require('./gpus');
const {folderOf} = require('./tool');

class GpuStatus {
  constructor(tool, server, selector) {
    Object.assign(this, {tool, server, selector});
    this.item = vscode.window.createStatusBarItem('gpuperf.gpu', vscode.StatusBarAlignment.Right, 90);
    this.item.name = 'gpuperf: GPU';
    this.item.command = 'gpuperf.chooseGpu';
    const watcher = vscode.workspace.createFileSystemWatcher('**/.clang-tidy');
    const update = () => this.update();
    this.parts = [
      this.item, watcher, watcher.onDidChange(update), watcher.onDidCreate(update),
      watcher.onDidDelete(update), vscode.window.onDidChangeActiveTextEditor(update),
    ];
    this.update();
  }

  dispose() { this.parts.forEach(part => part.dispose()); }

  /// The CUDA document in front, or undefined.
  document() {
    const editor = vscode.window.activeTextEditor;
    return editor && vscode.languages.match(this.selector, editor.document) ? editor.document : undefined;
  }

  update() {
    const document = this.document();
    if (!document)
      return this.item.hide();
    try {
      const {file, value} = findOption(path.dirname(document.uri.fsPath), 'GpuperfGpu');
      this.item.text = `$(circuit-board) ${value || 'GPU by architecture'}`;
      this.item.tooltip = value ? `gpuperf predicts for ${value} (GpuperfGpu in ${file}). Click to choose.`
                                : 'gpuperf predicts for the GPU that stands for the architecture in the compile flags. Click to choose.';
      this.item.backgroundColor = undefined;
    } catch (error) {
      this.item.text = '$(warning) .clang-tidy';
      this.item.tooltip = `gpuperf cannot read .clang-tidy: ${error.message}`;
      this.item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    }
    this.item.show();
  }

  async choose() {
    const document = this.document();
    const root = folderOf(document && document.uri);
    if (!root)
      return void vscode.window.showErrorMessage('gpuperf: open a folder first: the GPU is written to its .clang-tidy');
    const folder = document ? path.dirname(document.uri.fsPath) : root;
    try {
      const now = findOption(folder, 'GpuperfGpu').value;
      const {stdout} = await this.tool.run(['gpus']);
      const picked = await vscode.window.showQuickPick(gpuItems(stdout, now), {
        title: 'The GPU that gpuperf predicts for',
        placeHolder: 'Written to .clang-tidy as GpuperfGpu',
        matchOnDescription: true,
      });
      if (picked)
        await this.write(fileToWrite(folder, root), picked.gpu);
    } catch (error) {
      this.tool.report('the GPU cannot be chosen', error);
    }
  }

  async write(file, gpu) {
    if (!writeGpuTo(file, gpu))
      return;
    this.update();
    await this.server.restart();
  }
}

module.exports = {GpuStatus};
