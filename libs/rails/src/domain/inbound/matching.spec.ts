import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { matchReturned, type SentEntry } from './matching.js';
import type { ReturnedItem } from './returned-item.js';

const entry: SentEntry = {
  ...{ trace: '091000010000007', is_sent: true, receiving_dfi: '23138010', amount: 1_250, direction: 'debit' },
  ...{ company_id: '1234567890', account_number: '744567899', individual_id: '0123456789ABCDE' },
  ...{ return_trace: null, return_code: null },
};
const item: ReturnedItem = {
  ...{ line: 4, kind: 'return', code: 'R01', trace: '231380100000001', original_trace: entry.trace },
  ...{ original_receiving_dfi: entry.receiving_dfi, amount: 1_250, direction: 'debit', company_id: entry.company_id },
  ...{ account_number: entry.account_number, individual_id: entry.individual_id, settlement_day: '328' },
  ...{ corrected_data: '', information: '', odd: null },
};
const match = (changed: Partial<ReturnedItem>, ...candidates: Partial<SentEntry>[]) =>
  matchReturned(
    { ...item, ...changed },
    candidates.map((each) => ({ ...entry, ...each })),
  );

describe('a return', () => {
  it('matches the entry with its trace number, bank, amount, direction, company and reference', () => {
    expect(match({}, {})).toEqual({ kind: 'match', entry });
  });

  it.each<[string, Partial<ReturnedItem>, string]>([
    ['a trace number that was not sent', { original_trace: '091000010000008' }, 'unknown_trace'],
    ['no trace number', { original_trace: '' }, 'unknown_trace'],
    ['another bank', { original_receiving_dfi: '02100002' }, 'other_bank'],
    ['another amount', { amount: 1_251 }, 'other_amount'],
    ['the other direction', { direction: 'credit' }, 'other_direction'],
    ['another company', { company_id: '9234567890' }, 'other_company'],
    ['another reference', { individual_id: '0123456789ABCDF' }, 'other_receiver'],
    ['no reference and another account', { individual_id: '', account_number: '1' }, 'other_receiver'],
  ])('with %s matches nothing', (_, changed, mismatch) => {
    expect(match(changed, {})).toEqual({ kind: 'unmatched', mismatch });
  });

  it.each<[string, Partial<ReturnedItem>]>([
    ['without a reference, with the account', { individual_id: '' }],
    ['without a reference and without an account', { individual_id: '', account_number: '' }],
    ['with the reference and another account', { account_number: '1' }],
  ])('matches %s', (_, changed) => {
    expect(match(changed, {}).kind).toBe('match');
  });

  it.each([
    ['matches where the bank writes our reference in upper case', 'INVOICE-AB', 'match'],
    ['does not match where it writes our reference in another case', 'INVOICE-Ab', 'unmatched'],
  ])('%s', (_, individual_id, kind) => {
    expect(match({ individual_id }, { individual_id: 'Invoice-ab' }).kind).toBe(kind);
  });

  it('without a trace number matches nothing, also no entry without one', () => {
    expect(match({ original_trace: '' }, { trace: '' })).toEqual({ kind: 'unmatched', mismatch: 'unknown_trace' });
  });

  it.each([
    ['matches the entry with the same account', '744567899', 'match'],
    ['matches no entry with another account', '1', 'unmatched'],
  ])('with a reference of the bank, where we sent none, %s', (_, account_number, kind) => {
    expect(match({ account_number, individual_id: 'OF THE BANK' }, { individual_id: '' }).kind).toBe(kind);
  });

  it('of an entry that the bank cannot have matches nothing', () => {
    expect(match({}, { is_sent: false })).toEqual({ kind: 'unmatched', mismatch: 'not_sent' });
  });

  it('tells entries of two epochs of trace numbers apart', () => {
    const older = { amount: 999 };
    expect(match({}, older, {})).toEqual({ kind: 'match', entry });
  });

  it('that fits two entries is ambiguous', () => {
    expect(match({}, {}, {})).toEqual({ kind: 'ambiguous' });
  });

  it('that was applied before is a repetition', () => {
    const returned = { return_trace: item.trace, return_code: 'R01' };
    expect(match({}, returned).kind).toBe('repeated');
  });

  it.each([
    ['trace number', { return_trace: '231380100000002', return_code: 'R01' }],
    ['code', { return_trace: item.trace, return_code: 'R02' }],
  ])('of an entry that was returned with another %s is a duplicate', (_, returned) => {
    expect(match({}, returned).kind).toBe('duplicate');
  });
});

describe('a notification of change', () => {
  const change: Partial<ReturnedItem> = { kind: 'change', code: 'C01', amount: 0 };

  it('matches an entry of any amount', () => {
    expect(match(change, {}).kind).toBe('match');
  });

  it('matches an entry that was returned', () => {
    expect(match(change, { return_trace: '231380100000002', return_code: 'R01' }).kind).toBe('match');
  });
});

describe('matching', () => {
  it('never takes an entry with other cents, another bank, direction or company', () => {
    const few = fc.record({
      original_trace: fc.constantFrom('091000010000007', '091000010000008', ''),
      original_receiving_dfi: fc.constantFrom('23138010', '02100002'),
      amount: fc.constantFrom(1_250, 1_251),
      direction: fc.constantFrom('debit' as const, 'credit' as const),
      company_id: fc.constantFrom('1234567890', '2'),
      individual_id: fc.constantFrom('', 'A', 'B'),
      account_number: fc.constantFrom('', '1', '2'),
    });
    const sent = few.map(({ original_trace, original_receiving_dfi, ...rest }) => ({
      ...{ ...entry, ...rest, trace: original_trace, receiving_dfi: original_receiving_dfi },
    }));
    fc.assert(
      fc.property(few, fc.array(sent, { maxLength: 4 }), (changed, candidates) => {
        const found = matchReturned({ ...item, ...changed }, candidates);
        if (found.kind === 'unmatched' || found.kind === 'ambiguous') return;
        expect([found.entry.trace, found.entry.receiving_dfi]).toEqual([
          changed.original_trace,
          changed.original_receiving_dfi,
        ]);
        expect([found.entry.amount, found.entry.direction, found.entry.company_id]).toEqual([
          changed.amount,
          changed.direction,
          changed.company_id,
        ]);
      }),
      { numRuns: countOf(5_000) },
    );
  });
});
