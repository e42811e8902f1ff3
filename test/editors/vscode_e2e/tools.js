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
  need(path.join(root, 'installed'), `code-server in ${root}`);
  return {
    chromium: need(onPath('chromium', 'chromium-browser', 'google-chrome'), 'chromium'),
    entry: need(path.join(server, 'out/node/entry.js'), 'code-server'),
    playwright: require(need(path.join(modules, 'playwright-core'), 'playwright-core')),
    vsix: need(path.join(root, 'gpuperf.vsix'), 'gpuperf.vsix'),
  };
}

module.exports = {Skip, findTools};
