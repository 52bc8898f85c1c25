import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';

/** The batch was on its way while an inquiry found that one of its instructions is unknown. Nothing of it was taken. */
class SupersededBatchError extends Error {
  constructor() {
    super('the batch is older than an inquiry that did not find one of its instructions');
    this.name = 'SupersededBatchError';
  }
}

/**
 * Makes inquiries final: what one did not find cannot arrive in an older batch afterwards. Both sides run in the current
 * unit of work. An inquiry waits for the batches that are being taken, and batches wait for it.
 */
@Injectable()
export class InquiryFence {
  /** @throws SupersededBatchError */
  async admit(batchId: string, endToEndIds: readonly string[]): Promise<void> {
    // The lock is a separate statement, so that the inquiries are read after it is acquired.
    const [, superseding] = await Promise.all([
      this.lock('pg_advisory_xact_lock_shared'),
      currentTransaction().query(
        `SELECT FROM sandbox.inquiries
         WHERE enterprise_id = $1 AND end_to_end_id = ANY($2::text[]) AND inquiry_id > $3 LIMIT 1`,
        [workContext.enterpriseId(), endToEndIds, batchId],
        'find-superseding-inquiry',
      ),
    ]);
    if (superseding.length > 0) throw new SupersededBatchError();
  }

  /** Waits for the batches that are being taken, then lets none in until the unit of work ends. */
  async close(): Promise<void> {
    await this.lock('pg_advisory_xact_lock');
  }

  /** Of these instructions, those that have arrived. The others can only arrive in a batch after this inquiry. */
  async known(endToEndIds: readonly string[], inquiryId: string): Promise<Set<string>> {
    await this.close();
    const rows = await currentTransaction().query<{ end_to_end_id: string }>(
      `SELECT end_to_end_id FROM sandbox.instructions WHERE enterprise_id = $1 AND end_to_end_id = ANY($2::text[])`,
      [workContext.enterpriseId(), endToEndIds],
    );
    const known = new Set(rows.map(({ end_to_end_id }) => end_to_end_id));
    await this.record(
      endToEndIds.filter((id) => !known.has(id)),
      inquiryId,
    );
    return known;
  }

  private async record(endToEndIds: readonly string[], inquiryId: string): Promise<void> {
    if (endToEndIds.length === 0) return;
    await currentTransaction().query(
      `INSERT INTO sandbox.inquiries AS earlier (enterprise_id, end_to_end_id, inquiry_id)
       SELECT DISTINCT $1::uuid, missed, $3::uuid FROM unnest($2::text[]) AS missed
       ON CONFLICT (enterprise_id, end_to_end_id)
         DO UPDATE SET inquiry_id = GREATEST(earlier.inquiry_id, excluded.inquiry_id)`,
      [workContext.enterpriseId(), endToEndIds, inquiryId],
    );
  }

  private lock(mode: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared'): Promise<unknown> {
    return currentTransaction().query(
      `SELECT ${mode}(hashtextextended($1, 0))`,
      [`sandbox-network/${workContext.enterpriseId()}`],
      `inquiry-fence-${mode}`,
    );
  }
}
