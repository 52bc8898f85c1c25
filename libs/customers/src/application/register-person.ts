import { Injectable } from '@nestjs/common';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Person } from '../domain/person.js';
import type { PersonInput } from '../domain/person.js';
import { customerErrors } from '../domain/customer.errors.js';
import { CustomerOutbox } from './customer-outbox.js';
import { toPersonView } from './person.view.js';
import type { PersonView } from './person.view.js';
import { Persons } from './ports.js';

/** Registers a person for verification. */
@Injectable()
export class RegisterPerson {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly persons: Persons,
    private readonly outbox: CustomerOutbox,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError duplicate_customer_reference_id, invalid_phone_value */
  execute(input: PersonInput): Promise<PersonView> {
    const { enterpriseName } = workContext.tenant();
    return this.unitOfWork.run(async () => {
      const person = Person.register(input, { id: newId(), now: this.clock.now() });
      if (input.customer_reference_id === enterpriseName) throw customerErrors.duplicate_customer_reference_id();
      await Promise.all([this.persons.add(person), this.outbox.publish([person])]);
      return toPersonView(person.snapshot());
    });
  }
}
