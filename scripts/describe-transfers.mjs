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

\`npm run gen\` writes this page from the tables in \`libs/transfers/src/domain\` that the service uses. Do not edit it.

## The states of a transfer

${stateDiagram(transferTransitions)}

## The states of a leg

A leg that does not have to wait starts as \`ready\`.

${stateDiagram(legTransitions)}

## Results of the processor

The table shows the effect of a result on a leg, by the status of the leg and the kind of result. An attempt that fell back
to another rail counts as \`rejected\`.

- \`apply\`: the result moves the leg to its next status.
- \`duplicate\`: the result repeats what was applied, or is implied by it.
- \`contradictory\`: the result cannot be true together with what was applied. It stays in the inbox, is logged and
  counted, and \`payments reconcile\` lists it. It is applied only if an operator says that it is true: \`payments results apply\`. So
  is a result that is dated more than a day beyond banking time.

"Earlier" and "later" compare the time of the result with the time of the latest applied result of the leg.

${table(['leg', ...RESULT_KINDS.map((kind) => `\`${kind}\``)], effectRows(resultEffects))}

Only a leg that is not yet \`accepted\` can fall back to another rail.

An acceptance may say that the entry went into a later window. Then it also applies to an \`accepted\` or \`settled\` leg: its
times and the hold of a debit move, only ever to later times. It contradicts a \`released\` leg.

## Reasons

These are the values of \`status_reasons\`. \`GET /reference/reason-codes\` returns them too. "Who acts" names the party that
can fix the problem; the client is the caller of this service. "Again" says whether the transfer may be retried.

${table(['reason', 'what happened', 'what to do', 'who acts', 'again', 'network codes'], reasonRows)}

## Codes of the networks

Every other code maps to \`unexpected_error\`.

${table(['code', 'reason', 'meaning'], networkRows.sort(byFirst))}
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
export function stateDiagram(transitions) {
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

export function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function byFirst([one], [other]) {
  return one < other ? -1 : Number(one > other);
}
