import { idBefore } from '@payments/kernel';
import { LATE_COMMIT_MS } from '@payments/messaging';
import type { EntryOwner, Invariant, Violation } from '@payments/persistence';
import { OWN_BOOK } from '../../domain/books.js';
import { SANDBOX_OPENING_CENTS } from '../../domain/opening.js';
import { BEFORE_ALL } from './recompute.js';

const STEP = 5_000;

interface Step {
  readonly last: string | null;
  readonly strays: readonly Violation[] | null;
}

const listed = (kinds: readonly string[]) => kinds.map((kind) => `'${kind}'`).join(', ');

/**
 * That an entry is older than some days. Its own time alone says nothing, for whoever plants an entry writes that too: its id
 * and its position must be before whatever is younger.
 */
function isOlder(days: number): string {
  const limit = `$3::timestamptz - interval '${days} days'`;
  return `(e.created_at < ${limit}
      AND ('x' || left(translate(e.id::text, '-', ''), 12))::bit(48)::bigint < extract(epoch FROM ${limit}) * 1000
      AND e.position > 0 AND e.position < coalesce((
        SELECT y.position FROM ledger.entries y WHERE y.enterprise_id = $1 AND y.created_at >= ${limit}
        ORDER BY y.created_at, y.id LIMIT 1), e.position + 1))`;
}

const owned = ({ kinds, accounts, isOnce = false, isOwnBook = false, owns, standsDays }: EntryOwner) => `
  WHEN e.kind IN (${listed(kinds)}) THEN (${owns} ${standsDays === undefined ? '' : `OR ${isOlder(standsDays)}`})
    ${accounts === undefined ? '' : `AND e.debit_account || ' ' || e.credit_account IN (${listed(accounts)})`}
    ${isOnce ? `AND (e.leg, e.attempt) = ('none', 1)` : ''}
    ${isOwnBook ? `AND (e.debit_book, e.credit_book) = ('${OWN_BOOK}', '${OWN_BOOK}')` : ''}`;

const strays = (owners: readonly EntryOwner[]) => `
  WITH step AS MATERIALIZED (
    SELECT id, subject_id, leg, attempt, kind, debit_account, credit_account, debit_book, credit_book, amount, banking_at, created_at,
      position
    FROM ledger.entries
    WHERE enterprise_id = $1 AND id > $2 AND $3::timestamptz IS NOT NULL ORDER BY id LIMIT ${STEP}),
  strays AS (
    SELECT e.subject_id::text AS subject,
      format('nothing of this id owns its %s entry of %s cents (%s)', e.kind, e.amount, e.id) AS message
    FROM step e WHERE (CASE ${owners.map(owned).join('')} ELSE false END) IS NOT TRUE)
  SELECT (SELECT id FROM step ORDER BY id DESC LIMIT 1) AS last, (SELECT jsonb_agg(strays) FROM strays) AS strays`;

/** Looks at the entries since the last check; nightly at all of them, in steps. */
export function entriesHaveTheirOwner(owners: readonly EntryOwner[]): Invariant {
  const sql = strays(owners);
  return {
    ...{ name: 'entries-have-their-owner', isOfMoney: true },
    rule: 'every entry belongs to something of its subject, its kind, its accounts, its book, its amount and its time',
    find: async ({ transaction, enterpriseId, now, since }) => {
      const violations: Violation[] = [];
      let after: string | null = since ? idBefore(new Date(since.getTime() - LATE_COMMIT_MS)) : BEFORE_ALL;
      while (after !== null) {
        const [step]: Step[] = await transaction.query<Step>(sql, [enterpriseId, after, now], 'find-stray-entries');
        violations.push(...(step!.strays ?? []));
        after = step!.last;
      }
      return violations;
    },
  };
}

// The clocks of processes differ by less.
const AT_ONCE = `e.banking_at BETWEEN e.created_at - interval '1 hour' AND e.created_at`;

/** What the ledger makes entries for by itself. */
export const ledgerEntryOwners: readonly EntryOwner[] = [
  {
    kinds: ['credit'],
    ...{ accounts: ['cash available'], isOnce: true, isOwnBook: true },
    // A wire has the time at which the bank booked it.
    owns: `EXISTS (SELECT FROM ledger.credits c WHERE c.enterprise_id = $1 AND c.id = e.subject_id AND c.amount = e.amount
      AND (c.created_at = e.banking_at OR c.reference IS NOT NULL))`,
  },
  {
    kinds: ['sandbox_opening'],
    ...{ accounts: ['cash available'], isOnce: true, isOwnBook: true },
    owns: `e.subject_id = $1 AND e.amount = ${SANDBOX_OPENING_CENTS} AND ${AT_ONCE}`,
  },
  {
    kinds: ['sandbox_reset'],
    ...{ accounts: ['cash available', 'available cash'], isOnce: true, isOwnBook: true },
    owns: `EXISTS (SELECT FROM platform.enterprises p WHERE p.enterprise_id = $1 AND p.environment = 'sandbox') AND ${AT_ONCE}`,
  },
];
