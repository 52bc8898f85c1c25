import { fileOfMessage, messageIdProblem } from './message-id.js';

const header = {
  ...{ immediate_destination: '091000019', immediate_destination_name: 'FIRST BANK' },
  ...{ immediate_origin: '1234567890', immediate_origin_name: 'ACME CORP', reference_code: 'A.C+1' },
};
const identity = { immediate_origin: '1234567890', immediate_destination: '091000019', creation_date: '261124' };

describe('what a bank calls a file', () => {
  it.each([
    ['{file_name}', 'payroll.ach', { name: 'payroll.ach', identity: null }],
    ['NACHA-{file_name}', 'NACHA-payroll.ach', { name: 'payroll.ach', identity: null }],
    ['{date6}{modifier}', '261124A', { identity: { ...identity, creation_time: '', modifier: 'A' } }],
    [
      '{origin}{date}{time}{modifier}',
      '12345678902026112409057',
      { identity: { ...identity, creation_time: '0905', modifier: '7' } },
    ],
    [
      '{reference_code}-{date6}-{modifier}',
      'A.C+1-261124-B',
      { identity: { ...identity, creation_time: '', modifier: 'B' } },
    ],
    ['{reference_code}-{date6}-{modifier}', 'AxC+1-261124-B', { name: 'AxC+1-261124-B', identity: null }],
    ['{date6}{modifier}', '26112A', { name: '26112A', identity: null }],
  ])('%s stands for the file in %s', (template, id, expected) => {
    expect(fileOfMessage(id, { template, header })).toMatchObject(expected);
  });

  it.each([
    ['{file_name}', 36, 'can exceed the 35 characters'],
    ['X{file_name}', 35, 'can exceed the 35 characters'],
    ['{file_name}{modifier}', 10, 'has other tokens'],
    ['{reference_code}', 10, 'identifies no file'],
    ['{date6}', 10, 'identifies no file'],
    ['{date}{date6}{modifier}', 10, 'identifies no file'],
    ['{date6}{modifier}{modifier}', 10, 'has an unknown or repeated token'],
    ['{sequence}', 10, 'has an unknown or repeated token'],
  ])('%s with names of %i characters is refused', (template, longest, problem) => {
    expect(messageIdProblem(template, longest)).toContain(problem);
  });

  it.each([
    ['{file_name}', 35],
    ['{origin}{date6}{time}{modifier}', 80],
  ])('%s with names of %i characters is sound', (template, longest) => {
    expect(messageIdProblem(template, longest)).toBeUndefined();
  });
});
