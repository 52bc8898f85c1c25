import { Log } from '@payments/observability';
import type { StreamItem } from '../../application/stream-events.js';
import type { StreamedEvent } from '../../application/stream-ports.js';
import { formatOf, NDJSON, SERVER_SENT_EVENTS, streamOf } from './event-stream.format.js';
import type { StreamFormat } from './event-stream.format.js';

const event: StreamedEvent = {
  ...{ event_id: 'e', event_type: 'person_created', created_at: new Date('2026-01-31T17:00:00Z'), sequence: 2 },
  ...{ data: '{"person":{"name":"A\\nB"}}', test: false, position: '17', resource_type: 'person', resource_id: 'r' },
};
const head = '"event_id":"e","event_type":"person_created","created_at":"2026-01-31T17:00:00.000Z","sequence":2';

async function written(format: StreamFormat, isWhole: boolean, items: readonly StreamItem[]): Promise<string> {
  async function* source() {
    yield* await Promise.resolve(items);
  }
  const context = { requestId: 'r' };
  let text = '';
  for await (const part of streamOf(source(), { format, isWhole, context, log: new Log('test', 'silent') })) {
    text += part.toString();
  }
  return text;
}
const ITEMS: readonly StreamItem[] = [
  { kind: 'keep_alive' },
  { kind: 'events', events: [event] },
  { kind: 'reconnect' },
];

describe('the text of an event stream', () => {
  it('has an id, a type and one line of data for each server-sent event', async () => {
    expect(await written(SERVER_SENT_EVENTS, true, ITEMS)).toBe(
      ': keep-alive\n\n' +
        `id: 17\nevent: person_created\ndata: {${head},"position":17,"event_data":{"person":{"name":"A\\nB"}}}\n\n` +
        'event: reconnect\ndata: {}\n\n',
    );
  });

  it('is one line for each event as NDJSON', async () => {
    expect(await written(NDJSON, false, ITEMS)).toBe(
      `\n{${head},"position":17,"resource_type":"person","resource_id":"r"}\n`,
    );
  });

  it('is made once for all streams that read the same page in the same form', async () => {
    const page: StreamItem = { kind: 'events', events: [event] };
    const bytes = async (format: StreamFormat, isWhole: boolean) => {
      async function* source() {
        yield* await Promise.resolve([page]);
      }
      const options = { format, isWhole, context: { requestId: 'r' }, log: new Log('test', 'silent') };
      return (await streamOf(source(), options).next()).value;
    };
    const first = await bytes(SERVER_SENT_EVENTS, false);
    expect(await bytes(SERVER_SENT_EVENTS, false)).toBe(first);
    const others = [await bytes(SERVER_SENT_EVENTS, true), await bytes(NDJSON, false), await bytes(NDJSON, true)];
    expect(new Set([first, ...others].map(String)).size).toBe(4);
  });

  it('ends when the log cannot be read, and leaves the rest to the next connection', async () => {
    async function* source(): AsyncGenerator<StreamItem, void> {
      yield* await Promise.resolve(ITEMS.slice(0, 1));
      throw new Error('the database is gone');
    }
    const options = { format: NDJSON, isWhole: true, context: { requestId: 'r' }, log: new Log('test', 'silent') };
    const parts: string[] = [];
    for await (const part of streamOf(source(), options)) parts.push(String(part));
    expect(parts).toEqual(['\n']);
  });

  it.each([
    [undefined, SERVER_SENT_EVENTS],
    ['*/*', SERVER_SENT_EVENTS],
    ['text/event-stream', SERVER_SENT_EVENTS],
    ['application/x-ndjson', NDJSON],
  ])('is, for a client that accepts %j, of the right type', (accept, format) => {
    expect(formatOf(accept)).toBe(format);
  });
});
