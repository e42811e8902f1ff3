'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');
const {fileToWrite, findOption, writeGpuTo} = require('../lib/clangTidySearch');
const {expand, findClangd, findGpuperf} = require('../lib/paths');
const {findBuildDirectory, sweepArgumentsFor} = require('../lib/sweep');

// A folder with these files, removed after the test.
function tree(t, files) {
  const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'gpuperf-'));
  t.after(() => fs.rmSync(root, {recursive: true}));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), {recursive: true});
    fs.writeFileSync(path.join(root, name), text);
  }
  return name => path.join(root, name);
}
const gpu = name => `CheckOptions:\n  GpuperfGpu: ${name}\n`;

test('the nearest .clang-tidy speaks, and its parent where it says so', t => {
  const at = tree(t, {
    '.clang-tidy': gpu('t4'),
    'near/.clang-tidy': gpu('l4'),
    'silent/.clang-tidy': 'Checks: x\n',
    'heir/.clang-tidy': 'InheritParentConfig: true\n',
    'deep/er/k.cu': '',
  });
  assert.deepEqual(findOption(at('near'), 'GpuperfGpu'), {file: at('near/.clang-tidy'), value: 'l4'});
  assert.deepEqual(findOption(at('deep/er'), 'GpuperfGpu'), {file: at('.clang-tidy'), value: 't4'});
  assert.deepEqual(findOption(at('silent'), 'GpuperfGpu'), {file: at('silent/.clang-tidy'), value: undefined});
  assert.deepEqual(findOption(at('heir'), 'GpuperfGpu'), {file: at('.clang-tidy'), value: 't4'});
});

test('a choice is written where it is read from, never outside the folder', t => {
  const at = tree(t, {'.clang-tidy': gpu('t4'), 'project/src/k.cu': '', 'other/.clang-tidy': 'Checks: x\n'});
  assert.equal(fileToWrite(at('project/src'), at('project')), at('project/.clang-tidy'));
  assert.equal(fileToWrite(at('project/src'), at('.')), at('.clang-tidy'));
  assert.equal(fileToWrite(at('other'), at('.')), at('other/.clang-tidy'));
});

test('a choice is written, and a broken file is named and left alone', t => {
  const at = tree(t, {'broken/.clang-tidy': 'Checks: x\nCheckOptions: {\n', 'k.cu': ''});
  assert.equal(writeGpuTo(at('.clang-tidy'), 't4'), true);
  assert.equal(findOption(at('.'), 'GpuperfGpu').value, 't4');
  assert.equal(writeGpuTo(at('.clang-tidy'), 't4'), false);
  const named = error => error.message.startsWith(at('broken/.clang-tidy')) && /line [23]/.test(error.message);
  assert.throws(() => findOption(at('broken'), 'GpuperfGpu'), named);
  assert.throws(() => writeGpuTo(at('broken/.clang-tidy'), 't4'), named);
  assert.equal(fs.readFileSync(at('broken/.clang-tidy'), 'utf8'), 'Checks: x\nCheckOptions: {\n');
});

test('the command is found by file, folder and PATH', t => {
  const at = tree(t, {'build/bin/gpuperf': '', 'build/bin/gpuperf-clangd': '', 'lonely/gpuperf': ''});
  const command = at('build/bin/gpuperf');
  assert.deepEqual(findGpuperf(command, undefined), {file: command});
  assert.deepEqual(findGpuperf(at('build/bin'), undefined), {file: command});
  assert.deepEqual(findGpuperf('${workspaceFolder}/build/bin', at('.')), {file: command});
  assert.deepEqual(findGpuperf('build/bin', at('.')), {file: command});
  assert.deepEqual(findGpuperf('', undefined, at('build/bin')), {file: command});
  assert.match(findGpuperf('gpuperf', undefined, '/nowhere').error, /not on PATH: set gpuperf\.path/);
  assert.match(findGpuperf(at('nothing'), undefined).error, /there is no file .*nothing/);
  assert.deepEqual(findClangd(command), {file: at('build/bin/gpuperf-clangd')});
  assert.match(findClangd(at('lonely/gpuperf')).error, /no gpuperf-clangd beside/);
  fs.symlinkSync(command, at('gpuperf'));
  assert.deepEqual(findClangd(at('gpuperf')), {file: at('build/bin/gpuperf-clangd')});
  assert.equal(expand('~/x', undefined), path.join(os.homedir(), 'x'));
});

test('a sweep takes the options of the file and its compile database', t => {
  const at = tree(t, {
    '.clang-tidy': "CheckOptions:\n  GpuperfGpu: 'l4; t4'\n  GpuperfAssume: 'n=4;m=8'\n  GpuperfModel: hong-kim\n",
    'src/k.cu': '', 'build/compile_commands.json': '[]',
  });
  assert.equal(findBuildDirectory(at('src/k.cu')), at('build'));
  assert.deepEqual(sweepArgumentsFor(at('src/k.cu'), 'scale'), [
    'sweep', at('src/k.cu'), '--format=svg', '--kernel=scale', '--gpu=l4,t4', '--model=hong-kim', '--arg=n=4;m=8',
    '-p', at('build'),
  ]);
  assert.deepEqual(sweepArgumentsFor(at('src/k.cu'), undefined, '/other').slice(-2), ['-p', '/other']);
});
