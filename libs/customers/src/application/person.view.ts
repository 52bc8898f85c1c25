import type { PersonState } from '../domain/person.js';
import { toCustomerView } from './customer.view.js';
import type { CustomerView, ShownCustomer } from './customer.view.js';

/** What is read of a person to be shown: all but the social security number. */
export interface ShownPerson
  extends ShownCustomer, Pick<PersonState, 'first_name' | 'middle_name' | 'last_name' | 'date_of_birth'> {}

/** A person as answers show it. */
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

/** A person as events show it: without the date of birth, which must not travel to webhook receivers. */
export function toPersonEventView(person: ShownPerson): Omit<PersonView, 'date_of_birth'> {
  const { first_name, middle_name, last_name } = person;
  return toCustomerView(person, { first_name, middle_name: middle_name ?? undefined, last_name });
}
