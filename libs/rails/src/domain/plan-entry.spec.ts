import fc from 'fast-check';
import { bankCompany, bankProfile } from '@payments/testing';
import { parseProfiles } from '../infrastructure/profiles/read-profiles.js';
import { planMessage } from './plan-message.js';
import { planEntry } from './plan-entry.js';
import type { Carrier, Order } from './plan-entry.js';

function carrier(changes: Record<string, unknown> = {}): Carrier {
  const [connection] = parseProfiles(JSON.stringify(bankProfile(changes)));
  return { connection: connection!, company: connection!.companies[0]! };
}

function order(changes: Partial<Order> = {}): Order {
  return {
    end_to_end_id: 'P1',
    rail: 'ach',
    side: 'destination',
    amount: 12_500n,
    routing_number: '021000021',
    account_number: '1234567890',
    account_type: 'checking',
    account_holder_name: 'Ada Byron',
    party: 'person',
    customer_reference: 'Cust-0815',
    descriptor: null,
    statement_display_name: null,
    window_at: new Date('2026-07-15T23:45:00Z'),
    effective_date: '2026-07-16',
    settles_at: new Date('2026-07-16T12:30:00Z'),
    ...changes,
  };
}

const REFERENCE = 'REFERENCE000001';
const plan = (changes: Partial<Order> = {}, profile: Record<string, unknown> = {}) =>
  planEntry(order(changes), carrier(profile), { reference: REFERENCE });

