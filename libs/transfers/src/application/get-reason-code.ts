import { Injectable } from '@nestjs/common';
import { reasonErrors } from '../domain/reason-codes.errors.js';
import { reasonEntry } from '../domain/reason-codes.js';
import type { ReasonEntry } from '../domain/reason-codes.js';

@Injectable()
export class GetReasonCode {
  /** By the code of the reason, or of a network (`R01`). @throws DomainError unknown_id */
  execute(code: string): ReasonEntry {
    const entry = reasonEntry(code);
    if (entry === undefined) throw reasonErrors.unknown_id();
    return entry;
  }
}
