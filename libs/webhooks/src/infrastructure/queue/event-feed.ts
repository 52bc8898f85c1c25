import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { PUBLISHED_CHANNEL, WakeListener } from '@payments/messaging';
import { PublishedSignals } from '../../application/stream-ports.js';

/** Wakes the streams of an enterprise when events of it were published, over one connection for the whole process. */
@Injectable()
export class EventFeed extends PublishedSignals implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly waiting = new Map<string, Set<() => void>>();

  constructor(private readonly listener: WakeListener) {
    super();
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.listener.listen((enterpriseId) => this.wake(enterpriseId), PUBLISHED_CHANNEL);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener.stop();
  }

  /** Registers at once, so that a signal during a read that follows is not missed. */
  next(enterpriseId: string): { readonly published: Promise<void>; readonly cancel: () => void } {
    const streams = this.waiting.get(enterpriseId) ?? new Set();
    this.waiting.set(enterpriseId, streams);
    let wake = () => undefined as void;
    const published = new Promise<void>((resolve) => (wake = resolve));
    streams.add(wake);
    const cancel = () => {
      streams.delete(wake);
      if (streams.size === 0 && this.waiting.get(enterpriseId) === streams) this.waiting.delete(enterpriseId);
    };
    return { published, cancel };
  }

  private wake(enterpriseId: string): void {
    const streams = this.waiting.get(enterpriseId);
    this.waiting.delete(enterpriseId);
    for (const wake of streams ?? []) wake();
  }
}
