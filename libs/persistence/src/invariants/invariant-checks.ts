import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS } from '@payments/kernel';
import { Log } from '@payments/observability';
import { databaseTime } from '../database/database-time.js';
import { Transactions } from '../database/transactions.js';
import { violationsOf } from './invariant.js';
import type { Invariant, InvariantScope, InvariantViolation } from './invariant.js';

/** Injection token of the rules of all contexts. */
export const INVARIANTS = Symbol('INVARIANTS');

const EVERY_MS = 60_000;
/** Time of the nightly full check: 4 a.m. in New York, 5 a.m. in summer. */
const NIGHT_HOUR_UTC = 9;

interface RunRow {
  /** Start of the last check by any process. */
  readonly checked_at: Date;
  readonly checked_until: Date | null;
  readonly checked_fully_at: Date | null;
}

interface StoredResult {
  readonly sql: string;
  readonly values: readonly unknown[];
}

interface JobRun {
  readonly since?: Date;
}

type Heal = NonNullable<Invariant['heal']>;
type Subject = Pick<InvariantViolation, 'invariant' | 'subject'>;

const keyOf = ({ invariant, subject }: Subject) => `${invariant} ${subject}`;

export interface KeptViolation extends InvariantViolation {
  readonly first_seen_at: Date;
  readonly last_seen_at: Date;
}

/**
 * Checks the invariants of each enterprise in turn, and keeps violations until they are resolved. Nothing is repaired but
 * figures that other rows imply (ADR 119).
 */
@Injectable()
export class InvariantChecks {
  constructor(
    private readonly transactions: Transactions,
    @Inject(INVARIANTS) private readonly invariants: readonly Invariant[],
    private readonly log: Log,
  ) {}

  /**
   * Checks changes since the last completed check, or everything once a night; nothing when another worker has
   * just checked.
   * Returns the new violations.
   */
  async checkRecent(enterpriseId: string): Promise<InvariantViolation[]> {
    const run = await this.startRun(enterpriseId);
    return run === undefined ? [] : this.check(enterpriseId, run);
  }

  /** Checks everything now. Returns all violations. */
  async checkFully(enterpriseId: string): Promise<KeptViolation[]> {
    await this.check(enterpriseId, {});
    return this.kept(enterpriseId);
  }

  /** The violations that are not known to be resolved. */
  kept(enterpriseId: string): Promise<KeptViolation[]> {
    return this.transactions.run({ role: 'maintenance', enterpriseId }, (transaction) =>
      transaction.query<KeptViolation>(
        `SELECT enterprise_id, invariant, subject, message, first_seen_at, last_seen_at
         FROM platform.invariant_violations WHERE enterprise_id = $1 ORDER BY invariant, subject`,
        [enterpriseId],
        'find-violations',
      ),
    );
  }

  private startRun(enterpriseId: string): Promise<JobRun | undefined> {
    return this.transactions.run({ role: 'maintenance', enterpriseId }, async (transaction) => {
      const now = await databaseTime(transaction);
      const [last] = await transaction.query<RunRow>(
        `SELECT checked_at, checked_until, checked_fully_at FROM platform.invariant_runs WHERE enterprise_id = $1 FOR UPDATE`,
        [enterpriseId],
        'find-invariant-run',
      );
      if (last !== undefined && now.getTime() - last.checked_at.getTime() < EVERY_MS) return undefined;
      const taken = await transaction.query(
        `INSERT INTO platform.invariant_runs AS run (enterprise_id, checked_at) VALUES ($1, $2)
         ON CONFLICT (enterprise_id) DO UPDATE SET checked_at = excluded.checked_at
           WHERE run.checked_at <= $3 RETURNING enterprise_id`,
        [enterpriseId, now, new Date(now.getTime() - EVERY_MS)],
        'start-invariant-run',
      );
      if (taken.length === 0) return undefined;
      const isNightly = (last?.checked_fully_at ?? new Date(0)) < lastNight(now);
      const since = last?.checked_until ?? undefined;
      return since === undefined || isNightly ? {} : { since };
    });
  }

  // One snapshot for all statements, so that concurrent commits break no rule.
  private async check(enterpriseId: string, { since }: JobRun): Promise<InvariantViolation[]> {
    const scope = { role: 'maintenance', enterpriseId } as const;
    const stored: StoredResult[] = [];
    const { found, now } = await this.transactions.run(scope, async (transaction) => {
      await transaction.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      const at = await databaseTime(transaction);
      const store: InvariantScope['store'] = (sql, values) => stored.push({ sql, values });
      const look = { enterpriseId, transaction, now: at, store, ...(since && { since }) };
      return { found: await violationsOf(this.invariants, look), now: at };
    });
    const healed = await this.heal(enterpriseId, found);
    const violations = found.filter((each) => !healed.has(keyOf(each)));
    return this.keep(enterpriseId, violations, { now, isFull: since === undefined, stored });
  }

