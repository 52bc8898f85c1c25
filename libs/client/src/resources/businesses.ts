import type { Api } from '../api.js';
import type { List } from '../list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { Business, BusinessChanges, BusinessQuery, ExternalAccount, NewBusiness, QueryOf } from '../types.js';

/** Customers that are businesses. */
export class Businesses {
  constructor(private readonly api: Api) {}

  /**
   * Registers a business. Retried when no response arrives, and executed once.
   *
   * @throws PaymentsError `duplicate_customer_reference_id` when the reference is taken, and others by field
   * @example
   * const business = await payments.businesses.create({ customer_reference_id: 'acme', legal_name: 'Acme, Inc.' });
   */
  async create(business: NewBusiness, options: CreateOptions = {}): Promise<Business> {
    const call = { ...options, body: business };
    return (await this.api.create('post', '/deliver/businesses', call)).business;
  }

  /** Reads a business by its id. @throws PaymentsError `unknown_id` */
  async get(id: string, options: CallOptions = {}): Promise<Business> {
    return (await this.api.send('get', '/deliver/businesses/{id}', { ...options, path: { id } })).business;
  }

  /**
   * Newest first; iterating fetches the pages.
   *
   * @example
   * for await (const business of payments.businesses.list({ status: ['verified'] })) console.log(business.id);
   */
  list(query: BusinessQuery = {}, options: CallOptions = {}): List<Business> {
    return this.api.list('/deliver/businesses', { ...options, query }, (response) => response.businesses);
  }

  /** Replaces all fields of a business. */
  async replace(id: string, business: NewBusiness, options: CallOptions = {}): Promise<Business> {
    const call = { ...options, path: { id }, body: business };
    return (await this.api.send('put', '/deliver/businesses/{id}', call)).business;
  }

  /** Replaces all fields of the business that has the reference id of the body. */
  async replaceByReference(business: NewBusiness, options: CallOptions = {}): Promise<Business> {
    return (await this.api.send('put', '/deliver/businesses', { ...options, body: business })).business;
  }

  /** Changes the given fields; the others stay. */
  async update(id: string, changes: BusinessChanges, options: CallOptions = {}): Promise<Business> {
    const call = { ...options, path: { id }, body: changes };
    return (await this.api.send('patch', '/deliver/businesses/{id}', call)).business;
  }

  /** Closes a business; it can no longer send or receive transfers. */
  async close(id: string, options: CallOptions = {}): Promise<Business> {
    return (await this.api.send('delete', '/deliver/businesses/{id}', { ...options, path: { id } })).business;
  }

  /** The external accounts of a business, newest first. */
  accounts(
    id: string,
    query: QueryOf<'/deliver/businesses/{id}/external/accounts', 'get'> = {},
    options: CallOptions = {},
  ): List<ExternalAccount> {
    const call = { ...options, path: { id }, query };
    return this.api.list('/deliver/businesses/{id}/external/accounts', call, (response) => response.external_accounts);
  }
}
