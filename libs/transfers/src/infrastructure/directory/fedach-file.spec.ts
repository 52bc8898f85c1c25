import { parseFedAch } from './fedach-file.js';
import { ParticipationFileError } from './directory-file-error.js';

/** A line as the Federal Reserve writes it: 155 characters. */
const line = (routing: string, { type = '1', next = '000000000', name = 'FIRST BANK' } = {}) =>
  [
    ...[routing, 'O', '011000015', type, '122415', next, name.padEnd(36), '1 MAIN STREET'.padEnd(36)],
    ...['BOSTON'.padEnd(20), 'MA', '02110', '0000', '617', '555', '0100', '1', '1', '     '],
  ].join('');
const parse = (...lines: string[]) => parseFedAch(Buffer.from(lines.join('\n'), 'latin1'));
const messageOf = (...lines: string[]) => {
  try {
    return `no error: ${parse(...lines).length}`;
  } catch (error) {
    return error instanceof ParticipationFileError ? error.message : String(error);
  }
};

describe('the FedACH directory', () => {
  it('has lines of 155 characters', () => {
    expect(line('011000015')).toHaveLength(155);
  });

  it('names each bank, and the number that replaces its own', () => {
    const banks = parse(
      line('011000015', { type: '0', name: 'FEDERAL RESERVE BANK' }),
      `${line('021000021').trimEnd()}\r`,
      line('091000019', { type: '2', next: '231380104' }),
      '',
    );
    expect(banks).toEqual([
      { routing_number: '011000015', new_routing_number: null, name: 'FEDERAL RESERVE BANK' },
      { routing_number: '021000021', new_routing_number: null, name: 'FIRST BANK' },
      { routing_number: '091000019', new_routing_number: '231380104', name: 'FIRST BANK' },
    ]);
  });

  it.each([
    ['is empty', [''], 'line 1: no routing numbers follow'],
    ['is another file', ['routing_number,rtp,fednow'], 'line 1: must have 155 characters, but has 25'],
    ['is broken off', [line('021000021').slice(0, 100)], 'line 1: must have 155 characters, but has 84'],
    ['has a wrong check digit', [line('021000022')], 'line 1: positions 1-9 must be a routing number'],
    ['has no record type', [line('021000021', { type: '3' })], 'line 1: position 20 must be a record type: 0, 1 or 2'],
    [
      'lacks the new number',
      [line('021000021', { type: '2' })],
      'line 1: positions 27-35 must be the new routing number',
    ],
    ['lacks a name', [line('021000021', { name: '' })], 'line 1: positions 36-71 must be the name of the bank'],
    [
      'names a bank twice',
      [line('021000021'), '', line('021000021')],
      'line 3: duplicate routing_number, already in line 1',
    ],
  ])('is refused when it %s', (_, lines, message) => {
    expect(messageOf(...lines)).toBe(message);
  });

  it('is refused with its first ten errors, and how many more there are', () => {
    const lines = messageOf(...Array.from({ length: 12 }, () => 'x')).split('\n');
    expect([lines.length, lines[10]]).toEqual([11, 'and 2 more']);
  });
});
