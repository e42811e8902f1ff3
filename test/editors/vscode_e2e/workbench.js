// VS Code in a browser, used as a user does: keys, clicks and what is seen.
'use strict';

const path = require('node:path');

const Flags = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--no-proxy-server', '--disable-dev-shm-usage',
];

class Workbench {
  /// Opens `file` of `folder` in a new browser.
  static async open(tools, address, folder, file, {width = 1280, height = 800, scale = 1, timeout = 60000} = {}) {
    const browser = await tools.playwright.chromium.launch(
        {executablePath: tools.chromium, headless: true, args: Flags});
    try {
      const context = await browser.newContext({viewport: {width, height}, deviceScaleFactor: scale});
      context.setDefaultTimeout(timeout);
      const page = await context.newPage();
      const remote = `vscode-remote://${address.replace('http://', '')}${path.join(folder, file)}`;
      const payload = JSON.stringify([['openFile', remote]]);
      await page.goto(`${address}/?folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(payload)}`);
      const workbench = new Workbench(browser, page);
      await page.locator('.tab', {hasText: file}).waitFor();
      await page.locator('.monaco-editor .view-line').first().waitFor();
      return workbench;
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  constructor(browser, page) { Object.assign(this, {browser, page}); }

  close() { return this.browser.close(); }
  picture(file) { return this.page.screenshot({path: file}); }
  press(...keys) { return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve()); }

  /// The text area of the editor that holds the file.
  editor() { return this.page.locator('.part.editor .monaco-editor').first(); }

  /// Polls `probe` until it gives something; `what` is named if it never does.
  async until(what, probe, milliseconds = 60000) {
    const end = Date.now() + milliseconds;
    for (;;) {
      const got = await probe();
      if (got)
        return got;
      if (Date.now() > end)
        throw new Error(`not within ${milliseconds / 1000} s: ${what}`);
      await this.page.waitForTimeout(50);
    }
  }

  /// Runs a command by its title in the command palette.
  async command(title) {
    const input = this.page.locator('.quick-input-widget input[type="text"]');
    await this.until(`the command palette`, async () => {
      await this.press('F1');
      return input.waitFor({timeout: 2000}).then(() => true, () => false);
    });
    await input.fill(`>${title}`);
    await this.chooseRow(title);
  }

  /// Accepts the row of an open quick pick whose text holds `text`, once it is
  /// the one in focus.
  async chooseRow(text) {
    const row = this.page.locator('.quick-input-list .monaco-list-row.focused', {hasText: text});
    await row.waitFor();
    await this.press('Enter');
    await this.page.locator('.quick-input-widget').waitFor({state: 'hidden'});
  }

  /// Puts the cursor at a line (one-based).
  async goToLine(line) {
    const position = this.page.locator('.statusbar-item', {hasText: `Ln ${line},`});
    await this.until(`the cursor at line ${line}`, async () => {
      await this.press('Control+1', 'Control+g'); // the first group of editors has the keyboard
      const input = this.page.locator('.quick-input-widget input[type="text"]');
      if (!await input.waitFor({timeout: 2000}).then(() => true, () => false))
        return false;
      await input.fill(`:${line}`);
      await this.press('Enter');
      return position.waitFor({timeout: 2000}).then(() => true, () => false);
    });
  }

  /// Texts of the rows of the Problems view, which must be open.
  problems() {
    return this.page.locator('.markers-panel .monaco-list-row').allInnerTexts();
  }

  async openProblems() {
    await this.command('View: Focus Problems');
    await this.page.locator('.markers-panel').waitFor();
  }

  /// Opens the list of fixes at the cursor; the texts of its entries.
  async openFixes() {
    const list = this.page.locator('.action-widget .monaco-list');
    await this.until('the list of quick fixes', async () => {
      await this.press('Control+.');
      return list.waitFor({timeout: 3000}).then(() => true, () => false);
    });
    return list.locator('.monaco-list-row.action').allInnerTexts();
  }

  /// Applies the entry whose text holds `text`, by keyboard: the mouse is
  /// caught by an overlay.
  async applyFix(text) {
    const focused = this.page.locator('.action-widget .monaco-list-row.focused');
    for (let tries = 0; tries < 20; ++tries) {
      const now = await focused.innerText();
      if (now.includes(text)) {
        await this.press('Enter');
        await this.page.locator('.action-widget').waitFor({state: 'hidden'});
        return;
      }
      await this.press('ArrowDown');
    }
    throw new Error(`no quick fix '${text}'`);
  }
}

module.exports = {Workbench};
