import { changed } from '../api.js';
import type { Api } from '../api.js';
import type { CallOptions } from '../options.js';
import type { Changed, Limit, NewLimit, ReturnRates, UsedLimit } from '../types.js';

/**
 * How much may be paid, or how often, in a window of time. All but `used` and `returnRates` need a client made with `user`.
 */
export class Limits {
  constructor(private readonly api: Api) {}

  /** Those that hold for the caller, with what is used, by name. */
  async used(options: CallOptions = {}): Promise<readonly UsedLimit[]> {
    return (await this.api.send('get', '/deliver/limits', options)).limits;
  }

  /** The shares of debits that came back in 60 days, against the limits of Nacha. */
  async returnRates(options: CallOptions = {}): Promise<readonly ReturnRates[]> {
    return (await this.api.send('get', '/deliver/return-rates', options)).return_rates;
  }

  /** By name. */
  async list(options: CallOptions = {}): Promise<readonly Limit[]> {
    return (await this.api.send('get', '/portal/limits', options)).limits;
  }

  /** @throws PaymentsError `unknown_id` */
  async get(id: string, options: CallOptions = {}): Promise<Limit> {
    return (await this.api.send('get', '/portal/limits/{id}', { ...options, path: { id } })).limit;
  }

  /** With the setting `dual_control` it waits for `approval`. @throws PaymentsError `duplicate_name`, `not_enough_approvers`, and others by field */
  async create(limit: NewLimit, options: CallOptions = {}): Promise<Changed<Limit>> {
    const made = await this.api.send('post', '/portal/limits', { ...options, body: limit });
    return changed(made.limit, made.approval);
  }

  /**
   * Holds for what is judged afterwards. With the setting `dual_control` it waits for `approval`, and what is in force is returned.
   *
   * @throws PaymentsError as `create`
   */
  async replace(id: string, limit: NewLimit, options: CallOptions = {}): Promise<Changed<Limit>> {
    const made = await this.api.send('put', '/portal/limits/{id}', { ...options, path: { id }, body: limit });
    return changed(made.limit, made.approval);
  }

  /** @throws PaymentsError `unknown_id` */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.api.send('delete', '/portal/limits/{id}', { ...options, path: { id } });
  }
}
