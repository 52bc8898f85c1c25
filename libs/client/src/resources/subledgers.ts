import type { Api } from '../api.js';
import type { List } from '../list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { NewSubledger, Subledger, SubledgerBalance, SubledgerBalanceQuery, SubledgerQuery } from '../types.js';

/** Balances inside the money of the enterprise. Transfers name them by their reference. */
export class Subledgers {
  constructor(private readonly api: Api) {}

  /**
   * Creates a subledger for a verified customer or for the enterprise. Retried when no response arrives, and executed once.
   *
   * @throws PaymentsError `invalid_customer_reference_id`, `duplicate_subledger_reference_id`, `too_many_subledgers`
   */
  async create(subledger: NewSubledger, options: CreateOptions = {}): Promise<Subledger> {
    return (await this.api.create('post', '/deliver/subledgers', { ...options, body: subledger })).subledger;
  }

  /** Reads a subledger by its id. @throws PaymentsError `unknown_id` */
  async get(id: string, options: CallOptions = {}): Promise<Subledger> {
    return (await this.api.send('get', '/deliver/subledgers/{id}', { ...options, path: { id } })).subledger;
  }

  /** Newest first; iterating fetches the pages. */
  list(query: SubledgerQuery = {}, options: CallOptions = {}): List<Subledger> {
    return this.api.list('/deliver/subledgers', { ...options, query }, (response) => response.subledgers);
  }

  /** Closes an empty subledger. @throws PaymentsError `subledger_not_empty`, `subledger_in_use` */
  async close(id: string, options: CallOptions = {}): Promise<Subledger> {
    return (await this.api.send('delete', '/deliver/subledgers/{id}', { ...options, path: { id } })).subledger;
  }

  /** The money of a subledger. @throws PaymentsError `unknown_id` */
  async balance(id: string, options: CallOptions = {}): Promise<SubledgerBalance> {
    return (await this.api.send('get', '/deliver/balance/subledgers/{id}', { ...options, path: { id } })).balance;
  }

  /** The money of all subledgers, newest first; iterating fetches the pages. */
  balances(query: SubledgerBalanceQuery = {}, options: CallOptions = {}): List<SubledgerBalance> {
    return this.api.list('/deliver/balance/subledgers', { ...options, query }, (response) => response.balances);
  }
}
