import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { personErrors } from '../domain/customer.errors.js';
import type { Person, PersonInput, PersonPatch } from '../domain/person.js';
import { ChangeCustomer } from './change-customer.js';
import { CustomerOutbox } from './customer-outbox.js';
import { toPersonView } from './person.view.js';
import type { PersonView } from './person.view.js';
import { Persons } from './ports.js';

@Injectable()
export class ChangePerson extends ChangeCustomer<Person, PersonInput, PersonPatch, PersonView> {
  protected readonly unknownId = personErrors.unknown_id;

  constructor(unitOfWork: UnitOfWork, persons: Persons, outbox: CustomerOutbox, clock: Clock) {
    super(unitOfWork, persons, outbox, clock);
  }

  protected view(person: Person): PersonView {
    return toPersonView(person.snapshot());
  }

  // The enterprise's customer_requirements apply to businesses only.
  protected checkDetails(): void {}
}
