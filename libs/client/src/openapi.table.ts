// Written by `npm run gen` from docs/openapi.json and the tables of errors.

/** Every code that the service answers; what each means is in docs/ERRORS.md. */
export type ErrorCode =
  | 'bad_request'
  | 'duplicate_account_details'
  | 'duplicate_account_reference_id'
  | 'duplicate_contacts_type'
  | 'duplicate_customer_reference_id'
  | 'duplicate_name'
  | 'duplicate_transfer_reference_id'
  | 'forbidden'
  | 'idempotency_key_in_use'
  | 'idempotency_key_reused'
  | 'internal_server_error'
  | 'invalid_account'
  | 'invalid_account_holder_name'
  | 'invalid_account_number'
  | 'invalid_account_reference_id'
  | 'invalid_account_statement_descriptor'
  | 'invalid_account_type'
  | 'invalid_action'
  | 'invalid_actor'
  | 'invalid_address1'
  | 'invalid_address2'
  | 'invalid_addresses'
  | 'invalid_addresses_type'
  | 'invalid_after'
  | 'invalid_amount'
  | 'invalid_banking_days'
  | 'invalid_body'
  | 'invalid_business_name'
  | 'invalid_city'
  | 'invalid_client_id'
  | 'invalid_client_secret'
  | 'invalid_code'
  | 'invalid_contacts'
  | 'invalid_contacts_type'
  | 'invalid_contacts_value'
  | 'invalid_country'
  | 'invalid_currency'
  | 'invalid_customer_reference_id'
  | 'invalid_customer_requirements'
  | 'invalid_customer_resource_type'
  | 'invalid_data'
  | 'invalid_date_of_birth'
  | 'invalid_destination_account_reference_id'
  | 'invalid_destination_customer_reference_id'
  | 'invalid_destination_statement_display_name'
  | 'invalid_enabled'
  | 'invalid_end_time'
  | 'invalid_entity_type'
  | 'invalid_event_type'
  | 'invalid_event_types'
  | 'invalid_first_name'
  | 'invalid_format'
  | 'invalid_grant_type'
  | 'invalid_idempotency_key'
  | 'invalid_incorporation_date'
  | 'invalid_index'
  | 'invalid_json'
  | 'invalid_kind'
  | 'invalid_last_name'
  | 'invalid_leg'
  | 'invalid_legal_name'
  | 'invalid_metadata'
  | 'invalid_middle_name'
  | 'invalid_name'
  | 'invalid_password'
  | 'invalid_phone_value'
  | 'invalid_refresh_token'
  | 'invalid_require_api_key'
  | 'invalid_resource_id'
  | 'invalid_role'
  | 'invalid_routing_number'
  | 'invalid_scopes'
  | 'invalid_service_version'
  | 'invalid_since'
  | 'invalid_size'
  | 'invalid_social_security_number'
  | 'invalid_source_account_reference_id'
  | 'invalid_source_customer_reference_id'
  | 'invalid_source_statement_display_name'
  | 'invalid_speed'
  | 'invalid_start_time'
  | 'invalid_state'
  | 'invalid_status'
  | 'invalid_subject_id'
  | 'invalid_subject_type'
  | 'invalid_tax_id'
  | 'invalid_tax_id_type'
  | 'invalid_to'
  | 'invalid_transfer_id'
  | 'invalid_transfer_reference_id'
  | 'invalid_unique_account_details'
  | 'invalid_url'
  | 'invalid_zip5'
  | 'method_not_allowed'
  | 'missing_account_holder_name'
  | 'missing_account_number'
  | 'missing_account_reference_id'
  | 'missing_account_type'
  | 'missing_address1'
  | 'missing_addresses'
  | 'missing_addresses_type'
  | 'missing_amount'
  | 'missing_banking_days'
  | 'missing_city'
  | 'missing_client_id'
  | 'missing_client_secret'
  | 'missing_code'
  | 'missing_contacts_type'
  | 'missing_contacts_value'
  | 'missing_country'
  | 'missing_currency'
  | 'missing_customer_reference_id'
  | 'missing_customer_resource_type'
  | 'missing_data'
  | 'missing_date_of_birth'
  | 'missing_destination_account_reference_id'
  | 'missing_destination_customer_reference_id'
  | 'missing_enabled'
  | 'missing_event_type'
  | 'missing_event_types'
  | 'missing_first_name'
  | 'missing_kind'
  | 'missing_last_name'
  | 'missing_legal_name'
  | 'missing_metadata'
  | 'missing_name'
  | 'missing_password'
  | 'missing_refresh_token'
  | 'missing_role'
  | 'missing_routing_number'
  | 'missing_service_version'
  | 'missing_since'
  | 'missing_source_account_reference_id'
  | 'missing_source_and_destination'
  | 'missing_source_customer_reference_id'
  | 'missing_speed'
  | 'missing_state'
  | 'missing_tax_id'
  | 'missing_tax_id_type'
  | 'missing_transfer_reference_id'
  | 'missing_url'
  | 'missing_zip5'
  | 'not_found'
  | 'outcome_not_possible'
  | 'payload_too_large'
  | 'resource_closed'
  | 'service_unavailable'
  | 'too_many_clients'
  | 'too_many_requests'
  | 'too_many_webhook_configurations'
  | 'transfer_not_cancelable'
  | 'unauthorized'
  | 'unknown_account_reference_id'
  | 'unknown_enterprise_external_account'
  | 'unknown_id'
  | 'unsupported_media_type';

