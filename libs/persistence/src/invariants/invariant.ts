import type { Transaction } from '../database/transaction.js';

/** Where a rule is broken. */
export interface Violation {
  /** An account, a transfer, an event … */
  readonly subject: string;
  readonly message: string;
}

export interface InvariantScope {
  readonly enterpriseId: string;
  /** Reads one snapshot, in the role `maintenance` with the tenant set. */
  readonly transaction: Pick<Transaction, 'query'>;
  readonly now: Date;
  /** Limits the check to changes since then; without it, everything. */
  readonly since?: Date;
  /** Stores a result for the next check, by a statement that runs after this check; absent where nothing is stored. */
  readonly store?: (sql: string, values: readonly unknown[]) => void;
}

/** A rule that always holds for the data of one enterprise. */
export interface Invariant {
  readonly name: string;
  /** The rule as a sentence. */
  readonly rule: string;
  /** Set when `since` makes no difference, because a full check is cheap. */
  readonly looksAtAll?: boolean;
  /** Set when it is about money: `ledger verify` checks it, too. */
  readonly isOfMoney?: boolean;
  /** Reads in bounded steps, whatever the size. */
  readonly find: (scope: InvariantScope) => Promise<readonly Violation[]>;
  /**
   * Derives a figure about the subject again from the rows that imply it, which a process of an older release may have left
   * wrong; then no rule is broken. In a transaction of its own, in the role `maintenance` with the tenant set.
   */
  readonly heal?: (scope: Pick<InvariantScope, 'enterpriseId' | 'transaction'>, subject: string) => Promise<void>;
}

export interface InvariantViolation extends Violation {
  readonly enterprise_id: string;
  readonly invariant: string;
}

/**
 * A rule that one short statement checks. Parameter 1 is the enterprise, 2, where needed, the current time; it returns
 * `subject` and `message`.
 */
export function cheapInvariant(name: string, rule: string, sql: string): Invariant {
  return {
    ...{ name, rule, looksAtAll: true },
    find: ({ transaction, enterpriseId, now }) =>
      transaction.query<Violation>(sql, sql.includes('$2') ? [enterpriseId, now] : [enterpriseId]),
  };
}

/** The rules, as rules about money. */
export function ofMoney(...rules: readonly Invariant[]): readonly Invariant[] {
  return rules.map((rule) => ({ ...rule, isOfMoney: true }));
}

/** All violations of the rules for one enterprise. */
export async function violationsOf(
  invariants: readonly Invariant[],
  scope: InvariantScope,
): Promise<InvariantViolation[]> {
  const violations: InvariantViolation[] = [];
  for (const { name, find } of invariants) {
    for (const { subject, message } of await find(scope)) {
      violations.push({ enterprise_id: scope.enterpriseId, invariant: name, subject, message });
    }
  }
  return violations;
}
