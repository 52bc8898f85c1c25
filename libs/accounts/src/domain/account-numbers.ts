import { latinText } from '@payments/kernel';

/**
 * Names of account holders: Latin letters, digits, spaces, dashes, curly apostrophes, and ASCII punctuation except
 * `< > { } [ ] \ ^ ~` and the backtick.
 */
export const HOLDER_NAME = latinText(`0-9\u2018\u2019\u2010-\u2015!"#$%&'()*+,\\-./:;=?@_|`);

/** 4 to 17 digits; a hyphen may follow each one except the last. */
export const ACCOUNT_NUMBER = /^(?:\d-{0,1}){3,16}\d$/;

/** The nine digits of an ABA routing number; verification checks whether the bank exists. */
export const ROUTING_NUMBER = /^\d{9}$/;

/** The account number as banks know it: without hyphens. */
export function digitsOf(accountNumber: string): string {
  return accountNumber.replaceAll('-', '');
}
