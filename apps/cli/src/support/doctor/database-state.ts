import type { INestApplicationContext } from '@nestjs/common';
import { ListClients, TokenIssuer } from '@payments/auth';
import { FindUnsatisfiable } from '@payments/controls';
import { DAY_MS, MINUTE_MS, newId, OPERATOR } from '@payments/kernel';
import { Backlog } from '@payments/messaging';
import { workContext } from '@payments/observability';
import {
  ASK_TIME,
  CLOCK_SKEW,
  clockSkew,
  DataKeys,
  Enterprises,
  hasCitus,
  InvariantChecks,
  leastSkewMs,
  misplacedTables,
  Transactions,
} from '@payments/persistence';
import { isRedisUrl } from '@payments/config';
import type { Config } from '@payments/config';
import type { ClockSkew, Transaction } from '@payments/persistence';
import { Files } from '@payments/rails';
import { Reconcile } from '@payments/transfers';
import { withApplication } from '../application.js';
import { counted } from '../terminal.js';
import { companyFindings, modifierFindings } from './bank-profiles.js';
import { placements } from '../../../../../migrations/index.js';
import type { Finding } from './finding.js';

const LAG = { warnMs: MINUTE_MS, failMs: 10 * MINUTE_MS };

/** The state of all enterprises together. */
interface Standing {
  keys: string[];
  oldestDueMs: number;
  deadLetters: number;
  violations: number;
  /** Of the least recently checked enterprise; undefined when one was never checked. */
  lastCheckMs: number | undefined;
  openBreaks: number;
  /** Policies and limits whose approvals too few users may give. */
  unsatisfiable: string[];
  /** Enabled clients of which nobody is known to have the secret. */
  ownerless: string[];
}

/** Whether the data can be decrypted, is being processed, and is consistent. Requires a migrated database. */
export function storedFindings(config: Config): Promise<Finding[]> {
  return withApplication(config, async (app) => {
    const transactions = app.get(Transactions, { strict: false });
    const [wall, monitor, collation, clock, ...places] = await transactions.run(
      { role: 'app' },
      async (transaction) => [
        await wallFinding(transaction),
        await monitorFinding(transaction),
        await collationFinding(transaction),
        clockFinding(await clockSkew(() => databaseMs(transaction))),
        ...(await placeFindings(transaction, config)),
      ],
    );
    const ids = await app.get(Enterprises, { strict: false }).ids();
    const standing: Standing = {
      ...{ keys: [], oldestDueMs: 0, deadLetters: 0, violations: 0, openBreaks: 0, unsatisfiable: [], ownerless: [] },
      lastCheckMs: 0,
    };
    for (const id of ids) await add(app, id, standing);
    const queues = await app.get(Backlog, { strict: false }).read({ byEnterprise: false });
    for (const { dead_letters } of queues) standing.deadLetters += dead_letters;
    const known = await app.get(TokenIssuer, { strict: false }).recorded();
    return [
      wall,
      monitor,
      collation,
      clock,
      ...places,
      keyFinding(standing, ids.length),
      issuerFinding(known?.issuer, config.publicBaseUrl),
      vaultFinding(known?.vault_url ?? undefined, config),
      ...companyFindings(config, ids),
      ...(await modifierFindings(config, app.get(Files, { strict: false }))),
      ...standingFindings(standing),
    ];
  });
}

async function wallFinding(transaction: Transaction): Promise<Finding> {
  const name = 'row-level security';
  const [row] = await transaction.query<{ above: string[] | null; open: string[] | null }>(
    `SELECT
       (SELECT array_agg(rolname::text) FROM pg_roles WHERE (rolsuper OR rolbypassrls)
         AND (rolname = session_user OR rolname LIKE 'payments\\_%')) AS above,
       (SELECT array_agg(c.oid::regclass::text) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'enterprise_id' AND NOT a.attisdropped
         WHERE c.relkind IN ('r', 'p') AND n.nspowner = 'payments_owner'::regrole
           AND NOT (c.relrowsecurity AND c.relforcerowsecurity)) AS open`,
  );
  const { above, open } = row!;
  if (above !== null) {
    return {
      name,
      status: 'fail',
      value: `roles that bypass it: ${above.join(', ')}`,
      remedy: 'ALTER ROLE … NOSUPERUSER NOBYPASSRLS',
    };
  }
  if (open === null) return { name, status: 'ok', value: 'every enterprise sees only its own rows' };
  return {
    name,
    status: 'fail',
    value: `tables without it: ${open.join(', ')}`,
    remedy: 'ALTER TABLE … FORCE ROW LEVEL SECURITY',
  };
}

/** Whether operators and metrics see more than the service's own session. */
async function monitorFinding(transaction: Transaction): Promise<Finding> {
  const name = 'monitoring';
  const [row] = await transaction.query<{ monitors: boolean }>(
    `SELECT pg_has_role('payments_relay', 'pg_monitor', 'USAGE') AS monitors`,
  );
  if (row!.monitors) return { name, status: 'ok', value: 'sessions, sizes and standbys of the server are visible' };
  const value = 'sessions, the write-ahead log and standbys are hidden: alerts on them do not fire';
  return { name, status: 'warn', value, remedy: 'as a superuser: GRANT pg_monitor TO payments_relay' };
}

