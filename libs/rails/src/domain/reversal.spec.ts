import { addBankingDays, newId, newYorkInstant } from '@payments/kernel';
import { partsOfBatchKey } from './ach/batch-key.js';
import { nextCuts } from './ach-windows.js';
import type { Connection } from './connection.js';
import { planReversal, reversalEndToEndId, reversalIdOf, type ReversibleEntry, whyNotReversible } from './reversal.js';

const settled: ReversibleEntry = {
  ...{ id: newId(), end_to_end_id: 'P1', connection: 'first-bank', rail: 'ach', side: 'destination', amount: 12_500n },
  ...{ state: 'settled', sec: 'PPD', transaction_code: 32, routing_number: '021000021', account_number: '1234567890' },
  batch_key: '1234567890ACME CORP       PPDPAYMENT   260715260715C',
  ...{ individual_id: 'REFERENCE000001', name: 'ADA BYRON', discretionary_data: '', remittance: 'INVOICE 4711' },
  ...{ settles_at: new Date('2026-07-02T12:30:00Z'), reverses: null, returns: [] },
};
const half = { key: 'X', end_to_end_id: 'P1', direction: 'credit', amount: 6_250n, references: ['R1'] } as const;

describe('a reversal', () => {
  it.each([
    ['of what waits', { state: 'waiting' }, 'entries withdraw'],
    ['of what the bank has not accepted', { state: 'filed' }, 'withdraw --refile'],
    ['of what came back', { state: 'returned' }, 'was returned'],
    ['of what was rejected', { state: 'rejected' }, 'was rejected'],
    ['of a prenote', { amount: 0n }, 'prenote'],
    ['of what came back in part', { returns: [half] }, '6250 of 12500 cents of the payment P1 came back already'],
    [
      'of what was told to come back in part',
      { returns: [{ ...half, amount: 0n }] },
      'the return R1 of a part of it is undecided',
    ],
    ['of a reversal', { reverses: newId() }, 'reversal itself'],
  ] as const)('%s is refused, with the reason', (_, changes, reason) => {
    expect(whyNotReversible({ ...settled, ...changes }, settled.settles_at)).toContain(reason);
  });

  it('is possible before the settlement, and until five banking days after it, to the last minute', () => {
    // The 3rd of July is a Friday; the 4th is a Saturday, so the Fed works on the 3rd.
    const last = addBankingDays('2026-07-02', 5);
    expect(last).toBe('2026-07-09');
    expect(whyNotReversible({ ...settled, state: 'accepted' }, new Date('2026-07-01T12:00:00Z'))).toBeUndefined();
    expect(whyNotReversible(settled, newYorkInstant(last, '23:59'))).toBeUndefined();
    expect(whyNotReversible(settled, newYorkInstant('2026-07-10', '00:00'))).toContain('until 2026-07-09');
  });

  it.each([
    { code: 22, from: 'destination', other: 27, to: 'source' },
    { code: 32, from: 'destination', other: 37, to: 'source' },
    { code: 27, from: 'source', other: 22, to: 'destination' },
    { code: 37, from: 'source', other: 32, to: 'destination' },
  ] as const)(
    'of an entry with code $code goes the other way, with everything else as sent',
    ({ code, from, other, to }) => {
      const entry = { ...settled, transaction_code: code, side: from };
      const windows = [{ rail: 'ach', cutoff: '20:00', effective_in_banking_days: 1, settles: '08:30' }] as const;
      const connection = {
        ...{
          name: 'first-bank',
          ach: { individual_id: 'reference', descriptive_date: 'date', separate_files: 'none' },
        },
        ...{ windows, timing: { lead_minutes: 15, upload_margin_minutes: 5 } },
      } as unknown as Connection;
      const [cut] = nextCuts(connection, new Date('2026-07-06T12:00:00Z'), 1);
      const { side, plan } = planReversal(entry, { connection, cut: cut!, reference: 'REFERENCE000002' });
      expect(side).toBe(to);
      const { routing_number, account_number, name, sec } = settled;
      expect(plan).toMatchObject({ transaction_code: other, routing_number, account_number, name, sec });
      expect(plan).toMatchObject({ individual_id: 'REFERENCE000002', remittance: null });
      expect(partsOfBatchKey(plan.batch_key)).toEqual({
        ...partsOfBatchKey(settled.batch_key),
        ...{ company_entry_description: 'REVERSAL', direction: to === 'source' ? 'debit' : 'credit' },
        ...{ effective_entry_date: '260707', company_descriptive_date: '260707' },
      });
    },
  );

  it('is an order named after itself, and no other order is', () => {
    const id = newId();
    expect(reversalIdOf(reversalEndToEndId(id))).toBe(id);
    for (const other of [`P${id.replaceAll('-', '')}`, `V${id.replaceAll('-', '')}`, 'R1', '']) {
      expect(reversalIdOf(other)).toBeUndefined();
    }
  });
});
