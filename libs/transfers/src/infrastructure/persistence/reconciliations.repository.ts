import { Injectable } from '@nestjs/common';
import { DAY_MS, idBefore } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { Reconciliations } from '../../application/reconcile.js';
import type { InstructionSubject } from '../../application/instruction-owners.js';
import type { KeptBreak, OpenResult } from '../../application/reconcile.js';
import { legIdOf } from '../../domain/leg.js';
import { GRACE_MS, instructionsOf } from '../../domain/reconciliation.js';
import type { Break, OwnInstruction, OwnLeg, Period } from '../../domain/reconciliation.js';
import { toState } from './rows.js';
import type { Row } from './rows.js';

const STEP = 10_000;
/** A leg is submitted this long after it was made at most: a credit waits for the hold of its debit. */
const WAITS_MS = 60 * DAY_MS;
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

// An end-to-end id has the id of its leg behind its first letter, and the number of the attempt behind that.
const OPEN_RESULTS = `
  SELECT r.id, r.processor_result_id, r.end_to_end_id, r.kind, r.occurred_at, l.status AS leg_status,
    l.end_to_end_id = r.end_to_end_id AS is_current,
    CASE WHEN r.is_early THEN 'early' WHEN r.contradictory_at IS NOT NULL THEN 'contradictory' WHEN r.received_at >= $2 THEN 'underway'
      WHEN l.id IS NULL THEN 'unmatched' ELSE 'stuck' END AS state
  FROM transfers.processor_results r
  LEFT JOIN transfers.legs l ON l.enterprise_id = $1
    AND l.id = CASE WHEN r.end_to_end_id ~ '^P[0-9a-f]{32}' THEN substr(r.end_to_end_id, 2, 32)::uuid END
  WHERE r.enterprise_id = $1 AND r.applied_at IS NULL AND r.dismissed_at IS NULL ORDER BY r.id`;

@Injectable()
export class ReconciliationsRepository extends Reconciliations {
  async begin(now: Date, since: Date): Promise<boolean> {
    const begun = await currentTransaction().query(
      `INSERT INTO transfers.reconciliation_runs AS run (enterprise_id, started_at) VALUES ($1, $2)
       ON CONFLICT (enterprise_id) DO UPDATE SET started_at = excluded.started_at
         WHERE run.started_at <= $3 RETURNING enterprise_id`,
      [workContext.enterpriseId(), now, since],
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
        workContext.enterpriseId(),
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
      [workContext.enterpriseId(), [...new Set(endToEndIds.flatMap((id) => legIdOf(id) ?? []))]],
    );
    return rows.flatMap(ownOf).filter(({ end_to_end_id }) => wanted.has(end_to_end_id));
  }

  // The attempt is behind the id of the leg; the ledger keeps the entries of each.
  async subjects(endToEndIds: readonly string[]): Promise<InstructionSubject[]> {
    return currentTransaction().query<InstructionSubject>(
      `SELECT asked.end_to_end_id, l.transfer_id AS subject_id, l.side AS leg,
         coalesce(nullif(substr(asked.end_to_end_id, 34), ''), '1')::int AS attempt
       FROM unnest($2::uuid[], $3::text[]) AS asked(leg_id, end_to_end_id)
       JOIN transfers.legs l ON l.enterprise_id = $1 AND l.id = asked.leg_id`,
      [workContext.enterpriseId(), ...columnsOf(endToEndIds)],
      'find-leg-subjects',
    );
  }

  openResults(now: Date): Promise<OpenResult[]> {
    return currentTransaction().query<OpenResult>(OPEN_RESULTS, [
      workContext.enterpriseId(),
      new Date(now.getTime() - GRACE_MS),
    ]);
  }

  async hasPendingResults(): Promise<boolean> {
    const pending = await currentTransaction().query(
      `SELECT FROM transfers.processor_results WHERE enterprise_id = $1 AND applied_at IS NULL
         AND contradictory_at IS NULL AND dismissed_at IS NULL LIMIT 1`,
      [workContext.enterpriseId()],
    );
    return pending.length > 0;
  }

  // What is neither applied nor contradictory may still have its task.
  async dismiss(
    resultId: string,
    { because, now }: { readonly because: string; readonly now: Date },
  ): Promise<boolean> {
    const dismissed = await currentTransaction().query(
      `UPDATE transfers.processor_results SET dismissed_at = $3, dismissal_reason = $4
       WHERE enterprise_id = $1 AND id = $2 AND applied_at IS NULL AND dismissed_at IS NULL
         AND (contradictory_at IS NOT NULL OR received_at < $5) RETURNING id`,
      [workContext.enterpriseId(), resultId, now, because, new Date(now.getTime() - GRACE_MS)],
    );
    return dismissed.length > 0;
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
      [workContext.enterpriseId(), JSON.stringify(breaks), looked.now],
    );
    await currentTransaction().query(
      `UPDATE transfers.reconciliation_breaks SET resolved_at = $2
       WHERE enterprise_id = $1 AND resolved_at IS NULL AND last_seen_at < $2
         AND (kind = 'contradictory' OR end_to_end_id = ANY($3::text[]) OR (banking_at >= $4 AND banking_at < $5))`,
      [workContext.enterpriseId(), looked.now, looked.ids, looked.from, looked.to],
    );
    await currentTransaction().query(
      `INSERT INTO transfers.reconciliation_runs (enterprise_id, started_at, finished_at) VALUES ($1, $2, $2)
       ON CONFLICT (enterprise_id) DO UPDATE SET finished_at = excluded.finished_at`,
      [workContext.enterpriseId(), looked.now],
    );
  }

  open(): Promise<KeptBreak[]> {
    return currentTransaction().query<KeptBreak>(
      `SELECT end_to_end_id, kind, own, reported, banking_at, first_seen_at, last_seen_at
       FROM transfers.reconciliation_breaks
       WHERE enterprise_id = $1 AND resolved_at IS NULL ORDER BY banking_at, end_to_end_id, kind`,
      [workContext.enterpriseId()],
    );
  }
}

/** The legs of ids, and the ids. */
function columnsOf(endToEndIds: readonly string[]): [string[], string[]] {
  const own = endToEndIds.flatMap((id) => {
    const legId = legIdOf(id);
    return legId === undefined ? [] : [[legId, id] as const];
  });
  return [own.map(([legId]) => legId), own.map(([, id]) => id)];
}

function ownOf(row: Row<OwnLeg>): OwnInstruction[] {
  return instructionsOf(toState<OwnLeg>(row));
}
