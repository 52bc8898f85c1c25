import { isCalendarDay } from '../../domain/calendar-day.js';
import { isSocialSecurityNumber } from '../../domain/government-ids.js';
import type { PersonState } from '../../domain/person.js';
import { hasLetters, hasNineDigits, judgeAddresses } from './common-rules.js';
import type { Findings } from './common-rules.js';

const YOUNGEST = 18;
const TOO_OLD = 100;
const WHOLE_DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Voided by the Social Security Administration, because they were printed in an advertisement and a pamphlet. */
const VOIDED: ReadonlySet<string> = new Set(['078051120', '219099999']);

/** The problems of a person, except matches of the name on lists. A number that was never sent is not required. */
export function judgePerson(person: PersonState, now: Date): Findings {
  const { first_name, last_name, date_of_birth, social_security_number: number, addresses } = person;
  return [
    ...([first_name, last_name].every(hasLetters) ? [] : (['invalid_name'] as const)),
    ...checkBirth(date_of_birth, now.toISOString().slice(0, 10)),
    ...(number === null ? [] : checkNumber(number)),
    ...(addresses.length === 0 ? (['incomplete_address'] as const) : judgeAddresses(addresses, 'home')),
  ];
}

function checkBirth(birth: string, today: string): Findings {
  if (!WHOLE_DAY.test(birth)) return ['incomplete_dob'];
  if (!isCalendarDay(birth) || birth > today) return ['invalid_dob'];
  const age = ageOn(today, birth);
  return age >= YOUNGEST && age < TOO_OLD ? [] : ['ineligible_age'];
}

function checkNumber(number: string): Findings {
  if (!hasNineDigits(number)) return ['incomplete_ssn'];
  return isSocialSecurityNumber(number) && !VOIDED.has(number) ? [] : ['invalid_ssn'];
}

/** Full years. In a common year, a person born on February 29 turns a year older on March 1. */
function ageOn(today: string, birth: string): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4));
  return today.slice(5) < birth.slice(5) ? years - 1 : years;
}
