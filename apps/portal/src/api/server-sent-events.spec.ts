import fc from 'fast-check';
import { EventStreamParser } from './server-sent-events.js';

const STREAM =
  ': keep-alive\n\nid: 17\nevent: transfer_updated\ndata: {"a":1}\n\r\n' +
  'data:two\r\ndata: lines\r\n\r\nevent: nothing\n\nid: 18\rdata\r\rdata: unfinished\n';
const EVENTS = [
  { id: '17', type: 'transfer_updated', data: '{"a":1}' },
  { id: '17', type: 'message', data: 'two\nlines' },
  { id: '18', type: 'message', data: '' },
];

describe('EventStreamParser', () => {
  it('reads the events of a stream, each once it is complete', () => {
    expect(new EventStreamParser().push(STREAM)).toEqual(EVENTS);
  });

  it('reads the same events however the stream is cut', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(STREAM.length)), (places) => {
        const cuts = [0, ...places.sort((a, b) => a - b), STREAM.length];
        const parser = new EventStreamParser();
        const events = cuts.slice(1).flatMap((end, index) => parser.push(STREAM.slice(cuts[index], end)));
        expect(events).toEqual(EVENTS);
      }),
    );
  });
});
