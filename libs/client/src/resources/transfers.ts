import type { Api } from '../api.js';
import type { List } from '../list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { ResponseOf, BodyOf, NewTransfer, Transfer, TransferQuery } from '../types.js';

type Explanation = ResponseOf<'/deliver/transfers/{id}/explain', 'get'>['explanation'];
type Preview = ResponseOf<'/deliver/transfers/preview', 'post'>['preview'];
type History = ResponseOf<'/deliver/transfers/{id}/history', 'get'>['statuses'];

/** Payouts, direct debits, deposits and account-to-account transfers. */
export class Transfers {
  constructor(private readonly api: Api) {}

  /**
   * Sends money, `amount` in cents. With a `destination` alone it is a payout, with a `source` alone a direct debit, with
   * both a deposit or an account-to-account transfer. Retried when no response arrives, and executed once.
   *
   * @throws PaymentsError `duplicate_transfer_reference_id` when the reference is taken, and others by field
   * @example
   * const transfer = await payments.transfers.create({
   *   transfer_reference_id: 'payout-0001',
   *   destination: { account_reference_id: 'acme-checking', customer_reference_id: 'acme' },
   *   amount: 12_500,
   *   currency: 'USD',
   *   speed: 'same_day',
   * });
   */
  async create(transfer: NewTransfer, options: CreateOptions = {}): Promise<Transfer> {
    return (await this.api.create('post', '/deliver/transfers', { ...options, body: transfer })).transfer;
  }

  /** Which rail a transfer would take, when the money would be there, and what would stop it; nothing is created. */
  async preview(transfer: BodyOf<'/deliver/transfers/preview', 'post'>, options: CallOptions = {}): Promise<Preview> {
    return (await this.api.send('post', '/deliver/transfers/preview', { ...options, body: transfer })).preview;
  }

  /** Reads a transfer by its id. @throws PaymentsError `unknown_id` */
  async get(id: string, options: CallOptions = {}): Promise<Transfer> {
    return (await this.api.send('get', '/deliver/transfers/{id}', { ...options, path: { id } })).transfer;
  }

  /**
   * Newest first; iterating fetches the pages.
   *
   * @example
   * for await (const transfer of payments.transfers.list({ status: ['failed'] })) console.log(transfer.status_reasons);
   */
  list(query: TransferQuery = {}, options: CallOptions = {}): List<Transfer> {
    return this.api.list('/deliver/transfers', { ...options, query }, (response) => response.transfers);
  }

  /** Changes the metadata of a transfer, its only editable field. */
  async update(
    id: string,
    changes: BodyOf<'/deliver/transfers/{id}', 'patch'>,
    options: CallOptions = {},
  ): Promise<Transfer> {
    const call = { ...options, path: { id }, body: changes };
    return (await this.api.send('patch', '/deliver/transfers/{id}', call)).transfer;
  }

  /** Requests that a transfer be canceled; its status shows whether it was in time. */
  async cancel(id: string, options: CallOptions = {}): Promise<string> {
    return (await this.api.send('post', '/deliver/transfers/{id}/cancel', { ...options, path: { id } })).message;
  }

  /** The rails of the legs, and why they were chosen. */
  async explain(id: string, options: CallOptions = {}): Promise<Explanation> {
    return (await this.api.send('get', '/deliver/transfers/{id}/explain', { ...options, path: { id } })).explanation;
  }

  /** The statuses it went through, oldest first. */
  async history(id: string, options: CallOptions = {}): Promise<History> {
    return (await this.api.send('get', '/deliver/transfers/{id}/history', { ...options, path: { id } })).statuses;
  }
}
