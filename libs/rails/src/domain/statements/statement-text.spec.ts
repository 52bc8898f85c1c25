import { storedText } from './statement-text.js';

const own = { odfi: '09100001', companyIds: new Set(['1234567890', '9ABCDEFG12']) };
const stored = (text: string) => storedText(text, own);

describe(storedText.name, () => {
  it.each([
    ['a word and a date', 'ACH SETTLEMENT 260716 ACME CORP'],
    ['a trace number of ours', 'R01 091000010000001, RETURNED'],
    ['an id of a company of ours', 'DES:PAYROLL ID:1234567890, 9abcdefg12'],
    ['a batch of a file of ours', '260715A-0000001'],
    ['an end-to-end id', 'P0198f2d17a3b7c1b8a573f6f5d1c2b3a2'],
    ['a UETR', '0198f2d1-7a3b-4c1b-8a57-3f6f5d1c2b3a'],
    ['the name of a file', '1234567890_20260715_A_1.ach'],
  ])('keeps %s', (_, text) => {
    expect(stored(text)).toBe(text);
  });

  it.each([
    ['a number', 'WIRE FROM 123456789', 'WIRE FROM *****6789'],
    ['an id of another company', 'ID:1234567891', 'ID:*****7891'],
    ['a number with letters', 'IBAN DE89370400440532013000.', 'IBAN *****3000.'],
    ['a number in a word', 'ACCT#000123456789/X', 'ACCT#*****6789/X'],
    ['a number of the length of a trace, of another bank', '121042880000001', '*****0001'],
  ])('masks %s, which may be of an account', (_, text, expected) => {
    expect(stored(text)).toBe(expected);
  });

  it('masks trace numbers and company ids too where it knows none of ours', () => {
    expect(storedText('R01 091000010000001 1234567890')).toBe('R01 *****0001 *****7890');
  });
});
