import { Injectable } from '@nestjs/common';
import { Transactions } from '@payments/persistence';
import { ConnectionStates } from '../../application/connection-states.js';
import type {
  ChannelWork,
  ConnectionState,
  FilesOnTheWay,
  InboundOnTheWay,
} from '../../application/connection-states.js';
import { bankMinutesBefore } from '../../domain/bank-hours.js';
import type { Connection } from '../../domain/connection.js';
import { ENDED_FILES } from '../../domain/file-state.js';

const listed = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ');

/** Whatever else the bank has: the list of those is long, and nobody has to do anything about them. */
const ON_THE_WAY = listed(['building', 'closing', 'held', 'sealed', 'uploading', 'doubtful', 'refused']);
// As the index says it.
const NOT_ENDED = `state NOT IN (${listed(ENDED_FILES)})`;

const CHANNEL = `
  SELECT w.work, l.succeeded_at, l.failed_at, coalesce(l.failures, 0) AS failures, l.failure, l.retry_at
  FROM unnest(ARRAY['fetch', 'upload']) AS w(work)
  LEFT JOIN rails.connection_leases l ON l.connection = $1 AND l.work = w.work ORDER BY w.work`;

const FILES = `
  SELECT state, reason, count(*)::int AS files, min(next_attempt_at) AS next_attempt_at, min(cutoff_at) AS cutoff_at,
    max(last_error) FILTER (WHERE next_attempt_at IS NOT NULL) AS last_error
  FROM rails.files WHERE connection = $1 AND state IN (${ON_THE_WAY}) AND ${NOT_ENDED}
  GROUP BY state, reason ORDER BY state, reason`;

const UNACKNOWLEDGED = `
  SELECT count(*)::int AS files FROM rails.files
  WHERE connection = $1 AND state = 'uploaded' AND ${NOT_ENDED} AND uploaded_at < $2 AND rail IN ('ach', 'same_day_ach')`;

const INBOUND = `
  SELECT state, count(*)::int AS files, min(fetched_at) AS oldest_at
  FROM rails.inbound_files WHERE connection = $1 AND state IN ('fetched', 'parsed', 'quarantined')
  GROUP BY state ORDER BY state`;

const OPEN = `
  SELECT
    (SELECT count(*)::int FROM rails.exceptions WHERE connection = $1 AND state = 'open') AS exceptions,
    (SELECT count(*)::int FROM rails.exceptions WHERE connection = $1 AND state = 'open'
       AND due_date < (now() AT TIME ZONE 'America/New_York')::date) AS exceptions_overdue,
    (SELECT count(*)::int FROM rails.breaks WHERE connection = $1 AND resolved_at IS NULL) AS breaks,
    newest.day AS statement_day, newest.reconciled_at
  FROM (VALUES (1)) AS one LEFT JOIN (
    SELECT day, reconciled_at FROM rails.statements WHERE connection = $1 AND state = 'current' ORDER BY day DESC LIMIT 1
  ) AS newest ON true`;

type Open = Pick<ConnectionState, 'exceptions' | 'exceptions_overdue' | 'breaks' | 'statement_day' | 'reconciled_at'>;

@Injectable()
export class ConnectionStatesRepository extends ConnectionStates {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  of(connection: Connection, now: Date): Promise<ConnectionState> {
    const { name, acknowledgment } = connection;
    return this.transactions.run({ role: 'relay' }, async (transaction) => {
      const dueBefore =
        acknowledgment.kind === 'none' ? undefined : bankMinutesBefore(now, acknowledgment.within_minutes, connection);
      const [channel, files, uploaded, inbound, open] = await Promise.all([
        transaction.query<ChannelWork>(CHANNEL, [name], 'read-channel-work'),
        transaction.query<FilesOnTheWay>(FILES, [name], 'read-files-on-the-way'),
        dueBefore && transaction.query<{ files: number }>(UNACKNOWLEDGED, [name, dueBefore], 'count-unacknowledged'),
        transaction.query<InboundOnTheWay>(INBOUND, [name], 'read-inbound-on-the-way'),
        transaction.query<Open>(OPEN, [name], 'read-open-of-connection'),
      ]);
      return { channel, files, unacknowledged: uploaded?.[0]?.files ?? 0, inbound, ...open[0]! };
    });
  }
}
