// A copy of the demo, a server and a browser on it, and their end.
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const {startServer} = require('./server');
const {Launch, lineOf} = require('./steps');
const {Workbench} = require('./workbench');

const Demo = path.join(__dirname, '../demo/blend.cu');
const Configuration = "# The GPU of our cluster.\nCheckOptions:\n  GpuperfGpu: 'h200-sxm' # eight of them\n";

/// Calls `use` with all that a step needs. `bin` is the folder of gpuperf and
/// gpuperf-clangd, `onFailure` is called with the state before all is closed.
async function inSession({tools, bin, clang, settings = {}, view = {}}, use, onFailure) {
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'gpuperf-vscode-'));
  const folder = path.join(temporary, 'demo');
  const file = path.join(folder, 'blend.cu');
  fs.mkdirSync(folder);
  fs.copyFileSync(Demo, file);
  fs.writeFileSync(path.join(folder, '.clang-tidy'), Configuration);
  let server, workbench;
  try {
    server = await startServer(tools, temporary, {'gpuperf.path': bin, ...settings});
    workbench = await Workbench.open(tools, server.address, folder, 'blend.cu', view);
    return await use({
      workbench, folder, file, configuration: Configuration,
      before: fs.readFileSync(file, 'utf8'),
      line: lineOf(file, Launch),
      tools: {gpuperf: path.join(bin, 'gpuperf'), clang},
    });
  } catch (error) {
    if (onFailure)
      await onFailure({workbench, server, temporary}).catch(() => undefined);
    throw error;
  } finally {
    if (workbench)
      await workbench.close();
    if (server)
      await server.stop();
    fs.rmSync(temporary, {recursive: true, force: true, maxRetries: 5, retryDelay: 200});
  }
}

module.exports = {inSession};
