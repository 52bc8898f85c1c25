/** The rate limits of each credential of an enterprise; omitted ones use the deployment's default. */
export interface RateLimits {
  readonly reads_per_second?: number;
  readonly writes_per_second?: number;
  readonly tokens_per_minute?: number;
}

/** What the operator charges for one payment on each rail, in cents. */
export type Fees = Readonly<Partial<Record<'ach' | 'same_day_ach' | 'rtp' | 'fednow', number>>>;

/** The settings of an enterprise: set by itself, except the rate limits and the fees, which the operator sets. */
export interface EnterpriseSettings {
  /** `X-API-Key` is required on every call. */
  readonly require_api_key: boolean;
  /** When a business must have its tax id and address: on registration, or only when a transfer needs them. */
  readonly customer_requirements: 'at_registration' | 'at_transfer';
  /** Refuses a second open account with the same routing and account number of one customer. */
  readonly unique_account_details: boolean;
  readonly rate_limits?: RateLimits;
  /** Shown in previews of transfers; nothing is charged. */
  readonly fees?: Fees;
  /** Portal users without a second factor may only enroll one. Default: false. */
  readonly require_mfa?: boolean;
  /** How long a session of the portal lasts without input. Default: 30. */
  readonly portal_idle_minutes?: number;
  /** How long a session of the portal lasts from the login on. Default: 12. */
  readonly portal_session_hours?: number;
  /** A transfer must name a subledger. Default: false. */
  readonly subledger_required?: boolean;
  /** A debit waits until its source account was verified, or has a history of payments. Default: false. */
  readonly debit_requires_validation?: boolean;
  /** A verification that ends badly rejects its external account. Default: false. */
  readonly verify_gates_accounts?: boolean;
  /** The most verifications in 24 hours. Default: 1000. */
  readonly verify_daily_max?: number;
  /** The use cases of transfers that the enterprise may make. Default: all. */
  readonly use_cases?: readonly ('payout' | 'direct_debit' | 'deposit' | 'account_to_account')[];
  /** Above a limit of Nacha on returned debits, `stop` refuses new debits; the others let them go on. Default: warn. */
  readonly return_guard?: 'off' | 'warn' | 'stop';
  /** From how many debits, and how many returns, in 60 days a return rate says something. Default: 100 and 3. */
  readonly return_guard_min_entries?: number;
  readonly return_guard_min_returns?: number;
  /** A second administrator approves changes of policies, limits, users who may approve, and what loosens a control. Default: false. */
  readonly dual_control?: boolean;
}

/** The enterprise of the current work. */
export interface Tenant {
  readonly enterpriseId: string;
  readonly enterpriseName: string;
  readonly environment: 'sandbox' | 'production';
  readonly settings: EnterpriseSettings;
}
