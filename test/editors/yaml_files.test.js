// The YAML of editor-config/ parses and has what its readers look for.
'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const YAML = require('yaml');

const Folder = path.join(__dirname, '../../editor-config');
const read = name => YAML.parse(fs.readFileSync(path.join(Folder, name), 'utf8'), {strict: true});
const filter = /-iregex '\.\*\\\.\(cu\|cuh\|hip\)'/;

test('the workflow of GitHub', () => {
  const {on, jobs} = read('pipelines/github.yml');
  assert.equal(on, 'pull_request');
  const {steps} = jobs.gpuperf;
  assert.ok(steps.every(step => typeof step.run === 'string' || typeof step.uses === 'string'));
  assert.match(steps.find(step => step.name === 'advice').run, filter);
  // Whatever fails the run stands behind what is only reported.
  assert.match(steps.at(-1).run, /^gpuperf diff .* --fail-on=/);
});

test('the job of GitLab', () => {
  const {gpuperf} = read('pipelines/gitlab.yml');
  assert.ok(gpuperf.script.every(line => typeof line === 'string'));
  assert.match(gpuperf.script.at(-1), filter);
  assert.match(gpuperf.script.at(-1).trim().split('\n').at(-1), /^gpuperf diff .* --fail-on=/);
});

test('the workflow of reviewdog', () => {
  const {on, jobs} = read('pipelines/reviewdog.yml');
  assert.equal(on, 'pull_request');
  assert.match(jobs.review.steps.at(-1).run, /reviewdog -f=sarif/);
});

test('the hook of pre-commit', () => {
  const [{repo, hooks: [hook]}] = read('pipelines/pre-commit-config.yaml').repos;
  assert.equal(repo, 'local');
  for (const key of ['id', 'name', 'entry', 'language'])
    assert.equal(typeof hook[key], 'string', key);
  assert.ok(new RegExp(hook.files).test('src/kernel.cu') && !new RegExp(hook.files).test('src/kernel.cpp'));
});

test('configurations of clangd and clang-tidy', () => {
  assert.deepEqual(Object.keys(read('clangd/.clangd')), ['If', 'CompileFlags', 'Diagnostics']);
  assert.ok(new RegExp(read('clangd/.clangd').If.PathMatch).test('kernel.cuh'));
  assert.equal(read('clang-tidy/.clang-tidy').CheckOptions.GpuperfGpu, 'h200-sxm');
});
