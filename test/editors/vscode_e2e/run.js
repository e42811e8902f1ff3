#!/usr/bin/env node
// End to end in a real VS Code: the demo opened in code-server with our
// extension, in a browser without a window. Pictures of every step are kept.
//
//   run.js --root=build/editors --bin=build/bin --artifacts=DIR [--clang=clang-22] [--runs=N]
//
// Prints "run.js: skipped: REASON" where a tool is missing.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const {parseArgs} = require('node:util');
const {inSession} = require('./session');
const {Steps} = require('./steps');
const {Skip, findTools} = require('./tools');

// Shorter than ctest's limit, so that we end what we started ourselves.
const LimitMs = 240000;

/// What the server, the extensions' process and our language server wrote, the
/// end of each: a run on another machine leaves nothing else behind.
function ends(server, temporary) {
  const logs = path.join(temporary, 'data/logs');
  const files = fs.existsSync(logs)
      ? fs.readdirSync(logs, {recursive: true}).map(name => path.join(logs, name))
            .filter(file => /(remoteexthost|gpuperf|remoteagent).*\.log$/.test(file))
      : [];
  const texts = files.map(file => [path.basename(file), fs.readFileSync(file, 'utf8')]);
  return [['server.log', server.log()], ...texts].map(
      ([name, text]) => `--- ${name}\n${text.trimEnd().split('\n').slice(-12).join('\n')}`).join('\n');
}

/// The editor's own processes do not come up now and then. Only what happens
/// before anything of ours is seen is tried again, once.
async function oneRun(options) {
  const seen = {steps: 0};
  try {
    await oneSession(options, seen);
  } catch (error) {
    if (seen.steps > 0)
      throw error;
    console.log(`run.js: nothing was seen, and a second session is begun: ${error.message}`);
    await oneSession(options, seen);
  }
}

async function oneSession(options, seen) {
  const {artifacts} = options;
  const begin = Date.now();
  await inSession(options, async state => {
    for (const [number, step] of Steps.entries()) {
      const from = Date.now();
      const name = `${String(number + 1).padStart(2, '0')}-${step.name}`;
      try {
        await step(state);
      } catch (error) {
        error.message = `${step.name}: ${error.message}`;
        throw error;
      }
      ++seen.steps;
      await state.workbench.picture(path.join(artifacts, `${name}.png`));
      console.log(`  ${step.name}: ${((Date.now() - from) / 1000).toFixed(1)} s`);
    }
  }, async ({workbench, server, temporary}) => {
    if (workbench)
      await workbench.picture(path.join(artifacts, 'failed.png'));
    if (server) {
      fs.writeFileSync(path.join(artifacts, 'failed-server.log'), server.log());
      console.log(ends(server, temporary));
    }
    fs.cpSync(path.join(temporary, 'data/logs'), path.join(artifacts, 'failed-logs'), {recursive: true});
  });
  console.log(`run of ${((Date.now() - begin) / 1000).toFixed(1)} s: all seen`);
}

async function main() {
  const {values} = parseArgs({options: {
    root: {type: 'string'}, bin: {type: 'string'}, artifacts: {type: 'string'},
    clang: {type: 'string', default: 'clang-22'}, runs: {type: 'string', default: '1'},
  }});
  for (const name of ['root', 'bin', 'artifacts'])
    if (!values[name])
      throw new Error(`--${name} is missing; see the head of run.js`);
  const options = {...values, bin: path.resolve(values.bin), tools: findTools(path.resolve(values.root))};
  for (const command of ['gpuperf', 'gpuperf-clangd'])
    if (!fs.existsSync(path.join(options.bin, command)))
      throw new Error(`${path.join(options.bin, command)} is not built`);
  fs.rmSync(options.artifacts, {recursive: true, force: true});
  fs.mkdirSync(options.artifacts, {recursive: true});
  for (let run = 0; run < Number(values.runs); ++run)
    await oneRun(options);
}

const limit = setTimeout(() => {
  console.error(`run.js: not done within ${LimitMs / 1000} s a run`);
  process.exit(1);
}, LimitMs * Math.max(1, Number((/--runs=(\d+)/.exec(process.argv.join(' ')) || [])[1] || 1)));

main().then(() => process.exit(0), error => {
  clearTimeout(limit);
  if (error instanceof Skip) {
    console.log(`run.js: skipped: ${error.message}`);
    process.exit(0);
  }
  console.error(`run.js: ${error.stack || error}`);
  process.exit(1);
});
