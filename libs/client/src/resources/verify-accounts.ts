import type { Api } from '../api.js';
import type { List } from '../list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { BodyOf, NewVerifyAccount, VerifyAccount, VerifyAccountQuery } from '../types.js';

/** Verifications of bank accounts: whether they exist, whose they are, who controls them, and whether they can be debited. */
export class VerifyAccounts {
  constructor(private readonly api: Api) {}

  /**
   * Begins a verification. Its statuses are `pending` until an event reports what became of them. Retried when no response
   * arrives, and executed once.
   *
   * @throws PaymentsError `too_many_requests` after five verifications of an account in 24 hours, and others by field
   * @example
   * const account = await payments.verifyAccounts.create({
   *   account_number: '123456789',
   *   routing_number: '021000021',
   *   account_holder_name: 'Jane Doe',
   *   type: 'control',
   * });
   */
  async create(verification: NewVerifyAccount, options: CreateOptions = {}): Promise<VerifyAccount> {
    return (await this.api.create('post', '/verify/accounts', { ...options, body: verification })).account;
  }

  /** Reads a verification by its id. @throws PaymentsError `unknown_id` */
  async get(id: string, options: CallOptions = {}): Promise<VerifyAccount> {
    return (await this.api.send('get', '/verify/accounts/{id}', { ...options, path: { id } })).account;
  }

  /** Newest first; iterating fetches the pages. */
  list(query: VerifyAccountQuery = {}, options: CallOptions = {}): List<VerifyAccount> {
    return this.api.list('/verify/accounts', { ...options, query }, (response) => response.accounts);
  }

  /** The verifications of an account, newest first, at most 100. Its number is sent in the body, never in a URL. */
  async search(
    numbers: BodyOf<'/verify/accounts/search', 'post'>,
    options: CallOptions = {},
  ): Promise<readonly VerifyAccount[]> {
    return (await this.api.send('post', '/verify/accounts/search', { ...options, body: numbers })).accounts;
  }

  /**
   * Confirms the code that the holder of the account has read on the bank statement.
   *
   * @throws PaymentsError `invalid_statement_code`, three times at most; then `too_many_requests`
   */
  async confirmControl(
    id: string,
    code: BodyOf<'/verify/accounts/{id}/control', 'post'>,
    options: CallOptions = {},
  ): Promise<VerifyAccount> {
    const call = { ...options, path: { id }, body: code };
    return (await this.api.send('post', '/verify/accounts/{id}/control', call)).account;
  }

  /** Checks that a valid account can be debited. @throws PaymentsError `account_not_valid` */
  async checkDebit(id: string, options: CallOptions = {}): Promise<VerifyAccount> {
    return (await this.api.send('post', '/verify/accounts/{id}/debits', { ...options, path: { id } })).account;
  }
}
