import { networkCodes } from './network-codes.table.js';
import { networkReason, reason, reasonEntries, reasonEntry, transferReasons } from './reason-codes.js';
import type { TransferReasonCode } from './reason-codes.js';

/** The codes of Nacha returns and ISO 20022 rejects, and what each means. */
const MEANING: readonly (readonly [codes: string, reason: TransferReasonCode])[] = [
  ['R01 R09 AM04', 'insufficient_funds'],
  ['R02 AC04 AC07', 'closed_account'],
  ['R03 R04 AC03 AC14 BE06', 'invalid_account'],
  ['R05 R07 R10 R11 R29', 'unauthorized_transfer'],
  ['R06 HELD', 'canceled_transfer'],
  ['R08', 'debit_blocked'],
  ['R12 R13 R28 RC04', 'invalid_routing'],
  ['R14 R15 MD07', 'deceased_party'],
  ['R16 AC06', 'blocked_account'],
  ['R17 R21 R22 R25 R26 BE04 FF02', 'invalid_field'],
  ['R19 AM02 AM09 AM12 AM13 AM14', 'invalid_amount'],
  ['R24 AM05 DUPL', 'duplicated_transfer'],
  ['R20 R23 R31 R35 R36 AG01 AG03 NOAT', 'unsupported_transfer'],
  ['R32 9910 9912 9948 AB08 DS24', 'unavailable_financial_institution'],
  ['R34 R90 RR04', 'regulatory_error'],
  ['R18 R27 R30 R33 R37 R61 R85 FILE', 'unexpected_error'],
  ...([1, 2, 3, 4, 5, 6, 7, 9] as const).map((n) => [`C0${n}`, `notification_of_change_${n}`] as const),
  ['C13', 'notification_of_change_13'],
];

describe('the reasons of a transfer', () => {
  it.each(MEANING.flatMap(([codes, meaning]) => codes.split(' ').map((code) => [code, meaning] as const)))(
    'the network code %s means %s',
    (code, meaning) => {
      expect(networkReason(code, 'ach')).toEqual({
        reason_code: meaning,
        reason_code_message: transferReasons[meaning].message,
        network_reason_code: code,
        network_reason_code_message: expect.stringMatching(/^[A-Z].{10,}[^.]$/) as string,
        network_reason_code_rail_type: 'ach',
      });
    },
  );

  it.each('R99 C08 C10 XX00 file HELD1 constructor toString __proto__ r01 R1'.split(' '))(
    'the unknown network code %s is unexpected and has no message',
    (code) => {
      expect(networkReason(code, 'ach')).toEqual({
        ...reason('unexpected_error'),
        network_reason_code: code,
        network_reason_code_rail_type: 'ach',
      });
    },
  );

  it.each([
    ['ach', 'ach'],
    ['same_day_ach', 'ach'],
    ['rtp', 'rtp'],
    ['fednow', 'fednow'],
  ] as const)('name the rail %s as %s', (rail, named) => {
    expect(networkReason('AC03', rail).network_reason_code_rail_type).toBe(named);
  });

  it.each([
    ['QUESTIONABLE', 'suspected_fraud'],
    ['questionable, see R17', 'suspected_fraud'],
    ['FIELD 4 NOT QUESTIONABLE', 'invalid_field'],
    [undefined, 'invalid_field'],
  ])('of an R17 with the words %p is %s', (text, code) => {
    const at = new Date('2026-11-24T13:30:00Z');
    expect(networkReason('R17', 'ach', { text, at })).toMatchObject({
      ...{ reason_code: code, network_reason_code: 'R17', ...(text && { network_reason_text: text }) },
    });
    expect(networkReason('R03', 'ach', { text, at }).reason_code).toBe('invalid_account');
  });

  it('has the meaning that the code has on its day', () => {
    const [before, after] = ['2028-03-16', '2028-03-17'].map(
      (day) => networkReason('R90', 'ach', { at: new Date(`${day}T12:30:00Z`) }).network_reason_code_message,
    );
    expect([before, after]).toEqual([
      'Rejected for legal or regulatory reasons',
      'The bank returned the entry because of sanctions',
    ]);
  });

  it('include invalid account for a rejection by the processor itself', () => {
    expect(networkReason(null, 'rtp')).toEqual(reason('invalid_account'));
  });

  it('each have unique texts that a person can act on', () => {
    const texts = Object.values(transferReasons).flatMap(({ message, meaning }) => [message, meaning]);
    expect(texts.filter((text) => text.length <= 20 || text.length > 120)).toEqual([]);
    expect(Object.values(transferReasons).filter(({ message }) => !message.endsWith('.'))).toEqual([]);
    expect(Object.values(transferReasons).filter(({ meaning }) => meaning.endsWith('.'))).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('never suggest a retry of what may have been paid', () => {
    const paid = reasonEntries().filter(({ reason_code: code }) => /^notification|^duplicated/.test(code));
    expect(paid).toHaveLength(10);
    expect(new Set(paid.map(({ try_again }) => try_again))).toEqual(new Set(['no']));
  });
});

describe('the reason reference', () => {
  it('lists every reason once, and every network code once', () => {
    const entries = reasonEntries();
    expect(entries.map(({ reason_code }) => reason_code)).toEqual(Object.keys(transferReasons));
    const listed = entries.flatMap(({ network_reason_codes: codes }) => codes.map((each) => each.network_reason_code));
    expect(listed.sort()).toEqual([...networkCodes.keys()].sort());
  });

  it.each(reasonEntries().map((entry) => [entry.reason_code, entry] as const))('finds %s', (code, entry) => {
    expect(reasonEntry(code)).toEqual(entry);
  });

  it('finds the reason of a network code, with only that code', () => {
    expect(reasonEntry('R01')).toEqual({
      ...reasonEntry('insufficient_funds'),
      network_reason_codes: [
        { network_reason_code: 'R01', network_reason_code_message: 'The available balance does not cover the debit' },
      ],
    });
    expect(reasonEntry('C13')?.reason_code).toBe('notification_of_change_13');
  });

  it.each(['', 'R99', 'r01', 'toString', '__proto__', 'message'])('does not find %p', (code) => {
    expect(reasonEntry(code)).toBeUndefined();
  });
});
