import { MOST_COUNTED } from '../../application/ports.js';

const countOf = (rows: string) => `(SELECT count(*)::int FROM (SELECT ${rows} LIMIT ${MOST_COUNTED}) AS counted)`;

/** Jumps from queue to queue in the index of due tasks, so that a long queue costs no more than what is counted of it. */
export const WORK = `
  WITH RECURSIVE queues AS (
    (SELECT queue FROM platform.tasks WHERE enterprise_id = $1 ORDER BY queue LIMIT 1)
    UNION ALL
    SELECT (SELECT task.queue FROM platform.tasks AS task
      WHERE task.enterprise_id = $1 AND task.queue > queues.queue ORDER BY task.queue LIMIT 1)
    FROM queues WHERE queues.queue IS NOT NULL),
  late AS (
    SELECT queues.queue, first.due,
      greatest(round(extract(epoch FROM $2::timestamptz - first.oldest)), 0)::int AS oldest_due_seconds
    FROM queues CROSS JOIN LATERAL (
      SELECT count(*)::int AS due, min(run_at) AS oldest FROM (
        SELECT run_at FROM platform.tasks AS task
        WHERE task.enterprise_id = $1 AND task.queue = queues.queue AND task.run_at <= $2
        ORDER BY task.run_at LIMIT ${MOST_COUNTED}) AS counted) AS first
    WHERE first.due > 0)
  SELECT (SELECT coalesce(jsonb_agg(to_jsonb(late) ORDER BY late.queue), '[]') FROM late) AS queues,
    ${countOf('FROM platform.dead_letters WHERE enterprise_id = $1')} AS dead_letters,
    ${countOf('FROM platform.invariant_violations WHERE enterprise_id = $1')} AS violations,
    ${countOf('FROM webhooks.endpoints WHERE enterprise_id = $1 AND enabled')} AS endpoints,
    ${countOf('FROM webhooks.failing WHERE enterprise_id = $1')} AS failing_endpoints,
    ${countOf('FROM transfers.open_breaks WHERE enterprise_id = $1')} AS open_breaks`;

/** How the newest attempts at each endpoint since `$2` went, of at most `$3` endpoints. */
export const ENDPOINTS = `
  SELECT endpoint.configuration_id, count(*)::int AS attempted_count,
    count(*) FILTER (WHERE made.delivered)::int AS delivered_count,
    percentile_disc(0.95) WITHIN GROUP (ORDER BY made.duration_ms)::int AS p95_ms
  FROM (SELECT configuration_id FROM webhooks.endpoints WHERE enterprise_id = $1
    ORDER BY configuration_id LIMIT $3) AS endpoint
  CROSS JOIN LATERAL (
    SELECT attempt.attempted_at, attempt.delivered, attempt.duration_ms FROM webhooks.attempt_results AS attempt
    WHERE attempt.enterprise_id = $1 AND attempt.configuration_id = endpoint.configuration_id
    ORDER BY attempt.id DESC LIMIT ${MOST_COUNTED}) AS made
  WHERE made.attempted_at >= $2
  GROUP BY endpoint.configuration_id ORDER BY endpoint.configuration_id`;

const LEG = `'id', leg.id, 'transfer_id', leg.transfer_id, 'side', leg.side, 'rail', leg.rail,
  'amount', leg.amount::text, 'status', leg.status`;

/** The leg is a subquery, because a join may be planned as a read of all legs. */
export const BREAKS = `
  SELECT open.end_to_end_id, open.kind, open.own, open.reported, open.banking_at, open.first_seen_at, open.last_seen_at,
    (SELECT jsonb_build_object(${LEG}) FROM transfers.leg_references AS leg
     WHERE leg.enterprise_id = $1 AND leg.end_to_end_id = open.end_to_end_id) AS leg
  FROM transfers.open_breaks AS open WHERE open.enterprise_id = $1 ORDER BY open.banking_at LIMIT $2`;

export const BREAK_COUNTS = `
  SELECT kind, count(*)::int AS count FROM (
    SELECT kind FROM transfers.open_breaks WHERE enterprise_id = $1 LIMIT ${MOST_COUNTED}) AS counted
  GROUP BY kind ORDER BY count DESC, kind`;

export const COMPARED = 'SELECT finished_at FROM transfers.reconciliations WHERE enterprise_id = $1';

/** What a batch is: a batch has at most 500 legs. */
const FIGURES = `
  SELECT count(*)::int AS legs, array_agg(DISTINCT leg.rail ORDER BY leg.rail) AS rails, max(leg.window_at) AS window_at,
    coalesce(sum(leg.amount) FILTER (WHERE leg.side = 'destination'), 0)::text AS amount_out,
    coalesce(sum(leg.amount) FILTER (WHERE leg.side = 'source'), 0)::text AS amount_in,
    count(*) FILTER (WHERE leg.status IN ('submitting', 'submitted'))::int AS submitted,
    count(*) FILTER (WHERE leg.status = 'accepted')::int AS accepted,
    count(*) FILTER (WHERE leg.status IN ('settled', 'released'))::int AS settled,
    count(*) FILTER (WHERE leg.status = 'returned')::int AS returned,
    count(*) FILTER (WHERE leg.status = 'rejected')::int AS rejected
  FROM transfers.leg_references AS leg`;

const before = (id: string) => `
  (SELECT leg.batch_id FROM transfers.leg_references AS leg
   WHERE leg.enterprise_id = $1 AND leg.batch_id IS NOT NULL AND leg.batch_id < ${id}
   ORDER BY leg.batch_id DESC LIMIT 1)`;

/** Jumps from batch to batch, newest first, from `$2` an id on: `$3` rows after the first `$4`. Ids follow time. */
export const BATCHES = `
  WITH RECURSIVE newest AS (
    SELECT ${before('$2::uuid')} AS id, 1 AS place
    UNION ALL
    SELECT ${before('newest.id')}, newest.place + 1 FROM newest
    WHERE newest.id IS NOT NULL AND newest.place < $3::int + $4::int)
  SELECT newest.id, figures.* FROM newest CROSS JOIN LATERAL (
    ${FIGURES} WHERE leg.enterprise_id = $1 AND leg.batch_id = newest.id) AS figures
  WHERE newest.id IS NOT NULL AND newest.place > $4::int ORDER BY newest.place`;

export const BATCH = `
  SELECT $2::uuid AS id, figures.* FROM (${FIGURES} WHERE leg.enterprise_id = $1 AND leg.batch_id = $2) AS figures
  WHERE figures.legs > 0`;

export const BATCH_LEGS = `
  SELECT leg.id, leg.transfer_id, leg.side, leg.rail, leg.amount::text AS amount, leg.status, leg.end_to_end_id,
    leg.window_at, leg.effective_date, leg.trace_number
  FROM transfers.leg_references AS leg WHERE leg.enterprise_id = $1 AND leg.batch_id = $2 ORDER BY leg.id`;
