import type { Api } from '../api.js';
import type { LoggedEvent } from '../events.js';
import type { List } from '../list.js';
import type { CallOptions } from '../options.js';
import type { ResponseOf, QueryOf } from '../types.js';

type Redelivery = ResponseOf<'/webhooks/events/{id}/redeliver', 'post'>['deliveries'][number];

/** The log of events of the last 30 days. */
export class Events {
  constructor(private readonly api: Api) {}

  /**
   * Oldest first. Store the `position` of the last handled event and continue `after` it: none appears before it later.
   *
   * @example
   * for await (const event of payments.events.list({ after: position })) position = event.position;
   */
  list(query: QueryOf<'/webhooks/events', 'get'> = {}, options: CallOptions = {}): List<LoggedEvent> {
    return this.api.list('/webhooks/events', { ...options, query }, (response) => response.events as LoggedEvent[]);
  }

  async get(id: string, options: CallOptions = {}): Promise<LoggedEvent> {
    const { event } = await this.api.send('get', '/webhooks/events/{id}', { ...options, path: { id } });
    return event as LoggedEvent;
  }

  /** Resends an event to every configuration that subscribes to it. */
  async redeliver(id: string, options: CallOptions = {}): Promise<readonly Redelivery[]> {
    const call = { ...options, path: { id } };
    return (await this.api.send('post', '/webhooks/events/{id}/redeliver', call)).deliveries;
  }
}
