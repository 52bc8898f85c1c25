import type { BankBreak } from '../../api/types.js';
import { commandFor } from './operator-command.js';

const ENTERPRISE = '019c15a0-0000-7000-8000-000000000001';
const found = (changes: Partial<BankBreak>): BankBreak => ({
  ...{
    id: '019c15a0-0000-7000-8000-000000000076',
    connection: 'first-bank',
    kind: 'balance',
    meaning: '',
    state: 'open',
  },
  ...{ day: '2026-07-15', difference: -1, expected: '', found: '', created_at: '', last_seen_at: '' },
  ...changes,
});
const command = (changes: Partial<BankBreak>) =>
  commandFor(found(changes), ENTERPRISE).replace('npm run -s payments -- ', '');

describe('commandFor', () => {
  it.each([
    [
      { kind: 'unexplained', line_id: 'L1' },
      `rails statements explain L1 --as fee --enterprise ${ENTERPRISE} --reason "REASON"`,
    ],
    [{ kind: 'amount', file_id: 'F1', statement_id: 'S1' }, 'rails files show F1 --decode'],
    [{ kind: 'amount', statement_id: 'S1' }, 'rails statements show S1 --open'],
    [{ kind: 'duplicate', statement_id: 'S1' }, 'rails statements show S1 --open'],
    [{ kind: 'not_on_statement', file_id: 'F1' }, 'rails files show F1 --decode'],
    [{ kind: 'ledger_only', end_to_end_id: 'P1' }, 'rails entries show P1'],
    [{ kind: 'rails_only' }, 'results list'],
    [{ kind: 'statement_gap' }, 'rails inbound ingest FILE --connection first-bank --reason "REASON"'],
    [{ kind: 'balance' }, 'rails reconcile --connection first-bank'],
  ] as const)('names the command for %j', (changes, expected) => {
    expect(command(changes)).toBe(expected);
  });

  it('compares again where a difference names neither file nor line', () => {
    for (const kind of ['amount', 'not_on_statement', 'unexplained', 'duplicate', 'ledger_only'] as const) {
      expect(command({ kind })).toBe('rails reconcile --connection first-bank');
    }
  });

  it('quotes what a shell would run', () => {
    expect(command({ kind: 'ledger_only', end_to_end_id: `P1'; $(rm -rf /)` })).toBe(
      String.raw`rails entries show 'P1'\''; $(rm -rf /)'`,
    );
  });
});
