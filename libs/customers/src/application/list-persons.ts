import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import type { Page } from '@payments/persistence';
import { toPersonView } from './person.view.js';
import type { PersonView } from './person.view.js';
import { Persons } from './ports.js';
import type { PersonFilter } from './ports.js';

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
