import { openStream } from './client.js';
import { Pace } from './pace.js';
import { Problem } from './problem.js';
import { EventStreamParser } from './server-sent-events.js';
import type { ServerSentEvent } from './server-sent-events.js';

/** What an event is about. */
export interface Change {
  readonly resource_type: string;
  readonly resource_id: string;
}

/** Every change is told; `undefined` when some may have been missed. */
type OnChanges = (changes: readonly Change[] | undefined) => void;

const PATH = '/deliver/events/stream?data=none';
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** A hidden page stops listening after this time. */
const HIDDEN_MS = 300_000;
const FAST_POLL_MS = 15_000;
const SLOW_POLL_MS = 60_000;

/** The stream of events of this tab. It connects again when it breaks, and continues after the last event. */
class LiveUpdates {
  private isOpen = false;
  private lastId: string | undefined;
  private wait = FIRST_WAIT_MS;
  private changes: Change[] = [];
  private readonly pace = new Pace();
  private connection: AbortController | undefined;
  private timers: { connect?: number; hidden?: number; tell?: number } = {};
  private onChanges: OnChanges | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly eventListeners = new Set<(event: ServerSentEvent) => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly isLive = (): boolean => this.isOpen;

  /** Tells each event as it comes, without its data, until the returned function is called. */
  onEvent(listener: (event: ServerSentEvent) => void): () => void {
    this.eventListeners.add(listener);
    return () => this.eventListeners.delete(listener);
  }

  /** Listens until the returned function is called. */
  start(onChanges: OnChanges): () => void {
    this.onChanges = onChanges;
    this.lastId = undefined;
    document.addEventListener('visibilitychange', this.onVisibility);
    this.connect();
    return () => {
      document.removeEventListener('visibilitychange', this.onVisibility);
      this.onChanges = undefined;
      this.changes = [];
      this.disconnect();
    };
  }

  private readonly onVisibility = (): void => {
    clearTimeout(this.timers.hidden);
    if (document.hidden) this.timers.hidden = window.setTimeout(() => this.disconnect(), HIDDEN_MS);
    else if (this.connection === undefined) this.connect();
  };

  private disconnect(): void {
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
    // A timer that is still noted would keep later changes from being told.
    this.timers = {};
    this.connection?.abort();
    this.connection = undefined;
    this.setOpen(false);
  }

  private connect(): void {
    const connection = new AbortController();
    this.connection = connection;
    void this.listen(connection.signal)
      .catch((error: unknown) => {
        // The events after the last one are no longer kept: what is shown may be older than they are.
        if (error instanceof Problem && error.status === 400) this.lastId = undefined;
      })
      .finally(() => {
        if (connection.signal.aborted) return;
        this.setOpen(false);
        this.timers.connect = window.setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
        this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
      });
  }

  private async listen(signal: AbortSignal): Promise<void> {
    const isFirst = this.wait === FIRST_WAIT_MS;
    const from = this.lastId === undefined ? {} : { 'Last-Event-ID': this.lastId };
    const { body } = await openStream(PATH, { signal, headers: { Accept: 'text/event-stream', ...from } });
    this.setOpen(true);
    if (this.lastId === undefined && !isFirst) this.onChanges?.(undefined);
    const parser = new EventStreamParser();
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      this.wait = FIRST_WAIT_MS;
      for (const event of parser.push(value)) this.take(event);
    }
  }

  private take(event: ServerSentEvent): void {
    const { id, type, data } = event;
    if (type === 'reconnect') return;
    for (const listener of this.eventListeners) listener(event);
    this.lastId = id;
    this.changes.push(JSON.parse(data) as Change);
    // Many pages hear of a change at once; they do not ask at once.
    this.timers.tell ??= window.setTimeout(() => this.tell(), this.pace.next(performance.now(), Math.random()));
  }

  private tell(): void {
    delete this.timers.tell;
    this.pace.told(performance.now());
    this.onChanges?.(this.changes.splice(0));
  }

  private setOpen(isOpen: boolean): void {
    if (this.isOpen === isOpen) return;
    this.isOpen = isOpen;
    for (const listener of this.listeners) listener();
  }
}

export const live = new LiveUpdates();

/** How often what changes by itself is read again: rarely while changes are told. */
export const pollInterval = (): number => (live.isLive() ? SLOW_POLL_MS : FAST_POLL_MS);
