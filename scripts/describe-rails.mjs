// docs/reference/rails.generated.md: the states of files and entries to banks, from the tables that the service runs on.
import { stateDiagram, table } from './describe-transfers.mjs';

/** @param tables fileTransitions, entryTransitions, HOLD_REASONS, bai2Codes, isoCodes */
export function describeRails({ fileTransitions, entryTransitions, HOLD_REASONS, bai2Codes, isoCodes }) {
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

## What a line of a statement is

By the code of the bank, where \`statements.codes\` of the profile does not say otherwise. Codes of BAI2 from 100 to 399, 720 to 759 and 920
to 959 are credits, those from 400 to 699, 760 to 799 and 960 to 999 debits; others move no money. Codes that are not here are \`other\`:
a line of one is matched by reference, or by company id and description, or a person explains it. A \`*\` stands for any
family. A payment with return information or a reversal indicator came back.

${table(
  ['standard', 'codes', 'class', 'meaning'],
  [...bai2Codes.map(codesRow('BAI2')), ...isoCodes.map(codesRow('ISO 20022'))],
)}
`;
}

function codesRow(standard) {
  return ({ codes, class: name, meaning }) => [standard, codes.join(' '), `\`${name}\``, meaning];
}
