// docs/TRANSFERS.md: the states of transfers and legs and the reasons, from the tables that the service runs on.

/** @param tables transferTransitions, legTransitions, and the entries of the reference of reasons */
export function describeTransfers({ transferTransitions, legTransitions, reasons }) {
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

## Reasons

What \`status_reasons\` may say, \`GET /reference/reason-codes\` answers too. "Who acts" is who can do something about
it, the client being who calls this service. "Again" is whether the transfer may be tried again.

${table(['reason', 'what has happened', 'what to do', 'who acts', 'again', 'network codes'], reasonRows)}

## Codes of the networks

Every other code is an \`unexpected_error\`.

${table(['code', 'reason', 'what it says'], networkRows.sort(byFirst))}
`;
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
