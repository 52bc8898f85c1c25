import type { Api } from '../api.js';
import type { List } from '../list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { NewTransferGroup, SummedTransferGroup, TransferGroup, TransferGroupQuery } from '../types.js';

/** Groups that transfers join by `transfer_group_id` when they are created. */
export class TransferGroups {
  constructor(private readonly api: Api) {}

  /**
   * Creates a group. Retried when no response arrives, and executed once.
   *
   * @throws PaymentsError `duplicate_transfer_group_reference_id`, and `invalid_transfer_group_…` of its parties
   */
  async create(group: NewTransferGroup, options: CreateOptions = {}): Promise<TransferGroup> {
    return (await this.api.create('post', '/deliver/transfer-groups', { ...options, body: group })).transfer_group;
  }

  /** Reads a group with the totals of its transfers. @throws PaymentsError `unknown_id` */
  async get(id: string, options: CallOptions = {}): Promise<SummedTransferGroup> {
    return (await this.api.send('get', '/deliver/transfer-groups/{id}', { ...options, path: { id } })).transfer_group;
  }

  /** Newest first; iterating fetches the pages. */
  list(query: TransferGroupQuery = {}, options: CallOptions = {}): List<TransferGroup> {
    return this.api.list('/deliver/transfer-groups', { ...options, query }, (response) => response.transfer_groups);
  }
}
