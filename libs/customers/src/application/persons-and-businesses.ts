import { Injectable } from '@nestjs/common';
import type { Business } from '../domain/business.js';
import type { Person } from '../domain/person.js';
import { CustomerOutbox } from './customer-outbox.js';
import { Businesses, Persons } from './ports.js';

/** The customers of both kinds, for work that does not know the kind of an id. In the current unit of work. */
@Injectable()
export class PersonsAndBusinesses {
  constructor(
    private readonly persons: Persons,
    private readonly businesses: Businesses,
    private readonly outbox: CustomerOutbox,
  ) {}

  async findAll(ids: readonly string[], options = { forUpdate: false }): Promise<(Person | Business)[]> {
    const [persons, businesses] = await Promise.all([
      this.persons.findAll(ids, options),
      this.businesses.findAll(ids, options),
    ]);
    return [...persons, ...businesses];
  }

  /** Saves customers that were found for update, with their events. */
  async save(customers: readonly (Person | Business)[]): Promise<void> {
    await Promise.all([
      this.persons.save(customers.filter((customer) => customer.type === 'person')),
      this.businesses.save(customers.filter((customer) => customer.type === 'business')),
      this.outbox.publish(customers),
    ]);
  }
}
