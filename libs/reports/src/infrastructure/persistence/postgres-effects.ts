import { Injectable } from '@nestjs/common';
import { OWN_BOOK } from '@payments/ledger';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { Effects, MOST_ENTRIES } from '../../application/ports.js';
import type { BookTotals, EffectRange, Positions, SummedEffects } from '../../application/ports.js';
import type { Effect } from '../../domain/effect.js';

/** Positions that one statement adds up. */
const STEP = 20_000n;

type EffectRow = Omit<Effect, 'position' | 'cents'> & { readonly position: string; readonly cents: string };
type SumRow = Omit<SummedEffects, 'sum'> & { readonly sum: string };

/** The rail of the clearing account that an entry moves. */
const CLEARING = ['debit', 'credit']
  .map((side) => `WHEN entry.${side}_account LIKE 'clearing\\_%' THEN substr(entry.${side}_account, 10)`)
  .join(' ');

// Without a clearing account, that of the attempt of the leg; a probe that is released was one by ACH.
const RAIL = `
  CASE ${CLEARING}
    WHEN leg.attempt = entry.attempt THEN leg.rail
    WHEN leg.attempt IS NOT NULL THEN leg.attempts -> (entry.attempt - 1) ->> 'rail'
    WHEN entry.kind LIKE '%verify\\_%' THEN 'ach' END`;

const IS_LAST_ATTEMPT = 'leg.attempt = entry.attempt';
const IS_RETURNED = `coalesce(leg.status = 'returned' AND ${IS_LAST_ATTEMPT}, entry.kind LIKE 'reverse\\_verify\\_%')`;

// The money of a returned payment becomes available by being released.
const RETURN_CODE = `
  CASE WHEN ${IS_LAST_ATTEMPT} AND (entry.kind LIKE 'reverse\\_%' OR (entry.kind = 'unreserve' AND leg.status = 'returned'))
    THEN leg.network_reason_code END`;

const LEG = `
  LEFT JOIN transfers.leg_references leg
    ON leg.enterprise_id = $1 AND leg.transfer_id = entry.subject_id AND leg.side = entry.leg`;

const partyOf = (side: string) =>
  `transfer.${side}_customer_reference_id || '/' || transfer.${side}_account_reference_id`;

/** Of one book, or of all. A book that is not the own one is found by its indexes. */
function effectsOf(book: string | null, limit: number | undefined): string {
  const ofBook = (side: string) => (book === null ? '' : ` AND ${side}_book = $4`);
  const isShown = (side: string) => `${side}_account IN ('available', 'pending')${ofBook(side)}`;
  const isIndexed = (side: string) => `${side}_book = $4 AND ${side}_book <> '${OWN_BOOK}'`;
  return `
    WITH entry AS MATERIALIZED (
      SELECT position, id, subject_id, leg, attempt, kind, debit_account, credit_account, debit_book, credit_book, amount,
        created_at
      FROM ledger.journal WHERE enterprise_id = $1 AND position > $2 AND position <= $3
        AND (${isShown('debit')} OR ${isShown('credit')})
        ${book === null || book === OWN_BOOK ? '' : `AND (${isIndexed('debit')} OR ${isIndexed('credit')})`}
      ORDER BY position ${limit === undefined ? '' : `LIMIT ${limit}`}),
    effect AS (
      SELECT entry.*, side.n, side.book, side.account, side.cents
      FROM entry CROSS JOIN LATERAL (
        VALUES (1, debit_book, debit_account, -amount), (2, credit_book, credit_account, amount)) AS side(n, book, account, cents)
      WHERE side.account IN ('available', 'pending')${book === null ? '' : ' AND side.book = $4'})`;
}

const page = (book: string | null) => `${effectsOf(book, MOST_ENTRIES)}
  SELECT entry.position, entry.id AS entry_id, entry.subject_id, entry.kind, entry.account, entry.cents, entry.created_at,
    directory.subledger_reference_id,
    coalesce(transfer.transfer_reference_id, booked.book_transfer_reference_id, credit.reference) AS reference_id,
    transfer.transfer_group_id,
    coalesce(transfer.status, booked.status, CASE WHEN entry.kind = 'credit' THEN 'completed' END) AS status,
    coalesce(${partyOf('source')}, booked.source_reference_id) AS source,
    coalesce(${partyOf('destination')}, booked.destination_reference_id) AS destination,
    to_char(transfer.estimated_funds_delivery_date, 'YYYY-MM-DD') AS estimated_funds_delivery_date,
    ${RAIL} AS rail,
    CASE WHEN ${IS_LAST_ATTEMPT} THEN leg.trace_number END AS trace_number,
    CASE WHEN ${IS_LAST_ATTEMPT} THEN leg.end_to_end_id END AS end_to_end_id,
    CASE WHEN ${IS_LAST_ATTEMPT} THEN leg.hold_until END AS hold_until,
    ${RETURN_CODE} AS return_code
  FROM effect AS entry ${LEG}
  LEFT JOIN transfers.summaries transfer
    ON transfer.enterprise_id = $1 AND transfer.id = entry.subject_id AND entry.leg <> 'none'
  LEFT JOIN subledgers.book_references booked
    ON booked.enterprise_id = $1 AND booked.id = entry.subject_id AND entry.kind = 'book'
  LEFT JOIN ledger.credit_references credit
    ON credit.enterprise_id = $1 AND credit.id = entry.subject_id AND entry.kind = 'credit'
  LEFT JOIN subledgers.directory directory
    ON directory.enterprise_id = $1 AND directory.id = entry.book AND entry.book <> '${OWN_BOOK}'
  ORDER BY entry.position, entry.n`;