describe('planEntry', () => {
  it.each([
    ['source', 'person', 'savings', 'WEB', 37],
    ['source', 'business', 'checking', 'CCD', 27],
    ['destination', 'person', 'checking', 'PPD', 22],
    ['destination', 'enterprise', 'savings', 'CCD', 32],
  ] as const)('chooses SEC and transaction code for a %s of a %s in %s', (...row) => {
    const [side, party, account_type, sec, transaction_code] = row;
    expect(plan({ side, party, account_type }).plan).toMatchObject({ sec, transaction_code });
  });

  it.each<[string, Partial<Order>, string]>([
    ['no routing number', { routing_number: '021000022' }, 'RC04'],
    ['a routing number of zeros', { routing_number: '000000000' }, 'RC04'],
    ['an account of zeros', { account_number: '00000' }, 'AC03'],
    ['an account of 18 digits', { account_number: '1'.repeat(18) }, 'AC03'],
    ['an account with letters', { account_number: '12A' }, 'AC03'],
    ['no amount', { amount: 0n }, 'AM12'],
    ['an amount of 11 digits', { amount: 10_000_000_000n }, 'AM12'],
    ['an amount above the limit of the bank', { amount: 100_000_001n }, 'AM14'],
    ['a name without a letter that the file can hold', { account_holder_name: '王' }, 'FF02'],
    ['a reserved description', { descriptor: 'reversal' }, 'FF02'],
    ['a name of zeros', { account_holder_name: '0 0' }, 'FF02'],
    ['a description of zeros', { descriptor: '000' }, 'FF02'],
    ['a description of zeros as far as it is printed', { descriptor: '0000000000 PAYROLL' }, 'FF02'],
    ['a description without a letter that the file can hold', { descriptor: '\u738b' }, 'FF02'],
    ['a payer of zeros', { statement_display_name: '00' }, 'FF02'],
    ['a rail that files do not carry', { rail: 'rtp' }, 'FF02'],
  ])('rejects an order with %s', (_, changes, code) => {
    expect(plan(changes)).toEqual({ plan: null, code });
  });

  it.each([
    ['payment', 'ACCTVERIFY', 1n, 'FF02'],
    ['account_verification', 'ACCTVERIFY', 1n, null],
    ['account_verification', 'REVERSAL', 1n, 'FF02'],
    ['account_verification', 'ACCTVERIFY', 0n, 'AM12'],
    ['prenote', 'ACCTVERIFY', 0n, null],
    ['prenote', 'ACCTVERIFY', 1n, 'AM12'],
    ['prenote', 'RECLAIM', 0n, 'FF02'],
  ] as const)('judges a %s that says %s of %s cents: %s', (...[purpose, descriptor, amount, code]) => {
    expect(plan({ purpose, descriptor, amount }).code).toBe(code);
  });

  it.each([
    ['checking', 'destination', 23],
    ['checking', 'source', 28],
    ['savings', 'destination', 33],
    ['savings', 'source', 38],
  ] as const)('gives a prenote for the %s account of a %s its own code', (account_type, side, transaction_code) => {
    expect(plan({ purpose: 'prenote', amount: 0n, account_type, side }).plan).toMatchObject({ transaction_code });
  });

  it('has the company by which the bank knows batches of its direction and SEC code', () => {
    const identities = [{ direction: 'debit', sec: 'WEB', company_id: '9876543210', company_name: 'ACME SHOP' }];
    const profile = { companies: [bankCompany({ identities })] };
    expect(plan({ side: 'source' }, profile).plan!.batch_key).toMatch(/^9876543210ACME SHOP {7}WEB/);
    expect(plan({}, profile).plan!.batch_key).toMatch(/^1234567890ACME CORP {7}PPD/);
    expect(plan({ side: 'source', statement_display_name: 'Own' }, profile).plan!.batch_key).toMatch(/^9876543210OWN /);
  });

  it.each<[string, string | null, string]>([
    ['reference', 'Cust-0815', REFERENCE],
    ['blank', 'Cust-0815', ''],
    ['customer_reference', 'Cust-0815', 'CUST-0815'],
    ['customer_reference', 'Müller und Söhne 4711', 'MULLER UND SOHN'],
    ['customer_reference', null, REFERENCE],
    ['customer_reference', '王', REFERENCE],
  ])(
    'with individual_id %s and the customer %s identifies the entry as "%s"',
    (individual_id, customer_reference, written) => {
      const entry = plan({ customer_reference }, { ach: { individual_id } }).plan;
      expect(entry!.individual_id).toBe(written);
    },
  );

  it('rejects the orders of an enterprise that the bank does not know', () => {
    expect(planEntry(order(), undefined, { reference: REFERENCE })).toEqual({ plan: null, code: 'FF02' });
  });

  it('says the settlement time in the header of a same-day batch, if the bank wants it', () => {
    const times = { rail: 'same_day_ach', settles_at: new Date('2026-07-15T17:00:00Z') } as const;
    expect(plan(times, { ach: { descriptive_date: 'sd' } }).plan!.batch_key).toContain('SD1300260716');
  });

  it.each([
    ['none', 'ach/2026-07-15T23:45:00.000Z'],
    ['direction', 'ach/2026-07-15T23:45:00.000Z/credit'],
    ['sec', 'ach/2026-07-15T23:45:00.000Z/PPD'],
    ['both', 'ach/2026-07-15T23:45:00.000Z/PPD/credit'],
  ])('puts entries into the files that the bank wants: %s apart', (separate_files, key) => {
    expect(plan({}, { ach: { separate_files } }).plan!.window_key).toBe(key);
  });

  it('plans no message with a name, a payer or a text of zeros', () => {
    const messageOf = (changes: Partial<Order>) =>
      planMessage({ ...order(changes), rail: 'rtp' }, carrier(), { reference: REFERENCE, windowKey: String });
    expect(messageOf({}).code).toBeNull();
    for (const field of ['account_holder_name', 'descriptor', 'statement_display_name'] as const) {
      for (const text of ['0', '0 00', '\u738b'])
        expect(messageOf({ [field]: text })).toEqual({ plan: null, code: 'FF02' });
    }
  });

  it('never throws, and plans only what fits into the records', () => {
    const anyOrder = fc.record({
      amount: fc.bigInt(),
      routing_number: fc.string(),
      account_number: fc.string(),
      account_holder_name: fc.string({ unit: 'grapheme' }),
      descriptor: fc.option(fc.string({ unit: 'grapheme' })),
      statement_display_name: fc.option(fc.string({ unit: 'grapheme' })),
      side: fc.constantFrom('source' as const, 'destination' as const),
    });
    const valid = fc.record({}).map(() => ({}));
    const profile = carrier({ ach: { addenda: 'descriptor' } });
    fc.assert(
      fc.property(
        anyOrder,
        fc.oneof(valid, fc.constant({ routing_number: '021000021', account_number: '1' })),
        (drawn, fix) => {
          const { plan: entry, code } = planEntry(order({ ...drawn, ...fix }), profile, { reference: REFERENCE });
          if (entry === null) return expect(code).toMatch(/^[A-Z]{2}\d\d$/);
          expect(entry.name).toMatch(/^[\x20-\x7e]{1,22}$/);
          expect(entry.batch_key).toMatch(/^[\x20-\x7e]{52}$/);
          for (const text of [entry.name, entry.batch_key.slice(10, 26), entry.batch_key.slice(29, 39)])
            expect(text).toMatch(/[^0 ]/);
          expect(entry.remittance ?? 'x').toMatch(/^[\x20-\x7e]{1,80}$/);
        },
      ),
    );
  });
});
