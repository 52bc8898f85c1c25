import type { AddressInfo } from 'node:net';
import { Health } from '@payments/http';
import { newId } from '@payments/kernel';
import { aBusiness, eventually } from '@payments/testing';
import type { ApiClient } from '../support/api-client.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const SSE_EVENT = /id: (\d+)\nevent: (\w+)\ndata: (.*)\n\n/g;

/** An open stream: what it has sent so far, and its end. */
class OpenStream {
  text = '';
  hasEnded = false;

  constructor(
    readonly response: Response,
    private readonly abort: AbortController,
  ) {
    void this.read();
  }

  get positions(): number[] {
    return [...this.text.matchAll(SSE_EVENT)].map(([, position]) => Number(position));
  }

  close(): void {
    this.abort.abort();
  }

  private async read(): Promise<void> {
    try {
      const decoder = new TextDecoder();
      for await (const chunk of this.response.body!) this.text += decoder.decode(chunk, { stream: true });
    } catch {
      // Closed by the test, or cut by the service: what matters is the text until then.
    }
    this.hasEnded = true;
  }
}

describe('GET /deliver/events/stream', () => {
  let service: TestService;
  let client: ApiClient;
  let baseUrl: string;
  const open: OpenStream[] = [];

  beforeAll(async () => {
    service = await startTestService();
    await service.startWorker();
    await service.api.listen(0, '127.0.0.1');
    baseUrl = `http://127.0.0.1:${(service.api.getHttpServer().address() as AddressInfo).port}`;
  });
  beforeEach(async () => {
    client = await service.client();
  });
  afterEach(() => {
    for (const stream of open.splice(0)) stream.close();
  });
  afterAll(() => service.stop());

  async function connect(query = '', headers: Record<string, string> = {}, by = client): Promise<OpenStream> {
    const abort = new AbortController();
    const url = `${baseUrl}/deliver/events/stream${query}`;
    const response = await fetch(url, { headers: { ...by.headers, ...headers }, signal: abort.signal });
    const stream = new OpenStream(response, abort);
    open.push(stream);
    return stream;
  }
  const createBusiness = async (by = client) => {
    const response = await by.post('/deliver/businesses', aBusiness({ customer_reference_id: newId() }));
    return (response.body['business'] as { id: string }).id;
  };
  /** Adds events, as if the service had recorded them. */
  const addEvents = (count: number) =>
    service.database.query(
      `INSERT INTO platform.events (enterprise_id, id, type, resource_type, resource_id, sequence, data, request_id, created_at)
       SELECT $1, gen_random_uuid(), 'business_created', 'business', gen_random_uuid(), 1, '{"business":{}}', 'r', now()
       FROM generate_series(1, $2)`,
      [client.credentials.enterprise_id, count],
    );
  const lastPosition = async () => {
    const [row] = await service.database.query<{ last: string }>(
      `SELECT last_position AS last FROM platform.event_positions WHERE enterprise_id = $1`,
      [client.credentials.enterprise_id],
    );
    return Number(row?.last ?? 0);
  };
  const published = (count: number) => eventually('published', async () => (await lastPosition()) >= count);
  const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
  const refusal = async (query: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${baseUrl}/deliver/events/stream${query}`, {
      headers: { ...client.headers, ...headers },
    });
    return [response.status, ((await response.json().catch(() => ({}))) as { error_code?: string }).error_code];
  };

  it('sends events as they are published, each as GET /webhooks/events/{id} shows it', async () => {
    const stream = await connect();
    expect([stream.response.status, stream.response.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    await eventually('connected', async () => stream.text.startsWith(': keep-alive\n\n'));
    await createBusiness();
    await eventually('both events', async () => stream.positions.length >= 2);
    for (const [, position, type, data] of stream.text.matchAll(SSE_EVENT)) {
      const event = JSON.parse(data!) as { event_id: string; event_type: string; position: number };
      expect([Number(position), type]).toEqual([event.position, event.event_type]);
      expect((await client.get(`/webhooks/events/${event.event_id}`)).body['event']).toEqual(event);
    }
  });

  it('sends lines of JSON to a client that accepts them', async () => {
    await createBusiness();
    await published(1);
    const stream = await connect('?after=0&follow=false', { accept: 'application/x-ndjson' });
    await eventually('its end', async () => stream.hasEnded);
    const events = stream.text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { position: number; event_data: object });
    expect(events.map(({ position }) => position)).toEqual(upTo(events.length));
    expect(events[0]!.event_data).toHaveProperty('business');
    expect(stream.response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  });

  it('says only which resource has changed with data=none', async () => {
    const id = await createBusiness();
    await published(1);
    const stream = await connect('?after=0&follow=false&data=none');
    await eventually('its end', async () => stream.hasEnded);
    const [[, , , data] = []] = [...stream.text.matchAll(SSE_EVENT)];
    expect(JSON.parse(data!)).toEqual({
      ...{ event_id: expect.any(String), event_type: 'business_created', created_at: expect.any(String) },
      ...{ sequence: 1, position: 1, resource_type: 'business', resource_id: id },
    });
  });

  it('begins with the next event, after a position, or after Last-Event-ID, which wins', async () => {
    await addEvents(5);
    await published(5);
    const positionsOf = async (query: string, headers = {}) => {
      const stream = await connect(`${query}${query === '' ? '?' : '&'}follow=false`, headers);
      await eventually('its end', async () => stream.hasEnded);
      return stream.positions;
    };
    expect(await positionsOf('')).toEqual([]);
    expect(await positionsOf('?after=3')).toEqual([4, 5]);
    expect(await positionsOf('?after=3', { 'last-event-id': '1' })).toEqual([2, 3, 4, 5]);
    expect(await positionsOf('?after=0&event_type=person_created')).toEqual([]);
    const filtered = await positionsOf(`?after=0&resource_id=${newId()}`);
    expect(filtered).toEqual([]);
  });

  it('sends each event once and in order to a client that is cut off again and again', async () => {
    const count = 3_000;
    const writing = (async () => {
      for (let i = 0; i < count / 100; i++) await addEvents(100);
    })();
    const seen: number[] = [];
    for (let cut = 0; seen.length < count; cut++) {
      const last = seen.at(-1);
      const stream = await connect('?after=0', last === undefined ? {} : { 'last-event-id': String(last) });
      const wanted = Math.min(count - seen.length, 1 + ((cut * 37) % 500));
      await eventually('some events', async () => stream.positions.length >= wanted);
      stream.close();
      // Whatever has arrived before the cut was seen.
      seen.push(...stream.positions);
    }
    await writing;
    expect(seen).toEqual(upTo(count));
  });

  it('shows no events of another enterprise', async () => {
    const other = await service.client();
    const stream = await connect('?after=0', {}, other);
    await createBusiness();
    await createBusiness(other);
    await eventually('the own event', async () => stream.positions.length >= 1);
    const own = (await other.get('/webhooks/events')).body['events'] as { event_id: string }[];
    const ids = [...stream.text.matchAll(/"event_id":"([^"]+)"/g)].map(([, id]) => id);
    expect(own.map(({ event_id }) => event_id)).toEqual(expect.arrayContaining(ids));
  });

  it.each<[string, { query?: string; last?: string; code?: string }]>([
    ['a position that is none', { query: '?after=x' }],
    ['a Last-Event-ID that is none', { last: 'x' }],
    ['a position that is yet to come', { query: '?after=1000' }],
    ['an event type that is none', { query: '?event_type=x', code: 'invalid_event_type' }],
    ['data that is neither', { query: '?data=some', code: 'invalid_data' }],
  ])('refuses %s', async (_, { query = '', last, code = 'invalid_after' }) => {
    expect(await refusal(query, last === undefined ? {} : { 'last-event-id': last })).toEqual([400, code]);
  });

  it('refuses a position whose next events are gone', async () => {
    await addEvents(5);
    await published(5);
    await service.database.query(`DELETE FROM platform.events WHERE enterprise_id = $1 AND position <= 3`, [
      client.credentials.enterprise_id,
    ]);
    expect(await refusal('?after=2')).toEqual([400, 'invalid_after']);
    const stream = await connect('?after=3&follow=false');
    await eventually('its end', async () => stream.hasEnded);
    expect(stream.positions).toEqual([4, 5]);
  });

  it('refuses the sixth stream of a client until one is closed', async () => {
    const streams = await Promise.all(Array.from({ length: 5 }, () => connect()));
    await eventually('all connected', async () => streams.every(({ text }) => text !== ''));
    expect(await refusal('')).toEqual([429, 'too_many_requests']);
    streams[0]!.close();
    await eventually('there is room', async () => {
      const stream = await connect();
      return stream.response.status === 200;
    });
    // It is not the next sign of life that finds the closed one out.
    expect(streams[1]!.text).toBe(': keep-alive\n\n');
  });

  it('ends when the client is disabled', async () => {
    const stream = await connect();
    await eventually('connected', async () => stream.text !== '');
    await service.database.query(`UPDATE auth.clients SET disabled_at = now() WHERE client_id = $1`, [
      client.credentials.client_id,
    ]);
    await eventually('its end', async () => stream.hasEnded);
    expect(stream.text).toMatch(/event: reconnect\ndata: \{\}\n\n$/);
  });

  it('ends with the hint to connect again when the process stops, and holds no place of a request until then', async () => {
    const stream = await connect();
    await eventually('connected', async () => stream.text !== '');
    const health = service.api.get(Health);
    const draining = jest.spyOn(health, 'isDraining', 'get').mockReturnValue(true);
    try {
      await eventually('its end', async () => stream.hasEnded);
      expect(stream.text).toMatch(/event: reconnect\n/);
    } finally {
      draining.mockRestore();
    }
  });
});
