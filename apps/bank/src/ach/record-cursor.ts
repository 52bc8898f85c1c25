import type { AchRecord } from './ach-record.js';
import type { Problems } from './refusal.js';

/** Goes through the records of a file in order. */
export class RecordCursor {
  private at = 0;

  constructor(
    private readonly records: readonly AchRecord[],
    private readonly problems: Problems,
  ) {}

  /** Empty at the end of the file. */
  get nextType(): string {
    return this.records[this.at]?.type ?? '';
  }

  /** @throws RefusedFile if the next record has another type */
  take(type: string, expected: string): AchRecord {
    const record = this.records[this.at++];
    if (record?.type === type) return record;
    const found = record === undefined ? 'the file ends' : `record type ${record.type} found`;
    return this.problems.stop(
      Math.min(this.at, this.records.length + 1),
      'record_order',
      `${expected} expected, ${found}`,
    );
  }

  rest(): readonly AchRecord[] {
    return this.records.slice(this.at);
  }
}
