import { STATES } from '../../domain/address.js';
import type { Address } from '../../domain/address.js';
import type { RulesReasonCode } from './reasons.js';

const NINE_DIGITS = /^\d{9}$/;
const ZIP5 = /^(?!00000)\d{5}$/;

/** The problems that the rules find: each code once, in the order of the checks. */
export type Findings = readonly RulesReasonCode[];

export function hasLetters(name: string): boolean {
  return /\p{L}/u.test(name);
}

export function hasNineDigits(number: string): boolean {
  return NINE_DIGITS.test(number);
}

/** Checks each address; the caller decides whether one is required. */
export function judgeAddresses(addresses: readonly Address[], type: 'home' | 'legal'): Findings {
  const isWhole = ({ address1, city, state, country, zip5 }: Address) =>
    address1.trim() !== '' && city.trim() !== '' && STATES.includes(state) && country === 'US' && ZIP5.test(zip5);
  return [
    ...(addresses.every(isWhole) ? [] : (['incomplete_address'] as const)),
    ...(addresses.every((address) => address.type === type) ? [] : (['invalid_address_type'] as const)),
  ];
}
