// A code-server of our own: fresh profile, free port, gone with its parent.
'use strict';

const {execFileSync, spawn} = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

// Nothing that is not about the file: no tips, no welcome, no git, no updates.
const Quiet = {
  'breadcrumbs.enabled': false,
  'chat.commandCenter.enabled': false,
  'editor.minimap.enabled': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'files.autoSave': 'off',
  'git.enabled': false,
  'remote.autoForwardPorts': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/// The command ends when our end of its standard input closes, so that it
/// cannot outlive us however we end; it is the leader of its own group.
const WithParent = '"$@" </dev/null & cat >/dev/null; kill -TERM 0; sleep 2; kill -KILL 0';

const Pack = path.join(__dirname, '../../../editor-config/vscode/extension/pack.py');

/// Writes the profile and installs the extension from its package, as a user
/// does.
function makeProfile(tools, folder, settings) {
  const data = path.join(folder, 'data'), extensions = path.join(folder, 'extensions');
  fs.mkdirSync(path.join(data, 'User'), {recursive: true});
  fs.writeFileSync(path.join(data, 'User/settings.json'), JSON.stringify({...Quiet, ...settings}, null, 2));
  const args = ['--user-data-dir', data, '--extensions-dir', extensions, '--config', path.join(folder, 'config.yaml')];
  const vsix = path.join(folder, 'gpuperf.vsix');
  execFileSync('python3', [Pack, `--out=${vsix}`, `--packages=${tools.packages}`], {stdio: 'pipe'});
  execFileSync(tools.node, [tools.entry, ...args, '--install-extension', vsix], {stdio: 'pipe'});
  return args;
}

/// Starts it; {address, log(), stop()}.
async function startServer(tools, folder, settings) {
  const profile = makeProfile(tools, folder, settings);
  const log = path.join(folder, 'server.log');
  const out = fs.openSync(log, 'w');
  const env = {...process.env};
  for (const name of ['VSCODE_IPC_HOOK_CLI', 'http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'])
    delete env[name];
  const child = spawn(
      'setsid',
      ['sh', '-c', WithParent, 'sh', tools.node, tools.entry, ...profile, '--auth', 'none', '--bind-addr',
       '127.0.0.1:0', '--disable-telemetry', '--disable-update-check', '--disable-workspace-trust',
       '--disable-getting-started-override'],
      {stdio: ['pipe', out, out], env});
  const ended = new Promise(resolve => child.once('exit', resolve));
  const read = () => fs.readFileSync(log, 'utf8');
  const stop = async () => {
    child.stdin.destroy();
    await ended;
    fs.closeSync(out);
  };
  for (let tries = 0; tries < 600; ++tries) {
    const said = /HTTP server listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(read());
    if (said)
      return {address: said[1], log: read, stop};
    if (child.exitCode !== null)
      break;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error(`code-server did not start:\n${read()}`);
}

module.exports = {startServer};
