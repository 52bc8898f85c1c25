import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { WakeSignal } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { currentTransaction, FieldCipher, Transactions } from '@payments/persistence';
import { RailResults } from '../../application/ports.js';
import type { RailResult, StoredResult } from '../../application/ports.js';

const SEALED = { table: 'rails.results', column: 'correction' } as const;

interface ResultRow extends Omit<StoredResult, 'retimed' | 'correction' | 'reason_text'> {
  readonly reason_text: string | null;
  readonly retimed_effective_date: string | null;
  readonly retimed_settles_at: Date | null;
  readonly correction: Buffer | null;
}

@Injectable()
export class RailResultsRepository extends RailResults {
  constructor(
    private readonly transactions: Transactions,
    private readonly cipher: FieldCipher,
    private readonly wake: WakeSignal,
  ) {
    super();
  }

  async record(results: readonly RailResult[]): Promise<void> {
    if (results.length === 0) return;
    const transaction = currentTransaction();
    const rows = await Promise.all(results.map((result) => this.rowOf(result)));
    await transaction.query(
      `INSERT INTO rails.results (enterprise_id, id, key, end_to_end_id, kind, code, trace, occurred_at,
         retimed_effective_date, retimed_settles_at, correction, reason_text)
       SELECT $1, id, key, end_to_end_id, kind, code, trace, occurred_at, retimed_effective_date, retimed_settles_at,
         decode(correction, 'hex'), reason_text
       FROM jsonb_to_recordset($2::jsonb) AS r(id uuid, key text, end_to_end_id text, kind text, code text, trace text,
         occurred_at timestamptz, retimed_effective_date text, retimed_settles_at timestamptz, correction text,
         reason_text text)
       ON CONFLICT ON CONSTRAINT results_once DO NOTHING`,
      [workContext.enterpriseId(), JSON.stringify(rows)],
      'insert-rail-results',
    );
    transaction.afterCommit(() => this.wake.send());
  }

  async takeUnreported(limit: number): Promise<StoredResult[]> {
    const rows = await currentTransaction().query<ResultRow>(
      `SELECT id, key, end_to_end_id, kind, code, trace, occurred_at, retimed_effective_date, retimed_settles_at, correction,
         reason_text
       FROM rails.results WHERE enterprise_id = $1 AND reported_at IS NULL
       ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [workContext.enterpriseId(), limit],
      'take-unreported-results',
    );
    return Promise.all(rows.map((row) => this.resultOf(row)));
  }

  async markReported(ids: readonly string[]): Promise<void> {
    await currentTransaction().query(
      `UPDATE rails.results SET reported_at = now() WHERE enterprise_id = $1 AND id = ANY($2::uuid[])`,
      [workContext.enterpriseId(), ids],
      'mark-results-reported',
    );
  }

  async enterprisesWithUnreported(): Promise<string[]> {
    const rows = await this.transactions.run({ role: 'relay' }, (transaction) =>
      transaction.query<{ enterprise_id: string }>(
        `SELECT enterprise_id FROM rails.results WHERE reported_at IS NULL GROUP BY enterprise_id`,
        [],
        'find-unreported-results',
      ),
    );
    return rows.map(({ enterprise_id }) => enterprise_id);
  }

  private async rowOf({ retimed, correction, ...result }: RailResult) {
    const id = newId();
    const place = { ...SEALED, enterpriseId: workContext.enterpriseId(), rowId: id };
    const sealed = correction && (await this.cipher.seal(place, JSON.stringify(correction)));
    return {
      ...result,
      ...{ id, correction: sealed?.toString('hex') ?? null },
      retimed_effective_date: retimed?.effective_date ?? null,
      retimed_settles_at: retimed?.settles_at ?? null,
    };
  }

  private async resultOf({
    retimed_effective_date,
    retimed_settles_at,
    correction,
    reason_text,
    ...result
  }: ResultRow) {
    const place = { ...SEALED, enterpriseId: workContext.enterpriseId(), rowId: result.id };
    const opened = correction && (JSON.parse(await this.cipher.open(place, correction)) as Record<string, string>);
    return {
      ...result,
      ...(opened && { correction: opened }),
      ...(reason_text !== null && { reason_text }),
      ...(retimed_effective_date !== null &&
        retimed_settles_at !== null && {
          retimed: { effective_date: retimed_effective_date, settles_at: retimed_settles_at },
        }),
    };
  }
}
