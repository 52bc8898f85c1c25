import type { BankingDate } from './banking-days/new-york-time.js';

/** A rule of the ACH network as it holds from a day on. */
interface DatedRule<T> {
  readonly from: BankingDate;
  readonly value: T;
  readonly source: string;
}

const dated = <T>(...rules: readonly DatedRule<T>[]) => rules;

/**
 * Limits, codes and words that Nacha changes on a day that it announces, each with the days of its versions, the oldest first.
 * The day on which an entry or a return settles decides which one holds, never the day of the request.
 */
export const nachaRules = {
  /** Cents of one same-day entry. */
  same_day_limit: dated(
    { from: '2016-09-23', value: 2_500_000n, source: 'Same Day ACH, phase 1' },
    { from: '2020-03-20', value: 10_000_000n, source: 'Increasing the Same Day ACH Dollar Limit' },
    { from: '2022-03-18', value: 100_000_000n, source: 'Increasing the Same Day ACH Dollar Limit to $1 Million' },
  ),
  /** What the addenda information of an R17 begins with if the bank suspects fraud. */
  suspected_fraud_word: dated({
    from: '2019-06-21',
    value: 'QUESTIONABLE',
    source: 'Return for Questionable Transaction',
  }),
  /** The description of WEB debits for goods that were bought online. */
  purchase_description: dated({ from: '2026-03-20', value: 'PURCHASE', source: 'Company Entry Descriptions' }),
  /** Banking days in which the receiving bank answers a request for a return (R06). */
  return_request_days: dated({ from: '2025-04-01', value: 10, source: 'Expanded Use of ODFI Request for Return' }),
  /** Codes whose time frame does not begin with the settlement: by request or agreement, a refused credit, sanctions. */
  codes_without_deadline: dated<ReadonlySet<string>>(
    { from: '2000-01-01', value: new Set(['R06', 'R23', 'R31']), source: 'Return Reason Codes' },
    {
      ...{ from: '2028-03-17', value: new Set(['R06', 'R23', 'R31', 'R90']) },
      source: 'New Return Reason Code for Sanctions Compliance Obligations',
    },
  ),
  /** Return codes whose meaning is another one than before. */
  code_meanings: dated<Readonly<Record<string, string>>>(
    { from: '2000-01-01', value: {}, source: 'Return Reason Codes' },
    {
      from: '2028-03-17',
      value: { R16: 'The account is frozen', R90: 'The bank returned the entry because of sanctions' },
      source: 'New Return Reason Code for Sanctions Compliance Obligations',
    },
  ),
} as const;

type Rules = typeof nachaRules;

/** The rule as it holds on a day; undefined before its first version. */
export function nachaRuleOn<R extends keyof Rules>(rule: R, day: BankingDate): Rules[R][number]['value'] | undefined {
  const versions: readonly DatedRule<Rules[R][number]['value']>[] = nachaRules[rule];
  return versions.findLast(({ from }) => from <= day)?.value;
}
