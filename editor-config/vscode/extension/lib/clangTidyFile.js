// Reads and writes GpuperfGpu in the text of a .clang-tidy file. Edits are
// spliced in, so that every other byte of the file stays as it was.
'use strict';

const YAML = require('yaml');

const Key = 'GpuperfGpu';

// A fresh .clang-tidy names the GPU only: which checks run stays as it was.
const Header = '# Written by the gpuperf extension: the GPU that times are predicted for.\n';

function parse(text) {
  const doc = YAML.parseDocument(text, {keepSourceTokens: true});
  if (doc.errors.length)
    throw new Error(doc.errors[0].message.split('\n')[0].replace(/:$/, ''));
  if (doc.contents !== null && !YAML.isMap(doc.contents))
    throw new Error('a .clang-tidy file is a list of "Key: value" lines');
  return doc;
}

function options(doc) {
  return doc.contents ? doc.get('CheckOptions', true) : undefined;
}

// The node that holds the value, in both spellings of CheckOptions:
// {GpuperfGpu: x} and [{key: GpuperfGpu, value: x}].
function valueNode(doc, key) {
  const all = options(doc);
  if (YAML.isMap(all))
    return all.get(key, true);
  if (YAML.isSeq(all))
    for (const item of all.items)
      if (YAML.isMap(item) && item.get('key') === key)
        return item.get('value', true);
  return undefined;
}

/// The value of a CheckOption as a string; undefined where the file has none.
function readOption(text, key = Key) {
  const node = valueNode(parse(text), key);
  const value = YAML.isScalar(node) ? node.value : undefined;
  return value === undefined || value === null ? undefined : String(value);
}

/// Whether the file asks that its parent folders' files count as well.
function inheritsParent(text) {
  return parse(text).get('InheritParentConfig') === true;
}

function quoted(value) { return `'${value.replace(/'/g, "''")}'`; }

function lineStart(text, offset) {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function splice(text, from, to, middle) {
  return text.slice(0, from) + middle + text.slice(to);
}

function withNewline(text) {
  return text === '' || text.endsWith('\n') ? text : text + '\n';
}

function insertInMap(text, map, entry) {
  if (map.flow) {
    const open = text.indexOf('{', map.range[0]) + 1;
    return splice(text, open, open, map.items.length ? `${entry}, ` : entry);
  }
  const first = map.items[0].key.range[0];
  const indent = text.slice(lineStart(text, first), first);
  return splice(text, first, first, `${entry}\n${indent}`);
}

function insertInSequence(text, seq, value) {
  const entry = `{key: ${Key}, value: ${value}}`;
  if (seq.flow) {
    const open = text.indexOf('[', seq.range[0]) + 1;
    return splice(text, open, open, seq.items.length ? `${entry}, ` : entry);
  }
  const dash = text.lastIndexOf('-', seq.items[0].range[0]);
  const indent = text.slice(lineStart(text, dash), dash);
  return splice(text, dash, dash, `- ${entry}\n${indent}`);
}

/// The text with GpuperfGpu set to `gpu`; an empty `gpu` leaves the choice to
/// the architecture in the compile flags. Throws on text that is not YAML.
function writeGpu(text, gpu) {
  const doc = parse(text);
  const value = quoted(gpu);
  const node = valueNode(doc, Key);
  if (node && node.range) {
    const [from, to] = node.range;
    return splice(text, from, to, from === to && text[from - 1] === ':' ? ` ${value}` : value);
  }
  const all = options(doc);
  if (YAML.isMap(all) && (all.flow || all.items.length))
    return insertInMap(text, all, `${Key}: ${value}`);
  if (YAML.isSeq(all) && (all.flow || all.items.length))
    return insertInSequence(text, all, value);
  if (doc.contents && doc.has('CheckOptions')) {
    const pair = doc.contents.items.find(p => p.key.value === 'CheckOptions');
    if (all && YAML.isScalar(all) && all.value !== null)
      throw new Error('CheckOptions is not a map');
    const colon = text.indexOf(':', pair.key.range[1]) + 1;
    return splice(text, colon, colon, `\n  ${Key}: ${value}`);
  }
  const block = `CheckOptions:\n  ${Key}: ${value}\n`;
  if (text.trim() === '')
    return Header + block;
  // A document that ends with "..." takes nothing after that line.
  const end = text.search(/^\.\.\.\s*$/m);
  return end < 0 ? withNewline(text) + block
                 : splice(text, end, end, block);
}

module.exports = {inheritsParent, readOption, writeGpu};
