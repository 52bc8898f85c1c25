import type { PersonState } from '../domain/person.js';
import { toCustomerView } from './customer.view.js';
import type { CustomerView } from './customer.view.js';

/** A person as answers show it: all but the social security number. */
export interface PersonView extends CustomerView {
  readonly first_name: string;
  readonly middle_name?: string;
  readonly last_name: string;
  readonly date_of_birth: string;
}

export function toPersonView(state: PersonState): PersonView {
  const { date_of_birth } = state;
  return toCustomerView(state, { ...namesOf(state), date_of_birth });
}

/** A person as events show it: without the date of birth, which must not travel to webhook receivers. */
export function toPersonEventView(state: PersonState): Omit<PersonView, 'date_of_birth'> {
  return toCustomerView(state, namesOf(state));
}

function namesOf({ first_name, middle_name, last_name }: PersonState) {
  return { first_name, ...(middle_name !== null && { middle_name }), last_name };
}
