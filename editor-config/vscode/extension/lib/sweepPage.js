// The page around the picture of a sweep.
'use strict';

function escapeHtml(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

// Pictures are text on a light ground, so the page is light in every theme.
// Nothing in it may run or load anything.
function page(body) {
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline';">
<style>
body { margin: 0; padding: 8px; background: #fff; color: #222; }
svg { max-width: 100%; min-width: 40em; height: auto; }
pre { white-space: pre-wrap; font-family: monospace; }
</style></head><body>
${body}
</body></html>`;
}

/// The picture, and below it what the command said about launches without one.
function sweepPage(svg, notes) {
  const picture = svg.trim().startsWith('<svg') ? svg : '';
  const said = [picture ? '' : svg.trim(), notes.trim()].filter(Boolean).join('\n');
  if (!picture && !said)
    return errorPage('gpuperf sweep printed nothing');
  return page(picture + (said ? `<pre>${escapeHtml(said)}</pre>` : ''));
}

function errorPage(message) {
  return page(`<pre>${escapeHtml(message)}</pre>`);
}

module.exports = {errorPage, sweepPage};