/** Whether the server still sorts text as it did when the indexes were built. */
async function collationFinding(transaction: Transaction): Promise<Finding> {
  const name = 'collation';
  const [row] = await transaction.query<{ recorded: string | null; actual: string | null; database: string }>(
    `SELECT datcollversion AS recorded, pg_database_collation_actual_version(oid) AS actual, quote_ident(datname) AS database
     FROM pg_database WHERE datname = current_database()`,
  );
  const { recorded, actual, database } = row!;
  if (recorded === actual || recorded === null || actual === null) {
    return { name, status: 'ok', value: actual === null ? 'has no versions' : `version ${actual}` };
  }
  return {
    name,
    status: 'fail',
    value: `indexes were built by version ${recorded}, and the server sorts by ${actual}: rows may not be found`,
    remedy: `stop the processes; as the owner: REINDEX DATABASE ${database}; ALTER DATABASE ${database} REFRESH COLLATION VERSION`,
  };
}

/** On Citus only. */
async function placeFindings(transaction: Transaction, { queueUrl }: Config): Promise<Finding[]> {
  const client = {
    query: async <Row>(sql: string, values?: unknown[]) => ({ rows: await transaction.query<Row>(sql, values) }),
  };
  if (!(await hasCitus(client))) return [];
  return [...citusQueueFindings(queueUrl), placeFinding(await misplacedTables(client, placements))];
}

function placeFinding(misplaced: readonly string[]): Finding {
  const name = 'distribution';
  if (misplaced.length === 0) return { name, status: 'ok', value: 'every table has its place on the servers' };
  const value = `tables in the wrong place: ${misplaced.join(', ')}`;
  return { name, status: 'fail', value, remedy: 'payments distribute' };
}

/** Where the queue of a distributed database should not be. */
export function citusQueueFindings(queueUrl: string | undefined): Finding[] {
  if (queueUrl !== undefined && isRedisUrl(queueUrl)) return [];
  const value = 'PostgreSQL: the coordinator does all its work';
  return [{ name: 'queue on Citus', status: 'warn', value, remedy: 'set QUEUE_URL to a Redis' }];
}

async function databaseMs(transaction: Transaction): Promise<number> {
  const [row] = await transaction.query<{ ms: number }>(ASK_TIME);
  return row!.ms;
}

/** The skew of this machine's clock against the database's. */
export function clockFinding(skew: ClockSkew): Finding {
  const skewMs = leastSkewMs(skew);
  const value = `${(Math.abs(skew.aheadMs) / 1000).toFixed(1)} s ${skew.aheadMs < 0 ? 'behind' : 'ahead of'} the database`;
  if (skewMs < CLOCK_SKEW.warnMs) return { name: 'clock', status: 'ok', value };
  const status = skewMs < CLOCK_SKEW.failMs ? 'warn' : 'fail';
  return { name: 'clock', status, value, remedy: 'synchronize both machines (NTP)' };
}

async function add(app: INestApplicationContext, enterpriseId: string, standing: Standing): Promise<void> {
  const get = <T>(type: abstract new (...args: never[]) => T) => app.get<T>(type, { strict: false });
  const before = standing.keys.length;
  try {
    await get(DataKeys).active(enterpriseId);
  } catch (error) {
    standing.keys.push(`${enterpriseId}: ${(error as Error).message}`);
  }
  const isReadable = standing.keys.length === before;
  const [due, run] = await get(Transactions).run(
    { role: 'app', enterpriseId },
    async (transaction) =>
      [
        await transaction.query<{ at: Date | null; now: Date }>(
          `SELECT now(), least((SELECT min(run_at) FROM platform.tasks WHERE enterprise_id = $1),
         (SELECT min(created_at) FROM platform.events WHERE enterprise_id = $1 AND position IS NULL)) AS at`,
          [enterpriseId],
        ),
        await transaction.query<{ checked_until: Date }>(
          `SELECT coalesce(run.checked_until, e.created_at) AS checked_until FROM platform.enterprises e
           LEFT JOIN platform.invariant_runs run ON run.enterprise_id = e.enterprise_id WHERE e.enterprise_id = $1`,
          [enterpriseId],
        ),
      ] as const,
  );
  const { at, now: readAt } = due[0]!;
  const now = readAt.getTime();
  standing.oldestDueMs = Math.max(standing.oldestDueMs, now - (at?.getTime() ?? now));
  const checkedMs = run[0] && now - run[0].checked_until.getTime();
  standing.lastCheckMs =
    checkedMs === undefined || standing.lastCheckMs === undefined
      ? undefined
      : Math.max(standing.lastCheckMs, checkedMs);
  standing.violations += (await get(InvariantChecks).kept(enterpriseId)).length;
  // A unit of work opens the keys of its tenant first.
  if (!isReadable) return;
  const tenant = await get(Enterprises).get(enterpriseId);
  const [open, unsatisfiable, clients] = await workContext.run(
    { requestId: newId(), tenant, actor: OPERATOR },
    async () =>
      [
        await get(Reconcile).openBreaks(),
        await get(FindUnsatisfiable).execute(),
        await get(ListClients).execute(),
      ] as const,
  );
  standing.openBreaks += open.length;
  standing.unsatisfiable.push(...unsatisfiable.map((name) => `${tenant.enterpriseName}: ${name}`));
  const ownerless = clients.filter(({ owner, disabled_at }) => owner === undefined && disabled_at === undefined);
  standing.ownerless.push(...ownerless.map(({ client_id }) => `${tenant.enterpriseName}: ${client_id}`));
}

