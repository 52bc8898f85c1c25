import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCommandLine } from '../command-line.js';
import { CHANNEL_FAULTS, CONTENT_FAULTS, Faults } from '../faults/faults.js';
import { outcomesByCents } from './outcomes.table.js';
import { parseBankSettings } from './bank-settings.js';

describe('the settings of the simulated bank', () => {
  it('have a value for all that a file leaves out', () => {
    expect(parseBankSettings('{}', 'rules.json')).toEqual({
      routingNumber: '091000019',
      destination: ' 091000019',
      bankName: 'FIRST BANK',
      accountNumber: '1000200030',
      openingCents: 100_000_000,
      acknowledgment: 'report',
      statements: ['bai2'],
      customers: [],
      businessAccounts: [],
      users: [],
      rules: [],
    });
  });

  it.each([
    ['[]', 'rules.json: must be an object'],
    ['{"rule":[]}', 'rules.json: unknown member rule; expected bank, acknowledgment, statements'],
    ['{"acknowledgment":"fax"}', 'acknowledgment: must be one of none, moved, pain.002, fedach, report'],
    ['{"bank":{"routing_number":"091000018"}}', 'bank: routing_number: has a wrong check digit'],
    ['{"bank":{"routing_number":"9"}}', 'bank: routing_number: must be 9 digits'],
    ['{"bank":{"opening_balance_cents":1.5}}', 'opening_balance_cents: must be a whole number'],
    ['{"customers":{}}', 'customers: must be an array'],
    ['{"customers":[{"immediate_origin":""}]}', 'customers[0]: immediate_origin: must be at most 10 characters'],
    ['{"users":[{"name":"a","password":""}]}', 'users[0]: password: must be a password'],
    ['{"rules":[{}]}', 'rules[0]: outcomes: must be an array'],
    ['{"rules":[{"outcomes":[{}]}]}', 'rules[0]: outcomes[0]: must have one of return, change, refuse'],
    ['{"rules":[{"outcomes":[{"return":"R01","change":"C01"}]}]}', 'must have one of return, change, refuse'],
    ['{"rules":[{"outcomes":[{"return":"C01"}]}]}', 'return: must be R and 2 digits'],
    [
      '{"rules":[{"outcomes":[{"return":"R61"}]}]}',
      'return: must be R and 2 digits, of a return by the receiving bank',
    ],
    ['{"rules":[{"outcomes":[{"change":"C61"}]}]}', 'change: must be C and 2 digits, of a notification of change'],
    ['{"rules":[{"outcomes":[{"return":"R01","after_days":91}]}]}', 'after_days: must be a whole number from 0 to 90'],
    ['{"rules":[{"trace":"1","outcomes":[]}]}', 'trace: must be 15 digits'],
    ['{"rules":[{"cents":{"from":-1},"outcomes":[]}]}', 'cents: from: must be a whole number'],
  ])('are refused in %s', (text, message) => {
    expect(() => parseBankSettings(text, 'rules.json')).toThrow(message);
  });
});

describe('the command line of the simulated bank', () => {
  it('takes a directory, a port and the length of a day', () => {
    expect(parseCommandLine(['--dir', 'd', '--sftp', '0', '--day-seconds', '0.5'])).toMatchObject({
      directory: 'd',
      sftpPort: 0,
      daySeconds: 0.5,
    });
    expect(parseCommandLine(['--sftp', '2222'])).toMatchObject({ directory: '.data/bank', daySeconds: 2 });
  });

  it.each([
    [[], 'give --dir, --sftp or both'],
    [['--dir'], "Option '--dir <value>' argument missing"],
    [['--nope'], "Unknown option '--nope'"],
    [['--sftp', '70000'], '--sftp: 70000 is no valid number'],
    [['--sftp', 'x'], '--sftp: x is no valid number'],
    [['--dir', 'd', '--day-seconds', '0'], '--day-seconds: 0 is no valid number'],
    [['--dir', 'd', '--rules', 'nowhere.json'], 'nowhere.json: cannot be read (ENOENT)'],
  ])('refuses %j', (args, message) => {
    expect(() => parseCommandLine(args)).toThrow(message);
  });
});

describe('the page about the simulated bank', () => {
  const page = readFileSync(join(__dirname, '../../../../docs/reference/simulated-bank.md'), 'utf8');
  const [rules = '', faults = ''] = [...page.matchAll(/^```json\n([^]*?)^```/gm)].map(([, text]) => text);

  it('has examples that the bank can read', () => {
    const defaults = parseBankSettings('{}', 'settings');
    const { routingNumber, bankName, accountNumber, openingCents, acknowledgment } = parseBankSettings(rules, 'rules');
    expect(defaults).toMatchObject({ routingNumber, bankName, accountNumber, openingCents, acknowledgment });
    expect(Faults.parse(faults, 'faults')).toBeInstanceOf(Faults);
  });

  it('lists every fault and every amount with an outcome', () => {
    const named = [...page.matchAll(/^\| `([a-z_]+)` +\|/gm)].map(([, name]) => name);
    expect(named).toEqual(expect.arrayContaining([...CONTENT_FAULTS, ...CHANNEL_FAULTS]));
    const amounts = [...page.matchAll(/^\| (\d\d) +\| (\w+) +\| (.*?) *\|$/gm)];
    const listed = amounts.flatMap(([, cents, entry, text]) =>
      (entry === 'both' ? ['credit', 'debit'] : [entry]).map((direction) => `${cents} ${direction} ${codesIn(text!)}`),
    );
    const table = Object.entries(outcomesByCents).flatMap(([cents, sides]) =>
      (['credit', 'debit'] as const).flatMap((direction) =>
        sides[direction] ? [`${cents} ${direction} ${sides[direction].map(({ code }) => code).join()}`] : [],
      ),
    );
    expect(listed.sort()).toEqual(table.sort());
  });
});

const codesIn = (text: string): string => [...text.matchAll(/[RC]\d\d/g)].join();
