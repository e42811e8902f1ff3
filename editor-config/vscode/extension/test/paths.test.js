'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const {test} = require('node:test');
const {findClangd, findGpuperf} = require('../lib/paths');

/// A folder with empty files of these names.
function folderWith(...names) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gpuperf-paths-'));
  for (const name of names) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), {recursive: true});
    fs.writeFileSync(file, '');
  }
  return folder;
}

test('programs that came with the extension are used where nothing is set', () => {
  const extension = folderWith('gpuperf/bin/gpuperf', 'gpuperf/bin/gpuperf-clangd');
  const other = folderWith('gpuperf');
  const found = findGpuperf('gpuperf', undefined, other, extension);
  assert.strictEqual(found.file, path.join(extension, 'gpuperf/bin/gpuperf'));
  assert.strictEqual(findClangd(found.file).file, path.join(extension, 'gpuperf/bin/gpuperf-clangd'));
});

test('a setting comes before the programs of the extension', () => {
  const extension = folderWith('gpuperf/bin/gpuperf');
  const other = folderWith('gpuperf');
  assert.strictEqual(findGpuperf(other, undefined, '', extension).file, path.join(other, 'gpuperf'));
});

test('without programs in the extension, PATH is searched', () => {
  const extension = folderWith('package.json');
  const other = folderWith('gpuperf');
  assert.strictEqual(findGpuperf('gpuperf', undefined, other, extension).file, path.join(other, 'gpuperf'));
  assert.match(findGpuperf('gpuperf', undefined, '', extension).error, /not on PATH/);
});
