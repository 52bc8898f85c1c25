import { networkCodes } from '../../libs/transfers/src/domain/network-codes.table.js';
import {
  debitFindingOfCode,
  isAboutAccount,
  statusOfCode,
} from '../../libs/verify/src/domain/network-findings.table.js';

const words = (text: string) => text.split(' ');
/** By the rules of the networks: the account is closed, or nobody can be paid through these numbers. */
const CLOSED = words('R02 AC04 AC07');
const INVALID = words('R03 R04 R12 R13 R14 R15 R16 R28 AC03 AC06 AC14 BE06 MD07 RC04');
const all = [...networkCodes.keys()];

describe('the network codes of probes', () => {
  it('are all in the table of the networks', () => {
    expect([...CLOSED, ...INVALID].filter((code) => !networkCodes.has(code))).toEqual([]);
    expect(all.length).toBeGreaterThan(100);
  });

  it.each(all)(
    '%s ends a verification as the networks mean it, and flips a valid one if it is about the account',
    (code) => {
      const expected = CLOSED.includes(code) ? 'closed' : INVALID.includes(code) ? 'invalid' : 'failed';
      expect([statusOfCode(code), isAboutAccount(code)]).toEqual([expected, expected !== 'failed']);
    },
  );

  it.each(all)('%s ends a debit check as blocked, unauthorized, or failed', (code) => {
    const blocked = { status: 'blocked', reason: 'debit_blocked' };
    const unauthorized = { status: 'failed', reason: 'unauthorized_transfer' };
    const expected = words('R08 R29').includes(code)
      ? blocked
      : words('R07 R10 R11').includes(code)
        ? unauthorized
        : { status: 'failed' };
    expect(debitFindingOfCode(code)).toEqual(expected);
  });

  it('of a return without a code are those of an invalid account, which flips nothing', () => {
    expect([statusOfCode(null), isAboutAccount(null), debitFindingOfCode(null)]).toEqual([
      ...['invalid', false],
      { status: 'failed' },
    ]);
  });
});
