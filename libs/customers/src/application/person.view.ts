import type { PersonState } from '../domain/person.js';
import { toCustomerView } from './customer.view.js';
import type { CustomerView, ShownCustomer } from './customer.view.js';

/** The fields of a person that responses need: all except the social security number. */
export interface ShownPerson
  extends ShownCustomer, Pick<PersonState, 'first_name' | 'middle_name' | 'last_name' | 'date_of_birth'> {}

/** A person in responses. */
export interface PersonView extends CustomerView {
  readonly first_name: string;
  readonly middle_name: string | undefined;
  readonly last_name: string;
  readonly date_of_birth: string;
}

export function toPersonView(person: ShownPerson): PersonView {
  const { first_name, middle_name, last_name, date_of_birth } = person;
  return toCustomerView(person, { first_name, middle_name: middle_name ?? undefined, last_name, date_of_birth });
}

/** A person in events: without the date of birth, which must not reach webhook endpoints. */
export function toPersonEventView(person: ShownPerson): Omit<PersonView, 'date_of_birth'> {
  const { first_name, middle_name, last_name } = person;
  return toCustomerView(person, { first_name, middle_name: middle_name ?? undefined, last_name });
}
