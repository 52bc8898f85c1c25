import { Injectable } from '@nestjs/common';
import { isUuid } from '@payments/kernel';
import { EventLog } from '@payments/messaging';
import { Metrics, workContext } from '@payments/observability';
import { commonFilters, currentTransaction, keysetPage, pageOf, rowParameter } from '@payments/persistence';
import type { Page } from '@payments/persistence';
import { verifyMetrics } from '../../application/metrics.table.js';
import { VerifyAccounts } from '../../application/ports.js';
import type { ChangedAccount, Numbers, Usage, VerificationFilter } from '../../application/ports.js';
import type { ProbeState } from '../../domain/probe.js';
import type { VerifyAccountState } from '../../domain/verify-account-state.js';
import { VerifyAccount } from '../../domain/verify-account.js';
import { ACCOUNT_COLUMNS, PROBE_COLUMNS, probesAsJson, toProbe, toRecordedEvent } from './rows.js';
import type { ProbeRow } from './rows.js';
import { VerifySealing } from './verify-sealing.js';
import type { ShownRow } from './verify-sealing.js';

const TABLE = 'verify.accounts';
const SEARCHED_AT_MOST = 100;

const isOneOf = (column: string) => (value: string) => `listed.${column} = ANY(${value})`;

const LIST: Parameters<typeof keysetPage<VerificationFilter>>[0] = {
  table: TABLE,
  columns: ACCOUNT_COLUMNS,
  conditions: {
    start_time: commonFilters.start_time,
    end_time: commonFilters.end_time,
    id: (value) => `listed.id = ${value}`,
    verification_status: isOneOf('verification_status'),
    ownership_status: isOneOf('ownership_status'),
    control_status: isOneOf('control_status'),
    debit_status: isOneOf('debit_status'),
  },
};

// Only the account is a condition on verifications: with the time as another one, a plan of a young table may go through
// all verifications since then. The ids are an array, so that probes are found by them, whatever the planner expects.
const USAGE = `
  SELECT count(*) FILTER (WHERE created_at > $3)::int AS verifications,
    (SELECT count(*)::int FROM verify.probes
      WHERE enterprise_id = $1 AND purpose = 'debit' AND created_at > $3 AND account_id = ANY (ARRAY(
        SELECT id FROM verify.accounts WHERE enterprise_id = $1 AND account_key = $2))) AS "debitChecks"
  FROM verify.accounts WHERE enterprise_id = $1 AND account_key = $2`;

@Injectable()
export class VerifyAccountsRepository extends VerifyAccounts {
  constructor(
    private readonly sealing: VerifySealing,
    private readonly events: EventLog,
    private readonly metrics: Metrics,
  ) {
    super();
  }

