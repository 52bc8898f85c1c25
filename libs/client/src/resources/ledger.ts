import type { Api } from '../api.js';
import type { List } from '../list.js';
import type { CallOptions } from '../options.js';
import type { ResponseOf, QueryOf } from '../types.js';

type Balances = ResponseOf<'/deliver/balance', 'get'>;
type Days = ResponseOf<'/deliver/balance/days', 'get'>['days'];
type Entry = ResponseOf<'/deliver/ledger/entries', 'get'>['entries'][number];
type EntryQuery = Omit<QueryOf<'/deliver/ledger/entries', 'get'>, 'format'>;

/** The money of the enterprise. */
export class Ledger {
  constructor(private readonly api: Api) {}

  /** The available and pending balances, in cents. */
  balance(options: CallOptions = {}): Promise<Balances> {
    return this.api.send('get', '/deliver/balance', options);
  }

  /** The balances at the ends of days in New York, in cents, the oldest first. */
  async days(query: QueryOf<'/deliver/balance/days', 'get'> = {}, options: CallOptions = {}): Promise<Days> {
    return (await this.api.send('get', '/deliver/balance/days', { ...options, query })).days;
  }

  /** Entries, newest first. */
  entries(query: EntryQuery = {}, options: CallOptions = {}): List<Entry> {
    return this.api.list('/deliver/ledger/entries', { ...options, query }, (response) => response.entries);
  }

  /** All entries that match, as CSV. */
  entriesAsCsv(query: EntryQuery = {}, options: CallOptions = {}): Promise<string> {
    return this.api.text('/deliver/ledger/entries', { ...options, query, accept: 'text/csv' });
  }
}
