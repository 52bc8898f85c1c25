import type { BankBreak } from '../../api/types.js';

/** A word of a command for a shell: what is more than letters, digits and `._:/-` is quoted. */
const word = (text: string): string =>
  /^[\w.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** What the operator of the service runs about a difference. What only he knows is in capitals. */
export function commandFor(found: BankBreak, enterpriseId: string): string {
  const { kind, connection, file_id, statement_id, line_id, end_to_end_id } = found;
  const compare = `rails reconcile --connection ${word(connection)}`;
  const lookAtFile = file_id && `rails files show ${word(file_id)} --decode`;
  const lookAtStatement = statement_id && `rails statements show ${word(statement_id)} --open`;
  const commands: Readonly<Record<BankBreak['kind'], string | undefined>> = {
    amount: lookAtFile ?? lookAtStatement,
    not_on_statement: lookAtFile,
    unexplained:
      line_id &&
      `rails statements explain ${word(line_id)} --as fee --enterprise ${word(enterpriseId)} --reason "REASON"`,
    duplicate: lookAtStatement,
    ledger_only: end_to_end_id && `rails entries show ${word(end_to_end_id)}`,
    rails_only: 'results list',
    statement_gap: `rails inbound ingest FILE --connection ${word(connection)} --reason "REASON"`,
    balance: undefined,
  };
  return `npm run -s payments -- ${commands[kind] ?? compare}`;
}