  async add(account: VerifyAccountState): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO ${TABLE} (enterprise_id, account_key, ${ACCOUNT_COLUMNS})
       SELECT enterprise_id, account_key, ${ACCOUNT_COLUMNS} FROM jsonb_populate_record(NULL::${TABLE}, $1::jsonb) RETURNING 1`,
      [rowParameter(await this.sealing.toRow(account))],
      'insert-verify-account',
    );
  }

  async find(id: string): Promise<VerifyAccountState | undefined> {
    if (!isUuid(id)) return undefined;
    const rows = await currentTransaction().query<ShownRow>(
      `SELECT ${ACCOUNT_COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND id = $2`,
      [workContext.enterpriseId(), id],
      'find-verify-account',
    );
    return (await this.sealing.open(rows))[0];
  }

  async list(filter: VerificationFilter): Promise<Page<VerifyAccountState>> {
    const { sql, values, name } = keysetPage(LIST, filter, workContext.enterpriseId());
    const { items, ...rest } = pageOf(await currentTransaction().query<ShownRow>(sql, values, name), filter);
    return { items: await this.sealing.open(items), ...rest };
  }

  async search(numbers: Numbers): Promise<VerifyAccountState[]> {
    const rows = await currentTransaction().query<ShownRow>(
      `SELECT ${ACCOUNT_COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND account_key = $2
       ORDER BY created_at DESC, id DESC LIMIT ${SEARCHED_AT_MOST}`,
      [workContext.enterpriseId(), this.sealing.keyOf(numbers)],
      'search-verify-accounts',
    );
    return this.sealing.open(rows);
  }

  async lock(by: {
    readonly ids?: readonly string[];
    readonly probeIds?: readonly string[];
  }): Promise<VerifyAccount[]> {
    const rows = await currentTransaction().query<ShownRow>(
      `SELECT ${ACCOUNT_COLUMNS} FROM ${TABLE}
       WHERE enterprise_id = $1 AND id = ANY($2::uuid[] || ARRAY(
         SELECT account_id FROM verify.probes WHERE enterprise_id = $1 AND id = ANY($3::uuid[])))
       ORDER BY id FOR UPDATE`,
      [workContext.enterpriseId(), by.ids ?? [], by.probeIds ?? []],
      'lock-verify-accounts',
    );
    return this.withProbes(rows);
  }

  async load(ids: readonly string[]): Promise<VerifyAccount[]> {
    const rows = await currentTransaction().query<ShownRow>(
      `SELECT ${ACCOUNT_COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND id = ANY($2::uuid[])`,
      [workContext.enterpriseId(), ids],
      'find-verify-accounts',
    );
    return this.withProbes(rows);
  }

  async save(changed: readonly ChangedAccount[]): Promise<void> {
    for (const { account, changes } of changed) if (changes.isChanged) await this.update(account.snapshot());
    const probes = changed.flatMap(({ changes }) => changes.probes);
    await this.saveProbes(probes);
    await this.events.append(changed.flatMap(({ changes }) => changes.events.map(toRecordedEvent)));
    currentTransaction().afterCommit(() => {
      const metric = verifyMetrics.payments_verification_probes_total;
      for (const { rail, status } of probes) this.metrics.count(metric, { rail, status });
    });
  }

  async usage(numbers: Numbers, since: Date): Promise<Usage> {
    const key = this.sealing.keyOf(numbers);
    const enterpriseId = workContext.enterpriseId();
    const transaction = currentTransaction();
    // A separate statement, so that the counts are taken after the lock is acquired.
    const [, [usage]] = await Promise.all([
      transaction.query(
        `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`,
        [`verify/${enterpriseId}/${key.toString('hex')}`],
        'lock-verify-usage',
      ),
      transaction.query<Usage>(USAGE, [enterpriseId, key, since], 'count-verify-usage'),
    ]);
    return usage!;
  }

  async countSince(since: Date, most: number): Promise<number> {
    const [row] = await currentTransaction().query<{ count: number }>(
      `SELECT count(*)::int AS count FROM (
         SELECT FROM ${TABLE} WHERE enterprise_id = $1 AND created_at > $2 LIMIT $3) AS recent`,
      [workContext.enterpriseId(), since, most],
      'count-verify-accounts',
    );
    return row!.count;
  }

  validOf(accountIds: readonly string[]): Promise<{ readonly account_id: string; readonly id: string }[]> {
    return currentTransaction().query<{ account_id: string; id: string }>(
      `SELECT f.account_id, v.id FROM accounts.facts f
       JOIN verify.accounts v ON v.enterprise_id = $1 AND v.account_key = f.account_key
       WHERE f.enterprise_id = $1 AND f.account_id = ANY($2::uuid[]) AND v.verification_status = 'valid'`,
      [workContext.enterpriseId(), accountIds],
      'find-valid-verify-accounts',
    );
  }

  private async withProbes(rows: readonly ShownRow[]): Promise<VerifyAccount[]> {
    if (rows.length === 0) return [];
    const probes = await currentTransaction().query<ProbeRow>(
      `SELECT ${PROBE_COLUMNS} FROM verify.probes WHERE enterprise_id = $1 AND account_id = ANY($2::uuid[])
       ORDER BY created_at, id`,
      [workContext.enterpriseId(), rows.map(({ id }) => id)],
      'find-probes',
    );
    const states = await this.sealing.open(rows);
    return states.map((state) =>
      VerifyAccount.restore(state, probes.filter(({ account_id }) => account_id === state.id).map(toProbe)),
    );
  }

  // What the client sent never changes, so only what the steps change is written. The numbers of the owner go.
  private async update(state: VerifyAccountState): Promise<void> {
    const saved = await currentTransaction().query(
      `UPDATE ${TABLE} a SET verification_status = s.verification_status, status_reason = s.status_reason,
         evidence = s.evidence, ownership_status = s.ownership_status, matches = s.matches,
         identity_number = CASE WHEN s.ownership_status = 'pending' THEN a.identity_number END,
         control_status = s.control_status, control_attempts = s.control_attempts,
         statement_code_hash = s.statement_code_hash, control_until = s.control_until, debit_status = s.debit_status,
         debit_status_reason = s.debit_status_reason, estimated_verification_date = s.estimated_verification_date,
         sequence = s.sequence, version = s.version + 1, updated_at = s.updated_at
       FROM jsonb_populate_record(NULL::${TABLE}, $3::jsonb) AS s
       WHERE a.enterprise_id = $1 AND a.id = $2 AND a.version = s.version RETURNING a.id`,
      [workContext.enterpriseId(), state.id, JSON.stringify(withoutSealed(state))],
      'update-verify-account',
    );
    if (saved.length !== 1) throw new Error('the verification was changed by another transaction at the same time');
  }

  private async saveProbes(probes: readonly ProbeState[]): Promise<void> {
    if (probes.length === 0) return;
    await currentTransaction().query(
      `INSERT INTO verify.probes (enterprise_id, ${PROBE_COLUMNS})
       SELECT $1, ${PROBE_COLUMNS} FROM jsonb_populate_recordset(NULL::verify.probes, $2::jsonb)
       ON CONFLICT (enterprise_id, id) DO UPDATE SET status = excluded.status, window_at = excluded.window_at,
         effective_date = excluded.effective_date, settles_at = excluded.settles_at, hold_until = excluded.hold_until,
         batch_id = excluded.batch_id, trace_number = excluded.trace_number,
         return_trace_number = excluded.return_trace_number, network_reason_code = excluded.network_reason_code,
         last_result_at = excluded.last_result_at, version = probes.version + 1, updated_at = excluded.updated_at`,
      [workContext.enterpriseId(), probesAsJson(probes)],
      'upsert-probes',
    );
  }
}

function withoutSealed(state: VerifyAccountState): object {
  return { ...state, account_number: null, email: null, identity_number: null };
}