function issuerFinding(recorded: string | undefined, own: string): Finding {
  const name = 'token issuer';
  if (recorded === undefined) return { name, status: 'ok', value: 'none yet; the first api records it' };
  if (recorded === own) return { name, status: 'ok', value: recorded };
  const remedy = `set PUBLIC_BASE_URL to the recorded issuer, or run 'payments issuer set ${own}' and restart every api`;
  return { name, status: 'fail', value: `${recorded}, but PUBLIC_BASE_URL is ${own}`, remedy };
}

function vaultFinding(
  recorded: string | undefined,
  { publicBaseUrl, publicVaultUrl: own }: Pick<Config, 'publicBaseUrl' | 'publicVaultUrl'>,
): Finding {
  const name = 'vault address';
  if (recorded === undefined) return { name, status: 'ok', value: 'none yet; the next api records it' };
  if (recorded === own) return { name, status: 'ok', value: recorded };
  const remedy = `set PUBLIC_VAULT_URL to that of the other apis, or run 'payments issuer set ${publicBaseUrl}' and restart every api`;
  return { name, status: 'fail', value: `${recorded}, but PUBLIC_VAULT_URL is ${own}`, remedy };
}

function keyFinding({ keys }: Standing, enterprises: number): Finding {
  const name = 'encrypted data';
  if (keys.length === 0)
    return { name, status: 'ok', value: `the key ring unwraps the keys of ${counted(enterprises, 'enterprise')}` };
  const remedy = 'restore the key ring that this database was written with';
  return { name, status: 'fail', value: `not unwrapped: ${keys.slice(0, 3).join('; ')}`, remedy };
}

/** The state of the work and the books. */
export function standingFindings(standing: Omit<Standing, 'keys'>): Finding[] {
  const { oldestDueMs, deadLetters: dead, violations, lastCheckMs, openBreaks, unsatisfiable, ownerless } = standing;
  const lag = oldestDueMs < LAG.warnMs ? 'ok' : oldestDueMs < LAG.failMs ? 'warn' : 'fail';
  const seconds = `the oldest due task has waited ${Math.max(0, Math.round(oldestDueMs / 1000))} s`;
  const isOverdue = lastCheckMs === undefined || lastCheckMs > DAY_MS;
  const last =
    lastCheckMs === undefined ? 'not checked yet' : `last checked ${Math.round(lastCheckMs / MINUTE_MS)} min ago`;
  const findings: (Omit<Finding, 'remedy'> & { readonly remedy: string })[] = [
    { name: 'outbox', status: lag, value: seconds, remedy: 'check that a worker runs, and see its log' },
    {
      ...{ name: 'dead letters', status: dead === 0 ? 'ok' : 'fail', value: String(dead) },
      remedy: 'run payments queues redrive --dry-run to see the causes, fix them, then run payments queues redrive',
    },
    {
      ...{ name: 'invariants', status: violations > 0 ? 'fail' : isOverdue ? 'warn' : 'ok' },
      value: `${counted(violations, 'violation')}, ${last}`,
      remedy: 'payments invariants check',
    },
    {
      ...{
        name: 'reconciliation',
        status: openBreaks === 0 ? 'ok' : 'fail',
        value: `${counted(openBreaks, 'open break')}`,
      },
      remedy: 'payments reconcile',
    },
    {
      ...{ name: 'approvals', status: unsatisfiable.length === 0 ? 'ok' : 'warn' },
      value:
        unsatisfiable.length === 0
          ? 'every policy has its approvers'
          : `too few users: ${unsatisfiable.slice(0, 3).join('; ')}`,
      remedy: 'enable more users who may approve, or change the policies',
    },
    {
      ...{ name: 'client owners', status: ownerless.length === 0 ? 'ok' : 'warn' },
      value:
        ownerless.length === 0
          ? 'every enabled client has one'
          : `none, so nobody who manages clients may approve what they send: ${ownerless.join('; ')}`,
      remedy: 'payments client set-owner <client id> <user>',
    },
  ];
  return findings.map(({ remedy, ...finding }) => (finding.status === 'ok' ? finding : { ...finding, remedy }));
}
