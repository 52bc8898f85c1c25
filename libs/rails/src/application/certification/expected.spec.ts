import type { AcknowledgedFile } from '../../domain/inbound/acknowledgment.js';
import type { PaymentStatus } from '../../domain/iso20022/payment-status.js';
import { acknowledgmentOf, answerTo, type Fact, statementOf, statusOf } from './expected.js';

const TRACE = '091000015000001';
const sent = { name: 'a.ach', origin: '123', creation_date: '261130', modifier: '0', entries: new Set([TRACE]) };
const acknowledged = (file: Partial<AcknowledgedFile>): Fact => ({
  ...{ kind: 'acknowledged', from: 'ack.txt' },
  file: {
    ...{ line: 1, name: 'a.ach', identity: null, verdict: 'accepted', status: 'ACCEPTED', reason: null },
    ...{ totals: {}, batches: [], entries: [], ...file },
  },
});
const entry = { line: 2, trace: TRACE, verdict: 'refused', reason: 'R03' } as const;
const identity = {
  ...{ immediate_origin: ' 123', immediate_destination: '9', creation_date: '261130', creation_time: '' },
  modifier: '0',
};

describe('what a bank must send back', () => {
  it.each<[string, Fact[], string]>([
    ['its name', [acknowledged({})], 'met'],
    ['its header', [acknowledged({ name: null, identity })], 'met'],
    ['the name of another file', [acknowledged({ name: 'b.ach' })], 'missing'],
    ['the header of another file', [acknowledged({ identity: { ...identity, modifier: 'A' } })], 'missing'],
    ['a refusal', [acknowledged({ verdict: 'refused' })], 'refused'],
    ['an acceptance and a refused entry', [acknowledged({ entries: [entry] })], 'refused'],
    [
      'an acceptance and, later, a refused entry',
      [acknowledged({}), acknowledged({ name: null, verdict: null, entries: [entry] })],
      'refused',
    ],
    [
      'an acceptance and an entry of another file',
      [acknowledged({ entries: [{ ...entry, trace: '091000010000001' }] })],
      'met',
    ],
    [
      'an acceptance and an entry that came back as rejected',
      [acknowledged({}), { kind: 'reject', from: 'r', trace: TRACE, code: 'REJ01' }],
      'refused',
    ],
  ])('is an acknowledgment of a file: by %s', (_, facts, state) => {
    expect(acknowledgmentOf(sent).judge(facts).state).toBe(state);
  });

  it('is a return of the entry that it names, and no other', () => {
    const returned = (trace: string): Fact => ({ kind: 'return', from: 'r', trace, code: 'R02' });
    const expected = answerTo('return', TRACE);
    expect(expected.judge([returned(TRACE)])).toEqual({ state: 'met', said: 'R02', from: 'r' });
    expect(expected.judge([returned('091000010000001'), { ...returned(TRACE), kind: 'change' } as Fact])).toEqual({
      state: 'missing',
    });
  });

  it('is the status of a payment: as it should end, and once more where it was asked for', () => {
    const payment = {
      id: '0198f2d0-6c1e-4c1b-8a57-3f6f5d1c2b3a',
      end_to_end_id: 'T1',
      uetr: 'u',
      transaction_id: null,
    };
    const told = (outcome: PaymentStatus['outcome'], message_id: string | null = 'M1'): Fact => ({
      ...{ kind: 'statuses', from: 's.xml' },
      statuses: [
        {
          ...{ message_id, payments: null, batch_id: null, status: outcome, outcome, is_changed: false, reason: null },
          ids: { end_to_end_id: 'T1', instruction_id: null, transaction_id: null, uetr: null },
          ...{ information: null, amount: null, accepted_at: null, clearing_reference: null },
        },
      ],
    });
    const judged = (facts: Fact[], rejected: boolean, times = 1) =>
      statusOf({ message_id: 'M1', payment }, { rejected, times }).judge(facts).state;
    expect(judged([told('settled')], false)).toBe('met');
    expect(judged([told('rejected')], false)).toBe('refused');
    expect(judged([told('rejected')], true)).toBe('met');
    expect(judged([told('settled')], true)).toBe('refused');
    expect(judged([told('settled', 'M2')], false)).toBe('missing');
    expect([judged([told('settled')], false, 2), judged([told('settled'), told('settled')], false, 2)]).toEqual([
      ...['missing', 'met'],
    ]);
    expect(judged([{ kind: 'refused_message', from: 'a', message_id: 'M1', reason: '650' }], true)).toBe('refused');
  });

  it('is a statement of the settlement account that is not older than the test', () => {
    const statement = (account: string, day: string): Fact => ({ kind: 'statement', from: 's', account, day });
    const judge = (...facts: Fact[]) => statementOf('0042', '2026-11-30').judge(facts).state;
    expect(judge(statement('42', '2026-12-01'))).toBe('met');
    expect([judge(statement('42', '2026-11-27')), judge(statement('43', '2026-12-01'))]).toEqual([
      'missing',
      'missing',
    ]);
  });
});
