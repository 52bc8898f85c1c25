/** What the orders of a batch mostly have in common, and what each has of its own. */
const SHARED = [
  ...['rail text', 'side text', 'state text', 'code text', 'connection text', 'window_key text', 'batch_key text'],
  ...['sec text', 'discretionary_data text', 'occurred_at timestamptz', 'window_at timestamptz', 'effective_date text'],
  ...['settles_at timestamptz', 'cut_at timestamptz', 'cutoff_at timestamptz', 'settle_at timestamptz'],
];
const OWN = [
  ...['id uuid', 'end_to_end_id text', 'amount bigint', 'transaction_code int', 'routing_number text'],
  ...['individual_id text', 'name text', 'remittance text', 'reverses uuid', 'payee_address jsonb'],
];
const namesOf = (columns: readonly string[]) => columns.map((column) => column.split(' ')[0]).join(', ');
const NAMES = namesOf([...SHARED, ...OWN]);

/** 1 enterprise, 2 batch of orders, 3 groups of rows with what they share. */
const ORDERS = `
  SELECT ${NAMES}, account_number, result_id
  FROM jsonb_to_recordset($3::jsonb) AS shared(${SHARED.join(', ')}, rows jsonb),
    jsonb_to_recordset(shared.rows) AS own(${OWN.join(', ')}, account_number text, result_id uuid)`;

const ADD = `
  INSERT INTO rails.entries (enterprise_id, order_batch_id, ${NAMES}, account_number)
  SELECT $1, $2, ${NAMES}, decode(account_number, 'hex') FROM orders
  ON CONFLICT ON CONSTRAINT entries_end_to_end DO NOTHING`;

export const ADD_ENTRIES = `WITH orders AS NOT MATERIALIZED (${ORDERS}) ${ADD}`;

/** The result of a rejected order is stored with it, and only if it is new. */
export const ADD_REJECTED = `
  WITH orders AS (${ORDERS}),
  added AS (${ADD} RETURNING id)
  INSERT INTO rails.results (enterprise_id, id, key, end_to_end_id, kind, code, occurred_at)
  SELECT $1, result_id, end_to_end_id || '-x', end_to_end_id, 'rejected', code, occurred_at
  FROM orders JOIN added USING (id)
  ON CONFLICT ON CONSTRAINT results_once DO NOTHING`;

/**
 * 1 enterprise, 2 connection, 3 window, 4 file, 5 most entries, 6 most new batches, 7 and 8 most cents of debits and
 * credits, 9 ODFI, 10 first sequence, 11 epoch. Entries get ascending trace numbers in the order of their batches.
 */
export const CLAIM_ENTRIES = `
  WITH picked AS (
    SELECT id, side, amount, batch_key FROM rails.entries
    WHERE enterprise_id = $1 AND connection = $2 AND window_key = $3 AND state = 'waiting'
    ORDER BY batch_key, id LIMIT $5 FOR UPDATE SKIP LOCKED),
  new_batches AS (
    SELECT batch_key, row_number() OVER (ORDER BY batch_key) AS nth FROM (SELECT DISTINCT batch_key FROM picked) AS keys
    WHERE NOT EXISTS (
      SELECT FROM rails.entries f WHERE f.enterprise_id = $1 AND f.file_id = $4 AND f.batch_key = keys.batch_key)),
  sums AS (
    SELECT id, batch_key, nth,
      sum(amount) FILTER (WHERE side = 'source') OVER ordered AS debit,
      sum(amount) FILTER (WHERE side = 'destination') OVER ordered AS credit
    FROM picked LEFT JOIN new_batches USING (batch_key)
    WINDOW ordered AS (ORDER BY batch_key, id)),
  fitting AS (
    SELECT id, row_number() OVER (ORDER BY batch_key, id) AS position FROM sums
    WHERE coalesce(nth, 0) <= $6 AND coalesce(debit, 0) <= $7 AND coalesce(credit, 0) <= $8),
  claimed AS (
    UPDATE rails.entries e SET state = 'filed', file_id = $4, epoch = $11,
      trace = $9 || lpad(($10 + position - 1)::text, 7, '0'), version = version + 1, updated_at = now()
    FROM fitting WHERE e.enterprise_id = $1 AND e.id = fitting.id RETURNING e.id)
  SELECT count(*)::int AS entries, (count(DISTINCT p.batch_key) FILTER (WHERE n.nth IS NOT NULL))::int AS batches,
    coalesce(sum(p.amount) FILTER (WHERE p.side = 'source'), 0) AS debit,
    coalesce(sum(p.amount) FILTER (WHERE p.side = 'destination'), 0) AS credit
  FROM claimed JOIN picked p USING (id) LEFT JOIN new_batches n USING (batch_key)`;

/** 1 enterprise, 2 file. */
export const SUMMARIZE_ENTRIES = `
  SELECT batch_key, min(trace) AS first_trace, max(trace) AS last_trace, count(*)::int AS entries,
    (count(*) + count(remittance))::int AS records, sum(left(routing_number, 8)::bigint) AS hash,
    coalesce(sum(amount) FILTER (WHERE side = 'source'), 0) AS debit,
    coalesce(sum(amount) FILTER (WHERE side = 'destination'), 0) AS credit, max(copies) AS copies
  FROM rails.entries WHERE enterprise_id = $1 AND file_id = $2 GROUP BY batch_key ORDER BY batch_key`;

const PAGE = 1_000;

/** 1 enterprise, 2 file, 3 batch, 4 trace number. */
export const PAGE_ENTRIES = `
  SELECT id, end_to_end_id, trace, amount, transaction_code, routing_number, account_number, individual_id, name,
    discretionary_data, remittance, clearing_reference, payee_address
  FROM rails.entries WHERE enterprise_id = $1 AND file_id = $2 AND batch_key = $3 AND trace > $4
  ORDER BY trace LIMIT ${PAGE}`;

/** 1 enterprise, 2 rows. */
export const POSTPONE_ENTRIES = `
  UPDATE rails.entries e SET window_at = p.window_at, effective_date = p.effective_date, settles_at = p.settles_at,
    cut_at = p.cut_at, cutoff_at = p.cutoff_at, settle_at = p.settle_at, batch_key = p.batch_key, window_key = p.window_key, retimed = true,
    version = version + 1, updated_at = now()
  FROM jsonb_to_recordset($2::jsonb) AS p(id uuid, window_at timestamptz, effective_date text, settles_at timestamptz,
    cut_at timestamptz, cutoff_at timestamptz, settle_at timestamptz, batch_key text, window_key text)
  WHERE e.enterprise_id = $1 AND e.id = p.id AND e.state = 'waiting'`;

export const SENT_COLUMNS = `id, end_to_end_id, file_id, state, side, amount, transaction_code, routing_number,
  individual_id, batch_key, trace, epoch, return_trace, code, retimed, window_at, effective_date, settles_at, cut_at, occurred_at, version`;
