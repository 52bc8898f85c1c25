import { integerText, Optional, uuidText } from '@payments/http';
import type { BatchRequest } from '../../application/operations.js';

const MOST_BATCHES = 100;

export class BatchQuery implements BatchRequest {
  @Optional(integerText({ min: 0, max: MOST_BATCHES }))
  readonly size?: number;

  /** The id of a batch: the list continues after it. */
  @Optional(uuidText())
  readonly after?: string;
}
