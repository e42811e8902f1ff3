#!/usr/bin/env node
// Takes the pictures of editor-config/pictures in a real VS Code, with the
// session of test/editors/vscode_e2e. Run by record.sh.
//
//   record.js --root=build/editors --bin=build/bin --out=FOLDER
//
// Writes NN.png and NN.txt (a caption) for the recording, and vscode.png.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const {parseArgs} = require('node:util');
const Harness = '../../test/editors/vscode_e2e/';
const {inSession} = require(Harness + 'session');
const {Steps} = require(Harness + 'steps');
const {findTools} = require(Harness + 'tools');

// Only what the picture is about.
const Settings = {
  'editor.fontFamily': 'DejaVu Sans Mono',
  'editor.fontSize': 15,
  'editor.guides.indentation': false,
  'editor.links': false,
  'editor.matchBrackets': 'never',
  'editor.occurrencesHighlight': 'off',
  'editor.stickyScroll.enabled': false,
  'workbench.activityBar.location': 'hidden',
  'workbench.colorTheme': 'Default Light Modern',
};

const step = name => {
  const found = Steps.find(s => s.name === name);
  if (!found)
    throw new Error(`the session has no step ${name}`);
  return found;
};

class Recorder {
  constructor(folder) { Object.assign(this, {folder, count: 0}); }

  async frame({workbench}, caption) {
    await workbench.page.waitForTimeout(700); // what fades in is in
    const name = path.join(this.folder, String(++this.count).padStart(2, '0'));
    await workbench.picture(`${name}.png`);
    fs.writeFileSync(`${name}.txt`, caption);
  }
}

/// Points at the word and waits for its message.
async function hover({workbench}, word, message) {
  const at = workbench.editor().locator('.view-line span span', {hasText: word}).last();
  await workbench.until(`the message at ${word}`, async () => {
    await workbench.page.mouse.move(700, 60);
    await at.hover();
    return workbench.page.locator('.monaco-hover', {hasText: message}).first()
        .waitFor({timeout: 4000}).then(() => true, () => false);
  });
}

async function leave({workbench}) {
  await workbench.page.mouse.move(950, 420);
  await workbench.press('Escape');
  await workbench.page.locator('.monaco-hover:visible').waitFor({state: 'detached'}).catch(() => undefined);
}

/// The sweep in the whole window, as after a double click on its tab.
async function sweep(state, recorder) {
  const {workbench} = state;
  await workbench.command('gpuperf: sweep this launch');
  const inner = workbench.page.frameLocator('iframe.webview').frameLocator('iframe');
  await inner.locator('svg', {hasText: 'blend on h200-sxm'}).waitFor();
  await workbench.press('Control+2'); // the second group of editors
  await workbench.command('View: Toggle Maximize Editor Group');
  await recorder.frame(state, '"gpuperf: sweep this launch": every block size that covers the same threads.');
  const tab = workbench.page.locator('.tab', {hasText: 'predicted time by block'});
  await tab.hover();
  await tab.locator('.codicon-close').click();
  await workbench.page.locator('iframe.webview').waitFor({state: 'detached'});
}

async function story(state, recorder) {
  const {workbench, line} = state;
  const input = workbench.page.locator('.quick-input-widget input[type="text"]');
  await workbench.command('View: Toggle Primary Side Bar Visibility');
  await workbench.goToLine(line);
  await step('seeSquiggles')(state);
  await recorder.frame(state, 'Open a CUDA file. Blue: a predicted time. Yellow: advice. No GPU, no run, no profile.');
  await hover(state, 'brightness', 'is predicted to take');
  await recorder.frame(state, 'How long a launch will take on the GPU that the project names, and what binds it.');
  await leave(state);
  await sweep(state, recorder);
  await step('openFixes')(state);
  await recorder.frame(state, 'Ctrl+. offers the better block, where the program is proven to compute the same.');
  await step('applyFix')(state);
  await step('save')(state);
  await hover(state, 'blend', 'bound by dram');
  await recorder.frame(state, 'Applied, with the grid that goes with it. The new time is there while you type.');
  await leave(state);
  await step('openPicker')(state);
  await input.fill('rtx');
  await workbench.page.locator('.quick-input-list .monaco-list-row', {hasText: 'RTX 4090'}).waitFor();
  await recorder.frame(state, 'Another GPU, from the status bar ...');
  await input.fill('rtx-4090');
  await workbench.chooseRow('rtx-4090');
  await workbench.page.locator('.squiggly-warning').first().waitFor();
  await hover(state, '0.2126', 'of the time of');
  await recorder.frame(state, '... and another answer: there, double precision by accident takes most of the time.');
}

/// The picture of the README: the fix, with the Problems view.
async function still(state, folder) {
  await state.workbench.command('View: Toggle Primary Side Bar Visibility');
  await step('seeProblems')(state);
  await step('openFixes')(state);
  await state.workbench.page.waitForTimeout(700);
  await state.workbench.picture(path.join(folder, 'vscode.png'));
}

async function main() {
  const {values} = parseArgs({options: {
    root: {type: 'string'}, bin: {type: 'string'}, out: {type: 'string'}, clang: {type: 'string', default: 'clang-22'},
  }});
  const options = {bin: path.resolve(values.bin), clang: values.clang, settings: Settings,
                   tools: findTools(path.resolve(values.root))};
  fs.mkdirSync(values.out, {recursive: true});
  const failed = async ({workbench}) => workbench && workbench.picture(path.join(values.out, 'failed.png'));
  await inSession({...options, view: {width: 1060, height: 640}},
                  state => still(state, values.out), failed);
  await inSession({...options, view: {width: 1060, height: 665}},
                  state => story(state, new Recorder(values.out)), failed);
}

main().then(() => process.exit(0), error => {
  console.error(`record.js: ${error.stack || error}`);
  process.exit(1);
});
