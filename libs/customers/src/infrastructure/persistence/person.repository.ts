import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { FieldCipher } from '@payments/persistence';
import type { Conditions } from '@payments/persistence';
import type { ShownPerson } from '../../application/person.view.js';
import type { PersonFilter, Persons } from '../../application/ports.js';
import { Person } from '../../domain/person.js';
import { customerConditions, CustomerRepository } from './customer.repository.js';
import type { ShownRow } from './customer.repository.js';
import { personSchema } from './person.schema.js';
import type { PersonRow } from './person.schema.js';

@Injectable()
export class PersonRepository
  extends CustomerRepository<Person, PersonRow, ShownPerson, PersonFilter>
  implements Persons
{
  protected readonly schema = personSchema;
  protected readonly table = 'customers.persons';
  protected readonly ownColumns = 'first_name, middle_name, last_name, date_of_birth';
  protected readonly conditions: Conditions<PersonFilter> = {
    ...customerConditions,
    first_name: (value) => `listed.first_name = ${value}`,
    last_name: (value) => `listed.last_name = ${value}`,
  };

  constructor(private readonly cipher: FieldCipher) {
    super();
  }

  protected async seal(person: Person): Promise<PersonRow> {
    const state = person.snapshot();
    const enterprise_id = workContext.enterpriseId();
    const { social_security_number: number } = state;
    const [date_of_birth, social_security_number] = await Promise.all([
      this.cipher.seal(this.place(state.id, 'date_of_birth'), state.date_of_birth),
      number === null ? null : this.cipher.seal(this.place(state.id, 'social_security_number'), number),
    ]);
    return { ...state, enterprise_id, date_of_birth, social_security_number };
  }

  protected async open(row: PersonRow): Promise<Person> {
    const { social_security_number: number } = row;
    const [date_of_birth, social_security_number] = await Promise.all([
      this.cipher.open(this.place(row.id, 'date_of_birth'), row.date_of_birth),
      number === null ? null : this.cipher.open(this.place(row.id, 'social_security_number'), number),
    ]);
    return Person.restore({ ...row, date_of_birth, social_security_number });
  }

  protected async openShown(rows: readonly ShownRow<ShownPerson, PersonRow>[]): Promise<ShownPerson[]> {
    const enterpriseId = workContext.enterpriseId();
    const column = { enterpriseId, table: this.table, column: 'date_of_birth' };
    const fields = rows.map(({ id, date_of_birth }) => ({ rowId: id, sealed: date_of_birth }));
    const opened = await this.cipher.openAll(column, fields);
    return rows.map((row, index) => ({ ...row, date_of_birth: opened[index]! }));
  }

  private place(rowId: string, column: 'date_of_birth' | 'social_security_number') {
    return { enterpriseId: workContext.enterpriseId(), table: this.table, column, rowId };
  }
}
