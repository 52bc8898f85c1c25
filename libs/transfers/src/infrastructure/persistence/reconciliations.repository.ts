import { Injectable } from '@nestjs/common';
import { idBefore } from '@payments/kernel';
import { currentTransaction, workContext } from '@payments/platform';
import { Reconciliations } from '../../application/reconcile.js';
import type { Inbox, KeptBreak } from '../../application/reconcile.js';
import { legIdOf } from '../../domain/leg.js';
import { GRACE_MS, instructionsOf } from '../../domain/reconciliation.js';
import type { Break, OwnInstruction, OwnLeg, Period } from '../../domain/reconciliation.js';
import { toState } from './rows.js';
import type { Row } from './rows.js';

const STEP = 10_000;
/** A leg is handed over this long after it was made at most: a credit waits for the hold of its debit. */
const WAITS_MS = 60 * 24 * 60 * 60 * 1_000;
const COLUMNS = `id, side, amount, attempts, attempt, end_to_end_id, rail, window_at, settles_at, status`;

type OwnRow = Row<OwnLeg> & { readonly id: string };

interface StepRow {
  readonly last: string | null;
  readonly legs: number;
  readonly found:
    readonly (Omit<OwnRow, 'window_at' | 'settles_at'> & Record<'window_at' | 'settles_at', string | null>)[] | null;
}

const LEGS_OF_PERIOD = `
  WITH step AS MATERIALIZED (
    SELECT ${COLUMNS} FROM transfers.legs WHERE enterprise_id = $1 AND id > $2 ORDER BY id LIMIT ${STEP}),
  found AS (
    SELECT id, side, amount::text, attempts, attempt, end_to_end_id, rail, window_at, settles_at, status FROM step
    WHERE (window_at >= $3 AND window_at < $4 AND status NOT IN ('held', 'ready', 'canceled'))
      OR (settles_at >= $3 AND settles_at < $4 AND status IN ('submitted', 'accepted')) OR attempt > 1)
  SELECT (SELECT id FROM step ORDER BY id DESC LIMIT 1) AS last, (SELECT count(*)::int FROM step) AS legs,
    (SELECT jsonb_agg(found) FROM found) AS found`;

@Injectable()
export class ReconciliationsRepository extends Reconciliations {
  async begin(now: Date, since: Date): Promise<boolean> {
    const begun = await currentTransaction().query(
      `INSERT INTO transfers.reconciliation_runs AS run (enterprise_id, started_at) VALUES ($1, $2)
       ON CONFLICT (enterprise_id) DO UPDATE SET started_at = excluded.started_at
         WHERE run.started_at <= $3 RETURNING enterprise_id`,
      [enterpriseId(), now, since],
    );
    return begun.length > 0;
  }

  // Ids follow time, so the primary key finds where to begin.
  async instructions(
    { from, to }: Period,
    { now, at }: { readonly now: Date; readonly at: Date },
  ): Promise<OwnInstruction[]> {
    const realFrom = from.getTime() - (at.getTime() - now.getTime());
    const own: OwnInstruction[] = [];
    for (let after: string | null = idBefore(new Date(realFrom - WAITS_MS)); after !== null;) {
      const [step]: StepRow[] = await currentTransaction().query<StepRow>(LEGS_OF_PERIOD, [
        enterpriseId(),
        after,
        from,
        to,
      ]);
      for (const row of step!.found ?? []) {
        const date = (text: string | null) => (text === null ? null : new Date(text));
        own.push(...ownOf({ ...row, window_at: date(row.window_at), settles_at: date(row.settles_at) }));
      }
      after = step!.legs === STEP ? step!.last : null;
    }
    return own;
  }

