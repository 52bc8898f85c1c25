import { Injectable } from '@nestjs/common';
import { reasonErrors } from '../domain/reason-codes.errors.js';
import { reasonEntries, reasonEntry } from '../domain/reason-codes.js';
import type { ReasonEntry } from '../domain/reason-codes.js';

/** The reference of what may become of a transfer: the same for every enterprise. */
@Injectable()
export class ReadReasonCodes {
  all(): readonly ReasonEntry[] {
    return reasonEntries();
  }

  /** By the code of the reason, or of a network (`R01`). @throws DomainError unknown_id */
  one(code: string): ReasonEntry {
    const entry = reasonEntry(code);
    if (entry === undefined) throw reasonErrors.unknown_id();
    return entry;
  }
}
