'use strict';
const assert = require('node:assert/strict');
const test = require('node:test');
const {gpuItems, parseGpus} = require('../lib/gpus');
const {launchAt, sweepArguments} = require('../lib/sweep');
const {errorPage, sweepPage} = require('../lib/sweepPage');

const Table = `name                SMs     MHz     GB/s  L2 MiB    cc  GPU
h200-sxm            132    1980     4800      50   9.0  H200 SXM
mi250x              104    1700   3276.8       8     -  Instinct MI250X (one die)
t4                   40    1590      320       4   7.5  T4
`;

test('the table of GPUs', () => {
  assert.deepEqual(parseGpus(Table).map(g => g.name), ['h200-sxm', 'mi250x', 't4']);
  assert.equal(parseGpus(Table)[1].fullName, 'Instinct MI250X (one die)');
  assert.throws(() => parseGpus('gpuperf: help\n'), /no table/);
  assert.throws(() => parseGpus(Table + 'broken\n'), /'broken'/);
});

test('the GPU in use comes first and is marked', () => {
  const items = gpuItems(Table, 't4');
  assert.deepEqual(items.map(i => i.gpu), ['t4', 'h200-sxm', 'mi250x', '']);
  assert.match(items[0].label, /check.*t4/);
  assert.match(items[1].description, /H200 SXM: 132 SMs, 4800 GB\/s/);
  assert.deepEqual(gpuItems(Table, 'mi250x;t4').slice(0, 2).map(i => i.gpu), ['mi250x', 't4']);
  assert.deepEqual(gpuItems(Table, undefined).map(i => i.gpu), ['h200-sxm', 'mi250x', 't4']);
});

const Source = `void run() {
  scale<<<n / 32, 32>>>(x, n);
  ns::rows<float, (3 > 2)><<<grid,
       block>>>(
      a, b);
  int other = 1;
  transpose<Pair<int, int>>
      <<<grid, block>>>(a);
  // old<<<1, 1>>>();
}
`;

test('the launch at a line', () => {
  assert.deepEqual(launchAt(Source, 1), {kernel: 'scale', line: 1});
  assert.deepEqual(launchAt(Source, 2), {kernel: 'rows', line: 2});
  assert.deepEqual(launchAt(Source, 4), {kernel: 'rows', line: 2});
  assert.equal(launchAt(Source, 5), undefined);
  assert.deepEqual(launchAt(Source, 7), {kernel: 'transpose', line: 7});
  assert.equal(launchAt(Source, 8), undefined);
  assert.equal(launchAt(Source, 0), undefined);
  assert.equal(launchAt('', 3), undefined);
});

test('a sweep without any options', () => {
  assert.deepEqual(sweepArguments({file: 'k.cu'}), ['sweep', 'k.cu', '--format=svg']);
});

test('pages show the picture, and notes as text', () => {
  const page = sweepPage('<svg xmlns="x"></svg>\n', 'gpuperf: scale<4>: no time\n');
  assert.match(page, /<svg/);
  assert.match(page, /scale&lt;4&gt;: no time/);
  assert.match(page, /default-src 'none'/);
  assert.match(sweepPage('no kernel launch in this file\n', ''), /<pre>no kernel launch/);
  assert.doesNotMatch(errorPage('<script>x</script>'), /<script>/);
  assert.match(sweepPage('', ''), /printed nothing/);
});
