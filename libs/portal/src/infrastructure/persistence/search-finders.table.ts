import type { HitType, SearchOptions } from '../../application/ports.js';
import type { SearchTerm } from '../../domain/search-term.js';

/** Allocates a parameter for a value, and returns its place, such as `$2`. */
type Parameter = (value: unknown) => string;

type Kind = SearchTerm['kind'];
type TermOf<K extends Kind> = Extract<SearchTerm, { kind: K }> & Pick<SearchOptions, 'types' | 'amountsSince'>;

/** One way to find resources. */
export interface Finder<K extends Kind> {
  /** The scope that shows the same in the API. */
  readonly scope: string;
  /** Of all that it finds; none if it finds several. */
  readonly type?: HitType;
  /** Selects the columns of a hit. `$1` is the enterprise, `$2` the most rows. */
  readonly select: (term: TermOf<K>, parameter: Parameter) => string;
}

/** Follows every character that a text may contain. */
const LAST = '\u{10FFFF}';

const TRANSFER = `SELECT 'transfer' AS type, id, transfer_reference_id AS title,
  concat_ws(' → ', source_customer_reference_id, destination_customer_reference_id) AS subtitle, status, amount
  FROM transfers.summaries WHERE enterprise_id = $1`;
const ACCOUNT = `SELECT 'external_account' AS type, id, account_reference_id AS title,
  account_holder_name AS subtitle, status, NULL::bigint AS amount FROM accounts.summaries WHERE enterprise_id = $1`;
const PERSON_COLUMNS = `'person' AS type, id, first_name || ' ' || last_name AS title,
  customer_reference_id AS subtitle, status, NULL::bigint AS amount`;
const PERSON = `SELECT ${PERSON_COLUMNS} FROM customers.person_names WHERE enterprise_id = $1`;
const BUSINESS_COLUMNS = `'business' AS type, id, legal_name AS title,
  customer_reference_id AS subtitle, status, NULL::bigint AS amount`;
const BUSINESS = `SELECT ${BUSINESS_COLUMNS} FROM customers.business_names WHERE enterprise_id = $1`;

// Bytewise ranges, because LIKE uses no index behind row-level security: it might leak what it compares.
const isBetween = (column: string, first: string, last: string) =>
  `${column} COLLATE "C" >= ${first} AND ${column} COLLATE "C" < ${last}`;

const beginsWith =
  (select: string, column: string): Finder<'text'>['select'] =>
  ({ text }, parameter) =>
    `${select} AND ${isBetween(column, parameter(text), parameter(`${text}${LAST}`))}
     ORDER BY ${column} COLLATE "C" LIMIT $2`;

/** One range of the index for each way to write the name. */
const nameBeginsWith =
  (columns: string, view: string, name: string): Finder<'text'>['select'] =>
  ({ names }, parameter) =>
    `SELECT found.* FROM unnest(${parameter(names)}::text[], ${parameter(names.map((each) => `${each}${LAST}`))}::text[])
       AS range (first, last)
     CROSS JOIN LATERAL (
       SELECT ${columns} FROM ${view}
       WHERE enterprise_id = $1 AND ${isBetween(name, 'range.first', 'range.last')}
       ORDER BY ${name} COLLATE "C" LIMIT $2) AS found`;

const hasId =
  (select: string): Finder<'id'>['select'] =>
  ({ id }, parameter) =>
    `${select} AND id = ${parameter(id)}::uuid`;

/** The transfer of a leg by what a bank knows of it. */
const ofLeg =
  (column: string): Finder<'text'>['select'] =>
  ({ text }, parameter) =>
    `${TRANSFER} AND id = ANY (ARRAY(
       SELECT transfer_id FROM transfers.leg_references
       WHERE enterprise_id = $1 AND ${column} = ${parameter(text)} LIMIT $2))`;

const transfers = { scope: 'read:transfers', type: 'transfer' } as const;
const accounts = { scope: 'read:external-accounts', type: 'external_account' } as const;
const persons = { scope: 'read:persons', type: 'person' } as const;
const businesses = { scope: 'read:businesses', type: 'business' } as const;

/** The ways to find resources, by what is searched for. No account number is among them. */
export const searchFinders: { readonly [K in Kind]: readonly Finder<K>[] } = {
  id: [
    { ...transfers, select: hasId(TRANSFER) },
    { ...accounts, select: hasId(ACCOUNT) },
    { ...persons, select: hasId(PERSON) },
    { ...businesses, select: hasId(BUSINESS) },
    {
      scope: 'read:webhook-configurations',
      // The resource of the event: a person looks for what happened to it.
      select: ({ id, types }, parameter) =>
        `SELECT resource_type AS type, resource_id AS id, type AS title, NULL AS subtitle, NULL AS status,
           NULL::bigint AS amount
         FROM platform.events WHERE enterprise_id = $1 AND id = ${parameter(id)}::uuid
           AND resource_type = ANY (${parameter(types)}) AND NOT test`,
    },
  ],
  amount: [
    {
      ...transfers,
      select: ({ cents, amountsSince }, parameter) =>
        `${TRANSFER} AND amount = ${parameter(cents)} AND created_at >= ${parameter(amountsSince)}
         ORDER BY created_at DESC LIMIT $2`,
    },
  ],
  text: [
    { ...transfers, select: beginsWith(TRANSFER, 'transfer_reference_id') },
    { ...transfers, select: ofLeg('end_to_end_id') },
    { ...transfers, select: ofLeg('trace_number') },
    { ...accounts, select: beginsWith(ACCOUNT, 'account_reference_id') },
    { ...persons, select: beginsWith(PERSON, 'customer_reference_id') },
    { ...persons, select: nameBeginsWith(PERSON_COLUMNS, 'customers.person_names', 'last_name') },
    { ...persons, select: nameBeginsWith(PERSON_COLUMNS, 'customers.person_names', 'first_name') },
    { ...businesses, select: beginsWith(BUSINESS, 'customer_reference_id') },
    { ...businesses, select: nameBeginsWith(BUSINESS_COLUMNS, 'customers.business_names', 'legal_name') },
  ],
};
