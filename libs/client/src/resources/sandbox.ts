import type { Api } from '../api.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { ResponseOf, BodyOf } from '../types.js';

type Clock = ResponseOf<'/sandbox/clock', 'get'>['clock'];
type Balances = ResponseOf<'/sandbox/balance/credit', 'post'>;

/** Sandbox-only operations: move the clock, choose outcomes, add funds. */
export class Sandbox {
  constructor(private readonly api: Api) {}

  /** The banking clock. */
  async clock(options: CallOptions = {}): Promise<Clock> {
    return (await this.api.send('get', '/sandbox/clock', options)).clock;
  }

  /**
   * Advances the banking clock; returns when everything due by then has happened.
   *
   * @example
   * await payments.sandbox.advance({ banking_days: 3 });
   */
  async advance(by: BodyOf<'/sandbox/clock/advance', 'post'>, options: CallOptions = {}): Promise<Clock> {
    return (await this.api.send('post', '/sandbox/clock/advance', { ...options, body: by })).clock;
  }

  /** Sets the outcome of a transfer. */
  async outcome(
    transferId: string,
    outcome: BodyOf<'/sandbox/transfers/{id}/outcome', 'post'>,
    options: CallOptions = {},
  ): Promise<string> {
    const call = { ...options, path: { id: transferId }, body: outcome };
    return (await this.api.send('post', '/sandbox/transfers/{id}/outcome', call)).message;
  }

  /** Adds money, in cents, to the available balance. */
  credit(credit: BodyOf<'/sandbox/balance/credit', 'post'>, options: CreateOptions = {}): Promise<Balances> {
    return this.api.create('post', '/sandbox/balance/credit', { ...options, body: credit });
  }

  /** Resets balance and clock; transfers stay unchanged. */
  async reset(options: CallOptions = {}): Promise<string> {
    return (await this.api.send('post', '/sandbox/reset', options)).message;
  }
}