  async known(endToEndIds: readonly string[]): Promise<OwnInstruction[]> {
    const wanted = new Set(endToEndIds);
    const rows = await currentTransaction().query<OwnRow>(
      `SELECT ${COLUMNS} FROM transfers.legs WHERE enterprise_id = $1 AND id = ANY($2::uuid[])`,
      [enterpriseId(), [...new Set(endToEndIds.flatMap((id) => legIdOf(id) ?? []))]],
    );
    return rows.flatMap(ownOf).filter(({ end_to_end_id }) => wanted.has(end_to_end_id));
  }

  async inbox(now: Date): Promise<Inbox> {
    const rows = await currentTransaction().query<{
      readonly end_to_end_id: string;
      readonly kind: string;
      readonly occurred_at: Date;
      readonly is_strange: boolean;
      readonly is_ours: boolean;
    }>(
      `SELECT r.end_to_end_id, r.kind, r.occurred_at, r.received_at < $2 AS is_strange, l.id IS NOT NULL AS is_ours
       FROM transfers.processor_results r
       LEFT JOIN transfers.legs l ON l.enterprise_id = $1 AND l.end_to_end_id = r.end_to_end_id
       WHERE r.enterprise_id = $1 AND r.applied_at IS NULL ORDER BY r.id`,
      [enterpriseId(), new Date(now.getTime() - GRACE_MS)],
    );
    return {
      underway: new Set(rows.filter(({ is_strange }) => !is_strange).map(({ end_to_end_id }) => end_to_end_id)),
      strange: rows
        .filter(({ is_strange }) => is_strange)
        .map(({ end_to_end_id, kind, occurred_at, is_ours }) => ({
          ...{ end_to_end_id, kind: is_ours ? 'status' : 'extra', banking_at: occurred_at },
          ...{ own: is_ours ? 'could not make sense of it' : 'unknown', reported: `the result ${kind}` },
        })),
    };
  }

  async keep(
    breaks: readonly Break[],
    looked: Period & { readonly ids: readonly string[]; readonly now: Date },
  ): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO transfers.reconciliation_breaks AS b
         (enterprise_id, end_to_end_id, kind, own, reported, banking_at, first_seen_at, last_seen_at)
       SELECT DISTINCT ON (end_to_end_id, kind) $1::uuid, end_to_end_id, kind, own, reported, banking_at, $3::timestamptz, $3
       FROM jsonb_to_recordset($2::jsonb)
         AS f(end_to_end_id text, kind text, own text, reported text, banking_at timestamptz)
       ON CONFLICT (enterprise_id, end_to_end_id, kind) DO UPDATE
         SET own = excluded.own, reported = excluded.reported, last_seen_at = excluded.last_seen_at, resolved_at = NULL`,
      [enterpriseId(), JSON.stringify(breaks), looked.now],
    );
    await currentTransaction().query(
      `UPDATE transfers.reconciliation_breaks SET resolved_at = $2
       WHERE enterprise_id = $1 AND resolved_at IS NULL AND last_seen_at < $2
         AND (end_to_end_id = ANY($3::text[]) OR (banking_at >= $4 AND banking_at < $5))`,
      [enterpriseId(), looked.now, looked.ids, looked.from, looked.to],
    );
    await currentTransaction().query(
      `INSERT INTO transfers.reconciliation_runs (enterprise_id, started_at, finished_at) VALUES ($1, $2, $2)
       ON CONFLICT (enterprise_id) DO UPDATE SET finished_at = excluded.finished_at`,
      [enterpriseId(), looked.now],
    );
  }

  open(): Promise<KeptBreak[]> {
    return currentTransaction().query<KeptBreak>(
      `SELECT end_to_end_id, kind, own, reported, banking_at, first_seen_at, last_seen_at
       FROM transfers.reconciliation_breaks
       WHERE enterprise_id = $1 AND resolved_at IS NULL ORDER BY banking_at, end_to_end_id, kind`,
      [enterpriseId()],
    );
  }
}

function ownOf(row: Row<OwnLeg>): OwnInstruction[] {
  return instructionsOf(toState<OwnLeg>(row));
}

function enterpriseId(): string {
  return workContext.tenant().enterpriseId;
}
