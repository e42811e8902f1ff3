// The table of `gpuperf gpus` as a list to choose from.
'use strict';

const Columns = ['name', 'SMs', 'MHz', 'GB/s', 'L2 MiB', 'cc', 'GPU'];

/// [{name, sms, mhz, gbps, l2Mib, cc, fullName}]; throws where the text is no
/// such table.
function parseGpus(text) {
  const [head, ...lines] = text.split(/\r?\n/).filter(line => line.trim());
  if (!head || head.trim().split(/\s{2,}/).join('|') !== Columns.join('|'))
    throw new Error('`gpuperf gpus` printed no table of GPUs');
  return lines.map(line => {
    const row = /^(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(.+)$/.exec(line);
    if (!row)
      throw new Error(`\`gpuperf gpus\` printed '${line}', which is no row of its table`);
    const [, name, sms, mhz, gbps, l2Mib, cc, fullName] = row;
    return {name, sms, mhz, gbps, l2Mib, cc, fullName: fullName.trim()};
  });
}

/// Entries for a quick pick: the one in use first, then by name, and last the
/// choice to name none. `now` is the option's value, maybe several GPUs.
function gpuItems(text, now) {
  const used = (now || '').split(';').map(s => s.trim()).filter(Boolean);
  const items = parseGpus(text).map(g => ({
    gpu: g.name,
    label: g.name,
    description: `${g.fullName}: ${g.sms} SMs, ${g.gbps} GB/s, cc ${g.cc}`,
  }));
  const inUse = items.filter(item => used.includes(item.gpu));
  for (const item of inUse)
    item.label = `$(check) ${item.label}`;
  const all = [...inUse, ...items.filter(item => !used.includes(item.gpu))];
  if (now)
    all.push({
      gpu: '',
      label: 'By the architecture in the compile flags',
      description: 'GpuperfGpu is left empty',
    });
  return all;
}

module.exports = {gpuItems, parseGpus};
