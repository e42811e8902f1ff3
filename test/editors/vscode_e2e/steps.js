// What a user does with the demo, and what must be seen and be on the disk
// after each step. Every step throws an error that names what was missing.
'use strict';

const assert = require('node:assert/strict');
const {execFileSync} = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const Launch = 'blend<<<(Count + 31) / 32, 32>>>';

/// Throws with clang's message where the file does not compile.
function compile(file, {gpuperf, clang}) {
  const flags = execFileSync(gpuperf, ['flags', '--format=lines'], {encoding: 'utf8'});
  execFileSync(clang, [...flags.split('\n').filter(Boolean), '-fsyntax-only', file], {stdio: 'pipe'});
}

/// The line (one-based) that holds `text`.
function lineOf(file, text) {
  const at = fs.readFileSync(file, 'utf8').split('\n').findIndex(line => line.includes(text));
  assert.ok(at >= 0, `${text} is not in ${file}`);
  return at + 1;
}

/// One row of the Problems view that holds all of `texts`.
function problem(workbench, ...texts) {
  return workbench.until(`a row of Problems with ${texts.join(', ')}`, async () =>
    (await workbench.problems()).find(row => texts.every(text => row.includes(text))));
}

function noProblem(workbench, text) {
  return workbench.until(`Problems without ${text}`, async () => {
    const rows = await workbench.problems();
    return rows.length > 0 && !rows.some(row => row.includes(text));
  });
}

async function seeSquiggles({workbench}) {
  await workbench.page.locator('.squiggly-warning').first().waitFor();
  await workbench.page.locator('.squiggly-info').first().waitFor();
}

async function seeProblems({workbench}) {
  await workbench.openProblems();
  await problem(workbench, "Block size 32 of 'blend'", 'faster on h200-sxm', 'gpuperf-launch-config');
  await problem(workbench, "'blend' is predicted to take", 'gpuperf-kernel-time');
  await problem(workbench, "'brightness' is predicted to take", 'gpuperf-kernel-time');
  // The time is information, the advice a warning (or, once its fix is known,
  // a bulb): the icons of their rows.
  const row = text => workbench.page.locator('.markers-panel .monaco-list-row', {hasText: text});
  await row('Block size 32').locator('.codicon-warning:visible, .codicon-light-bulb:visible').first().waitFor();
  await row("'blend' is predicted").locator('.codicon-info:visible').first().waitFor();
}

async function followLink({workbench}) {
  const link = workbench.page.locator('.markers-panel a', {hasText: 'gpuperf-launch-config'}).first();
  const target = await link.evaluate(a => a.getAttribute('href') || a.getAttribute('data-href') || a.title);
  assert.match(target, /launch-?config/i, `the check's link is ${target}`);
  assert.doesNotMatch(target, /clang\.llvm\.org/, 'the check links to clang\'s pages');
  const page = /^file:\/\/(.*)$/.exec(target);
  if (page)
    assert.ok(fs.existsSync(decodeURIComponent(page[1])), `${target} is not there`);
}

async function hover({workbench, line}) {
  await workbench.goToLine(line);
  const launch = workbench.editor().locator('.view-line', {hasText: 'blend<<<'});
  await workbench.until('the hover of the launch', async () => {
    await launch.hover({position: {x: 40, y: 8}});
    const text = workbench.page.locator('.monaco-hover', {hasText: 'is predicted to take'});
    return text.first().waitFor({timeout: 3000}).then(() => true, () => false);
  });
}

async function openFixes({workbench, line}) {
  await workbench.goToLine(line);
  const offered = await workbench.openFixes();
  assert.ok(offered.some(text => text.includes("block size 32 of 'blend'")), `quick fixes: ${offered.join(' | ')}`);
  assert.ok(offered.some(text => text.includes('sweep this launch (blend)')), `quick fixes: ${offered.join(' | ')}`);
}

async function applyFix({workbench, file}) {
  const before = fs.readFileSync(file, 'utf8');
  await workbench.applyFix("block size 32 of 'blend'");
  await workbench.editor().locator('.view-line', {hasNotText: '32>>>', hasText: 'blend<<<'}).waitFor();
  assert.equal(fs.readFileSync(file, 'utf8'), before, 'the file was written before it was saved');
}

async function save({workbench, file, before, tools}) {
  await workbench.press('Control+s');
  const after = await workbench.until('the fix in the file on the disk', () => {
    const text = fs.readFileSync(file, 'utf8');
    return text !== before && text;
  });
  const fixed = /blend<<<\(Count \+ (\d+)\) \/ (\d+), (\d+)>>>/.exec(after);
  assert.ok(fixed, `the launch is now: ${after.split('\n').find(line => line.includes('blend<<<'))}`);
  const [text, rest, divisor, block] = fixed;
  assert.equal(divisor, block);
  assert.equal(Number(rest), block - 1);
  assert.equal(after.replace(text, Launch), before, 'more than the launch was changed');
  compile(file, tools);
}

async function seeItGone({workbench}) {
  await noProblem(workbench, 'gpuperf-launch-config');
  await problem(workbench, "'blend' is predicted to take", 'bound by dram');
}

async function openPicker({workbench}) {
  await workbench.page.locator('.statusbar-item', {hasText: 'h200-sxm'}).locator('a').click();
  const input = workbench.page.locator('.quick-input-widget input[type="text"]');
  await input.waitFor();
  await input.fill('rtx-4090');
  await workbench.page.locator('.quick-input-list .monaco-list-row.focused', {hasText: 'RTX 4090'}).waitFor();
}

async function pickGpu({workbench, folder, configuration}) {
  await workbench.chooseRow('rtx-4090');
  await workbench.page.locator('.statusbar-item', {hasText: 'rtx-4090'}).waitFor();
  assert.equal(fs.readFileSync(path.join(folder, '.clang-tidy'), 'utf8'), configuration.replace('h200-sxm', 'rtx-4090'));
  await problem(workbench, "'blend' is predicted to take", 'on rtx-4090');
  await problem(workbench, 'gpuperf-fp64-arithmetic', 'on rtx-4090');
}

async function sweep({workbench, line}) {
  await workbench.goToLine(line);
  await workbench.command('gpuperf: sweep this launch');
  const inner = workbench.page.frameLocator('iframe.webview').frameLocator('iframe');
  await inner.locator('svg').waitFor();
  const text = await inner.locator('svg').innerHTML();
  assert.match(text, /blend on rtx-4090: predicted time by block/);
}

/// In the order of the story that they tell.
const Steps = [
  seeSquiggles, seeProblems, followLink, hover, openFixes, applyFix, save, seeItGone, openPicker, pickGpu, sweep,
];

module.exports = {Launch, Steps, lineOf};
