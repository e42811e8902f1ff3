// The gpuperf extension: starts gpuperf-clangd where nobody else does, shows
// and sets the GPU, shows sweeps. What can be tested without VS Code is in lib/.
'use strict';

const vscode = require('vscode');
const {GpuStatus} = require('./lib/gpuStatus');
const {LanguageServer} = require('./lib/languageServer');
const {SweepActions, SweepView} = require('./lib/sweepView');
const {Tool} = require('./lib/tool');

const Cuda = [
  {scheme: 'file', language: 'cuda-cpp'},
  {scheme: 'file', pattern: '**/*.{cu,cuh}'},
];

const ServerSettings = ['gpuperf.path', 'gpuperf.arguments', 'gpuperf.languageServer'];

let server;

async function activate(context) {
  const output = vscode.window.createOutputChannel('gpuperf');
  const tool = new Tool(output, context.extensionPath);
  server = new LanguageServer(context, tool, output, Cuda);
  const status = new GpuStatus(tool, server, Cuda);
  const sweeps = new SweepView(tool);
  context.subscriptions.push(
      output, status,
      vscode.commands.registerCommand('gpuperf.chooseGpu', () => status.choose()),
      vscode.commands.registerCommand('gpuperf.restart', () => server.restart()),
      vscode.commands.registerCommand(
          'gpuperf.sweep', place => sweeps.showLaunch(place)),
      vscode.commands.registerCommand('gpuperf.sweepFile', () => sweeps.showFile()),
      vscode.workspace.onDidChangeConfiguration(event => {
        if (ServerSettings.some(name => event.affectsConfiguration(name)))
          server.reconfigure();
      }),
      vscode.languages.registerCodeActionsProvider(Cuda, new SweepActions(), {
        providedCodeActionKinds: [SweepActions.kind],
      }));
  await server.reconfigure();
}

function deactivate() { return server ? server.stop() : undefined; }

module.exports = {activate, deactivate};
