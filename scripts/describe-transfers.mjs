// docs/reference/transfers.generated.md: transfer and leg states, and reasons, from the tables that the service runs on.

/** @param tables transferTransitions, legTransitions, resultEffects, and the entries of the reference of reasons */
export function describeTransfers({ transferTransitions, legTransitions, resultEffects, reasons }) {
  const reasonRows = reasons.map((each) => [
    `\`${each.reason_code}\``,
    each.meaning,
    each.reason_code_message,
    each.who_acts.replace('_', ' '),
    each.try_again.replace('_', ' '),
    each.network_reason_codes.map(({ network_reason_code: code }) => code).join(' '),
  ]);
  const networkRows = reasons.flatMap(({ reason_code: reason, network_reason_codes: codes }) =>
    codes.map(({ network_reason_code: code, network_reason_code_message: text }) => [code, `\`${reason}\``, text]),
  );
  return `# Transfers

Written by \`npm run gen\` from the tables in \`libs/transfers/src/domain\` that the service runs on.

## The states of a transfer

${stateDiagram(transferTransitions)}

## The states of a leg

One that has nothing to wait for begins as \`ready\`.

${stateDiagram(legTransitions)}

## Results of the processor

What a result does to a leg, by the status of the leg and the kind of result. An attempt that fell back to another rail
counts as \`rejected\`. \`apply\` moves the leg on; a \`duplicate\` repeats, or is implied by, what was applied; a
\`contradictory\` result cannot be true together with what was applied: it is never applied, stays in the inbox, is logged
and counted, and \`payments reconcile\` lists it. "Earlier" and "later" compare when the result occurred with when the latest
applied result of the leg occurred.

${table(['leg', ...RESULT_KINDS.map((kind) => `\`${kind}\``)], effectRows(resultEffects))}

Only a leg that is not yet \`accepted\` falls back to another rail.

## Reasons

What \`status_reasons\` may say, \`GET /reference/reason-codes\` answers too. "Who acts" is who can do something about
it, the client being who calls this service. "Again" is whether the transfer may be tried again.

${table(['reason', 'what has happened', 'what to do', 'who acts', 'again', 'network codes'], reasonRows)}

## Codes of the networks

Every other code is an \`unexpected_error\`.

${table(['code', 'reason', 'what it says'], networkRows.sort(byFirst))}
`;
}

const RESULT_KINDS = ['accepted', 'settled', 'rejected', 'returned', 'notification_of_change'];

/** A row for all statuses that have the same effects. */
function effectRows(resultEffects) {
  const rows = new Map();
  for (const [status, effects] of Object.entries(resultEffects)) {
    const cells = RESULT_KINDS.map((kind) => effectCell(effects[kind]));
    const key = cells.join('|');
    rows.set(key, [[...(rows.get(key)?.[0] ?? []), `\`${status}\``], ...cells]);
  }
  return [...rows.values()].map(([statuses, ...cells]) => [statuses.join(', '), ...cells]);
}

function effectCell({ ach, instant }) {
  const [onAch, onInstant] = [byOrder(ach), byOrder(instant)];
  return onAch === onInstant ? onAch : `ACH: ${onAch}; RTP, FedNow: ${onInstant}`;
}

function byOrder({ earlier, same, later }) {
  if (earlier === same && same === later) return same;
  return earlier === same ? `${same}, later: ${later}` : `${same}, earlier: ${earlier}`;
}

/** States that nothing leads to begin, states that lead to nothing end. */
function stateDiagram(transitions) {
  const states = Object.keys(transitions);
  const reached = new Set(Object.values(transitions).flat());
  const edges = [
    ...states.filter((state) => !reached.has(state)).map((state) => ['[*]', state]),
    ...states.flatMap((from) => transitions[from].map((to) => [from, to])),
    ...states.filter((state) => transitions[state].length === 0).map((state) => [state, '[*]']),
  ];
  const lines = edges.map(([from, to]) => `  ${from} --> ${to}`);
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');
}

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function byFirst([one], [other]) {
  return one < other ? -1 : Number(one > other);
}
