/** What a policy can hold. */
export const policySubjects = ['transfer', 'book_transfer', 'schedule', 'bulk_transfer'] as const;
export type PolicySubject = (typeof policySubjects)[number];

/** The roles of portal users who may approve. */
export const approverRoles = ['admin', 'payment_approver'] as const;
type ApproverRole = (typeof approverRoles)[number];

const MOST_CENTS = 9_999_999_999;
const MOST_TOTAL_CENTS = 999_999_999_999_999;
const MOST_COUNT = 1_000_000;
const MOST_DAYS = 365;
const MOST_NAMES = 50;
const MOST_APPROVERS = 20;
const MAX_TEXT = 255;

const enumerations = {
  use_case: ['payout', 'direct_debit', 'deposit', 'account_to_account'],
  speed: ['standard', 'same_day', 'asap'],
  origin: ['api', 'portal', 'schedule', 'bulk'],
} as const;

/** The most that each number of a condition may be, and its operator. */
const numbers = {
  amount: { operator: 'gte', min: 1, max: MOST_CENTS },
  new_payee: { operator: 'within_days', min: 0, max: MOST_DAYS },
  payee_day_total: { operator: 'gte', min: 1, max: MOST_TOTAL_CENTS },
  enterprise_day_total: { operator: 'gte', min: 1, max: MOST_TOTAL_CENTS },
  payee_day_count: { operator: 'gte', min: 1, max: MOST_COUNT },
  enterprise_day_count: { operator: 'gte', min: 1, max: MOST_COUNT },
} as const;

type NumberField = keyof typeof numbers;
type EnumField = keyof typeof enumerations;

export const conditionFields = [
  ...(Object.keys(numbers) as NumberField[]),
  ...(Object.keys(enumerations) as EnumField[]),
  'created_by',
  'metadata',
] as const;
export const conditionOperators = ['gte', 'within_days', 'in', 'not_in', 'equals'] as const;

/** One thing that must be true of a transfer. Money is in cents; days are New York days of banking time. */
export type Condition =
  | { readonly field: Exclude<NumberField, 'new_payee'>; readonly operator: 'gte'; readonly value: number }
  | { readonly field: 'new_payee'; readonly operator: 'within_days'; readonly value: number }
  | { readonly field: EnumField; readonly operator: 'in'; readonly value: readonly string[] }
  | { readonly field: 'created_by'; readonly operator: 'in' | 'not_in'; readonly value: readonly string[] }
  | {
      readonly field: 'metadata';
      readonly operator: 'equals';
      readonly value: { readonly key: string; readonly value: string | number | boolean };
    };

/** Who may approve: users with one of the roles, or these users. */
export interface Approvers {
  readonly roles?: readonly ApproverRole[];
  readonly users?: readonly string[];
}

/** A policy as a user writes it. All conditions must be true. */
export interface PolicyContent {
  readonly name: string;
  readonly applies_to: readonly PolicySubject[];
  readonly conditions: readonly Condition[];
  /** How many different users must approve. */
  readonly required: number;
  readonly approvers: Approvers;
  /** Of banking time. */
  readonly expires_after_hours: number;
  /** Whether an approver needs a second factor of the last minutes. */
  readonly step_up: boolean;
  readonly enabled: boolean;
}

export interface Policy extends PolicyContent {
  readonly id: string;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly updated_by: string;
}

/** What conditions ask about a subject. Undefined is what it does not have: no condition on that is true. */
export interface Facts {
  /** Cents. */
  readonly amount: bigint | undefined;
  readonly use_case: string | undefined;
  readonly speed: string | undefined;
  readonly origin: string | undefined;
  readonly created_by: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null | undefined;
  /** Whole days since the first payment to the same details of the account; null if there was none, undefined without a payee. */
  readonly payee_days: number | null | undefined;
  /** Of the day, with this transfer; undefined without a payee. */
  readonly payee_day: DayTotal | undefined;
  readonly enterprise_day: DayTotal | undefined;
}

export interface DayTotal {
  readonly amount: bigint;
  readonly count: number;
}

export function matches({ conditions }: Pick<PolicyContent, 'conditions'>, facts: Facts): boolean {
  return conditions.every((condition) => holds(condition, facts));
}

type ConditionField = Condition['field'];

const OF_TRANSFERS: readonly ConditionField[] = [
  ...(['new_payee', 'payee_day_total', 'payee_day_count', 'enterprise_day_total', 'enterprise_day_count'] as const),
];

