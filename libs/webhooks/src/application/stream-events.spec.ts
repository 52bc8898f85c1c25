import { FixedClock, newId } from '@payments/kernel';
import type { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { Tenant } from '@payments/observability';
import { StreamEvents } from './stream-events.js';
import { eventually } from '@payments/testing';
import type { StreamItem, StreamRequest } from './stream-events.js';
import { EventStreams, PublishedSignals } from './stream-ports.js';
import type { EventPage, StreamedEvent, StreamFilter } from './stream-ports.js';

const NOW = new Date('2026-01-31T17:00:00Z');
const tenant = { enterpriseId: newId() } as Tenant;
const request: StreamRequest = {
  ...{ after: 0, isOfChanges: false, follow: false, caller: 'c' },
  mayGoOn: () => Promise.resolve(true),
};

/** A log of events, of which every second one is about a person. */
class FakeLog extends EventStreams {
  reads = 0;
  oldest: number | null = 1;
  onRead: () => void = () => undefined;

  constructor(public last: number) {
    super();
  }

  range() {
    return Promise.resolve({ oldest: this.oldest, last: this.last });
  }

  after(position: number, limit: number, { event_type }: StreamFilter): Promise<EventPage> {
    this.reads++;
    const all = Array.from({ length: this.last - position }, (_, i) => position + 1 + i);
    const found = all.filter((each) => event_type === undefined || each % 2 === 0).slice(0, limit);
    const readUntil = found.length < limit ? this.last : found.at(-1)!;
    this.onRead();
    return Promise.resolve({ events: found.map((each) => ({ position: String(each) }) as StreamedEvent), readUntil });
  }
}

class FakeSignals extends PublishedSignals {
  readonly open = new Set<() => void>();

  next() {
    let wake: () => void = () => undefined;
    const published = new Promise<void>((resolve) => (wake = resolve));
    this.open.add(wake);
    return { published, cancel: () => void this.open.delete(wake) };
  }

  publish(): void {
    for (const wake of this.open) wake();
  }
}

function setUp(last: number) {
  const log = new FakeLog(last);
  const signals = new FakeSignals();
  const unitOfWork = { read: (work: () => unknown) => work() } as unknown as UnitOfWork;
  const streams = new StreamEvents(unitOfWork, log, signals, new FixedClock(NOW));
  const begin = (change: Partial<StreamRequest> = {}) => within(() => streams.begin({ ...request, ...change }));
  return { log, signals, begin };
}

const within = <T>(work: () => T): T => workContext.run({ requestId: 'r', tenant }, work);
const positionsOf = (items: readonly StreamItem[]) =>
  items.flatMap((item) => (item.kind === 'events' ? item.events.map(({ position }) => Number(position)) : []));

async function take(items: AsyncGenerator<StreamItem, void>, until: (taken: StreamItem[]) => boolean) {
  const taken: StreamItem[] = [];
  while (!until(taken)) {
    const { done, value } = await within(() => items.next());
    if (done) break;
    taken.push(value);
  }
  return taken;
}
const whole = (items: AsyncGenerator<StreamItem, void>) => take(items, () => false);

describe(StreamEvents.name, () => {
  it('sends every event after the position once, in pages, and then ends', async () => {
    const { begin, signals } = setUp(1_001);
    const items = await whole(await begin({ after: 1 }));
    expect(positionsOf(items)).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 2));
    expect(items.filter(({ kind }) => kind === 'events')).toHaveLength(5);
    expect(signals.open.size).toBe(0);
  });

  it('reads what a filter has left out only once', async () => {
    const { begin, log, signals } = setUp(3);
    const items = await begin({ event_type: ['person_created'], follow: true });
    await take(items, (taken) => positionsOf(taken).length === 1);
    log.last = 5;
    signals.publish();
    const asked = jest.spyOn(log, 'after');
    const next = take(items, (taken) => positionsOf(taken).length === 1);
    expect(positionsOf(await next)).toEqual([4]);
    expect(asked.mock.calls[0]![0]).toBe(3);
    await items.return();
  });

  it('misses no event that is published while it reads', async () => {
    const { begin, log, signals } = setUp(1);
    const items = await begin({ follow: true });
    log.onRead = () => {
      log.onRead = () => undefined;
      log.last = 2;
      signals.publish();
    };
    const taken = await take(items, (all) => positionsOf(all).length === 2);
    expect([positionsOf(taken), log.reads]).toEqual([[1, 2], 2]);
    await items.return();
  });

  it('reads once for all streams of an enterprise that are woken together', async () => {
    const { begin, log, signals } = setUp(1);
    const callers = ['a', 'b', 'c'];
    const streams = await Promise.all(callers.map((caller) => begin({ after: 1, follow: true, caller })));
    const another = await begin({ after: 1, follow: true, caller: 'd', event_type: ['person_created'] });
    const takeOne = (items: (typeof streams)[0]) => take(items, (taken) => positionsOf(taken).length === 1);
    const taken = Promise.all([...streams, another].map(takeOne));
    await eventually('all wait', () => Promise.resolve(signals.open.size === 4));
    log.reads = 0;
    log.last = 2;
    signals.publish();
    expect((await taken).map(positionsOf)).toEqual([[2], [2], [2], [2]]);
    expect(log.reads).toBe(2);
    for (const stream of [...streams, another]) await stream.return();
  });

  it('gathers more for streams of changes, for which no other stream waits', async () => {
    const { begin, log, signals } = setUp(1);
    const streams = {
      changes: await begin({ after: 1, follow: true, isOfChanges: true, caller: 'a' }),
      whole: await begin({ after: 1, follow: true, caller: 'b' }),
    };
    const came: string[] = [];
    const ends = Object.entries(streams).map(async ([name, stream]) => {
      await take(stream, (taken) => positionsOf(taken).length === 1);
      came.push(name);
    });
    await eventually('both wait', () => Promise.resolve(signals.open.size === 2));
    log.reads = 0;
    log.last = 2;
    signals.publish();
    await Promise.all(ends);
    expect([came, log.reads]).toEqual([['whole', 'changes'], 2]);
    for (const stream of Object.values(streams)) await stream.return();
  });

  it('ends with the request to connect again once the caller may not go on', async () => {
    const { begin } = setUp(1);
    const items = await whole(await begin({ follow: true, mayGoOn: () => Promise.resolve(false) }));
    expect(items.map(({ kind }) => kind)).toEqual(['keep_alive', 'events', 'reconnect']);
  });

  it.each([
    ['yet to come', 11, 1],
    ['before what is kept', 3, 5],
    ['before a log that is empty by now', 3, null],
  ])('refuses a position %s', async (_, after, oldest) => {
    const { begin, log } = setUp(10);
    log.oldest = oldest;
    await expect(begin({ after })).rejects.toMatchObject({ code: 'invalid_after' });
  });

  it.each([
    [4, 5],
    [10, null],
    [0, 5],
  ])('begins after %i when the oldest event is %j', async (after, oldest) => {
    const { begin, log } = setUp(10);
    log.oldest = oldest;
    await expect(begin({ after })).resolves.toBeDefined();
  });

  it('gives a caller five streams at once, and the place of one that was left', async () => {
    const { begin } = setUp(1);
    const streams = await Promise.all(Array.from({ length: 5 }, () => begin({ follow: true })));
    for (const stream of streams) await within(() => stream.next());
    await expect(begin()).rejects.toMatchObject({ code: 'too_many_requests' });
    await expect(begin({ caller: 'another' })).resolves.toBeDefined();
    await streams[0]!.return();
    await expect(begin()).resolves.toBeDefined();
    for (const stream of streams) await stream.return();
  });
});
