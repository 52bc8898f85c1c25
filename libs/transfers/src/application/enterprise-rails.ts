import type { OfferedRails } from '../domain/rails.js';

/** Which rails the bank of an enterprise offers, and its ACH windows. */
export abstract class EnterpriseRails {
  /** Read for every batch of transfers, so it must not wait. Every ACH rail that is carried has a window. */
  abstract of(enterpriseId: string): OfferedRails;
}