/** What subjects other than transfers do not have. */
const LACKING: Readonly<Record<PolicySubject, readonly ConditionField[]>> = {
  transfer: [],
  schedule: OF_TRANSFERS,
  book_transfer: [...OF_TRANSFERS, 'use_case', 'speed'],
  bulk_transfer: [...OF_TRANSFERS, 'use_case', 'speed'],
};

/** Whether every condition can be true of everything that the policy holds: one that cannot would hold nothing, silently. */
export function isApplicable({ applies_to, conditions }: Pick<PolicyContent, 'applies_to' | 'conditions'>): boolean {
  return applies_to.every((subject) => conditions.every(({ field }) => !LACKING[subject].includes(field)));
}

/** Whether the policy says expressly that it is about what has this origin. */
export function namesOrigin({ conditions }: Pick<PolicyContent, 'conditions'>, origin: string): boolean {
  return conditions.some(({ field, value }) => field === 'origin' && value.includes(origin));
}

/** Whether any of the policies asks for totals of the day. */
export function countsDays(policies: readonly PolicyContent[]): boolean {
  return policies.some(({ conditions }) => conditions.some(({ field }) => field.includes('_day_')));
}

/** Whether any of the policies asks how well a payee is known. */
export function asksPayees(policies: readonly PolicyContent[]): boolean {
  return policies.some(({ conditions }) => conditions.some(({ field }) => field === 'new_payee'));
}

function holds(condition: Condition, facts: Facts): boolean {
  switch (condition.field) {
    case 'amount':
      return facts.amount !== undefined && facts.amount >= BigInt(condition.value);
    case 'use_case':
    case 'speed':
    case 'origin': {
      const fact = facts[condition.field];
      return fact !== undefined && condition.value.includes(fact);
    }
    case 'created_by':
      return condition.value.includes(facts.created_by ?? '') === (condition.operator === 'in');
    case 'new_payee':
      return facts.payee_days === null || (facts.payee_days !== undefined && facts.payee_days < condition.value);
    case 'payee_day_total':
      return facts.payee_day !== undefined && facts.payee_day.amount >= BigInt(condition.value);
    case 'payee_day_count':
      return facts.payee_day !== undefined && facts.payee_day.count >= condition.value;
    case 'enterprise_day_total':
      return facts.enterprise_day !== undefined && facts.enterprise_day.amount >= BigInt(condition.value);
    case 'enterprise_day_count':
      return facts.enterprise_day !== undefined && facts.enterprise_day.count >= condition.value;
    case 'metadata':
      return facts.metadata?.[condition.value.key] === condition.value.value;
  }
}

/** Whether a value that somebody sent is a condition. */
export function isCondition(value: unknown): value is Condition {
  if (!isRecord(value) || !hasOnly(value, ['field', 'operator', 'value'])) return false;
  const { field, operator, value: operand } = value;
  if (field === 'metadata') return operator === 'equals' && isPair(operand);
  if (field === 'created_by') return (operator === 'in' || operator === 'not_in') && isTexts(operand, MOST_NAMES);
  if (typeof field !== 'string') return false;
  if (Object.hasOwn(enumerations, field)) {
    const known: readonly string[] = enumerations[field as EnumField];
    return operator === 'in' && isTexts(operand, known.length) && operand.every((each) => known.includes(each));
  }
  if (!Object.hasOwn(numbers, field)) return false;
  const { operator: only, min, max } = numbers[field as NumberField];
  return operator === only && Number.isSafeInteger(operand) && (operand as number) >= min && (operand as number) <= max;
}

/** Whether a value that somebody sent names approvers: by role, or by user. */
export function isApprovers(value: unknown): value is Approvers {
  if (!isRecord(value) || Object.keys(value).length !== 1) return false;
  const { roles, users } = value;
  if (roles === undefined) return isTexts(users, MOST_APPROVERS);
  const known: readonly string[] = approverRoles;
  return isTexts(roles, known.length) && roles.every((role) => known.includes(role));
}

function isPair(value: unknown): boolean {
  if (!isRecord(value) || !hasOnly(value, ['key', 'value']) || !isText(value['key'])) return false;
  const { value: held } = value;
  return isText(held) || typeof held === 'boolean' || (typeof held === 'number' && Number.isFinite(held));
}

function isTexts(value: unknown, most: number): value is string[] {
  return (
    Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= most &&
    value.every(isText) &&
    new Set(value).size === value.length
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT && !/[\p{Cc}\p{Cs}]/u.test(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasOnly(value: object, names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name));
}
