/** How much the credentials of an enterprise may do, each; what is left out is as the deployment has it. */
export interface RateLimits {
  readonly reads_per_second?: number;
  readonly writes_per_second?: number;
  readonly tokens_per_minute?: number;
}

/** What is set for an enterprise: by itself, but for the rate limits, which the operator sets. */
export interface EnterpriseSettings {
  /** `X-API-Key` is demanded on every call. */
  readonly require_api_key: boolean;
  /** When a business must have its tax id and address: on registration, or only when a transfer needs them. */
  readonly customer_requirements: 'at_registration' | 'at_transfer';
  /** Refuses a second open account with the same routing and account number of one customer. */
  readonly unique_account_details: boolean;
  readonly rate_limits?: RateLimits;
}

/** The enterprise on whose behalf the present work is done. */
export interface Tenant {
  readonly enterpriseId: string;
  readonly enterpriseName: string;
  readonly environment: 'sandbox' | 'production';
  readonly settings: EnterpriseSettings;
}
