import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { personErrors } from '../domain/customer.errors.js';
import { toPersonView } from './person.view.js';
import type { PersonView } from './person.view.js';
import { Persons } from './ports.js';
import type { PersonFilter } from './ports.js';

@Injectable()
export class GetPerson {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly persons: Persons,
  ) {}

  /** @throws DomainError unknown_id */
  execute(id: string): Promise<PersonView> {
    return this.unitOfWork.read(async () => {
      const person = await this.persons.read(id);
      if (person === undefined) throw personErrors.unknown_id();
      return toPersonView(person);
    });
  }
}

/** The persons of the enterprise, newest first. */
@Injectable()
export class ListPersons {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly persons: Persons,
  ) {}

  execute(filter: PersonFilter): Promise<Page<PersonView>> {
    return this.unitOfWork.read(async () => {
      const { items, ...rest } = await this.persons.list(filter);
      return { items: items.map(toPersonView), ...rest };
    });
  }
}