  /** Also what was kept before: an older process keeps what it cannot heal. @returns the keys of what is healed. */
  private async heal(enterpriseId: string, found: readonly InvariantViolation[]): Promise<ReadonlySet<string>> {
    const healed = new Set<string>();
    const rules = this.invariants.flatMap(({ name, heal }) => (heal === undefined ? [] : [{ name, heal }]));
    if (rules.length === 0) return healed;
    const known = await this.kept(enterpriseId);
    for (const { name, heal } of rules) {
      const subjects = [...found, ...known].filter(({ invariant }) => invariant === name).map(({ subject }) => subject);
      for (const subject of new Set(subjects)) {
        const about = { invariant: name, subject };
        try {
          await this.healOne(enterpriseId, about, heal);
          healed.add(keyOf(about));
          this.log.warn('invariant_healed', { enterprise_id: enterpriseId, ...about });
        } catch (error) {
          // It stays a violation, and the next check tries again.
          this.log.warn('invariant_not_healed', { enterprise_id: enterpriseId, ...about, error });
        }
      }
    }
    return healed;
  }

  private healOne(enterpriseId: string, { invariant, subject }: Subject, heal: Heal): Promise<unknown> {
    return this.transactions.run({ role: 'maintenance', enterpriseId }, async (transaction) => {
      await heal({ transaction, enterpriseId }, subject);
      return transaction.query(
        `DELETE FROM platform.invariant_violations WHERE enterprise_id = $1 AND invariant = $2 AND subject = $3`,
        [enterpriseId, invariant, subject],
      );
    });
  }

  // A check of changes covers nothing else: other violations stay until the next full check.
  private keep(
    enterpriseId: string,
    found: readonly InvariantViolation[],
    { now, isFull, stored }: { readonly now: Date; readonly isFull: boolean; readonly stored: readonly StoredResult[] },
  ): Promise<InvariantViolation[]> {
    const looked = this.invariants.filter(({ looksAtAll }) => isFull || looksAtAll).map(({ name }) => name);
    return this.transactions.run({ role: 'maintenance', enterpriseId }, async (transaction) => {
      const kept = await transaction.query<{ invariant: string; subject: string; is_new: boolean }>(
        `INSERT INTO platform.invariant_violations AS v
           (enterprise_id, invariant, subject, message, first_seen_at, last_seen_at)
         SELECT $1::uuid, invariant, subject, max(message), $3::timestamptz, $3::timestamptz
         FROM jsonb_to_recordset($2::jsonb) AS f(invariant text, subject text, message text)
         GROUP BY invariant, subject
         ON CONFLICT (enterprise_id, invariant, subject) DO UPDATE
           SET message = excluded.message, last_seen_at = excluded.last_seen_at
         RETURNING invariant, subject, first_seen_at = last_seen_at AS is_new`,
        [enterpriseId, JSON.stringify(found), now],
      );
      // A concurrent check waits here; in the snapshot transaction it would fail.
      for (const { sql, values } of stored) await transaction.query(sql, values);
      await transaction.query(
        `DELETE FROM platform.invariant_violations
         WHERE enterprise_id = $1 AND last_seen_at < $2 AND invariant = ANY($3::text[])`,
        [enterpriseId, now, looked],
      );
      await transaction.query(
        `INSERT INTO platform.invariant_runs AS run (enterprise_id, checked_at, checked_until, checked_fully_at)
         VALUES ($1, $2, $2, CASE WHEN $3 THEN $2::timestamptz END)
         ON CONFLICT (enterprise_id) DO UPDATE SET checked_until = GREATEST(run.checked_until, excluded.checked_until),
           checked_fully_at = COALESCE(excluded.checked_fully_at, run.checked_fully_at)`,
        [enterpriseId, now, isFull],
      );
      const fresh = new Set(kept.filter(({ is_new }) => is_new).map(keyOf));
      return found.filter((each) => fresh.has(keyOf(each)));
    });
  }
}

function lastNight(now: Date): Date {
  const night = new Date(now);
  night.setUTCHours(NIGHT_HOUR_UTC, 0, 0, 0);
  return night <= now ? night : new Date(night.getTime() - DAY_MS);
}
