// "Sweep this launch": the picture of `gpuperf sweep` beside the editor.
'use strict';

const path = require('node:path');
const vscode = require('vscode');
const {launchAt, sweepArgumentsFor} = require('./sweep');
const {errorPage, sweepPage} = require('./sweepPage');
const {expand} = require('./paths');
const {folderOf} = require('./tool');

/// Offers the sweep on lines of a launch, behind the quick fixes.
class SweepActions {
  static kind = vscode.CodeActionKind.Empty.append('gpuperf');

  provideCodeActions(document, range) {
    const launch = launchAt(document.getText(), range.start.line);
    if (!launch)
      return [];
    const action = new vscode.CodeAction(`gpuperf: sweep this launch (${launch.kernel})`, SweepActions.kind);
    action.command = {
      command: 'gpuperf.sweep',
      title: action.title,
      arguments: [{uri: document.uri.toString(), line: range.start.line}],
    };
    return [action];
  }
}

class SweepView {
  constructor(tool) {
    this.tool = tool;
    this.panel = undefined;
    this.latest = 0;
  }

  async document(place) {
    if (place && place.uri && typeof place.uri === 'string')
      return vscode.workspace.openTextDocument(vscode.Uri.parse(place.uri));
    const editor = vscode.window.activeTextEditor;
    return editor && editor.document;
  }

  async showLaunch(place) {
    const document = await this.document(place);
    if (!document)
      return;
    const editor = vscode.window.activeTextEditor;
    const line = place && Number.isInteger(place.line) ? place.line
        : editor && editor.document === document ? editor.selection.active.line : 0;
    const launch = launchAt(document.getText(), line);
    if (!launch)
      return void vscode.window.showInformationMessage(
          `gpuperf: no launch (kernel<<<...>>>) at line ${line + 1}; "gpuperf: sweep every launch in this file" takes all`);
    return this.show(document, launch.kernel);
  }

  async showFile() {
    const document = await this.document();
    if (document)
      await this.show(document, undefined);
  }

  async show(document, kernel) {
    const file = document.uri.fsPath;
    const what = `${kernel || path.basename(file)}: predicted time by block`;
    const ticket = ++this.latest;
    const run = async () => {
      // The command reads the file from the disk.
      if (document.isDirty && !await document.save())
        throw new Error(`${file} could not be saved`);
      const folder = vscode.workspace.getConfiguration('gpuperf', document.uri).get('buildDirectory');
      const root = folderOf(document.uri);
      const buildDirectory = folder && path.resolve(root || '.', expand(folder, root));
      return this.tool.run(sweepArgumentsFor(file, kernel, buildDirectory), path.dirname(file));
    };
    let html;
    try {
      const title = `gpuperf: sweeping ${kernel || path.basename(file)}`;
      const {stdout, stderr} = await vscode.window.withProgress(
          {location: vscode.ProgressLocation.Window, title}, run);
      html = sweepPage(stdout, stderr);
    } catch (error) {
      if (/gpuperf\.path|bootstrap\.sh/.test(error.message))
        return void this.tool.report('the sweep cannot run', error);
      html = errorPage(error.message);
    }
    if (ticket !== this.latest)
      return; // a later sweep has been asked for
    if (!this.panel) {
      this.panel = vscode.window.createWebviewPanel('gpuperf.sweep', what,
          {viewColumn: vscode.ViewColumn.Beside, preserveFocus: true}, {enableScripts: false});
      this.panel.onDidDispose(() => { this.panel = undefined; });
    }
    this.panel.title = what;
    this.panel.webview.html = html;
  }
}

module.exports = {SweepActions, SweepView};
