// The tables of what files, messages and statements of banks cost.

/** What of an instant payout is timed, by the name of its figure. */
export const STEPS = {
  ordered: 'the adapter has its order',
  begun: 'its message is begun',
  uploaded: 'the bytes of its message are at the bank',
};

export function achTable({ entries, megabytes, rows }) {
  const names = { write: 'writer, to a file', lines: 'bare line reader', read: 'reader, all checks' };
  const cells = rows.map(({ program, seconds, cpu, peak }) => [
    names[program],
    Math.round(entries / seconds).toLocaleString('en-US'),
    seconds.toFixed(2),
    cpu.toFixed(2),
    Math.round(peak),
  ]);
  const head = [
    `${entries.toLocaleString('en-US')} entries, ${Math.round(megabytes)} MB`,
    'entries/s',
    's',
    'CPU s',
    'peak RSS, MiB',
  ];
  return [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

export function bankFileTable(rows) {
  const head = [
    'entries of 5 enterprises',
    'sealed after, s',
    'uploaded after, s',
    'worker RSS before and at its peak, MiB',
  ];
  const cells = rows.map(({ entries, sealed, uploaded, before, peak, exported }) => [
    ...[entries.toLocaleString('en-US'), sealed.toFixed(1), uploaded.toFixed(1), `${before} and ${peak}`],
    ...[exported.seconds.toFixed(1), exported.peak],
  ]);
  const heading = [...head, 'exported in, s', 'export RSS at its peak, MiB'];
  return [heading, heading.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

export function bankInstantTable({ rate, count, ...steps }) {
  const rows = Object.entries(STEPS).map(([name, what]) => {
    const [p50, p99] = steps[name];
    return `| until ${what} | ${p50.toFixed(0)} | ${p99.toFixed(0)} |`;
  });
  return [
    `${count} payouts over RTP, ${rate} a second`,
    '',
    '| from the acceptance of a payout | ms at p50 | ms at p99 |',
    '| --- | ---: | ---: |',
    ...rows,
  ].join('\n');
}

export function ordersTable({ submit, known, anchor }) {
  const ms = ({ p50, p99, waits }) => `${p50.toFixed(1)} and ${p99.toFixed(1)} | ${waits}`;
  return [
    '| 500 orders | ms at p50 and p99 | waits for the database |',
    '| --- | ---: | ---: |',
    `| submitted | ${ms(submit)} |`,
    `| asked for | ${ms(known)} |`,
    `| anchor: one INSERT of the same rows | ${ms(anchor)} |`,
  ].join('\n');
}

export function bankReturnsTables({ orders, entries, ...seconds }) {
  return [
    ordersTable(orders),
    '',
    `| ${entries.toLocaleString('en-US')} entries | s |`,
    '| --- | ---: |',
    `| from the end of the window until the transfers are accepted | ${seconds.accepted.toFixed(1)} |`,
    `| a file that returns them, until it is applied to the entries | ${seconds.ingested.toFixed(1)} |`,
    `| the same, until the transfers are returned and the ledger has it | ${seconds.returned.toFixed(1)} |`,
    `| the same file again, until it is known as a duplicate | ${seconds.duplicate.toFixed(1)} |`,
    `| a statement with a line for each return, until it is read | ${seconds.statement.read.toFixed(1)} |`,
    `| the comparison of the three books after it | ${seconds.statement.compared.toFixed(1)} |`,
  ].join('\n');
}
