import { boolean, integer, Optional, oneOf, Required, text, valuesOf } from '@payments/http';
import type { Rule } from '@payments/http';
import {
  approverRoles,
  conditionFields,
  conditionOperators,
  isApprovers,
  isCondition,
  policySubjects,
} from '../../domain/policy.js';
import type { Approvers, Condition, PolicySubject } from '../../domain/policy.js';

const MOST_CONDITIONS = 8;
const MOST_REQUIRED = 5;
const MOST_HOURS = 720;
const MOST_APPROVERS = 20;

/** The value of a condition in the description. */
export const conditionValue = {
  description: 'A number, a list of texts, or for `metadata` an object with `key` and `value`',
  oneOf: [
    { type: 'integer', minimum: 0 },
    { type: 'array', items: { type: 'string' } },
    { type: 'object', additionalProperties: true },
  ],
};

const CONDITIONS: Rule = {
  expected: `a list of 1 to ${MOST_CONDITIONS} conditions, each with a field, an operator of this field, and a value`,
  schema: {
    type: 'array',
    minItems: 1,
    maxItems: MOST_CONDITIONS,
    items: {
      type: 'object',
      required: ['field', 'operator', 'value'],
      properties: {
        field: { type: 'string', enum: [...conditionFields] },
        operator: { type: 'string', enum: [...conditionOperators] },
        value: conditionValue,
      },
    },
    example: [{ field: 'amount', operator: 'gte', value: 1_000_000 }],
  },
  accepts: (value) =>
    Array.isArray(value) && value.length >= 1 && value.length <= MOST_CONDITIONS && value.every(isCondition),
};

const APPROVERS: Rule = {
  expected: `an object with roles, or with up to ${MOST_APPROVERS} names of users`,
  schema: {
    type: 'object',
    minProperties: 1,
    maxProperties: 1,
    properties: {
      roles: { type: 'array', minItems: 1, items: { type: 'string', enum: [...approverRoles] } },
      users: { type: 'array', minItems: 1, maxItems: MOST_APPROVERS, items: { type: 'string' } },
    },
    example: { roles: ['payment_approver'] },
  },
  accepts: isApprovers,
};

/** Body of `POST /portal/policies/dry-run`. */
export class TriedPolicyDto {
  /** What the policy holds. */
  @Required(valuesOf(oneOf(policySubjects), { min: 1, max: policySubjects.length }))
  readonly applies_to!: readonly PolicySubject[];

  /**
   * All must be true. `amount`, `payee_day_total`, `enterprise_day_total` (cents), `payee_day_count`, `enterprise_day_count`:
   * `gte`. `use_case`, `speed`, `origin`: `in`. `created_by`: `in`, `not_in`. `new_payee`: `within_days`. `metadata`: `equals`.
   */
  @Required(CONDITIONS)
  readonly conditions!: readonly Condition[];
}

/** Body of `POST /portal/policies` and `PUT /portal/policies/{id}`. */
export class PolicyDto extends TriedPolicyDto {
  @Required(text({ max: 80, example: 'Payouts from $10,000' }))
  readonly name!: string;

  /** How many different users must approve. */
  @Required(integer({ min: 1, max: MOST_REQUIRED }))
  readonly required!: number;

  /** Who may approve: users with one of these roles, or these users. Never who made the transfer. */
  @Required(APPROVERS)
  readonly approvers!: Approvers;

  /** Hours of banking time until the transfer fails with `approval_expired`. Default: 72. */
  @Optional(integer({ min: 1, max: MOST_HOURS }))
  readonly expires_after_hours?: number;

  /** Whether an approver needs a second factor of the last 15 minutes, in the portal. Default: false. */
  @Optional(boolean())
  readonly step_up?: boolean;

  @Required(boolean())
  readonly enabled!: boolean;
}