export interface paths {
  '/health/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether the process runs */
    get: operations['HealthController_live'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/startup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether the process has started */
    get: operations['HealthController_startup'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether the process can take requests */
    get: operations['HealthController_ready'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/oauth/token': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Exchange client credentials for an access token */
    post: operations['TokenController_token'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/authenticate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Exchange the name and password of a portal user for an access token */
    post: operations['SessionController_authenticate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/refresh': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Exchange a refresh token for the next one and an access token */
    post: operations['SessionController_refresh'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/clients': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the clients, newest first */
    get: operations['PortalCredentialsController_listClients'];
    put?: never;
    /** Create client credentials; at most two live at a time */
    post: operations['PortalCredentialsController_createClient'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/clients/{id}/disable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Disable a client; its calls stop working within 5 seconds */
    post: operations['PortalCredentialsController_disableClient'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/api-keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the API keys, newest first */
    get: operations['PortalCredentialsController_listApiKeys'];
    put?: never;
    /** Create an API key */
    post: operations['PortalCredentialsController_createApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/api-keys/{id}/revoke': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Revoke an API key; calls with it stop working within 5 seconds */
    post: operations['PortalCredentialsController_revokeApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the portal users, newest first */
    get: operations['PortalAdministrationController_listUsers'];
    put?: never;
    /** Create a portal user */
    post: operations['PortalAdministrationController_createUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/users/{id}/disable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Disable the portal user of this name */
    post: operations['PortalAdministrationController_disableUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the settings of the enterprise */
    get: operations['PortalAdministrationController_showSettings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Change what is sent of the settings */
    patch: operations['PortalAdministrationController_changeSettings'];
    trace?: never;
  };
  '/portal/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List what was done in the enterprise, newest first */
    get: operations['PortalAdministrationController_audit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/persons': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List persons, newest first */
    get: operations['PersonsController_list'];
    /** Replace a person by its reference */
    put: operations['PersonsController_replaceByReference'];
    /** Create a person */
    post: operations['PersonsController_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/persons/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a person */
    get: operations['PersonsController_read'];
    /** Replace a person */
    put: operations['PersonsController_replace'];
    post?: never;
    /** Close a person */
    delete: operations['PersonsController_close'];
    options?: never;
    head?: never;
    /** Change what is sent of a person */
    patch: operations['PersonsController_patch'];
    trace?: never;
  };
  '/deliver/businesses': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List businesses, newest first */
    get: operations['BusinessesController_list'];
    /** Replace a business by its reference */
    put: operations['BusinessesController_replaceByReference'];
    /** Create a business */
    post: operations['BusinessesController_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/businesses/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a business */
    get: operations['BusinessesController_read'];
    /** Replace a business */
    put: operations['BusinessesController_replace'];
    post?: never;
    /** Close a business */
    delete: operations['BusinessesController_close'];
    options?: never;
    head?: never;
    /** Change what is sent of a business */
    patch: operations['BusinessesController_patch'];
    trace?: never;
  };
  '/deliver/external/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List external accounts, newest first */
    get: operations['AccountsController_list'];
    /** Replace an external account by its reference */
    put: operations['AccountsController_replaceByReference'];
    /** Create an external account */
    post: operations['AccountsController_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/external/accounts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read an external account */
    get: operations['AccountsController_read'];
    /** Replace an external account */
    put: operations['AccountsController_replace'];
    post?: never;
    /** Close an external account */
    delete: operations['AccountsController_close'];
    options?: never;
    head?: never;
    /** Change what is sent of an external account */
    patch: operations['AccountsController_patch'];
    trace?: never;
  };
  '/deliver/persons/{id}/external/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the external accounts of a person, newest first */
    get: operations['CustomerAccountsController_ofPerson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/businesses/{id}/external/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the external accounts of a business, newest first */
    get: operations['CustomerAccountsController_ofBusiness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/balance': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the balance of the enterprise */
    get: operations['LedgerController_balance'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/ledger/entries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List ledger entries, newest first
     * @description As CSV with `format=csv` or `Accept: text/csv`: all entries that match, unless `size` asks for fewer; the columns are the fields of the JSON. `format` goes before `Accept`.
     */
    get: operations['LedgerController_entries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sandbox/balance/credit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add money to the available balance
     * @description As if a wire had been received. Only in the sandbox: in production there is no such address.
     */
    post: operations['SandboxBalanceController_credit'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/transfers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List transfers, newest first */
    get: operations['TransfersController_list'];
    put?: never;
    /** Create a transfer */
    post: operations['TransfersController_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/transfers/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get a transfer */
    get: operations['TransfersController_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /** Change the metadata of a transfer */
    patch: operations['TransfersController_change'];
    trace?: never;
  };
  '/deliver/transfers/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a transfer
     * @description Possible until the leg that pays out, or the only leg, has gone to the network. A debit that has gone runs on, and its money becomes available.
     */
    post: operations['TransfersController_cancel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/transfers/{id}/explain': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Explain how a transfer travels
     * @description Each leg with its banking times, and for each attempt which rails there were and why one was taken.
     */
    get: operations['TransfersController_explain'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/transfers/{id}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the statuses a transfer went through */
    get: operations['TransfersController_history'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reference/reason-codes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the reasons that a transfer may give */
    get: operations['ReasonCodesController_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reference/reason-codes/{code}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a reason, by its code or by one of a network
     * @description For a code of a network (`R01`, `AC04`) the reason that it means, with that network code alone.
     */
    get: operations['ReasonCodesController_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/eligibility': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * See which rails a credit to a bank could take now
     * @description Without `speed` every rail is judged, as for `asap`; without `amount` no limit is reached.
     */
    post: operations['EligibilityController_check'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sandbox/clock': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the banking clock */
    get: operations['SandboxController_showClock'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sandbox/clock/advance': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Move the banking clock on
     * @description Everything that waits for a banking time that passes happens now, in its order.
     */
    post: operations['SandboxController_advanceClock'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sandbox/transfers/{id}/outcome': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Say how a transfer ends
     * @description A leg that has not gone out yet ends so when it does; one that has is returned, rejected or corrected now. Without `leg` the destination is meant, where there is one.
     */
    post: operations['SandboxController_askOutcome'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sandbox/reset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Go back to the beginning
     * @description The available balance and the banking clock are as they were at first. What is stored stays; transfers on their way go on.
     */
    post: operations['SandboxController_reset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/configurations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the webhook configurations, newest first */
    get: operations['WebhookConfigurationsController_list'];
    put?: never;
    /** Create a webhook configuration */
    post: operations['WebhookConfigurationsController_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/configurations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a webhook configuration */
    get: operations['WebhookConfigurationsController_read'];
    /** Update a webhook configuration */
    put: operations['WebhookConfigurationsController_update'];
    post?: never;
    /** Delete a webhook configuration */
    delete: operations['WebhookConfigurationsController_delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/configurations/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the deliveries to a webhook configuration with their attempts, newest first */
    get: operations['WebhookDeliveriesController_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/configurations/{id}/recover': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send again what failed since a time */
    post: operations['WebhookDeliveriesController_recover'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/configurations/{id}/recoveries/{recovery_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read how far a recovery is */
    get: operations['WebhookDeliveriesController_recovery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/configurations/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send a sample to a webhook configuration, and tell what happened */
    post: operations['WebhookDeliveriesController_test'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the events of the last 30 days, oldest first */
    get: operations['WebhookEventsController_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/events/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read an event */
    get: operations['WebhookEventsController_read'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/events/{id}/redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send an event again to every configuration that wants it */
    post: operations['WebhookEventsController_redeliver'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/invoke': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send a made-up event, whose body says "test": true */
    post: operations['WebhookEventsController_invoke'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the public key that checks webhooks */
    get: operations['WebhookSecretController_read'];
    put?: never;
    /** Make the key pair that signs webhooks, or read the one there is */
    post: operations['WebhookSecretController_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/secret/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Make a new key pair, which signs webhooks from now on */
    post: operations['WebhookSecretController_rotate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/configurations/{id}/secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the secret of a webhook configuration */
    get: operations['WebhookSecretController_secret'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/configurations/{id}/secret/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Make a new secret for a webhook configuration; for 24 hours the old one signs as well */
    post: operations['WebhookSecretController_rotateOne'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    TokenRequestDto: {
      client_id: string;
      client_secret: string;
      grant_type?: 'client_credentials' | null;
    };
    TokenResource: {
      /** @description Short-lived bearer token */
      access_token: string;
      /** @enum {string} */
      token_type: 'Bearer';
      /**
       * @description Seconds until the token expires
       * @example 3600
       */
      expires_in: number;
    };
    LogInDto: {
      name: string;
      password: string;
    };
    SessionResource: {
      /** @description Short-lived bearer token */
      access_token: string;
      /** @enum {string} */
      token_type: 'Bearer';
      /**
       * @description Seconds until the token expires
       * @example 3600
       */
      expires_in: number;
      /** @description Serves once: the answer to it holds the next one */
      refresh_token: string;
      /**
       * @description Seconds until the refresh token expires
       * @example 2592000
       */
      refresh_expires_in: number;
    };
    RefreshDto: {
      refresh_token: string;
    };
    NewClientDto: {
      scopes?:
        | (
            | 'read:persons'
            | 'write:persons'
            | 'read:businesses'
            | 'write:businesses'
            | 'read:external-accounts'
            | 'write:external-accounts'
            | 'read:transfers'
            | 'write:transfers'
            | 'read:balances'
            | 'write:balances'
            | 'read:ledger'
            | 'write:ledger'
            | 'read:webhook-configurations'
            | 'write:webhook-configurations'
            | 'read:webhook-secret'
            | 'write:webhook-secret'
            | 'invoke:webhook'
          )[]
        | null;
    };
    ClientResource: {
      client_id: string;
      scopes: (
        | 'read:persons'
        | 'write:persons'
        | 'read:businesses'
        | 'write:businesses'
        | 'read:external-accounts'
        | 'write:external-accounts'
        | 'read:transfers'
        | 'write:transfers'
        | 'read:balances'
        | 'write:balances'
        | 'read:ledger'
        | 'write:ledger'
        | 'read:webhook-configurations'
        | 'write:webhook-configurations'
        | 'read:webhook-secret'
        | 'write:webhook-secret'
        | 'invoke:webhook'
      )[];
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      disabled_at?: string;
    };
    NewClientAnswer: {
      client: components['schemas']['ClientResource'];
      /** @description Shown this once */
      client_secret: string;
    };
    ClientsAnswer: {
      clients: components['schemas']['ClientResource'][];
    };
    ClientAnswer: {
      client: components['schemas']['ClientResource'];
    };
    ApiKeyResource: {
      /** @description The first characters of the random part of the key */
      id: string;
      /** @enum {string} */
      environment: 'sandbox' | 'production';
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      revoked_at?: string;
    };
    NewApiKeyAnswer: {
      api_key: components['schemas']['ApiKeyResource'];
      /** @description Shown this once */
      key: string;
    };
    ApiKeysAnswer: {
      api_keys: components['schemas']['ApiKeyResource'][];
    };
    ApiKeyAnswer: {
      api_key: components['schemas']['ApiKeyResource'];
    };
    NewUserDto: {
      /** @example maria@acme.example */
      name: string;
      /** @enum {string} */
      role: 'admin' | 'payment_initiator' | 'developer' | 'read_only';
    };
    UserResource: {
      name: string;
      /** @enum {string} */
      role: 'admin' | 'payment_initiator' | 'developer' | 'read_only';
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      disabled_at?: string;
    };
    NewUserAnswer: {
      user: components['schemas']['UserResource'];
      /** @description Shown this once */
      password: string;
    };
    UsersAnswer: {
      users: components['schemas']['UserResource'][];
    };
    UserAnswer: {
      user: components['schemas']['UserResource'];
    };
    RateLimitsResource: {
      reads_per_second?: number;
      writes_per_second?: number;
      tokens_per_minute?: number;
    };
    SettingsResource: {
      /** @description The header X-API-Key is demanded on every call */
      require_api_key: boolean;
      /** @enum {string} */
      customer_requirements: 'at_registration' | 'at_transfer';
      /** @description A second open account with the same numbers is refused */
      unique_account_details: boolean;
      /** @description Where they differ from those of the deployment */
      rate_limits?: components['schemas']['RateLimitsResource'];
    };
    SettingsAnswer: {
      settings: components['schemas']['SettingsResource'];
    };
    SettingsDto: {
      require_api_key?: boolean | null;
      customer_requirements?: ('at_registration' | 'at_transfer') | null;
      unique_account_details?: boolean | null;
    };
    AuditEntryResource: {
      /** Format: uuid */
      id: string;
      /** @example client.disabled */
      action: string;
      /** @example client */
      subject_type: string;
      subject_id: string;
      /** @description A client id, the name of a portal user, cli, or system */
      actor: string;
      remote_address?: string;
      request_id: string;
      /** @description What the subject was, without secrets */
      before?: Record<string, unknown>;
      /** @description What the subject is since then, without secrets */
      after?: Record<string, unknown>;
      /** Format: date-time */
      created_at: string;
    };
    AuditAnswer: {
      entries: components['schemas']['AuditEntryResource'][];
    };
    PersonContactDto: {
      /** @enum {string} */
      type: 'phone' | 'email';
      value: string;
    };
    HomeAddressDto: {
      /** @enum {string} */
      type: 'home';
      address1: string;
      address2?: string | null;
      city: string;
      /** @enum {string} */
      state:
        | 'AL'
        | 'AK'
        | 'AZ'
        | 'AR'
        | 'CA'
        | 'CO'
        | 'CT'
        | 'DE'
        | 'FL'
        | 'GA'
        | 'HI'
        | 'ID'
        | 'IL'
        | 'IN'
        | 'IA'
        | 'KS'
        | 'KY'
        | 'LA'
        | 'ME'
        | 'MD'
        | 'MA'
        | 'MI'
        | 'MN'
        | 'MS'
        | 'MO'
        | 'MT'
        | 'NE'
        | 'NV'
        | 'NH'
        | 'NJ'
        | 'NM'
        | 'NY'
        | 'NC'
        | 'ND'
        | 'OH'
        | 'OK'
        | 'OR'
        | 'PA'
        | 'RI'
        | 'SC'
        | 'SD'
        | 'TN'
        | 'TX'
        | 'UT'
        | 'VT'
        | 'VA'
        | 'WA'
        | 'WV'
        | 'WI'
        | 'WY'
        | 'DC'
        | 'AS'
        | 'GU'
        | 'MP'
        | 'PR'
        | 'VI'
        | 'AA'
        | 'AE'
        | 'AP';
      /** @enum {string} */
      country: 'US';
      /** @example 94103 */
      zip5: string;
    };
    PersonDto: {
      /** @example customer-1 */
      customer_reference_id: string;
      first_name: string;
      middle_name?: string | null;
      last_name: string;
      /**
       * Format: date
       * @example 1990-02-28
       */
      date_of_birth: string;
      addresses: components['schemas']['HomeAddressDto'][];
      contacts?: components['schemas']['PersonContactDto'][] | null;
      social_security_number?: string | null;
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      } | null;
    };
    StatusReasonResource: {
      /** @enum {string} */
      reason_code:
        | 'deceased_person'
        | 'incomplete_address'
        | 'incomplete_dob'
        | 'incomplete_ssn'
        | 'incomplete_tax_id'
        | 'ineligible_age'
        | 'invalid_address_type'
        | 'invalid_dob'
        | 'invalid_name'
        | 'invalid_ssn'
        | 'invalid_tax_id'
        | 'matched_alertlist'
        | 'matched_watchlist';
      reason_code_message: string;
    };
    AddressResource: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'home' | 'legal';
      address1: string;
      address2?: string;
      city: string;
      /** @example CA */
      state: string;
      /** @example 94103 */
      zip5: string;
      /** @enum {string} */
      country: 'US';
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      updated_at: string;
    };
    ContactResource: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      type: 'phone' | 'website' | 'email';
      value: string;
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      updated_at: string;
    };
    PersonResource: {
      /** Format: uuid */
      id: string;
      customer_reference_id: string;
      /** @enum {string} */
      status: 'created' | 'verified' | 'rejected' | 'restricted' | 'closed';
      status_reasons?: components['schemas']['StatusReasonResource'][];
      addresses?: components['schemas']['AddressResource'][];
      contacts?: components['schemas']['ContactResource'][];
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      updated_at: string;
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      closed_at?: string;
      metadata?: {
        [key: string]: unknown;
      };
      first_name: string;
      middle_name?: string;
      last_name: string;
      /** Format: date */
      date_of_birth: string;
    };
    PersonResponse: {
      person: components['schemas']['PersonResource'];
    };
    PersonsResponse: {
      persons: components['schemas']['PersonResource'][];
    };
    HomeAddressPatchDto: {
      /** @enum {string} */
      type: 'home';
      address1?: string | null;
      address2?: string | null;
      city?: string | null;
      state?:
        | (
            | 'AL'
            | 'AK'
            | 'AZ'
            | 'AR'
            | 'CA'
            | 'CO'
            | 'CT'
            | 'DE'
            | 'FL'
            | 'GA'
            | 'HI'
            | 'ID'
            | 'IL'
            | 'IN'
            | 'IA'
            | 'KS'
            | 'KY'
            | 'LA'
            | 'ME'
            | 'MD'
            | 'MA'
            | 'MI'
            | 'MN'
            | 'MS'
            | 'MO'
            | 'MT'
            | 'NE'
            | 'NV'
            | 'NH'
            | 'NJ'
            | 'NM'
            | 'NY'
            | 'NC'
            | 'ND'
            | 'OH'
            | 'OK'
            | 'OR'
            | 'PA'
            | 'RI'
            | 'SC'
            | 'SD'
            | 'TN'
            | 'TX'
            | 'UT'
            | 'VT'
            | 'VA'
            | 'WA'
            | 'WV'
            | 'WI'
            | 'WY'
            | 'DC'
            | 'AS'
            | 'GU'
            | 'MP'
            | 'PR'
            | 'VI'
            | 'AA'
            | 'AE'
            | 'AP'
          )
        | null;
      country?: 'US' | null;
      /** @example 94103 */
      zip5?: string | null;
    };
    PersonPatchDto: {
      /** @example customer-1 */
      customer_reference_id?: string | null;
      first_name?: string | null;
      middle_name?: string | null;
      last_name?: string | null;
      /** @example 1990-02-28 */
      date_of_birth?: string | null;
      addresses?: components['schemas']['HomeAddressPatchDto'][] | null;
      contacts?: components['schemas']['PersonContactDto'][] | null;
      social_security_number?: string | null;
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      } | null;
    };
    LegalAddressDto: {
      /** @enum {string} */
      type: 'legal';
      address1: string;
      address2?: string | null;
      city: string;
      /** @enum {string} */
      state:
        | 'AL'
        | 'AK'
        | 'AZ'
        | 'AR'
        | 'CA'
        | 'CO'
        | 'CT'
        | 'DE'
        | 'FL'
        | 'GA'
        | 'HI'
        | 'ID'
        | 'IL'
        | 'IN'
        | 'IA'
        | 'KS'
        | 'KY'
        | 'LA'
        | 'ME'
        | 'MD'
        | 'MA'
        | 'MI'
        | 'MN'
        | 'MS'
        | 'MO'
        | 'MT'
        | 'NE'
        | 'NV'
        | 'NH'
        | 'NJ'
        | 'NM'
        | 'NY'
        | 'NC'
        | 'ND'
        | 'OH'
        | 'OK'
        | 'OR'
        | 'PA'
        | 'RI'
        | 'SC'
        | 'SD'
        | 'TN'
        | 'TX'
        | 'UT'
        | 'VT'
        | 'VA'
        | 'WA'
        | 'WV'
        | 'WI'
        | 'WY'
        | 'DC'
        | 'AS'
        | 'GU'
        | 'MP'
        | 'PR'
        | 'VI'
        | 'AA'
        | 'AE'
        | 'AP';
      /** @enum {string} */
      country: 'US';
      /** @example 94103 */
      zip5: string;
    };
    BusinessContactDto: {
      /** @enum {string} */
      type: 'phone' | 'website' | 'email';
      value: string;
    };
    BusinessDto: {
      /** @example customer-1 */
      customer_reference_id: string;
      legal_name: string;
      business_name?: string | null;
      entity_type?:
        | (
            | 'sole_proprietorship'
            | 'partnership'
            | 'limited_liability_partnership'
            | 'limited_liability_company'
            | 'c_corporation'
            | 's_corporation'
            | 'b_corporation'
            | 'nonprofit_corporation'
          )
        | null;
      /** @example 123456789 */
      tax_id?: string | null;
      tax_id_type?: ('tin' | 'ein') | null;
      account_holder_name?: string | null;
      /** @example 1990-02-28 */
      incorporation_date?: string | null;
      addresses?: components['schemas']['LegalAddressDto'][] | null;
      contacts?: components['schemas']['BusinessContactDto'][] | null;
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      } | null;
    };
    BusinessResource: {
      /** Format: uuid */
      id: string;
      customer_reference_id: string;
      /** @enum {string} */
      status: 'created' | 'verified' | 'rejected' | 'restricted' | 'closed';
      status_reasons?: components['schemas']['StatusReasonResource'][];
      addresses?: components['schemas']['AddressResource'][];
      contacts?: components['schemas']['ContactResource'][];
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      updated_at: string;
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      closed_at?: string;
      metadata?: {
        [key: string]: unknown;
      };
      legal_name: string;
      business_name?: string;
      /** @enum {string} */
      entity_type?:
        | 'sole_proprietorship'
        | 'partnership'
        | 'limited_liability_partnership'
        | 'limited_liability_company'
        | 'c_corporation'
        | 's_corporation'
        | 'b_corporation'
        | 'nonprofit_corporation';
      /** @enum {string} */
      tax_id_type?: 'tin' | 'ein';
      account_holder_name?: string;
      /** Format: date */
      incorporation_date?: string;
    };
    BusinessResponse: {
      business: components['schemas']['BusinessResource'];
    };
    BusinessesResponse: {
      businesses: components['schemas']['BusinessResource'][];
    };
    LegalAddressPatchDto: {
      /** @enum {string} */
      type: 'legal';
      address1?: string | null;
      address2?: string | null;
      city?: string | null;
      state?:
        | (
            | 'AL'
            | 'AK'
            | 'AZ'
            | 'AR'
            | 'CA'
            | 'CO'
            | 'CT'
            | 'DE'
            | 'FL'
            | 'GA'
            | 'HI'
            | 'ID'
            | 'IL'
            | 'IN'
            | 'IA'
            | 'KS'
            | 'KY'
            | 'LA'
            | 'ME'
            | 'MD'
            | 'MA'
            | 'MI'
            | 'MN'
            | 'MS'
            | 'MO'
            | 'MT'
            | 'NE'
            | 'NV'
            | 'NH'
            | 'NJ'
            | 'NM'
            | 'NY'
            | 'NC'
            | 'ND'
            | 'OH'
            | 'OK'
            | 'OR'
            | 'PA'
            | 'RI'
            | 'SC'
            | 'SD'
            | 'TN'
            | 'TX'
            | 'UT'
            | 'VT'
            | 'VA'
            | 'WA'
            | 'WV'
            | 'WI'
            | 'WY'
            | 'DC'
            | 'AS'
            | 'GU'
            | 'MP'
            | 'PR'
            | 'VI'
            | 'AA'
            | 'AE'
            | 'AP'
          )
        | null;
      country?: 'US' | null;
      /** @example 94103 */
      zip5?: string | null;
    };
    BusinessPatchDto: {
      /** @example customer-1 */
      customer_reference_id?: string | null;
      legal_name?: string | null;
      business_name?: string | null;
      entity_type?:
        | (
            | 'sole_proprietorship'
            | 'partnership'
            | 'limited_liability_partnership'
            | 'limited_liability_company'
            | 'c_corporation'
            | 's_corporation'
            | 'b_corporation'
            | 'nonprofit_corporation'
          )
        | null;
      /** @example 123456789 */
      tax_id?: string | null;
      tax_id_type?: ('tin' | 'ein') | null;
      account_holder_name?: string | null;
      /** @example 1990-02-28 */
      incorporation_date?: string | null;
      addresses?: components['schemas']['LegalAddressPatchDto'][] | null;
      contacts?: components['schemas']['BusinessContactDto'][] | null;
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      } | null;
    };
    AccountDto: {
      /** @example account-1 */
      account_reference_id: string;
      /** @example customer-1 */
      customer_reference_id: string;
      /** @enum {string} */
      customer_resource_type: 'business' | 'person' | 'enterprise';
      /** @enum {string} */
      account_type: 'checking' | 'savings';
      /** @example 123456789 */
      account_number: string;
      /** @example 011000028 */
      routing_number: string;
      /** @example Jane Doe */
      account_holder_name: string;
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      } | null;
    };
    AccountStatusReasonResource: {
      /** @enum {string} */
      reason_code: 'invalid_routing' | 'invalid_account' | 'blocked_account' | 'closed_account';
      reason_code_message: string;
    };
    AccountCorrectionsResource: {
      account_number?: string;
      /** @example 011000028 */
      routing_number?: string;
      /** @enum {string} */
      account_type?: 'checking' | 'savings';
      account_holder_name?: string;
    };
    AccountResource: {
      /** Format: uuid */
      id: string;
      account_reference_id: string;
      customer_reference_id: string;
      /** @enum {string} */
      customer_resource_type: 'business' | 'person' | 'enterprise';
      /** @enum {string} */
      account_type: 'checking' | 'savings';
      account_number: string;
      /** @example 011000028 */
      routing_number: string;
      account_holder_name: string;
      /** @enum {string} */
      status: 'created' | 'verified' | 'rejected' | 'restricted' | 'closed';
      status_reasons?: components['schemas']['AccountStatusReasonResource'][];
      corrections?: components['schemas']['AccountCorrectionsResource'];
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      updated_at: string;
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      closed_at?: string;
      metadata?: {
        [key: string]: unknown;
      };
    };
    AccountResponse: {
      external_account: components['schemas']['AccountResource'];
    };
    AccountsResponse: {
      external_accounts: components['schemas']['AccountResource'][];
    };
    AccountPatchDto: {
      /** @example account-1 */
      account_reference_id?: string | null;
      /** @example customer-1 */
      customer_reference_id?: string | null;
      customer_resource_type?: ('business' | 'person' | 'enterprise') | null;
      account_type?: ('checking' | 'savings') | null;
      /** @example 123456789 */
      account_number?: string | null;
      /** @example 011000028 */
      routing_number?: string | null;
      /** @example Jane Doe */
      account_holder_name?: string | null;
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      } | null;
    };
    EntryResource: {
      /** Format: uuid */
      id: string;
      /**
       * Format: uuid
       * @description The transfer or the credit that it belongs to
       */
      subject_id: string;
      /** @enum {string} */
      leg: 'source' | 'destination' | 'none';
      attempt: number;
      /** @example reserve */
      kind: string;
      /** @enum {string} */
      debit_account:
        | 'available'
        | 'cash'
        | 'clearing_ach'
        | 'clearing_fednow'
        | 'clearing_rtp'
        | 'clearing_same_day_ach'
        | 'pending'
        | 'reserved'
        | 'suspense';
      /** @enum {string} */
      credit_account:
        | 'available'
        | 'cash'
        | 'clearing_ach'
        | 'clearing_fednow'
        | 'clearing_rtp'
        | 'clearing_same_day_ach'
        | 'pending'
        | 'reserved'
        | 'suspense';
      /**
       * @description Cents
       * @example 12500
       */
      amount: number;
      /** @enum {string} */
      currency: 'USD';
      /**
       * Format: date-time
       * @description The banking time that it belongs to
       * @example 2026-01-31T17:04:05.123Z
       */
      banking_at: string;
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      created_at: string;
    };
    EntriesResponse: {
      entries: components['schemas']['EntryResource'][];
    };
    AmountsResource: {
      /**
       * @description Debited from others, and not yet final
       * @example 12500
       */
      pending: number;
      /**
       * @description May be below 0 after a late return
       * @example 12500
       */
      available: number;
      /** @enum {string} */
      currency: 'USD';
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      updated_at: string;
    };
    BalanceResponse: {
      /** @description What can be spent, and what is on its way */
      balance: components['schemas']['AmountsResource'];
      /** @description The same, with what is reserved for transfers that were not handed over yet counted as available */
      total_balance: components['schemas']['AmountsResource'];
    };
    SandboxCreditDto: {
      /** @example 12500 */
      amount: number;
    };
    SourceDto: {
      /** @example acct-acme-operating */
      account_reference_id: string;
      /** @example acme */
      customer_reference_id: string;
      /** @example ACME PAYROLL */
      statement_display_name?: string | null;
    };
    DestinationDto: {
      /** @example acct-acme-operating */
      account_reference_id: string;
      /** @example acme */
      customer_reference_id: string;
      /** @example ACME PAYROLL */
      statement_display_name?: string | null;
    };
    CreateTransferDto: {
      /** @example payout-0001 */
      transfer_reference_id: string;
      source?: components['schemas']['SourceDto'] | null;
      destination?: components['schemas']['DestinationDto'] | null;
      /** @example 12500 */
      amount: number;
      /** @enum {string} */
      currency: 'USD';
      /** @enum {string} */
      speed: 'standard' | 'same_day' | 'asap';
      /** @example ACME PAYROLL */
      account_statement_descriptor?: string | null;
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: {
        [key: string]: string | number | boolean;
      } | null;
    };
    PartyResource: {
      account_reference_id: string;
      customer_reference_id: string;
      statement_display_name?: string;
      /** @description The trace number of the entry at the network */
      trace_number?: string;
      /** @description The trace number of the return */
      return_trace_number?: string;
    };
    TransferStatusReasonResource: {
      /** @enum {string} */
      reason_code:
        | 'account_not_verified'
        | 'blocked_account'
        | 'canceled_transfer'
        | 'closed_account'
        | 'debit_blocked'
        | 'deceased_party'
        | 'duplicated_transfer'
        | 'enterprise_insufficient_funds'
        | 'insufficient_funds'
        | 'invalid_account'
        | 'invalid_amount'
        | 'invalid_field'
        | 'invalid_routing'
        | 'notification_of_change_1'
        | 'notification_of_change_2'
        | 'notification_of_change_3'
        | 'notification_of_change_4'
        | 'notification_of_change_5'
        | 'notification_of_change_6'
        | 'notification_of_change_7'
        | 'notification_of_change_9'
        | 'notification_of_change_13'
        | 'regulatory_error'
        | 'unauthorized_transfer'
        | 'unavailable_financial_institution'
        | 'unexpected_error'
        | 'unsupported_transfer';
      reason_code_message: string;
      /** @example R01 */
      network_reason_code?: string;
      /** @description What the code of the network says; not of unknown codes */
      network_reason_code_message?: string;
      /** @enum {string} */
      network_reason_code_rail_type?: 'ach' | 'rtp' | 'fednow';
    };
    TransferStatusReasonsResource: {
      source?: components['schemas']['TransferStatusReasonResource'];
      destination?: components['schemas']['TransferStatusReasonResource'];
    };
    TransferResource: {
      /** Format: uuid */
      id: string;
      transfer_reference_id: string;
      /**
       * @description Cents
       * @example 12500
       */
      amount: number;
      /** @enum {string} */
      currency: 'USD';
      /** @enum {string} */
      speed: 'standard' | 'same_day' | 'asap';
      source?: components['schemas']['PartyResource'];
      destination?: components['schemas']['PartyResource'];
      /** @enum {string} */
      status: 'created' | 'pending' | 'completed' | 'settled' | 'failed';
      status_reasons?: components['schemas']['TransferStatusReasonsResource'][];
      account_statement_descriptor?: string;
      /**
       * Format: date-time
       * @description The banking day on which the money should be there, as midnight UTC
       */
      estimated_funds_delivery_date?: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      metadata?: Record<string, unknown>;
    };
    TransferResponse: {
      transfer: components['schemas']['TransferResource'];
    };
    TransferListResponse: {
      transfers: components['schemas']['TransferResource'][];
    };
    ChangeTransferDto: {
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata: {
        [key: string]: string | number | boolean;
      };
    };
    CancelResponse: {
      message: string;
    };
    CandidateResource: {
      /** @enum {string} */
      rail: 'ach' | 'same_day_ach' | 'rtp' | 'fednow';
      taken: boolean;
      /** @enum {string} */
      why: 'chosen' | 'not_needed' | 'not_participating' | 'over_limit' | 'window_passed' | 'unavailable';
    };
    AttemptResource: {
      attempt: number;
      /** @enum {string} */
      rail: 'ach' | 'same_day_ach' | 'rtp' | 'fednow';
      /** @description What the network knows the attempt by */
      end_to_end_id: string;
      /**
       * Format: date-time
       * @description Banking time of the choice
       */
      routed_at: string;
      /** @description The rails that the speed allows, the preferred one first */
      candidates: components['schemas']['CandidateResource'][];
      /**
       * @description Why the rail could not carry the leg
       * @example 9910
       */
      unavailable_code?: string;
    };
    LegExplanationResource: {
      /** @enum {string} */
      side: 'source' | 'destination';
      /** @enum {string} */
      status:
        | 'held'
        | 'ready'
        | 'submitting'
        | 'submitted'
        | 'accepted'
        | 'settled'
        | 'released'
        | 'rejected'
        | 'returned'
        | 'canceled';
      /** @enum {string} */
      rail: 'ach' | 'same_day_ach' | 'rtp' | 'fednow';
      /**
       * Format: date-time
       * @description Banking time of the hand-over
       */
      window_at?: string;
      /**
       * Format: date
       * @description The effective entry date of ACH
       */
      effective_date?: string;
      /**
       * Format: date-time
       * @description When the banks settle it
       */
      settles_at?: string;
      /**
       * Format: date-time
       * @description When the money of a debit may be used
       */
      hold_until?: string;
      trace_number?: string;
      /** @example R01 */
      network_reason_code?: string;
      attempts: components['schemas']['AttemptResource'][];
    };
    TransferExplanationResource: {
      /** Format: uuid */
      transfer_id: string;
      /** @enum {string} */
      use_case: 'payout' | 'direct_debit' | 'deposit' | 'account_to_account';
      /** @enum {string} */
      speed: 'standard' | 'same_day' | 'asap';
      /** @description The debit first; empty until the transfer is accepted */
      legs: components['schemas']['LegExplanationResource'][];
    };
    ExplanationResponse: {
      explanation: components['schemas']['TransferExplanationResource'];
    };
    StatusChangeResource: {
      /** @enum {string} */
      status: 'created' | 'pending' | 'completed' | 'settled' | 'failed';
      /** Format: date-time */
      updated_at: string;
    };
    HistoryResponse: {
      statuses: components['schemas']['StatusChangeResource'][];
    };
    NetworkReasonCodeResource: {
      /** @example R01 */
      network_reason_code: string;
      network_reason_code_message: string;
    };
    ReasonCodeResource: {
      /** @enum {string} */
      reason_code:
        | 'account_not_verified'
        | 'blocked_account'
        | 'canceled_transfer'
        | 'closed_account'
        | 'debit_blocked'
        | 'deceased_party'
        | 'duplicated_transfer'
        | 'enterprise_insufficient_funds'
        | 'insufficient_funds'
        | 'invalid_account'
        | 'invalid_amount'
        | 'invalid_field'
        | 'invalid_routing'
        | 'notification_of_change_1'
        | 'notification_of_change_2'
        | 'notification_of_change_3'
        | 'notification_of_change_4'
        | 'notification_of_change_5'
        | 'notification_of_change_6'
        | 'notification_of_change_7'
        | 'notification_of_change_9'
        | 'notification_of_change_13'
        | 'regulatory_error'
        | 'unauthorized_transfer'
        | 'unavailable_financial_institution'
        | 'unexpected_error'
        | 'unsupported_transfer';
      /** @description What to do about it */
      reason_code_message: string;
      /** @description What has happened */
      meaning: string;
      /**
       * @description Who can do something about it; `client` is who calls here
       * @enum {string}
       */
      who_acts: 'client' | 'account_holder' | 'bank' | 'operator' | 'nobody';
      /**
       * @description Whether the transfer may be tried again: `no`, `later` as it is, or `after_correction`, once what the message asks for is done
       * @enum {string}
       */
      try_again: 'no' | 'later' | 'after_correction';
      /** @description The codes of the networks that mean it */
      network_reason_codes: components['schemas']['NetworkReasonCodeResource'][];
    };
    ReasonCodesResponse: {
      reason_codes: components['schemas']['ReasonCodeResource'][];
    };
    ReasonCodeResponse: {
      reason_code: components['schemas']['ReasonCodeResource'];
    };
    EligibilityDto: {
      /** @example 011000015 */
      routing_number: string;
      /** @example 12500 */
      amount?: number | null;
      speed?: ('standard' | 'same_day' | 'asap') | null;
    };
    RailEligibilityResource: {
      /** @enum {string} */
      rail: 'ach' | 'same_day_ach' | 'rtp' | 'fednow';
      eligible: boolean;
      /**
       * @description Why it is not eligible
       * @enum {string}
       */
      reason?: 'not_participating' | 'over_limit' | 'window_passed';
      /** @description The most that one payment may carry, in cents */
      limit?: number;
    };
    EligibilityResource: {
      routing_number: string;
      /** @description The rails of the speed, in the order they are tried */
      rails: components['schemas']['RailEligibilityResource'][];
    };
    EligibilityResponse: {
      eligibility: components['schemas']['EligibilityResource'];
    };
    ClockResource: {
      /** Format: date-time */
      banking_time: string;
      /**
       * Format: date
       * @description The calendar day in New York
       */
      banking_date: string;
      is_banking_day: boolean;
      /** @description How far banking time is ahead of real time */
      offset_seconds: number;
    };
    ClockResponse: {
      clock: components['schemas']['ClockResource'];
    };
    AdvanceClockDto: {
      banking_days?: number | null;
      to?: string | null;
    };
    AskOutcomeDto: {
      /** @enum {string} */
      kind: 'return' | 'reject' | 'notification_of_change';
      /** @example R01 */
      code: string;
      leg?: ('source' | 'destination') | null;
    };
    SandboxMessageResponse: {
      message: string;
    };
    WebhookConfigurationRequest: {
      event_types: (
        | 'subscribe_all'
        | 'person_all'
        | 'business_all'
        | 'external_account_all'
        | 'transfer_all'
        | 'person_created'
        | 'person_verified'
        | 'person_rejected'
        | 'person_restricted'
        | 'person_unverified'
        | 'person_closed'
        | 'business_created'
        | 'business_verified'
        | 'business_rejected'
        | 'business_restricted'
        | 'business_unverified'
        | 'business_closed'
        | 'external_account_created'
        | 'external_account_verified'
        | 'external_account_rejected'
        | 'external_account_restricted'
        | 'external_account_unverified'
        | 'external_account_closed'
        | 'transfer_created'
        | 'transfer_updated'
      )[];
      /** @example https://hooks.example.com/payments */
      url: string;
      enabled: boolean;
    };
    WebhookConfigurationResource: {
      /** Format: uuid */
      id: string;
      enterprise_name: string;
      /** @example v2022-09-21 */
      data_version: string;
      /**
       * @example [
       *       "subscribe_all"
       *     ]
       */
      event_types: (
        | 'subscribe_all'
        | 'person_all'
        | 'business_all'
        | 'external_account_all'
        | 'transfer_all'
        | 'person_created'
        | 'person_verified'
        | 'person_rejected'
        | 'person_restricted'
        | 'person_unverified'
        | 'person_closed'
        | 'business_created'
        | 'business_verified'
        | 'business_rejected'
        | 'business_restricted'
        | 'business_unverified'
        | 'business_closed'
        | 'external_account_created'
        | 'external_account_verified'
        | 'external_account_rejected'
        | 'external_account_restricted'
        | 'external_account_unverified'
        | 'external_account_closed'
        | 'transfer_created'
        | 'transfer_updated'
      )[];
      /** @description On/off switch */
      enabled: boolean;
      /** @description Where webhooks are sent */
      url: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @description Client id or portal user name */
      created_by: string;
      /** @description Client id or portal user name */
      updated_by: string;
    };
    WebhookConfigurationAnswer: {
      webhook_configuration: components['schemas']['WebhookConfigurationResource'];
    };
    WebhookConfigurationsAnswer: {
      webhook_configurations: components['schemas']['WebhookConfigurationResource'][];
    };
    WebhookAttemptResource: {
      /** Format: date-time */
      attempted_at: string;
      duration_ms: number;
      /** @description What the receiver answered */
      status_code?: number;
      /**
       * @description Why it was no success
       * @example timeout
       */
      error?: string;
      /** @description The first 4 KiB of what the receiver answered */
      response_body?: string;
    };
    WebhookDeliveryResource: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      event_id: string;
      /** @enum {string} */
      event_type:
        | 'person_created'
        | 'person_verified'
        | 'person_rejected'
        | 'person_restricted'
        | 'person_unverified'
        | 'person_closed'
        | 'business_created'
        | 'business_verified'
        | 'business_rejected'
        | 'business_restricted'
        | 'business_unverified'
        | 'business_closed'
        | 'external_account_created'
        | 'external_account_verified'
        | 'external_account_rejected'
        | 'external_account_restricted'
        | 'external_account_unverified'
        | 'external_account_closed'
        | 'transfer_created'
        | 'transfer_updated';
      /** Format: uuid */
      configuration_id: string;
      /** @enum {string} */
      status: 'pending' | 'delivered' | 'failed' | 'held';
      /** @description Oldest first; the newest three with their answers */
      attempts: components['schemas']['WebhookAttemptResource'][];
      /** Format: date-time */
      next_attempt_at?: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    WebhookDeliveriesAnswer: {
      deliveries: components['schemas']['WebhookDeliveryResource'][];
    };
    RecoverRequest: {
      /** Format: date-time */
      since: string;
      event_types?:
        | (
            | 'subscribe_all'
            | 'person_all'
            | 'business_all'
            | 'external_account_all'
            | 'transfer_all'
            | 'person_created'
            | 'person_verified'
            | 'person_rejected'
            | 'person_restricted'
            | 'person_unverified'
            | 'person_closed'
            | 'business_created'
            | 'business_verified'
            | 'business_rejected'
            | 'business_restricted'
            | 'business_unverified'
            | 'business_closed'
            | 'external_account_created'
            | 'external_account_verified'
            | 'external_account_rejected'
            | 'external_account_restricted'
            | 'external_account_unverified'
            | 'external_account_closed'
            | 'transfer_created'
            | 'transfer_updated'
          )[]
        | null;
      status?: (('failed' | 'pending' | 'delivered')[] | ('failed' | 'pending' | 'delivered')) | null;
    };
    RecoveryResource: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      configuration_id: string;
      /** @enum {string} */
      state: 'running' | 'completed';
      /** Format: date-time */
      since: string;
      event_types?: string[];
      status: ('failed' | 'pending' | 'delivered')[];
      /** @description Deliveries that were looked at so far */
      examined: number;
      /** @description Deliveries that are sent again */
      recovered: number;
      created_by: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    RecoveryAnswer: {
      recovery: components['schemas']['RecoveryResource'];
    };
    TestRequest: {
      event_type?:
        | (
            | 'person_created'
            | 'person_verified'
            | 'person_rejected'
            | 'person_restricted'
            | 'person_unverified'
            | 'person_closed'
            | 'business_created'
            | 'business_verified'
            | 'business_rejected'
            | 'business_restricted'
            | 'business_unverified'
            | 'business_closed'
            | 'external_account_created'
            | 'external_account_verified'
            | 'external_account_rejected'
            | 'external_account_restricted'
            | 'external_account_unverified'
            | 'external_account_closed'
            | 'transfer_created'
            | 'transfer_updated'
          )
        | null;
    };
    WebhookTestResource: {
      /** Format: date-time */
      attempted_at: string;
      duration_ms: number;
      /** @description What the receiver answered */
      status_code?: number;
      /**
       * @description Why it was no success
       * @example timeout
       */
      error?: string;
      /** @description The first 4 KiB of what the receiver answered */
      response_body?: string;
      /** Format: uuid */
      event_id: string;
      /** @enum {string} */
      event_type:
        | 'person_created'
        | 'person_verified'
        | 'person_rejected'
        | 'person_restricted'
        | 'person_unverified'
        | 'person_closed'
        | 'business_created'
        | 'business_verified'
        | 'business_rejected'
        | 'business_restricted'
        | 'business_unverified'
        | 'business_closed'
        | 'external_account_created'
        | 'external_account_verified'
        | 'external_account_rejected'
        | 'external_account_restricted'
        | 'external_account_unverified'
        | 'external_account_closed'
        | 'transfer_created'
        | 'transfer_updated';
      delivered: boolean;
    };
    WebhookTestAnswer: {
      test: components['schemas']['WebhookTestResource'];
    };
    WebhookEventResource: {
      /** Format: uuid */
      event_id: string;
      /** @enum {string} */
      event_type:
        | 'person_created'
        | 'person_verified'
        | 'person_rejected'
        | 'person_restricted'
        | 'person_unverified'
        | 'person_closed'
        | 'business_created'
        | 'business_verified'
        | 'business_rejected'
        | 'business_restricted'
        | 'business_unverified'
        | 'business_closed'
        | 'external_account_created'
        | 'external_account_verified'
        | 'external_account_rejected'
        | 'external_account_restricted'
        | 'external_account_unverified'
        | 'external_account_closed'
        | 'transfer_created'
        | 'transfer_updated';
      /** Format: date-time */
      created_at: string;
      /** @description The resource under its kind */
      event_data: Record<string, unknown>;
      /** @description Counts the events of one resource from 1 */
      sequence: number;
      /** @description Place in the log; go on with after=<position> */
      position: number;
      /** @description Made up by a caller, to try out a receiver */
      test?: boolean;
    };
    WebhookEventsAnswer: {
      events: components['schemas']['WebhookEventResource'][];
    };
    WebhookEventAnswer: {
      event: components['schemas']['WebhookEventResource'];
    };
    RepeatedDeliveryResource: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      configuration_id: string;
    };
    RedeliveryAnswer: {
      deliveries: components['schemas']['RepeatedDeliveryResource'][];
    };
    InvokeRequest: {
      /** @enum {string} */
      event_type:
        | 'person_created'
        | 'person_verified'
        | 'person_rejected'
        | 'person_restricted'
        | 'person_unverified'
        | 'person_closed'
        | 'business_created'
        | 'business_verified'
        | 'business_rejected'
        | 'business_restricted'
        | 'business_unverified'
        | 'business_closed'
        | 'external_account_created'
        | 'external_account_verified'
        | 'external_account_rejected'
        | 'external_account_restricted'
        | 'external_account_unverified'
        | 'external_account_closed'
        | 'transfer_created'
        | 'transfer_updated';
      /**
       * @example {
       *       "transfer": {
       *         "status": "completed"
       *       }
       *     }
       */
      data: {
        [key: string]: unknown;
      };
    };
    TestEventResource: {
      /** Format: uuid */
      event_id: string;
      /** @enum {string} */
      event_type:
        | 'person_created'
        | 'person_verified'
        | 'person_rejected'
        | 'person_restricted'
        | 'person_unverified'
        | 'person_closed'
        | 'business_created'
        | 'business_verified'
        | 'business_rejected'
        | 'business_restricted'
        | 'business_unverified'
        | 'business_closed'
        | 'external_account_created'
        | 'external_account_verified'
        | 'external_account_rejected'
        | 'external_account_restricted'
        | 'external_account_unverified'
        | 'external_account_closed'
        | 'transfer_created'
        | 'transfer_updated';
      /** Format: date-time */
      created_at: string;
      /** @description The resource under its kind */
      event_data: Record<string, unknown>;
      /** @description Counts the events of one resource from 1 */
      sequence: number;
      /** @description Made up by a caller, to try out a receiver */
      test: boolean;
    };
    TestEventAnswer: {
      event: components['schemas']['TestEventResource'];
    };
    EnterpriseKeypairResource: {
      /** Format: uuid */
      id: string;
      enterprise_name: string;
      /** @description RSA public key in PEM; checks the header Signature */
      public_key: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    EnterpriseKeypairAnswer: {
      enterprise_keypair: components['schemas']['EnterpriseKeypairResource'];
    };
    WebhookSecretAnswer: {
      /**
       * @description Checks webhook-signature
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
       */
      secret: string;
    };
    Error: {
      /** @description Machine-readable code */
      error_code: string;
      /** @description Human-readable text */
      message: string;
      /** @description Every field error found, where fields are at fault */
      details?: {
        errors?: {
          field?: string;
          error_code?: string;
          message?: string;
        }[];
      } | null;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  HealthController_live: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Whether the process runs */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  HealthController_startup: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Whether the process has started */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  HealthController_ready: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Whether the process can take requests */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  TokenController_token: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TokenRequestDto'];
        'application/x-www-form-urlencoded': components['schemas']['TokenRequestDto'];
      };
    };
    responses: {
      /** @description Exchange client credentials for an access token */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TokenResource'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  SessionController_authenticate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LogInDto'];
      };
    };
    responses: {
      /** @description Exchange the name and password of a portal user for an access token */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionResource'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  SessionController_refresh: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RefreshDto'];
      };
    };
    responses: {
      /** @description Exchange a refresh token for the next one and an access token */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionResource'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  PortalCredentialsController_listClients: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the clients, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClientsAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  PortalCredentialsController_createClient: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewClientDto'];
      };
    };
    responses: {
      /** @description Create client credentials; at most two live at a time */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewClientAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  PortalCredentialsController_disableClient: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Disable a client; its calls stop working within 5 seconds */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClientAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  PortalCredentialsController_listApiKeys: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the API keys, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeysAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  PortalCredentialsController_createApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Create an API key */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewApiKeyAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  PortalCredentialsController_revokeApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Revoke an API key; calls with it stop working within 5 seconds */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeyAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  PortalAdministrationController_listUsers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the portal users, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UsersAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  PortalAdministrationController_createUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewUserDto'];
      };
    };
    responses: {
      /** @description Create a portal user */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewUserAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  PortalAdministrationController_disableUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Disable the portal user of this name */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  PortalAdministrationController_showSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the settings of the enterprise */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SettingsAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  PortalAdministrationController_changeSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SettingsDto'];
      };
    };
    responses: {
      /** @description Change what is sent of the settings */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SettingsAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  PortalAdministrationController_audit: {
    parameters: {
      query?: {
        size?: number;
        index?: number;
        after?: string;
        start_time?: string;
        end_time?: string;
        action?: string;
        subject_type?: string;
        subject_id?: string;
        actor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List what was done in the enterprise, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  PersonsController_list: {
    parameters: {
      query?: {
        size?: number;
        index?: number;
        after?: string;
        start_time?: string;
        end_time?: string;
        status?: ('created' | 'verified' | 'rejected' | 'restricted' | 'closed')[];
        customer_reference_id?: string;
      };
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List persons, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonsResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  PersonsController_replaceByReference: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PersonDto'];
      };
    };
    responses: {
      /** @description Replace a person by its reference */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  PersonsController_create: {
    parameters: {
      query?: never;
      header: {
        /** @description Any text of your own, new for each request. The same request with the same key is done once: sent again, it is answered as it was the first time, and `Idempotent-Replayed: true` says so. */
        'Idempotency-Key'?: string;
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PersonDto'];
      };
    };
    responses: {
      /** @description Create a person */
      200: {
        headers: {
          /** @description `true` when this is the kept answer to an earlier request with the same Idempotency-Key */
          'Idempotent-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonResponse'];
        };
      };
      /** @description A broken rule; `invalid_idempotency_key`: The header Idempotency-Key must be sent once, with 1 to 255 printable ASCII characters */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description `idempotency_key_in_use`: A request with this Idempotency-Key is still at work; send this one again after Retry-After seconds */
      409: {
        headers: {
          /** @description In seconds */
          'Retry-After'?: number;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description `idempotency_key_reused`: This Idempotency-Key belongs to another request; a key is good for one method, path and body only */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  PersonsController_read: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a person */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  PersonsController_replace: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PersonDto'];
      };
    };
    responses: {
      /** @description Replace a person */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  PersonsController_close: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Close a person */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  PersonsController_patch: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PersonPatchDto'];
      };
    };
    responses: {
      /** @description Change what is sent of a person */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  BusinessesController_list: {
    parameters: {
      query?: {
        size?: number;
        index?: number;
        after?: string;
        start_time?: string;
        end_time?: string;
        status?: ('created' | 'verified' | 'rejected' | 'restricted' | 'closed')[];
        customer_reference_id?: string;
      };
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List businesses, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BusinessesResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  BusinessesController_replaceByReference: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BusinessDto'];
      };
    };
    responses: {
      /** @description Replace a business by its reference */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BusinessResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  BusinessesController_create: {
    parameters: {
      query?: never;
      header: {
        /** @description Any text of your own, new for each request. The same request with the same key is done once: sent again, it is answered as it was the first time, and `Idempotent-Replayed: true` says so. */
        'Idempotency-Key'?: string;
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BusinessDto'];
      };
    };
    responses: {
      /** @description Create a business */
      200: {
        headers: {
          /** @description `true` when this is the kept answer to an earlier request with the same Idempotency-Key */
          'Idempotent-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BusinessResponse'];
        };
      };
      /** @description A broken rule; `invalid_idempotency_key`: The header Idempotency-Key must be sent once, with 1 to 255 printable ASCII characters */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description `idempotency_key_in_use`: A request with this Idempotency-Key is still at work; send this one again after Retry-After seconds */
      409: {
        headers: {
          /** @description In seconds */
          'Retry-After'?: number;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description `idempotency_key_reused`: This Idempotency-Key belongs to another request; a key is good for one method, path and body only */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  BusinessesController_read: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a business */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BusinessResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  BusinessesController_replace: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BusinessDto'];
      };
    };
    responses: {
      /** @description Replace a business */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BusinessResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  BusinessesController_close: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Close a business */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BusinessResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  BusinessesController_patch: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BusinessPatchDto'];
      };
    };
    responses: {
      /** @description Change what is sent of a business */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BusinessResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  AccountsController_list: {
    parameters: {
      query?: {
        size?: number;
        index?: number;
        after?: string;
        start_time?: string;
        end_time?: string;
        status?: ('created' | 'verified' | 'rejected' | 'restricted' | 'closed')[];
        account_reference_id?: string;
        customer_reference_id?: string;
      };
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List external accounts, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountsResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  AccountsController_replaceByReference: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AccountDto'];
      };
    };
    responses: {
      /** @description Replace an external account by its reference */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  AccountsController_create: {
    parameters: {
      query?: never;
      header: {
        /** @description Any text of your own, new for each request. The same request with the same key is done once: sent again, it is answered as it was the first time, and `Idempotent-Replayed: true` says so. */
        'Idempotency-Key'?: string;
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AccountDto'];
      };
    };
    responses: {
      /** @description Create an external account */
      200: {
        headers: {
          /** @description `true` when this is the kept answer to an earlier request with the same Idempotency-Key */
          'Idempotent-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountResponse'];
        };
      };
      /** @description A broken rule; `invalid_idempotency_key`: The header Idempotency-Key must be sent once, with 1 to 255 printable ASCII characters */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description `idempotency_key_in_use`: A request with this Idempotency-Key is still at work; send this one again after Retry-After seconds */
      409: {
        headers: {
          /** @description In seconds */
          'Retry-After'?: number;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description `idempotency_key_reused`: This Idempotency-Key belongs to another request; a key is good for one method, path and body only */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  AccountsController_read: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read an external account */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  AccountsController_replace: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AccountDto'];
      };
    };
    responses: {
      /** @description Replace an external account */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  AccountsController_close: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Close an external account */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  AccountsController_patch: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AccountPatchDto'];
      };
    };
    responses: {
      /** @description Change what is sent of an external account */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  CustomerAccountsController_ofPerson: {
    parameters: {
      query?: {
        size?: number;
        index?: number;
        after?: string;
        start_time?: string;
        end_time?: string;
        status?: ('created' | 'verified' | 'rejected' | 'restricted' | 'closed')[];
      };
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the external accounts of a person, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountsResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  CustomerAccountsController_ofBusiness: {
    parameters: {
      query?: {
        size?: number;
        index?: number;
        after?: string;
        start_time?: string;
        end_time?: string;
        status?: ('created' | 'verified' | 'rejected' | 'restricted' | 'closed')[];
      };
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the external accounts of a business, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountsResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  LedgerController_balance: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the balance of the enterprise */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BalanceResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  LedgerController_entries: {
    parameters: {
      query?: {
        size?: number;
        index?: number;
        after?: string;
        start_time?: string;
        end_time?: string;
        transfer_id?: string;
        account?:
          | 'available'
          | 'cash'
          | 'clearing_ach'
          | 'clearing_fednow'
          | 'clearing_rtp'
          | 'clearing_same_day_ach'
          | 'pending'
          | 'reserved'
          | 'suspense';
        format?: 'json' | 'csv';
      };
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /**
       * @description List ledger entries, newest first
       *
       *     A page as JSON, or all as CSV
       */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EntriesResponse'];
          'text/csv': string;
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  SandboxBalanceController_credit: {
    parameters: {
      query?: never;
      header: {
        /** @description Any text of your own, new for each request. The same request with the same key is done once: sent again, it is answered as it was the first time, and `Idempotent-Replayed: true` says so. */
        'Idempotency-Key'?: string;
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SandboxCreditDto'];
      };
    };
    responses: {
      /** @description Add money to the available balance */
      200: {
        headers: {
          /** @description `true` when this is the kept answer to an earlier request with the same Idempotency-Key */
          'Idempotent-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BalanceResponse'];
        };
      };
      /** @description A broken rule; `invalid_idempotency_key`: The header Idempotency-Key must be sent once, with 1 to 255 printable ASCII characters */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description `idempotency_key_in_use`: A request with this Idempotency-Key is still at work; send this one again after Retry-After seconds */
      409: {
        headers: {
          /** @description In seconds */
          'Retry-After'?: number;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description `idempotency_key_reused`: This Idempotency-Key belongs to another request; a key is good for one method, path and body only */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  TransfersController_list: {
    parameters: {
      query?: {
        size?: number;
        index?: number;
        after?: string;
        start_time?: string;
        end_time?: string;
        status?: ('created' | 'pending' | 'completed' | 'settled' | 'failed')[];
        transfer_reference_id?: string;
        customer_reference_id?: string;
        account_reference_id?: string;
      };
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List transfers, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TransferListResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  TransfersController_create: {
    parameters: {
      query?: never;
      header: {
        /** @description Any text of your own, new for each request. The same request with the same key is done once: sent again, it is answered as it was the first time, and `Idempotent-Replayed: true` says so. */
        'Idempotency-Key'?: string;
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateTransferDto'];
      };
    };
    responses: {
      /** @description Create a transfer */
      200: {
        headers: {
          /** @description `true` when this is the kept answer to an earlier request with the same Idempotency-Key */
          'Idempotent-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TransferResponse'];
        };
      };
      /** @description A broken rule; `invalid_idempotency_key`: The header Idempotency-Key must be sent once, with 1 to 255 printable ASCII characters */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description `idempotency_key_in_use`: A request with this Idempotency-Key is still at work; send this one again after Retry-After seconds */
      409: {
        headers: {
          /** @description In seconds */
          'Retry-After'?: number;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description `idempotency_key_reused`: This Idempotency-Key belongs to another request; a key is good for one method, path and body only */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  TransfersController_get: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a transfer */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TransferResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  TransfersController_change: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeTransferDto'];
      };
    };
    responses: {
      /** @description Change the metadata of a transfer */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TransferResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  TransfersController_cancel: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Cancel a transfer */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CancelResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  TransfersController_explain: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Explain how a transfer travels */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExplanationResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  TransfersController_history: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get the statuses a transfer went through */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HistoryResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  ReasonCodesController_list: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the reasons that a transfer may give */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReasonCodesResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  ReasonCodesController_get: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a reason, by its code or by one of a network */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReasonCodeResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  EligibilityController_check: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EligibilityDto'];
      };
    };
    responses: {
      /** @description See which rails a credit to a bank could take now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EligibilityResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  SandboxController_showClock: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the banking clock */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClockResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  SandboxController_advanceClock: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AdvanceClockDto'];
      };
    };
    responses: {
      /** @description Move the banking clock on */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClockResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  SandboxController_askOutcome: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AskOutcomeDto'];
      };
    };
    responses: {
      /** @description Say how a transfer ends */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SandboxMessageResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  SandboxController_reset: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Go back to the beginning */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SandboxMessageResponse'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  WebhookConfigurationsController_list: {
    parameters: {
      query?: {
        size?: number;
        index?: number;
        after?: string;
      };
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the webhook configurations, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookConfigurationsAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  WebhookConfigurationsController_create: {
    parameters: {
      query?: never;
      header: {
        /** @description Any text of your own, new for each request. The same request with the same key is done once: sent again, it is answered as it was the first time, and `Idempotent-Replayed: true` says so. */
        'Idempotency-Key'?: string;
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookConfigurationRequest'];
      };
    };
    responses: {
      /** @description Create a webhook configuration */
      200: {
        headers: {
          /** @description `true` when this is the kept answer to an earlier request with the same Idempotency-Key */
          'Idempotent-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookConfigurationAnswer'];
        };
      };
      /** @description A broken rule; `invalid_idempotency_key`: The header Idempotency-Key must be sent once, with 1 to 255 printable ASCII characters */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description `idempotency_key_in_use`: A request with this Idempotency-Key is still at work; send this one again after Retry-After seconds */
      409: {
        headers: {
          /** @description In seconds */
          'Retry-After'?: number;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description `idempotency_key_reused`: This Idempotency-Key belongs to another request; a key is good for one method, path and body only */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  WebhookConfigurationsController_read: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a webhook configuration */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookConfigurationAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  WebhookConfigurationsController_update: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookConfigurationRequest'];
      };
    };
    responses: {
      /** @description Update a webhook configuration */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookConfigurationAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  WebhookConfigurationsController_delete: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete a webhook configuration */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  WebhookDeliveriesController_list: {
    parameters: {
      query?: {
        size?: number;
        index?: number;
        after?: string;
        start_time?: string;
        end_time?: string;
        status?: ('pending' | 'delivered' | 'failed' | 'held')[];
      };
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the deliveries to a webhook configuration with their attempts, newest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveriesAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  WebhookDeliveriesController_recover: {
    parameters: {
      query?: never;
      header: {
        /** @description Any text of your own, new for each request. The same request with the same key is done once: sent again, it is answered as it was the first time, and `Idempotent-Replayed: true` says so. */
        'Idempotency-Key'?: string;
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RecoverRequest'];
      };
    };
    responses: {
      /** @description Send again what failed since a time */
      202: {
        headers: {
          /** @description `true` when this is the kept answer to an earlier request with the same Idempotency-Key */
          'Idempotent-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RecoveryAnswer'];
        };
      };
      /** @description A broken rule; `invalid_idempotency_key`: The header Idempotency-Key must be sent once, with 1 to 255 printable ASCII characters */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description `idempotency_key_in_use`: A request with this Idempotency-Key is still at work; send this one again after Retry-After seconds */
      409: {
        headers: {
          /** @description In seconds */
          'Retry-After'?: number;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description `idempotency_key_reused`: This Idempotency-Key belongs to another request; a key is good for one method, path and body only */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  WebhookDeliveriesController_recovery: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
        recovery_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read how far a recovery is */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RecoveryAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  WebhookDeliveriesController_test: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestRequest'];
      };
    };
    responses: {
      /** @description Send a sample to a webhook configuration, and tell what happened */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookTestAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  WebhookEventsController_list: {
    parameters: {
      query?: {
        size?: number;
        index?: number;
        after?: number;
        start_time?: string;
        end_time?: string;
        event_type?: (
          | 'person_created'
          | 'person_verified'
          | 'person_rejected'
          | 'person_restricted'
          | 'person_unverified'
          | 'person_closed'
          | 'business_created'
          | 'business_verified'
          | 'business_rejected'
          | 'business_restricted'
          | 'business_unverified'
          | 'business_closed'
          | 'external_account_created'
          | 'external_account_verified'
          | 'external_account_rejected'
          | 'external_account_restricted'
          | 'external_account_unverified'
          | 'external_account_closed'
          | 'transfer_created'
          | 'transfer_updated'
        )[];
        resource_id?: string;
      };
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the events of the last 30 days, oldest first */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEventsAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  WebhookEventsController_read: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read an event */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEventAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  WebhookEventsController_redeliver: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Send an event again to every configuration that wants it */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RedeliveryAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  WebhookEventsController_invoke: {
    parameters: {
      query?: never;
      header: {
        /** @description Any text of your own, new for each request. The same request with the same key is done once: sent again, it is answered as it was the first time, and `Idempotent-Replayed: true` says so. */
        'Idempotency-Key'?: string;
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InvokeRequest'];
      };
    };
    responses: {
      /** @description Send a made-up event, whose body says "test": true */
      201: {
        headers: {
          /** @description `true` when this is the kept answer to an earlier request with the same Idempotency-Key */
          'Idempotent-Replayed'?: 'true';
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestEventAnswer'];
        };
      };
      /** @description A broken rule; `invalid_idempotency_key`: The header Idempotency-Key must be sent once, with 1 to 255 printable ASCII characters */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description `idempotency_key_in_use`: A request with this Idempotency-Key is still at work; send this one again after Retry-After seconds */
      409: {
        headers: {
          /** @description In seconds */
          'Retry-After'?: number;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description `idempotency_key_reused`: This Idempotency-Key belongs to another request; a key is good for one method, path and body only */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  WebhookSecretController_read: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the public key that checks webhooks */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnterpriseKeypairAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  WebhookSecretController_create: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Make the key pair that signs webhooks, or read the one there is */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnterpriseKeypairAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  WebhookSecretController_rotate: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Make a new key pair, which signs webhooks from now on */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnterpriseKeypairAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  WebhookSecretController_secret: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the secret of a webhook configuration */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookSecretAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  WebhookSecretController_rotateOne: {
    parameters: {
      query?: never;
      header: {
        'Service-Version': 'v2022-09-21';
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Make a new secret for a webhook configuration; for 24 hours the old one signs as well */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookSecretAnswer'];
        };
      };
      /** @description An error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
}
