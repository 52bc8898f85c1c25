import { ParticipationFileError } from './directory-file-error.js';
import { parseNetwork, withParticipants } from './network-file.js';

const parse = (...lines: string[]) => parseNetwork(Buffer.from(lines.join('\n')));
const messageOf = (...lines: string[]) => {
  try {
    return `no error: ${parse(...lines).length}`;
  } catch (error) {
    return error instanceof ParticipationFileError ? error.message : String(error);
  }
};

describe('a list of participants of one network', () => {
  it.each([
    ['is bare', ['011000015', '021000021', '']],
    ['has a heading', ['Routing Transit Number', '011000015', '021000021']],
    ['comes from a spreadsheet', ['\uFEFFName,"ABA Number",City', '"Acme, N.A.",011000015,Boston', 'Beta,021000021,']],
    ['names a bank for each of its services', ['rtn,service', '011000015,send', '021000021,send', '011000015,receive']],
  ])('is read when it %s', (_, lines) => {
    expect(parse(...lines)).toEqual(['011000015', '021000021']);
  });

  it('leaves out whoever only receives requests for payment', () => {
    const lines = [
      'rtn,services',
      '011000015,CTSR;RFPR',
      '021000021,RFPR',
      '231380104,CTRO',
      '091000019,Request for payment',
    ];
    expect(parse(...lines)).toEqual(['011000015', '231380104']);
    expect(parse('rtn,services', '021000021,RFPR', '021000021,CTSR')).toEqual(['021000021']);
  });

  it.each([
    ['is empty', [''], 'line 1: must name one column of routing numbers, such as routing_number'],
    ['has a heading alone', ['routing_number'], 'line 1: no routing numbers follow'],
    ['has two candidates', ['aba,rtn'], 'line 1: must name one column of routing numbers, such as routing_number'],
    ['has lost a leading zero', ['routing_number', '11000015'], 'line 2: the routing number must be 9 digits'],
    ['has lost one in its first line', ['11000015'], 'line 1: the routing number must be 9 digits'],
  ])('is refused when it %s', (_, lines, message) => {
    expect(messageOf(...lines)).toBe(message);
  });

  it('replaces the participants of its network, and keeps those of the other', () => {
    const loaded = [
      { routing_number: '011000015', rtp: true, fednow: true },
      { routing_number: '021000021', rtp: true, fednow: false },
    ];
    expect(withParticipants(loaded, 'rtp', ['231380104', '011000015'])).toEqual([
      { routing_number: '011000015', rtp: true, fednow: true },
      { routing_number: '231380104', rtp: true, fednow: false },
    ]);
    expect(withParticipants(loaded, 'fednow', ['021000021'])).toEqual([
      { routing_number: '011000015', rtp: true, fednow: false },
      { routing_number: '021000021', rtp: true, fednow: true },
    ]);
  });
});
