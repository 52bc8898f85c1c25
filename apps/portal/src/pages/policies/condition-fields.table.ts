import type { PolicyCondition } from '../../api/types.js';

export type ConditionField = PolicyCondition['field'];

/** How the value of a condition is written: in dollars, as a number, chosen, as names, or as a pair of the metadata. */
type ConditionKind = 'money' | 'count' | 'days' | 'choices' | 'names' | 'pair';

export interface FieldRule {
  readonly field: ConditionField;
  readonly kind: ConditionKind;
  readonly operators: readonly PolicyCondition['operator'][];
  /** What can be chosen, and how the codes are translated. */
  readonly values?: readonly string[];
  readonly texts?: string;
}

/** What the conditions of a policy can ask about a transfer. */
export const conditionFields: readonly FieldRule[] = [
  { field: 'amount', kind: 'money', operators: ['gte'] },
  { field: 'new_payee', kind: 'days', operators: ['within_days'] },
  { field: 'payee_day_total', kind: 'money', operators: ['gte'] },
  { field: 'enterprise_day_total', kind: 'money', operators: ['gte'] },
  { field: 'payee_day_count', kind: 'count', operators: ['gte'] },
  { field: 'enterprise_day_count', kind: 'count', operators: ['gte'] },
  {
    ...{ field: 'use_case', kind: 'choices', operators: ['in'], texts: 'useCase' },
    values: ['payout', 'direct_debit', 'deposit', 'account_to_account'],
  },
  { field: 'speed', kind: 'choices', operators: ['in'], texts: 'speed', values: ['standard', 'same_day', 'asap'] },
  { field: 'origin', kind: 'choices', operators: ['in'], texts: 'origin', values: ['api', 'portal', 'schedule'] },
  { field: 'created_by', kind: 'names', operators: ['in', 'not_in'] },
  { field: 'metadata', kind: 'pair', operators: ['equals'] },
];

export const ruleOf = (field: string): FieldRule =>
  conditionFields.find((rule) => rule.field === field) ?? conditionFields[0]!;
