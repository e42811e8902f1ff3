'use strict';
const assert = require('node:assert/strict');
const test = require('node:test');
const {inheritsParent, readOption, writeGpu} = require('../lib/clangTidyFile');

const Project = `# Our rules.
Checks: >
  -*,
  bugprone-*,   # keep
  gpuperf-*
WarningsAsErrors: ''
CheckOptions:
  readability-identifier-length.MinimumVariableNameLength: 1
  GpuperfGpu: 'h200-sxm'   # the cluster
  # GpuperfAssume: 'n=4'
FormatStyle: file
`;

test('reads the option', () => {
  assert.equal(readOption(Project), 'h200-sxm');
  assert.equal(readOption(Project, 'GpuperfAssume'), undefined);
  assert.equal(readOption('CheckOptions: {GpuperfGpu: "l4;t4"}'), 'l4;t4');
  assert.equal(readOption('CheckOptions:\n  - key: GpuperfGpu\n    value: t4\n'), 't4');
  assert.equal(readOption('Checks: "*"\n'), undefined);
  assert.equal(readOption(''), undefined);
  assert.equal(readOption('# only a comment\n'), undefined);
});

test('replaces the value and nothing else', () => {
  assert.equal(writeGpu(Project, 't4'), Project.replace("'h200-sxm'", "'t4'"));
  assert.equal(writeGpu(Project.replace(/\n/g, '\r\n'), 't4'),
               Project.replace("'h200-sxm'", "'t4'").replace(/\n/g, '\r\n'));
});

test('a list of keys and values keeps its form', () => {
  const text = 'CheckOptions:\n  - key: a.b\n    value: 1\n  - {key: GpuperfGpu, value: h200-sxm}\n';
  assert.equal(writeGpu(text, 't4'), text.replace('value: h200-sxm', "value: 't4'"));
  const without = 'CheckOptions:\n  - key: a.b # why\n    value: 1\nChecks: x\n';
  assert.equal(writeGpu(without, 't4'),
               "CheckOptions:\n  - {key: GpuperfGpu, value: 't4'}\n  - key: a.b # why\n    value: 1\nChecks: x\n");
});

test('adds the option to options that lack it', () => {
  const text = '# top\nCheckOptions:\n  # about a.b\n  a.b: 1 # one\nChecks: x\n';
  const changed = writeGpu(text, 't4');
  assert.equal(changed, "# top\nCheckOptions:\n  # about a.b\n  GpuperfGpu: 't4'\n  a.b: 1 # one\nChecks: x\n");
});

test('every form of a file reads back what was written', () => {
  const forms = [
    '', '\n', '# a comment\n', 'Checks: x', 'Checks: x\n', '---\nChecks: x\n...\n',
    'CheckOptions:\n', 'CheckOptions: # none yet\nChecks: x\n', 'CheckOptions: {}\n', 'CheckOptions: []\n',
    'CheckOptions: {a.b: 1}\n', 'CheckOptions: [{key: a, value: 1}]\n', 'CheckOptions:\n- key: a\n  value: 1\n',
    'CheckOptions:\n    a: 1\n    b: 2', "CheckOptions:\n  GpuperfGpu: ''\n", 'CheckOptions:\n  GpuperfGpu:\n  a: 1\n',
    'CheckOptions:\n  GpuperfGpu: plain # c\n', Project,
  ];
  for (const text of forms) {
    const changed = writeGpu(text, 'rtx-4090');
    assert.equal(readOption(changed), 'rtx-4090', JSON.stringify(text) + ' -> ' + JSON.stringify(changed));
    for (const line of text.split('\n').filter(l => /^\s*#|^Checks|^---/.test(l)))
      assert.ok(changed.includes(line), `${line} was lost from ${JSON.stringify(changed)}`);
    if (readOption(text, 'a.b') !== undefined)
      assert.equal(readOption(changed, 'a.b'), '1');
    // Once more: now there is a value to replace.
    assert.equal(readOption(writeGpu(changed, 'l4;t4')), 'l4;t4');
    assert.equal(writeGpu(changed, 'rtx-4090'), changed);
  }
});

test('odd names are quoted', () => {
  assert.equal(readOption(writeGpu('', "my 'gpu': #1.yaml")), "my 'gpu': #1.yaml");
});

test('text that is no configuration is refused', () => {
  assert.throws(() => writeGpu('CheckOptions: {', 't4'));
  assert.throws(() => writeGpu('- a\n- b\n', 't4'), /Key: value/);
  assert.throws(() => writeGpu('CheckOptions: word\n', 't4'), /not a map/);
});

test('parents count only where asked for', () => {
  assert.equal(inheritsParent('InheritParentConfig: true\n'), true);
  assert.equal(inheritsParent('Checks: x\n'), false);
});
