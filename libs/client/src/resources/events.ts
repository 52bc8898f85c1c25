import type { Api } from '../api.js';
import type { LoggedEvent } from '../events.js';
import type { List } from '../list.js';
import type { CallOptions } from '../options.js';
import type { AnswerOf, QueryOf } from '../types.js';

type Redelivery = AnswerOf<'/webhooks/events/{id}/redeliver', 'post'>['deliveries'][number];

/** The log of events of the last 30 days. */
export class Events {
  constructor(private readonly api: Api) {}

  /**
   * Oldest first. Keep the `position` of the last event you handled, and go on `after` it: none appears behind it later.
   *
   * @example
   * for await (const event of payments.events.list({ after: position })) position = event.position;
   */
  list(query: QueryOf<'/webhooks/events', 'get'> = {}, options: CallOptions = {}): List<LoggedEvent> {
    return this.api.list('/webhooks/events', { ...options, query }, (answer) => answer.events as LoggedEvent[]);
  }

  async get(id: string, options: CallOptions = {}): Promise<LoggedEvent> {
    const { event } = await this.api.send('get', '/webhooks/events/{id}', { ...options, path: { id } });
    return event as LoggedEvent;
  }

  /** Sends an event again to every configuration that wants it. */
  async redeliver(id: string, options: CallOptions = {}): Promise<readonly Redelivery[]> {
    const call = { ...options, path: { id } };
    return (await this.api.send('post', '/webhooks/events/{id}/redeliver', call)).deliveries;
  }
}
