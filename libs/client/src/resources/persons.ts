import type { Api } from '../api.js';
import type { List } from '../list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { ExternalAccount, NewPerson, Person, PersonChanges, PersonQuery, QueryOf } from '../types.js';

/** Customers that are natural persons. */
export class Persons {
  constructor(private readonly api: Api) {}

  /**
   * Registers a person. Retried when no response arrives, and executed once.
   *
   * @throws PaymentsError `duplicate_customer_reference_id` when the reference is taken, and others by field
   * @example
   * const person = await payments.persons.create({ customer_reference_id: 'customer-1', first_name: 'Ada', … });
   */
  async create(person: NewPerson, options: CreateOptions = {}): Promise<Person> {
    const call = { ...options, body: person };
    return (await this.api.create('post', '/deliver/persons', call)).person;
  }

  /** Reads a person by its id. @throws PaymentsError `unknown_id` */
  async get(id: string, options: CallOptions = {}): Promise<Person> {
    return (await this.api.send('get', '/deliver/persons/{id}', { ...options, path: { id } })).person;
  }

  /**
   * Newest first; iterating fetches the pages.
   *
   * @example
   * for await (const person of payments.persons.list({ status: ['verified'] })) console.log(person.id);
   */
  list(query: PersonQuery = {}, options: CallOptions = {}): List<Person> {
    return this.api.list('/deliver/persons', { ...options, query }, (response) => response.persons);
  }

  /** Replaces all fields of a person. */
  async replace(id: string, person: NewPerson, options: CallOptions = {}): Promise<Person> {
    const call = { ...options, path: { id }, body: person };
    return (await this.api.send('put', '/deliver/persons/{id}', call)).person;
  }

  /** Replaces all fields of the person that has the reference id of the body. */
  async replaceByReference(person: NewPerson, options: CallOptions = {}): Promise<Person> {
    return (await this.api.send('put', '/deliver/persons', { ...options, body: person })).person;
  }

  /** Changes the given fields; the others stay. */
  async update(id: string, changes: PersonChanges, options: CallOptions = {}): Promise<Person> {
    const call = { ...options, path: { id }, body: changes };
    return (await this.api.send('patch', '/deliver/persons/{id}', call)).person;
  }

  /** Closes a person; it can no longer send or receive transfers. */
  async close(id: string, options: CallOptions = {}): Promise<Person> {
    return (await this.api.send('delete', '/deliver/persons/{id}', { ...options, path: { id } })).person;
  }

  /** The external accounts of a person, newest first. */
  accounts(
    id: string,
    query: QueryOf<'/deliver/persons/{id}/external/accounts', 'get'> = {},
    options: CallOptions = {},
  ): List<ExternalAccount> {
    const call = { ...options, path: { id }, query };
    return this.api.list('/deliver/persons/{id}/external/accounts', call, (response) => response.external_accounts);
  }
}
