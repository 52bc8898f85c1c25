import type { Log, WorkContext } from '@payments/observability';
import { workContext } from '@payments/observability';
import type { StreamItem } from '../../application/stream-events.js';
import type { StreamedEvent } from '../../application/stream-ports.js';
import { toWebhookEventView } from '../../application/webhook-event.view.js';

/** How a stream is written. */
export interface StreamFormat {
  readonly type: string;
  readonly keepAlive: string;
  readonly reconnect: string;
  readonly event: (event: StreamedEvent, data: string) => string;
}

/** Server-sent events. A client continues after the last `id`. */
export const SERVER_SENT_EVENTS: StreamFormat = {
  type: 'text/event-stream',
  keepAlive: ': keep-alive\n\n',
  reconnect: 'event: reconnect\ndata: {}\n\n',
  event: ({ position, event_type }, data) => `id: ${position}\nevent: ${event_type}\ndata: ${data}\n\n`,
};

/** One JSON object in each line. A client continues after the last `position`. */
export const NDJSON: StreamFormat = {
  type: 'application/x-ndjson',
  keepAlive: '\n',
  reconnect: '',
  event: (_event, data) => `${data}\n`,
};

/** The format that the client accepts: server-sent events unless it asks for the other one. */
export function formatOf(accept: string | undefined): StreamFormat {
  return accept?.includes(NDJSON.type) ? NDJSON : SERVER_SENT_EVENTS;
}

/** The event as `GET /webhooks/events/{id}` shows it, or only which resource has changed. */
function dataOf(event: StreamedEvent, isWhole: boolean): string {
  const { event_data, ...head } = toWebhookEventView(event);
  const { resource_type, resource_id } = event;
  return JSON.stringify(isWhole ? { ...head, event_data } : { ...head, resource_type, resource_id });
}

/** The bytes of pages that several streams read, by format and by whether they have `event_data`. */
const written = new WeakMap<readonly StreamedEvent[], Map<string, Buffer>>();

function bytesOf(
  events: readonly StreamedEvent[],
  { format, isWhole }: Pick<WrittenStream, 'format' | 'isWhole'>,
): Buffer {
  const key = `${format.type} ${isWhole}`;
  const ofPage = written.get(events) ?? new Map<string, Buffer>();
  written.set(events, ofPage);
  const bytes =
    ofPage.get(key) ?? Buffer.from(events.map((event) => format.event(event, dataOf(event, isWhole))).join(''));
  ofPage.set(key, bytes);
  return bytes;
}

export interface WrittenStream {
  readonly format: StreamFormat;
  /** With `event_data`. */
  readonly isWhole: boolean;
  readonly context: WorkContext;
  readonly log: Log;
}

/** The bytes of a stream. It is pulled by the connection, outside of the request's context, which it therefore restores. */
export async function* streamOf(
  items: AsyncGenerator<StreamItem, void>,
  { context, log, ...form }: WrittenStream,
): AsyncGenerator<Buffer, void> {
  try {
    for (;;) {
      const { done, value } = await workContext.run(context, () => items.next());
      if (done) return;
      yield value.kind === 'events' ? bytesOf(value.events, form) : signOf(value.kind, form.format);
    }
  } catch (error) {
    // The response has begun, so the client sees its end, and connects again.
    workContext.run(context, () => log.warn('event_stream_failed', { error }));
  } finally {
    await items.return();
  }
}

const signOf = (kind: 'keep_alive' | 'reconnect', { keepAlive, reconnect }: StreamFormat): Buffer =>
  Buffer.from({ keep_alive: keepAlive, reconnect }[kind]);