const sums = (book: string | null) => `${effectsOf(book, undefined)}
  SELECT entry.kind, ${RAIL} AS rail, ${IS_RETURNED} AS is_returned,
    coalesce(account.customer_resource_type = 'enterprise' AND transfer.use_case = 'direct_debit', false) AS is_top_up,
    entry.cents > 0 AS is_credit, entry.kind = 'book' AS is_book, sum(abs(entry.cents))::text AS sum
  FROM effect AS entry ${LEG}
  LEFT JOIN accounts.facts account
    ON account.enterprise_id = $1 AND account.account_id = leg.account_id AND entry.leg = 'source'
  LEFT JOIN transfers.summaries transfer
    ON transfer.enterprise_id = $1 AND transfer.id = entry.subject_id AND account.customer_resource_type = 'enterprise'
  GROUP BY 1, 2, 3, 4, 5, 6`;

const isShownOf = (side: string, book: string) =>
  `${side}_book = ${book} AND ${side}_account IN ('available', 'pending')`;

// What both sides show of the same book moved inside of it.
const sideOf = (book: string, side: string, other: string) => `
  SELECT coalesce(sum(amount), 0)::text AS cents, count(*)::int AS count FROM ledger.journal
  WHERE enterprise_id = $1 AND position > $2 AND position <= $3 AND ${isShownOf(side, '$4')}
    AND NOT (${isShownOf(other, '$4')}) ${book === OWN_BOOK ? '' : `AND ${side}_book <> '${OWN_BOOK}'`}`;

const totalsOf = (book: string) => `
  SELECT credited.cents AS credits, credited.count AS credit_count, debited.cents AS debits, debited.count AS debit_count,
    (SELECT subledger_reference_id FROM subledgers.directory WHERE enterprise_id = $1 AND id = $4) AS subledger_reference_id
  FROM (${sideOf(book, 'credit', 'debit')}) AS credited, (${sideOf(book, 'debit', 'credit')}) AS debited`;

const isMovedBy = (side: string) => `EXISTS (
  SELECT FROM ledger.journal WHERE enterprise_id = $1 AND position > $2 AND position <= $3
    AND ${isShownOf(side, 'directory.id')} AND ${side}_book <> '${OWN_BOOK}')`;

const NEXT_MOVED = `
  SELECT id FROM subledgers.directory WHERE enterprise_id = $1 AND id > $4
    AND (${isMovedBy('debit')} OR ${isMovedBy('credit')})
  ORDER BY id LIMIT 1`;

type TotalsRow = Omit<BookTotals, 'credits' | 'debits'> & { readonly credits: string; readonly debits: string };

@Injectable()
export class PostgresEffects extends Effects {
  async page({ after, upTo, book }: EffectRange): Promise<Effect[]> {
    const rows = await currentTransaction().query<EffectRow>(
      page(book),
      [workContext.enterpriseId(), String(after), String(upTo), ...(book === null ? [] : [book])],
      `page-of-effects ${nameOf(book)}`,
    );
    return rows.map((row) => ({ ...row, position: BigInt(row.position), cents: BigInt(row.cents) }));
  }

  async sums({ after, upTo, book }: EffectRange): Promise<SummedEffects[]> {
    const all: SummedEffects[] = [];
    for (let from = after; from < upTo; from += STEP) {
      const to = from + STEP < upTo ? from + STEP : upTo;
      const rows = await currentTransaction().query<SumRow>(
        sums(book),
        [workContext.enterpriseId(), String(from), String(to), ...(book === null ? [] : [book])],
        `sum-of-effects ${nameOf(book)}`,
      );
      all.push(...rows.map((row) => ({ ...row, sum: BigInt(row.sum) })));
    }
    return all;
  }

  async totalsOf(book: string, { after, upTo }: Positions): Promise<BookTotals> {
    const [row] = await currentTransaction().query<TotalsRow>(
      totalsOf(book),
      [workContext.enterpriseId(), String(after), String(upTo), book],
      `totals ${nameOf(book)}`,
    );
    return { ...row!, credits: BigInt(row!.credits), debits: BigInt(row!.debits) };
  }

  async nextMoved(beyond: string, { after, upTo }: Positions): Promise<string | undefined> {
    const [row] = await currentTransaction().query<{ id: string }>(
      NEXT_MOVED,
      [workContext.enterpriseId(), String(after), String(upTo), beyond],
      'next-moved-subledger',
    );
    return row?.id;
  }
}

/** Each has a plan of its own. */
function nameOf(book: string | null): string {
  if (book === null) return 'of all books';
  return book === OWN_BOOK ? 'of the own book' : 'of a subledger';
}
