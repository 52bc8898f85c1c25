import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import type { DomainError } from '@payments/kernel';
import { customerErrors, personErrors } from '../domain/customer.errors.js';
import type { Person, PersonInput, PersonPatch } from '../domain/person.js';
import { CustomerOutbox } from './customer-outbox.js';
import { toPersonView } from './person.view.js';
import type { PersonView } from './person.view.js';
import { Persons } from './ports.js';

const HELD = { forUpdate: true };

interface Change {
  readonly find: () => Promise<Person | undefined>;
  readonly unknown: () => DomainError;
  readonly make: (person: Person, now: Date) => void;
}

/** Changes a person, one writer at a time; another identity is verified anew. */
@Injectable()
export class ChangePerson {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly persons: Persons,
    private readonly outbox: CustomerOutbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Replaces everything that answers show.
   * @throws DomainError unknown_id, resource_closed, invalid_customer_reference_id, invalid_phone_value
   */
  replace(id: string, input: PersonInput): Promise<PersonView> {
    return this.byId(id, (person, now) => person.replace(input, now));
  }

  /** As `replace`. @throws DomainError invalid_customer_reference_id, resource_closed, invalid_phone_value */
  replaceByReference(input: PersonInput): Promise<PersonView> {
    return this.change({
      find: () => this.persons.findByReference(input.customer_reference_id, HELD),
      unknown: customerErrors.invalid_customer_reference_id,
      make: (person, now) => person.replace(input, now),
    });
  }

  /** Changes what is sent. @throws DomainError as `replace` */
  patch(id: string, patch: PersonPatch): Promise<PersonView> {
    return this.byId(id, (person, now) => person.patch(patch, now));
  }

  /** Closes for good; a second time answers the same. @throws DomainError unknown_id */
  close(id: string): Promise<PersonView> {
    return this.byId(id, (person, now) => person.close(now));
  }

  private byId(id: string, make: Change['make']): Promise<PersonView> {
    return this.change({ find: () => this.persons.find(id, HELD), unknown: personErrors.unknown_id, make });
  }

  private change({ find, unknown, make }: Change): Promise<PersonView> {
    return this.unitOfWork.run(async () => {
      const person = await find();
      if (person === undefined) throw unknown();
      make(person, this.clock.now());
      if (person.isChanged) await Promise.all([this.persons.save([person]), this.outbox.publish([person])]);
      return toPersonView(person.snapshot());
    });
  }
}
