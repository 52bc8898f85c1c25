import { Injectable } from '@nestjs/common';
import { reasonEntries } from '../domain/reason-codes.js';
import type { ReasonEntry } from '../domain/reason-codes.js';

/** Why transfers fail: the same list for every enterprise. */
@Injectable()
export class ListReasonCodes {
  execute(): readonly ReasonEntry[] {
    return reasonEntries();
  }
}
