import type { Api } from '../api.js';
import type { List } from '../list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { ExternalAccount, ExternalAccountChanges, ExternalAccountQuery, NewExternalAccount } from '../types.js';

/** External accounts: the US bank accounts of customers, and of the enterprise. */
export class Accounts {
  constructor(private readonly api: Api) {}

  /**
   * Registers an external account. Retried when no response arrives, and executed once.
   *
   * @throws PaymentsError `duplicate_account_reference_id` when the reference is taken, and others by field
   * @example
   * const account = await payments.accounts.create({ account_reference_id: 'acme-checking', account_number: '…', … });
   */
  async create(account: NewExternalAccount, options: CreateOptions = {}): Promise<ExternalAccount> {
    const call = { ...options, body: account };
    return (await this.api.create('post', '/deliver/external/accounts', call)).external_account;
  }

  /** Reads an external account by its id. @throws PaymentsError `unknown_id` */
  async get(id: string, options: CallOptions = {}): Promise<ExternalAccount> {
    return (await this.api.send('get', '/deliver/external/accounts/{id}', { ...options, path: { id } }))
      .external_account;
  }

  /**
   * Newest first; iterating fetches the pages.
   *
   * @example
   * for await (const account of payments.accounts.list({ status: ['verified'] })) console.log(account.id);
   */
  list(query: ExternalAccountQuery = {}, options: CallOptions = {}): List<ExternalAccount> {
    return this.api.list('/deliver/external/accounts', { ...options, query }, (response) => response.external_accounts);
  }

  /** Replaces all fields of an external account. */
  async replace(id: string, account: NewExternalAccount, options: CallOptions = {}): Promise<ExternalAccount> {
    const call = { ...options, path: { id }, body: account };
    return (await this.api.send('put', '/deliver/external/accounts/{id}', call)).external_account;
  }

  /** Replaces all fields of the external account that has the reference id of the body. */
  async replaceByReference(account: NewExternalAccount, options: CallOptions = {}): Promise<ExternalAccount> {
    return (await this.api.send('put', '/deliver/external/accounts', { ...options, body: account })).external_account;
  }

  /** Changes the given fields; the others stay. */
  async update(id: string, changes: ExternalAccountChanges, options: CallOptions = {}): Promise<ExternalAccount> {
    const call = { ...options, path: { id }, body: changes };
    return (await this.api.send('patch', '/deliver/external/accounts/{id}', call)).external_account;
  }

  /** Closes an external account; transfers can no longer use it. */
  async close(id: string, options: CallOptions = {}): Promise<ExternalAccount> {
    return (await this.api.send('delete', '/deliver/external/accounts/{id}', { ...options, path: { id } }))
      .external_account;
  }
}
