import { Injectable } from '@nestjs/common';
import { Tasks } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { SCREENING_QUEUE } from '../../application/screen-customers.js';
import { ScreeningRuns } from '../../application/screening.ports.js';
import type { ListInForce, ScreeningRun, ScreeningStep, ScreeningSubject } from '../../application/screening.ports.js';

const LOCK_KEY = `hashtextextended('screening ' || $1, 0)`;

const BEGIN = `
  INSERT INTO customers.screening_runs AS run (enterprise_id, list_digest, list_placed_at, started_at)
  VALUES ($1, $2, $3, $4)
  ON CONFLICT (enterprise_id) DO UPDATE SET list_digest = excluded.list_digest,
    list_placed_at = excluded.list_placed_at, started_at = excluded.started_at, last_customer_id = NULL,
    customers = NULL, screened = 0, matched = 0, finished_at = NULL
  WHERE run.list_digest <> excluded.list_digest AND run.list_placed_at < excluded.list_placed_at
  RETURNING 1`;

const VERIFIED = `WHERE enterprise_id = $1 AND status = 'verified' AND ($2::uuid IS NULL OR id > $2)
  ORDER BY id LIMIT $3`;

const NEXT = `
  SELECT type, state FROM (
    (SELECT id, 'person' AS type, jsonb_build_object('id', id, 'identity_version', identity_version,
       'first_name', first_name, 'middle_name', middle_name, 'last_name', last_name) AS state
     FROM customers.persons ${VERIFIED})
    UNION ALL
    (SELECT id, 'business' AS type, jsonb_build_object('id', id, 'identity_version', identity_version,
       'legal_name', legal_name, 'business_name', business_name) AS state
     FROM customers.businesses ${VERIFIED})) AS customer
  ORDER BY id LIMIT $3`;

const COUNT = `
  SELECT (SELECT count(*) FROM customers.persons WHERE enterprise_id = $1 AND status = 'verified')::int
    + (SELECT count(*) FROM customers.businesses WHERE enterprise_id = $1 AND status = 'verified')::int AS customers`;

const ADVANCE = `
  UPDATE customers.screening_runs SET customers = $4, screened = screened + $5, matched = matched + $6,
    last_customer_id = coalesce($7::uuid, last_customer_id), finished_at = $8
  WHERE enterprise_id = $1 AND list_digest = $2 AND last_customer_id IS NOT DISTINCT FROM $3::uuid
    AND finished_at IS NULL
  RETURNING 1`;

@Injectable()
export class PostgresScreeningRuns extends ScreeningRuns {
  constructor(private readonly tasks: Tasks) {
    super();
  }

  async begin({ list_digest, list_placed_at }: ListInForce, now: Date): Promise<boolean> {
    const enterpriseId = workContext.enterpriseId();
    // Outcomes of the previous list are written now, where the run finds them, or never.
    await currentTransaction().query(`SELECT pg_advisory_xact_lock(${LOCK_KEY})`, [enterpriseId]);
    const begun = await currentTransaction().query(BEGIN, [enterpriseId, list_digest, list_placed_at, now]);
    if (begun.length === 0) return false;
    await this.tasks.schedule([{ queue: SCREENING_QUEUE, subjectId: enterpriseId }]);
    return true;
  }

  async holdListInForce(): Promise<string | undefined> {
    await currentTransaction().query(
      `SELECT pg_advisory_xact_lock_shared(${LOCK_KEY})`,
      [workContext.enterpriseId()],
      'share-screening-lock',
    );
    return (await this.current())?.list_digest;
  }

  async current(): Promise<ScreeningRun | undefined> {
    const [run] = await currentTransaction().query<ScreeningRun>(
      `SELECT list_digest, list_placed_at, started_at, last_customer_id, customers, screened, matched, finished_at
       FROM customers.screening_runs WHERE enterprise_id = $1`,
      [workContext.enterpriseId()],
      'find-screening-run',
    );
    return run;
  }

  // Without a name: a plan for all pages would read the customers of the earlier ones, too.
  nextVerified(after: string | null, size: number): Promise<ScreeningSubject[]> {
    return currentTransaction().query<ScreeningSubject>(NEXT, [workContext.enterpriseId(), after, size]);
  }

  async countVerified(): Promise<number> {
    const [row] = await currentTransaction().query<{ customers: number }>(COUNT, [workContext.enterpriseId()]);
    return row!.customers;
  }

  async advance(run: ScreeningRun, step: ScreeningStep, finishedAt: Date | null): Promise<boolean> {
    const { customers, screened, matched, lastCustomerId = null } = step;
    const { list_digest, last_customer_id } = run;
    const values = [workContext.enterpriseId(), list_digest, last_customer_id, customers, screened, matched];
    const advanced = await currentTransaction().query(
      ADVANCE,
      [...values, lastCustomerId, finishedAt],
      'update-screening-run',
    );
    return advanced.length === 1;
  }
}
