import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { personErrors } from '../domain/customer.errors.js';
import { toPersonView } from './person.view.js';
import type { PersonView } from './person.view.js';
import { Persons } from './ports.js';

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
