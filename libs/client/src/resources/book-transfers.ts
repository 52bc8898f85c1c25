import type { Api } from '../api.js';
import type { List } from '../list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { BookTransfer, BookTransferQuery, NewBookTransfer } from '../types.js';

/** Movements of available money between subledgers, and between them and the enterprise. */
export class BookTransfers {
  constructor(private readonly api: Api) {}

  /**
   * Moves money at once: what is returned is `completed` or `failed`, or `created` if a policy holds it. Retried when no
   * response arrives, and executed once.
   *
   * @throws PaymentsError `duplicate_book_transfer_reference_id`, and others by field
   * @example
   * await payments.bookTransfers.create({
   *   book_transfer_reference_id: 'fund-acme-1',
   *   amount: 12_500,
   *   currency: 'USD',
   *   destination: { subledger_reference_id: 'acme-wallet' },
   * });
   */
  async create(transfer: NewBookTransfer, options: CreateOptions = {}): Promise<BookTransfer> {
    return (await this.api.create('post', '/deliver/booktransfers', { ...options, body: transfer })).book_transfer;
  }

  /** Reads a book transfer by its id. @throws PaymentsError `unknown_id` */
  async get(id: string, options: CallOptions = {}): Promise<BookTransfer> {
    return (await this.api.send('get', '/deliver/booktransfers/{id}', { ...options, path: { id } })).book_transfer;
  }

  /** Newest first; iterating fetches the pages. */
  list(query: BookTransferQuery = {}, options: CallOptions = {}): List<BookTransfer> {
    return this.api.list('/deliver/booktransfers', { ...options, query }, (response) => response.book_transfers);
  }
}
