import { type Correction, isWholeCorrection, parseCorrectedData } from './corrected-data.js';

const ROUTING = '231380104';
const at = (...parts: (readonly [column: number, text: string])[]) =>
  parts.reduce((data, [column, text]) => data.padEnd(column - 1) + text, '');

describe('the corrected data of a notification of change', () => {
  it.each<[string, string, Correction]>([
    ['C01', '1918171614', { account_number: '1918171614' }],
    ['C01', '12-AB-34', { account_number: '12-AB-34' }],
    ['C02', ROUTING, { routing_number: ROUTING }],
    ['C03', at([1, ROUTING], [13, '1918171614']), { routing_number: ROUTING, account_number: '1918171614' }],
    ['C03', `${ROUTING} 1918171614`, { routing_number: ROUTING, account_number: '1918171614' }],
    ['C04', 'MARGARET HAMILTON', { account_holder_name: 'MARGARET HAMILTON' }],
    ['C05', '37', { account_type: 'savings' }],
    ['C05', '22', { account_type: 'checking' }],
    ['C06', at([1, '1918171614'], [21, '32']), { account_number: '1918171614', account_type: 'savings' }],
    ['C06', '1918171614 22', { account_number: '1918171614', account_type: 'checking' }],
    [
      'C07',
      at([1, ROUTING], [10, '1918171614'], [27, '22']),
      { routing_number: ROUTING, account_number: '1918171614', account_type: 'checking' },
    ],
    [
      'C07',
      `${ROUTING} 1918171614 37`,
      { routing_number: ROUTING, account_number: '1918171614', account_type: 'savings' },
    ],
    ['C05', '37 SAVINGS', { account_type: 'savings' }],
    ['C05', 'Savings Acct', { account_type: 'savings' }],
    ['C05', 'TRAN CODE SHOULD BE 27', { account_type: 'checking' }],
    ['C06', '1918171614 SAV', { account_number: '1918171614', account_type: 'savings' }],
    [
      'C07',
      `${ROUTING} 1234567890123456722`,
      { routing_number: ROUTING, account_number: '12345678901234567', account_type: 'checking' },
    ],
    [
      'C07',
      ` ${ROUTING}${'1918171614'.padEnd(17)}37`,
      { routing_number: ROUTING, account_number: '1918171614', account_type: 'savings' },
    ],
  ])('of %s, %j, is understood', (code, data, correction) => {
    expect(parseCorrectedData(code, data)).toEqual(correction);
    expect(isWholeCorrection(code, correction)).toBe(true);
  });

  it.each<[string, string, Correction]>([
    ['C03', ROUTING, { routing_number: ROUTING }],
    ['C03', at([1, '12345'], [13, '1918171614']), { account_number: '1918171614' }],
    ['C06', '1918171614', { account_number: '1918171614' }],
    ['C06', at([1, '123456789 111'], [21, '22']), { account_type: 'checking' }],
    ['C07', at([1, ROUTING], [10, ' 12345 6789'], [27, '32']), { routing_number: ROUTING, account_type: 'savings' }],
    ['C06', at([1, '1918171614'], [21, '99']), { account_number: '1918171614' }],
    ['C07', at([1, ROUTING], [10, '12 3456789'], [27, '32']), { routing_number: ROUTING, account_type: 'savings' }],
  ])('of %s, %j, is understood in part', (code, data, correction) => {
    expect(parseCorrectedData(code, data)).toEqual(correction);
    expect(isWholeCorrection(code, correction)).toBe(false);
  });

  it.each([
    ['C01', ''],
    ['C01', '123'],
    ['C01', '12 34 56'],
    ['C01', '123456789 111'],
    ['C01', '191817161400000000'],
    ['C02', '231380105'],
    ['C02', `${ROUTING} 1`],
    ['C03', `${ROUTING}1918171614`],
    ['C04', ''],
    ['C05', '99'],
    ['C05', '21'],
    ['C05', '52'],
    ['C05', 'NOT 22'],
    ['C05', 'FROM 22 TO 32'],
    ['C05', '22 SAVINGS'],
    ['C05', 'ACCOUNT TYPE'],
    ['C06', '123456789 111 22'],
    ['C06', at([1, '123456789 111'], [22, '22'])],
    ['C07', '1918171614 231380104 22'],
    ['C07', '191817168231380104       22'],
    ['C09', 'REF0001'],
    ['C13', ''],
    ['C99', 'x'],
  ])('of %s, %j, gives no correction', (code, data) => {
    expect(parseCorrectedData(code, data)).toBeUndefined();
  });
});
