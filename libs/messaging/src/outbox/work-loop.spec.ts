import type { DiscoveryService } from '@nestjs/core';
import type { Log } from '@payments/observability';
import type { Queues } from '../queue/queues.js';
import type { Relay, Round } from './relay.js';
import type { TaskRunner } from './task-runner.js';
import type { WakeListener } from './wake-listener.js';
import { WorkLoop } from './work-loop.js';

const BACKLOG: Round = { more: false, backlog: true, nextDueInMs: undefined };
const IDLE: Round = { more: false, backlog: false, nextDueInMs: undefined };
const resolved = () => Promise.resolve();

describe(WorkLoop.name, () => {
  let rounds: number;
  let freeSlot: () => void;
  let loop: WorkLoop;

  // Timers do not run: what follows a round follows at once, or not at all.
  beforeEach(() => jest.useFakeTimers());
  afterEach(async () => {
    jest.useRealTimers();
    await loop.beforeApplicationShutdown();
  });

  const begin = async (claimsDirectly: boolean, round: () => Round) => {
    rounds = 0;
    const relay = {
      claimsDirectly,
      round: () => {
        rounds += 1;
        return Promise.resolve(round());
      },
    };
    const runner = {
      whenFree: (listener: () => void) => (freeSlot = listener),
      ...{ stop: () => undefined, drain: resolved, requeueAll: resolved },
      clock: { isRight: true, check: () => Promise.resolve(true) },
    };
    loop = new WorkLoop(
      { getProviders: () => [] } as unknown as DiscoveryService,
      relay as unknown as Relay,
      runner as unknown as TaskRunner,
      { drain: resolved, setPaused: () => undefined } as unknown as Queues,
      { listen: resolved, stop: resolved } as unknown as WakeListener,
      { warn: () => undefined } as unknown as Log,
    );
    await loop.onApplicationBootstrap();
    await settled();
  };
  const settled = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };

  it('starts a round at once when a slot is freed while tasks wait for one', async () => {
    await begin(true, () => (rounds === 1 ? BACKLOG : IDLE));
    expect(rounds).toBe(1);
    freeSlot();
    await settled();
    expect(rounds).toBe(2);
  });

  it('starts another one when the slot was freed during the round that found none', async () => {
    await begin(true, () => {
      if (rounds > 1) return IDLE;
      freeSlot();
      return BACKLOG;
    });
    expect(rounds).toBe(2);
  });

  it('lets wake-ups gather while a full queue drains', async () => {
    await begin(false, () => {
      freeSlot();
      return BACKLOG;
    });
    freeSlot();
    await settled();
    expect(rounds).toBe(1);
  });

  it('does not look again for a free slot when nothing waits', async () => {
    await begin(true, () => IDLE);
    freeSlot();
    await settled();
    expect(rounds).toBe(1);
  });
});
