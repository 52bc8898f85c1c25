import type { PaymentStatus } from '../iso20022/payment-status.js';
import { namingOf, statusFor, stepOf, toldOfPayment, UNPOSTED } from './payment-outcome.js';

const OURS = {
  ...{ id: '0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a', end_to_end_id: 'P1', transaction_id: null },
  uetr: '8a562c67-ca16-48ba-b074-65581be6f011',
};
const NONE = { end_to_end_id: null, instruction_id: null, transaction_id: null, uetr: null };
const INSTRUCTION = 'I0198F2D06C1E7C1B8A573F6F5D1C2B3A';

const told = (status: string, ids: PaymentStatus['ids'] = null): PaymentStatus => ({
  ...{ message_id: 'M1', payments: null, batch_id: null, ids, status, outcome: 'accepted', is_changed: false },
  ...{ reason: null, information: null, amount: null, accepted_at: null, clearing_reference: null },
});

describe('a payment in a report', () => {
  it.each([
    ['its end-to-end id', { ...NONE, end_to_end_id: 'P1' }, 'named'],
    ['its instruction id in small letters', { ...NONE, instruction_id: INSTRUCTION.toLowerCase() }, 'named'],
    ['its UETR, and a transaction id of the bank', { ...NONE, uetr: OURS.uetr, transaction_id: 'X' }, 'named'],
    [
      'its end-to-end id with the instruction id of another one',
      { ...NONE, end_to_end_id: 'P1', instruction_id: 'I2' },
      'contradicted',
    ],
    ['another id', { ...NONE, end_to_end_id: 'P2' }, 'other'],
    ['nothing', NONE, 'other'],
  ])('is told by %s', (_, ids, naming) => {
    expect(namingOf(ids, OURS)).toBe(naming);
  });

  it('is told on RTP by the transaction id, which is the instruction id, too', () => {
    const onRtp = { ...OURS, transaction_id: 'T1' };
    expect(namingOf({ ...NONE, instruction_id: 'T1', transaction_id: 'T1' }, onRtp)).toBe('named');
    expect(namingOf({ ...NONE, instruction_id: INSTRUCTION }, onRtp)).toBe('other');
  });

  it('has its own status, else that of its batch, else that of its message', () => {
    const [ofMessage, ofBatch] = [told('ACTC'), { ...told('PART'), batch_id: 'M1' }];
    const [own, other] = [
      told('RJCT', { ...NONE, end_to_end_id: 'P1' }),
      told('ACSC', { ...NONE, end_to_end_id: 'P2' }),
    ];
    expect(statusFor([ofMessage, ofBatch, own, other], OURS)).toBe(own);
    expect(statusFor([ofMessage, ofBatch, other], OURS)).toBe(ofBatch);
    expect(statusFor([other], OURS)).toBeUndefined();
  });
});

describe('a status of a payment', () => {
  it.each([
    ['accepted', 'filed', ['accepted']],
    ['accepted', 'settled', []],
    ['settled', 'filed', ['accepted', 'settled']],
    ['settled', 'accepted', ['settled']],
    ['settled', 'returned', []],
    ['rejected', 'accepted', ['rejected']],
    ['rejected', 'rejected', []],
    ['none', 'filed', []],
    ['unknown', 'filed', []],
  ] as const)('%s moves what is %s to %j', (outcome, state, moves) => {
    expect(stepOf(outcome, { state, code: null })).toEqual({ moves, contradiction: false });
  });

  it('that rejects what is settled and not posted yet leaves it to the return of the money', () => {
    expect(stepOf('rejected', { state: 'settled', code: UNPOSTED })).toEqual({ moves: [], contradiction: false });
    expect(stepOf('settled', { state: 'settled', code: UNPOSTED })).toEqual({
      moves: ['settled'],
      contradiction: false,
    });
    expect(stepOf('rejected', { state: 'settled', code: 'ACCC' })).toEqual({ contradiction: true });
  });

  it.each(['AM05', 'DU01', 'DUPL'])(
    'that refuses a duplicate (%s) says nothing, unless the network was asked',
    (reason) => {
      const refused: PaymentStatus = { ...told('RJCT'), outcome: 'rejected', reason };
      expect(toldOfPayment(refused, { isAnswer: false, copies: 1 }).outcome).toBe('unknown');
      expect(toldOfPayment(refused, { isAnswer: true, copies: 1 })).toBe(refused);
      const other: PaymentStatus = { ...refused, reason: 'AC03' };
      expect(toldOfPayment(other, { isAnswer: false, copies: 1 })).toBe(other);
    },
  );

  const payment = { ...NONE, end_to_end_id: 'P1' };
  it.each([
    { what: 'the refusal of one copy', status: told('RJCT', payment), reason: 'AC03', isAnswer: false },
    { what: 'the refusal of a message', status: told('admi.002'), reason: 'FF02', isAnswer: false },
    { what: 'the refusal of a message after a question', status: told('admi.002'), reason: 'FF02', isAnswer: true },
    { what: 'the refusal of a duplicate as an answer', status: told('RJCT', payment), reason: 'AM05', isAnswer: true },
  ])('of a payment that was sent again rejects nothing by $what', ({ status, reason, isAnswer }) => {
    const refused: PaymentStatus = { ...status, outcome: 'rejected', reason };
    expect(toldOfPayment(refused, { isAnswer, copies: 2 }).outcome).toBe('unknown');
  });

  it('of a payment that was sent again counts as an answer about it, or as a settlement of any copy', () => {
    const refused: PaymentStatus = { ...told('RJCT', payment), outcome: 'rejected', reason: 'AC03' };
    expect(toldOfPayment(refused, { isAnswer: true, copies: 2 })).toBe(refused);
    const settled: PaymentStatus = { ...told('ACSC', payment), outcome: 'settled' };
    expect(toldOfPayment(settled, { isAnswer: false, copies: 2 })).toBe(settled);
  });

  it('contradicts a final status of the other kind', () => {
    const contradiction = { contradiction: true };
    expect(stepOf('rejected', { state: 'settled', code: null })).toEqual(contradiction);
    expect(stepOf('settled', { state: 'rejected', code: 'AC03' })).toEqual(contradiction);
    expect(stepOf('accepted', { state: 'rejected', code: 'AC03' })).toEqual(contradiction);
  });
});
