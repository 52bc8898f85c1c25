import { boolean, instant, integer, ListQuery, oneOf, Optional, Required, text, valuesOf } from '@payments/http';
import type { EnterpriseSettings } from '@payments/observability';
import type { AuditFilter } from '@payments/persistence';
import { USER_NAME } from '../../application/names.js';
import { CLIENT_SCOPES, USER_ROLES } from '../../domain/scopes.js';
import type { UserRole } from '../../domain/scopes.js';

const MAX_LENGTH = 255;

const word = text({ max: MAX_LENGTH, verbatim: true });

export class NewClientDto {
  /** Defaults to every client scope that the user holds. */
  @Optional(valuesOf(oneOf(CLIENT_SCOPES), { min: 1 }))
  declare scopes?: readonly string[];
}

export class NewUserDto {
  /** The login name, unique over all enterprises. */
  @Required(USER_NAME)
  declare name: string;

  @Required(oneOf(USER_ROLES))
  declare role: UserRole;
}

export class UserRoleDto {
  @Required(oneOf(USER_ROLES))
  declare role: UserRole;
}

const USE_CASES = ['payout', 'direct_debit', 'deposit', 'account_to_account'] as const;

/** Omitted fields stay unchanged. */
export class SettingsDto {
  @Optional(boolean())
  declare require_api_key?: boolean;

  @Optional(oneOf(['at_registration', 'at_transfer']))
  declare customer_requirements?: EnterpriseSettings['customer_requirements'];

  @Optional(boolean())
  declare unique_account_details?: boolean;

  @Optional(boolean())
  declare require_mfa?: boolean;

  @Optional(integer({ min: 5, max: 480 }))
  declare portal_idle_minutes?: number;

  @Optional(integer({ min: 1, max: 24 }))
  declare portal_session_hours?: number;

  /** A transfer must name a subledger. */
  @Optional(boolean())
  declare subledger_required?: boolean;

  /** A debit waits until its source account was verified, or has a history of payments. */
  @Optional(boolean())
  declare debit_requires_validation?: boolean;

  /** A verification that ends badly rejects its external account. */
  @Optional(boolean())
  declare verify_gates_accounts?: boolean;

  /** The most verifications in 24 hours. */
  @Optional(integer({ min: 0, max: 1_000_000 }))
  declare verify_daily_max?: number;

  /** The use cases of transfers that the enterprise may make; others fail with `unsupported_transfer`. */
  @Optional(valuesOf(oneOf(USE_CASES), { min: 1, max: USE_CASES.length }))
  declare use_cases?: readonly (typeof USE_CASES)[number][];

  /** Above a limit of Nacha on returned debits, `stop` refuses new debits with `return_rate_exceeded`. */
  @Optional(oneOf(['off', 'warn', 'stop']))
  declare return_guard?: NonNullable<EnterpriseSettings['return_guard']>;

  /** From how many debits in 60 days on a return rate says something. */
  @Optional(integer({ min: 1, max: 1_000_000 }))
  declare return_guard_min_entries?: number;

  /** From how many returned debits in 60 days on a return rate says something. */
  @Optional(integer({ min: 1, max: 1_000_000 }))
  declare return_guard_min_returns?: number;

  /** Another administrator approves changes of policies, limits, users who may approve, and settings that loosen a control, as this one turned off. */
  @Optional(boolean())
  declare dual_control?: boolean;
}

export class AuditQuery extends ListQuery implements AuditFilter {
  /** Entries at or after this time. */
  @Optional(instant())
  readonly start_time?: Date;

  /** Entries before this time. */
  @Optional(instant())
  readonly end_time?: Date;

  @Optional(word)
  readonly action?: string;

  @Optional(word)
  readonly subject_type?: string;

  @Optional(word)
  readonly subject_id?: string;

  /** A client id, the name of a portal user, or `cli`. */
  @Optional(word)
  readonly actor?: string;
}
