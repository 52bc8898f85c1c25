/** What an enterprise may set for itself. */
export interface EnterpriseSettings {
  /** `X-API-Key` is demanded on every call. */
  readonly require_api_key: boolean;
  /** When a business must have its tax id and address: on registration, or only when a transfer needs them. */
  readonly customer_requirements: 'at_registration' | 'at_transfer';
  /** Refuses a second open account with the same routing and account number of one customer. */
  readonly unique_account_details: boolean;
}

/** The enterprise on whose behalf the present work is done. */
export interface Tenant {
  readonly enterpriseId: string;
  readonly enterpriseName: string;
  readonly environment: 'sandbox' | 'production';
  readonly settings: EnterpriseSettings;
}
