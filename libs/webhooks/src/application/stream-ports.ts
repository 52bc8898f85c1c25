import type { LoggedEvent } from './history-ports.js';

/** An event with the resource that it is about. */
export interface StreamedEvent extends LoggedEvent {
  readonly resource_type: string;
  readonly resource_id: string;
}

export interface StreamFilter {
  readonly event_type?: readonly string[];
  readonly resource_id?: string;
}

/** Some of the events after a position, oldest first. */
export interface EventPage {
  readonly events: readonly StreamedEvent[];
  /** Every event up to here was read, whether the filter takes it or not. */
  readonly readUntil: number;
}

/** Positions at which a stream can begin. */
export interface EventRange {
  /** Of the oldest event that is kept; null when there is none. */
  readonly oldest: number | null;
  readonly last: number;
}

/** The published events of the current tenant, read by position. */
export abstract class EventStreams {
  abstract range(): Promise<EventRange>;
  abstract after(position: number, limit: number, filter: StreamFilter): Promise<EventPage>;
}

/** Tells that events of an enterprise were published. A signal may be lost. */
export abstract class PublishedSignals {
  abstract next(enterpriseId: string): { readonly published: Promise<void>; readonly cancel: () => void };
}
