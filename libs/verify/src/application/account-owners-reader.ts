import type { Numbers } from './ports.js';

/** Finds whose the enterprise says an account is. In the current unit of work. */
export abstract class AccountOwnersReader {
  /** The reference ids of the customers of this type with an open external account of these numbers. */
  abstract referencesOf(numbers: Numbers, type: 'person' | 'business'): Promise<string[]>;
}
