import { parseCsv } from '@payments/kernel';
import { errorLines, ERRORS_HEAD } from './errors-csv.js';

const errorOf = (transfer_reference_id: string) => ({
  ...{
    number: 1,
    line: 2,
    transfer_reference_id,
    error_code: 'invalid_amount',
    field: 'amount',
    message: 'no "cents", really',
  },
});
const referenceIn = (file: string) => [...parseCsv(file)][1]!.cells[2];

describe('the file of refused rows', () => {
  it('has a line for each row', () => {
    expect(ERRORS_HEAD + errorLines([errorOf('p-1'), { number: 3, line: 4, error_code: 'invalid_part' }])).toBe(
      'line,number,transfer_reference_id,error_code,field,message\r\n' +
        '2,1,p-1,invalid_amount,amount,"no ""cents"", really"\r\n' +
        '4,3,,invalid_part,,\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x","y")'])(
    'makes %j inert for a spreadsheet',
    (reference) => {
      expect(referenceIn(ERRORS_HEAD + errorLines([errorOf(reference)]))).toBe(`'${reference}`);
    },
  );

  it.each(['a,b', '"', 'a"b', 'ü'])('keeps %j as it is', (reference) => {
    expect(referenceIn(ERRORS_HEAD + errorLines([errorOf(reference)]))).toBe(reference);
  });
});
