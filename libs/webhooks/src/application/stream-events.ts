import { Injectable } from '@nestjs/common';
import { Clock, pause, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { streamErrors } from '../domain/webhook.errors.js';
import { EventStreams, PublishedSignals } from './stream-ports.js';
import type { EventPage, StreamedEvent, StreamFilter } from './stream-ports.js';

const PAGE = 200;
/** How long a lost signal can delay an event. */
const POLL_MS = 5_000;
/** How long streams of one enterprise that are woken wait for each other, so that they read together. */
const GATHER_MS = 50;
/** The same for streams that only tell what changed: their clients read it at their own pace, and each write takes time. */
const GATHER_CHANGES_MS = 250;
const KEEP_ALIVE_MS = 15_000;
/** Streams end then, so that their clients spread over the processes again. */
const MAX_MS = 15 * 60_000;
/** How often a stream checks whether it has to end. */
const TICK_MS = 1_000;
const MAX_OF_CALLER = 5;
const MAX_OF_PROCESS = 500;
const RETRY = { headers: { 'Retry-After': '5' } };

export interface StreamRequest extends StreamFilter {
  /** A position; the end of the log if omitted. 0 stands for the oldest event that is kept. */
  readonly after?: number;
  /** Whether the client only wants to know what changed, so that its events may be gathered longer. */
  readonly isOfChanges: boolean;
  /** Whether the stream goes on when it has reached the end. */
  readonly follow: boolean;
  /** Unique over all enterprises and kinds of credentials. */
  readonly caller: string;
  /** Whether the stream may go on: it is read, the process does not stop, and the caller's credential is still valid. */
  readonly mayGoOn: () => Promise<boolean>;
}

/** Events, a sign of life after 15 seconds without any, or the request to connect again. */
export type StreamItem =
  | { readonly kind: 'events'; readonly events: readonly StreamedEvent[] }
  | { readonly kind: 'keep_alive' | 'reconnect' };

/** The events of the current tenant as they are published, each once and in the order of their positions. */
@Injectable()
export class StreamEvents {
  private readonly open = new Map<string, number>();
  private total = 0;
  /** Pages whose read has not begun. One that has begun may have missed what a new reader was woken for. */
  private readonly pages = new Map<string, Promise<EventPage>>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventStreams,
    private readonly signals: PublishedSignals,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_after, too_many_requests over 5 streams of a caller, service_unavailable over 500 of the process */
  async begin(request: StreamRequest): Promise<AsyncGenerator<StreamItem, void>> {
    const position = await this.positionOf(request.after);
    const ofCaller = this.open.get(request.caller) ?? 0;
    if (ofCaller >= MAX_OF_CALLER) throw streamErrors.too_many_requests(RETRY);
    if (this.total >= MAX_OF_PROCESS) throw streamErrors.service_unavailable();
    return this.stream(request, position);
  }

  /** @throws invalid_after when events after it are gone, or it lies in the future */
  private async positionOf(after: number | undefined): Promise<number> {
    const { oldest, last } = await this.unitOfWork.read(() => this.events.range());
    if (after === undefined) return last;
    const firstKept = oldest ?? last + 1;
    if (after > last || (after > 0 && after + 1 < firstKept)) throw streamErrors.invalid_after();
    return after;
  }

  private async *stream(request: StreamRequest, from: number): AsyncGenerator<StreamItem, void> {
    this.count(request.caller, 1);
    try {
      // At once, so that the client knows that it is connected.
      yield { kind: 'keep_alive' };
      yield* this.items(request, from);
      if (request.follow) yield { kind: 'reconnect' };
    } finally {
      this.count(request.caller, -1);
    }
  }

  private async *items(request: StreamRequest, from: number): AsyncGenerator<StreamItem, void> {
    const end = this.clock.elapsedMs() + MAX_MS;
    let spokeAt = this.clock.elapsedMs();
    for (let position = from, goesOn = true, gatherMs = 0; goesOn;) {
      // Before the read, so that a publication during it is not missed.
      const signal = this.signals.next(workContext.enterpriseId());
      try {
        const { events, readUntil } = await this.page(position, request, gatherMs);
        position = readUntil;
        const isSilent = this.clock.elapsedMs() - spokeAt >= KEEP_ALIVE_MS;
        if (events.length > 0 || isSilent) {
          yield events.length > 0 ? { kind: 'events', events } : { kind: 'keep_alive' };
          spokeAt = this.clock.elapsedMs();
        }
        const hasMore = events.length === PAGE;
        gatherMs = hasMore ? 0 : request.isOfChanges ? GATHER_CHANGES_MS : GATHER_MS;
        goesOn = hasMore ? await this.mayGoOn(request, end) : request.follow && (await this.wait(signal, request, end));
      } finally {
        signal.cancel();
      }
    }
  }

  /** The same for all streams of the enterprise that ask for it before it is read. */
  private page(position: number, filter: StreamFilter, gatherMs: number): Promise<EventPage> {
    const { event_type, resource_id } = filter;
    const key = JSON.stringify([workContext.enterpriseId(), position, gatherMs, event_type, resource_id]);
    const waiting = this.pages.get(key);
    if (waiting !== undefined) return waiting;
    const page = pause(gatherMs).then(() => {
      this.pages.delete(key);
      return this.unitOfWork.read(() => this.events.after(position, PAGE, filter));
    });
    this.pages.set(key, page);
    return page;
  }

  /** Until something was published, or may have been. Whether the stream goes on then. */
  private async wait({ published }: Signal, request: StreamRequest, end: number): Promise<boolean> {
    let isPublished = false;
    void published.then(() => (isPublished = true));
    const until = this.clock.elapsedMs() + POLL_MS;
    while (!isPublished && this.clock.elapsedMs() < until) {
      await Promise.race([published, pause(TICK_MS)]);
      if (!(await this.mayGoOn(request, end))) return false;
    }
    return true;
  }

  private async mayGoOn({ mayGoOn }: StreamRequest, end: number): Promise<boolean> {
    return this.clock.elapsedMs() < end && (await mayGoOn());
  }

  private count(caller: string, by: 1 | -1): void {
    this.total += by;
    const ofCaller = (this.open.get(caller) ?? 0) + by;
    if (ofCaller === 0) this.open.delete(caller);
    else this.open.set(caller, ofCaller);
  }
}

type Signal = ReturnType<PublishedSignals['next']>;
