import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import type { PersonInput } from '../domain/person.js';
import { personErrors } from '../domain/customer.errors.js';
import { CustomerOutbox } from './customer-outbox.js';
import { toPersonView } from './person.view.js';
import type { PersonView } from './person.view.js';
import { Persons } from './ports.js';

/** Replaces everything that answers show of a person; another identity is verified anew. */
@Injectable()
export class ReplacePerson {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly persons: Persons,
    private readonly outbox: CustomerOutbox,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError unknown_id, resource_closed, invalid_customer_reference_id, invalid_phone_value */
  execute(id: string, input: PersonInput): Promise<PersonView> {
    return this.unitOfWork.run(async () => {
      const person = await this.persons.find(id, { forUpdate: true });
      if (person === undefined) throw personErrors.unknown_id();
      person.replace(input, this.clock.now());
      await Promise.all([this.persons.save([person]), this.outbox.publish([person])]);
      return toPersonView(person.snapshot());
    });
  }
}
