import { networkReason, reason, transferReasons } from './reason-codes.js';
import type { TransferReasonCode } from './reason-codes.js';

/** The codes of Nacha returns and ISO 20022 rejects, and what each means. */
const MEANING: readonly (readonly [codes: string, reason: TransferReasonCode])[] = [
  ['R01 R09 AM04', 'insufficient_funds'],
  ['R02 AC04 AC07', 'closed_account'],
  ['R03 R04 AC03 AC14 BE06', 'invalid_account'],
  ['R05 R07 R10 R11 R29', 'unauthorized_transfer'],
  ['R06', 'canceled_transfer'],
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
  ['R18 R33 R37 R99 XX00 constructor toString r01 R1', 'unexpected_error'],
];

describe('the reasons of a transfer', () => {
  it.each(MEANING.flatMap(([codes, meaning]) => codes.split(' ').map((code) => [code, meaning] as const)))(
    'the network code %s means %s',
    (code, meaning) => {
      expect(networkReason(code, 'ach')).toEqual({
        reason_code: meaning,
        reason_code_message: transferReasons[meaning],
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

  it("give a processor's own refusal, which has no network code, as an invalid account", () => {
    expect(networkReason(null, 'rtp')).toEqual(reason('invalid_account'));
  });

  it('each come with a text that a person can act on', () => {
    const texts = Object.values(transferReasons);
    expect(texts.every((text) => text.length > 20)).toBe(true);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
