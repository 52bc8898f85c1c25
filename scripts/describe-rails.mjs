// docs/reference/rails.generated.md: the states of files and entries to banks, from the tables that the service runs on.
import { stateDiagram, table } from './describe-transfers.mjs';

/** @param tables fileTransitions, entryTransitions, HOLD_REASONS */
export function describeRails({ fileTransitions, entryTransitions, HOLD_REASONS }) {
  return `# Files to banks

\`npm run gen\` writes this page from the tables in \`libs/rails/src/domain\` that the service uses. Do not edit it.
[Bank files](../operate/bank-files.md) says what operators do.

## The states of a file

A trigger in the database allows these transitions only. \`building\`, \`closing\` and \`uploading\` are worked on by one worker
under a lease; after a crash, the next one continues.

${stateDiagram(fileTransitions)}

## The states of an entry

An entry is one order in a file. Entries that cannot be written are \`rejected\` at once.

${stateDiagram(entryTransitions)}

## Why a file is held

${table(
  ['reason', 'meaning'],
  Object.entries(HOLD_REASONS).map(([reason, meaning]) => [`\`${reason}\``, meaning]),
)}
`;
}
