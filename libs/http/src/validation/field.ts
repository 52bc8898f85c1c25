import type { FieldError } from '@payments/kernel';
import type { Rule } from './rule.js';

/** Where a field's codes differ from `missing_<field>` and `invalid_<field>`. */
export interface Binding {
  /** The part after `missing_` and `invalid_`, when it is not the field's name. */
  readonly stem?: string;
  readonly missing?: string;
  readonly invalid?: string;
}

export interface Field {
  readonly name: string;
  readonly rule: Rule;
  readonly required: boolean;
  readonly missing: string;
  readonly invalid: string;
}

/** An object as a client sent it. */
export type Sent = Readonly<Record<string, unknown>>;

/** A rule over several fields of one object. Fields arrive as sent and may be invalid or absent. */
export type CrossCheck = (sent: Sent) => FieldError[];
