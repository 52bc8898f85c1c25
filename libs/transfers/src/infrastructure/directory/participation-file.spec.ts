import { parseParticipation, ParticipationFileError } from './participation-file.js';

const HEADER = 'routing_number,rtp,fednow';
const parse = (...lines: string[]) => parseParticipation(Buffer.from(lines.join('\n')));
const messageOf = (bytes: Buffer) => {
  try {
    return `no error: ${parseParticipation(bytes).length}`;
  } catch (error) {
    return error instanceof ParticipationFileError ? error.message : String(error);
  }
};

describe('a directory of participants', () => {
  it('has one routing number in each line', () => {
    expect(parse(HEADER, '011000015,true,false', '021000021,TRUE,True', '')).toEqual([
      { routing_number: '011000015', rtp: true, fednow: false },
      { routing_number: '021000021', rtp: true, fednow: true },
    ]);
  });

  it('may come from a spreadsheet: marked, quoted, with other columns, in another order', () => {
    const bytes = Buffer.from('\uFEFFBank,"FedNow",RTP,Routing_Number\r\n"Acme, N.A.",true, false ,"011000015"\r\n');
    expect(parseParticipation(bytes)).toEqual([{ routing_number: '011000015', rtp: false, fednow: true }]);
  });

  it.each([
    [
      'has no header',
      '',
      'line 1: must have the column routing_number and the column rtp and the column fednow exactly once',
    ],
    ['lacks a column', 'routing_number,rtp', 'line 1: must have the column fednow exactly once'],
    ['names a column twice', `${HEADER},RTP`, 'line 1: must have the column rtp exactly once'],
    ['has a header alone', HEADER, 'line 1: no routing numbers follow'],
    ['has lost a leading zero', `${HEADER}\n11000015,true,true`, 'line 2: routing_number must be 9 digits'],
    ['has letters', `${HEADER}\n01100001x,true,true`, 'line 2: routing_number must be 9 digits'],
    ['says neither true nor false', `${HEADER}\n011000015,yes,true`, 'line 2: rtp must be true or false'],
    ['leaves a value empty', `${HEADER}\n011000015,true,`, 'line 2: fednow must be true or false'],
    ['has too few values', `${HEADER}\n011000015,true`, 'line 2: must have 3 values, but has 2'],
    ['has too many values', `${HEADER}\n011000015,true,true,`, 'line 2: must have 3 values, but has 4'],
    [
      'names a bank twice',
      `${HEADER}\n011000015,true,true\n\n011000015,true,true`,
      'line 4: duplicate routing_number, already in line 2',
    ],
    ['breaks off', `${HEADER}\n"011000015`, 'line 2: a quote is not closed, or is inside a value'],
  ])('is refused when it %s', (_, text, message) => {
    expect(messageOf(Buffer.from(text))).toBe(message);
  });

  it('is refused when it is no text', () => {
    expect(messageOf(Buffer.from([0xff, 0xfe, 0x00]))).toBe('the file must be UTF-8 text');
  });

  it('is refused with its first ten errors, and how many more there are', () => {
    const lines = messageOf(Buffer.from([HEADER, ...Array.from({ length: 12 }, () => 'x,true,true')].join('\n'))).split(
      '\n',
    );
    expect(lines).toHaveLength(11);
    expect([lines[0], lines[10]]).toEqual(['line 2: routing_number must be 9 digits', 'and 2 more']);
  });
});
