// Written by `npm run gen` from docs/reference/openapi.generated.json and the tables of errors.

/** Every code that the service answers; what each means is in docs/reference/errors.generated.md. */
export type ErrorCode =
  | 'account_not_valid'
  | 'already_decided'
  | 'approval_closed'
  | 'approval_subject_changed'
  | 'bad_request'
  | 'bank_file_not_changeable'
  | 'conditions_do_not_apply'
  | 'control_canceled'
  | 'control_not_requested'
  | 'duplicate_account_details'
  | 'duplicate_account_reference_id'
  | 'duplicate_book_transfer_reference_id'
  | 'duplicate_contacts_type'
  | 'duplicate_customer_reference_id'
  | 'duplicate_name'
  | 'duplicate_schedule_reference_id'
  | 'duplicate_subledger_reference_id'
  | 'duplicate_transfer_reference_id'
  | 'exception_not_resolvable'
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
  | 'invalid_applies_to'
  | 'invalid_approvers'
  | 'invalid_bank_file_state'
  | 'invalid_banking_days'
  | 'invalid_body'
  | 'invalid_book_transfer_destination_subledger_reference_id'
  | 'invalid_book_transfer_reference_id'
  | 'invalid_book_transfer_source_subledger_reference_id'
  | 'invalid_business'
  | 'invalid_business_name'
  | 'invalid_city'
  | 'invalid_client_id'
  | 'invalid_client_secret'
  | 'invalid_code'
  | 'invalid_columns'
  | 'invalid_comment'
  | 'invalid_conditions'
  | 'invalid_contacts'
  | 'invalid_contacts_type'
  | 'invalid_contacts_value'
  | 'invalid_control_status'
  | 'invalid_country'
  | 'invalid_currency'
  | 'invalid_current_password'
  | 'invalid_customer_reference_id'
  | 'invalid_customer_requirements'
  | 'invalid_customer_resource_type'
  | 'invalid_data'
  | 'invalid_date_of_birth'
  | 'invalid_debit_requires_validation'
  | 'invalid_debit_status'
  | 'invalid_decision'
  | 'invalid_decision_reason'
  | 'invalid_destination_account_reference_id'
  | 'invalid_destination_customer_reference_id'
  | 'invalid_destination_statement_display_name'
  | 'invalid_digest'
  | 'invalid_email'
  | 'invalid_enabled'
  | 'invalid_end_on_failures'
  | 'invalid_end_time'
  | 'invalid_end_to_end_id'
  | 'invalid_entity_type'
  | 'invalid_error_code'
  | 'invalid_event_type'
  | 'invalid_event_types'
  | 'invalid_exception_state'
  | 'invalid_expires_after_hours'
  | 'invalid_external_account_id'
  | 'invalid_first_name'
  | 'invalid_follow'
  | 'invalid_format'
  | 'invalid_grant_type'
  | 'invalid_id'
  | 'invalid_idempotency_key'
  | 'invalid_incorporation_date'
  | 'invalid_index'
  | 'invalid_items'
  | 'invalid_json'
  | 'invalid_kind'
  | 'invalid_last_name'
  | 'invalid_leg'
  | 'invalid_legal_name'
  | 'invalid_metadata'
  | 'invalid_middle_name'
  | 'invalid_mine'
  | 'invalid_missed'
  | 'invalid_name'
  | 'invalid_new_password'
  | 'invalid_occurrence_count'
  | 'invalid_old_file_name'
  | 'invalid_ownership_status'
  | 'invalid_page'
  | 'invalid_password'
  | 'invalid_person'
  | 'invalid_phone_number'
  | 'invalid_phone_value'
  | 'invalid_portal_idle_minutes'
  | 'invalid_portal_session_hours'
  | 'invalid_preferences'
  | 'invalid_q'
  | 'invalid_query'
  | 'invalid_query_parameter'
  | 'invalid_reason_code'
  | 'invalid_refresh_token'
  | 'invalid_request_id'
  | 'invalid_require_api_key'
  | 'invalid_require_mfa'
  | 'invalid_required'
  | 'invalid_resource_id'
  | 'invalid_role'
  | 'invalid_routing_number'
  | 'invalid_routing_numbers'
  | 'invalid_schedule_id'
  | 'invalid_schedule_recurrence'
  | 'invalid_schedule_reference_id'
  | 'invalid_schedule_start_date'
  | 'invalid_schedule_status'
  | 'invalid_scopes'
  | 'invalid_sender_name'
  | 'invalid_service_version'
  | 'invalid_shared'
  | 'invalid_since'
  | 'invalid_size'
  | 'invalid_social_security_number'
  | 'invalid_source_account_reference_id'
  | 'invalid_source_customer_reference_id'
  | 'invalid_source_statement_display_name'
  | 'invalid_speed'
  | 'invalid_ssn'
  | 'invalid_start_time'
  | 'invalid_state'
  | 'invalid_statement_code'
  | 'invalid_status'
  | 'invalid_step'
  | 'invalid_step_up'
  | 'invalid_subject_id'
  | 'invalid_subject_type'
  | 'invalid_subledger_id'
  | 'invalid_subledger_reference_id'
  | 'invalid_subledger_required'
  | 'invalid_tax_id'
  | 'invalid_tax_id_type'
  | 'invalid_to'
  | 'invalid_token'
  | 'invalid_transfer_id'
  | 'invalid_transfer_reference_id'
  | 'invalid_type'
  | 'invalid_unique_account_details'
  | 'invalid_url'
  | 'invalid_verification_status'
  | 'invalid_verify_daily_max'
  | 'invalid_verify_gates_accounts'
  | 'invalid_zip5'
  | 'last_administrator'
  | 'method_not_allowed'
  | 'mfa_already_enrolled'
  | 'mfa_not_enrolled'
  | 'mfa_required'
  | 'missing_account_holder_name'
  | 'missing_account_number'
  | 'missing_account_reference_id'
  | 'missing_account_type'
  | 'missing_address1'
  | 'missing_addresses'
  | 'missing_addresses_type'
  | 'missing_amount'
  | 'missing_applies_to'
  | 'missing_approvers'
  | 'missing_banking_days'
  | 'missing_book_transfer_destination_subledger_reference_id'
  | 'missing_book_transfer_reference_id'
  | 'missing_book_transfer_source_subledger_reference_id'
  | 'missing_business_name'
  | 'missing_city'
  | 'missing_client_id'
  | 'missing_client_secret'
  | 'missing_code'
  | 'missing_comment'
  | 'missing_conditions'
  | 'missing_contacts_type'
  | 'missing_contacts_value'
  | 'missing_country'
  | 'missing_currency'
  | 'missing_current_password'
  | 'missing_customer_reference_id'
  | 'missing_customer_resource_type'
  | 'missing_data'
  | 'missing_date_of_birth'
  | 'missing_decision'
  | 'missing_decision_reason'
  | 'missing_destination_account_reference_id'
  | 'missing_destination_customer_reference_id'
  | 'missing_digest'
  | 'missing_enabled'
  | 'missing_event_type'
  | 'missing_event_types'
  | 'missing_first_name'
  | 'missing_id'
  | 'missing_items'
  | 'missing_kind'
  | 'missing_last_name'
  | 'missing_legal_name'
  | 'missing_metadata'
  | 'missing_name'
  | 'missing_new_password'
  | 'missing_page'
  | 'missing_password'
  | 'missing_preferences'
  | 'missing_q'
  | 'missing_query'
  | 'missing_refresh_token'
  | 'missing_required'
  | 'missing_role'
  | 'missing_routing_number'
  | 'missing_routing_numbers'
  | 'missing_schedule_recurrence'
  | 'missing_schedule_reference_id'
  | 'missing_schedule_start_date'
  | 'missing_service_version'
  | 'missing_shared'
  | 'missing_since'
  | 'missing_source_account_reference_id'
  | 'missing_source_and_destination'
  | 'missing_source_customer_reference_id'
  | 'missing_speed'
  | 'missing_state'
  | 'missing_statement_code'
  | 'missing_subledger_reference_id'
  | 'missing_tax_id'
  | 'missing_tax_id_type'
  | 'missing_token'
  | 'missing_transfer_reference_id'
  | 'missing_url'
  | 'missing_zip5'
  | 'not_an_approver'
  | 'not_enough_approvers'
  | 'not_found'
  | 'outcome_not_possible'
  | 'own_approval_forbidden'
  | 'own_user'
  | 'payload_too_large'
  | 'resource_closed'
  | 'schedule_ended'
  | 'service_unavailable'
  | 'session_required'
  | 'shared_connection'
  | 'step_up_required'
  | 'subledger_in_use'
  | 'subledger_not_empty'
  | 'too_many_clients'
  | 'too_many_policies'
  | 'too_many_requests'
  | 'too_many_schedules'
  | 'too_many_subledgers'
  | 'too_many_views'
  | 'too_many_webhook_configurations'
  | 'transfer_not_cancelable'
  | 'unauthorized'
  | 'unknown_account_reference_id'
  | 'unknown_enterprise_external_account'
  | 'unknown_id'
  | 'unsupported_media_type';

export interface paths {
  '/oauth/token': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Exchange client credentials for an access token
     * @description Accepts JSON or a form. The token is valid for one hour; get a new one before `expires_in` seconds have passed. Failed requests count against a rate limit for each client id and IP address.
     */
    post: operations['createToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/.well-known/jwks.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the public keys that verify access tokens
     * @description A JSON Web Key Set with every key that may have signed a valid token. A new key is published before its first use.
     */
    get: operations['listSigningKeys'];
    put?: never;
    post?: never;
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
    /**
     * Exchange the name and password of a portal user for an access token
     * @description For portal users. The access token has the scopes of the role of the user. Operations outside the portal also need an API key. The refresh token is valid for 30 days.
     */
    post: operations['createSession'];
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
    /**
     * Exchange a refresh token for the next one and an access token
     * @description Each refresh token is valid for one use. Sending an older token again revokes all tokens of the session, except that the previous token still works for 10 seconds.
     */
    post: operations['refreshSession'];
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
    /**
     * List persons, newest first
     * @description Filters combine: a person must match all of them.
     */
    get: operations['listPersons'];
    /**
     * Replace a person by its reference
     * @description Finds the person by the `customer_reference_id` in the body and replaces all other fields. Omitted optional fields are removed, except the Social Security number, which is kept.
     */
    put: operations['replacePersonByReference'];
    /**
     * Create a person
     * @description Returns immediately with the status `created`. Verification follows, and a `person_verified`, `person_rejected` or `person_restricted` event reports its result.
     */
    post: operations['createPerson'];
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
    /**
     * Read a person
     * @description Responses never contain the Social Security number.
     */
    get: operations['getPerson'];
    /**
     * Replace a person
     * @description Replaces all fields. Omitted optional fields are removed, except the Social Security number, which is kept. A changed name, date of birth, Social Security number or address of a verified or rejected person starts a new verification.
     */
    put: operations['replacePerson'];
    post?: never;
    /**
     * Close a person
     * @description A closed person cannot be changed or paid, and cannot be reopened. Its accounts stay open, and transfers that were already accepted continue. Closing it again returns the same response.
     */
    delete: operations['closePerson'];
    options?: never;
    head?: never;
    /**
     * Update fields of a person
     * @description Updates the fields that are sent and keeps all others. Contacts merge by `type`, and `[]` removes them all; metadata is replaced as a whole. Empty text removes `middle_name` and `address2`.
     */
    patch: operations['updatePerson'];
    trace?: never;
  };
  '/deliver/businesses': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List businesses, newest first
     * @description Filters combine: a business must match all of them.
     */
    get: operations['listBusinesses'];
    /**
     * Replace a business by its reference
     * @description Finds the business by the `customer_reference_id` in the body and replaces all other fields. Omitted optional fields are removed, except the tax id and its type, which are kept.
     */
    put: operations['replaceBusinessByReference'];
    /**
     * Create a business
     * @description Returns immediately with the status `created`. Verification follows, and a `business_verified`, `business_rejected` or `business_restricted` event reports its result. `tax_id` and `tax_id_type` must be sent together. They and an address are required before a transfer to the business.
     */
    post: operations['createBusiness'];
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
    /**
     * Read a business
     * @description Responses never contain the tax id.
     */
    get: operations['getBusiness'];
    /**
     * Replace a business
     * @description Replaces all fields. Omitted optional fields are removed, except the tax id and its type, which are kept. A changed legal name, tax id or address of a verified or rejected business starts a new verification.
     */
    put: operations['replaceBusiness'];
    post?: never;
    /**
     * Close a business
     * @description A closed business cannot be changed or paid, and cannot be reopened. Its accounts stay open, and transfers that were already accepted continue. Closing it again returns the same response.
     */
    delete: operations['closeBusiness'];
    options?: never;
    head?: never;
    /**
     * Update fields of a business
     * @description Updates the fields that are sent and keeps all others. Contacts merge by `type`, and `[]` removes them all; metadata is replaced as a whole. Empty text removes `business_name`, `account_holder_name` and `address2`.
     */
    patch: operations['updateBusiness'];
    trace?: never;
  };
  '/deliver/external/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List external accounts, newest first
     * @description Filters combine: an account must match all of them.
     */
    get: operations['listExternalAccounts'];
    /**
     * Replace an external account by its reference
     * @description Finds the account by the `account_reference_id` in the body and replaces all other fields. Omitted metadata is removed. A change of any field other than metadata starts a new verification.
     */
    put: operations['replaceExternalAccountByReference'];
    /**
     * Create an external account
     * @description Returns immediately with the status `created`. Verification follows, and an `external_account_verified`, `external_account_rejected` or `external_account_restricted` event reports its result. Accounts of the enterprise are verified immediately.
     */
    post: operations['createExternalAccount'];
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
    /**
     * Read an external account
     * @description `corrections` lists the corrections that the bank reported, until the account is changed.
     */
    get: operations['getExternalAccount'];
    /**
     * Replace an external account
     * @description Replaces all fields. Omitted metadata is removed. A change of any field other than metadata starts a new verification. The `account_reference_id` must stay the same.
     */
    put: operations['replaceExternalAccount'];
    post?: never;
    /**
     * Close an external account
     * @description A closed account cannot be changed or used for new transfers, and cannot be reopened. Closing it again returns the same response.
     */
    delete: operations['closeExternalAccount'];
    options?: never;
    head?: never;
    /**
     * Update fields of an external account
     * @description Updates the fields that are sent and keeps all others. Metadata is replaced as a whole. A change of any other field starts a new verification.
     */
    patch: operations['updateExternalAccount'];
    trace?: never;
  };
  '/deliver/persons/{id}/external/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the external accounts of a person, newest first
     * @description Includes closed accounts.
     */
    get: operations['listPersonExternalAccounts'];
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
    /**
     * List the external accounts of a business, newest first
     * @description Includes closed accounts.
     */
    get: operations['listBusinessExternalAccounts'];
    put?: never;
    post?: never;
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
    /**
     * List transfers, newest first
     * @description Filters combine: a transfer must match all of them. The customer and the account may be on either side.
     */
    get: operations['listTransfers'];
    put?: never;
    /**
     * Create a transfer
     * @description A destination alone makes a payout, a source alone a direct debit, and both a deposit or an account-to-account transfer. Returns immediately with the status `created`; `transfer_updated` events report every later status. Send an `Idempotency-Key` so that a retry cannot pay twice.
     */
    post: operations['createTransfer'];
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
    /**
     * Get a transfer
     * @description `status_reasons` explains why a transfer failed, or what a bank reported about it.
     */
    get: operations['getTransfer'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change the metadata of a transfer
     * @description Only the metadata can be changed. It is replaced as a whole, and `{}` removes it.
     */
    patch: operations['updateTransfer'];
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
     * @description Possible until the leg that pays out, or the only leg, was submitted to the network. A debit that was already submitted continues, and its money becomes available.
     */
    post: operations['cancelTransfer'];
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
     * Explain the route of a transfer
     * @description Each leg with its banking times and, for each attempt, the candidate rails and why one was chosen.
     */
    get: operations['explainTransfer'];
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
    /**
     * Get the status history of a transfer
     * @description Oldest first.
     */
    get: operations['getTransferHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/schedules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List schedules, newest first
     * @description Filters combine: a schedule must match all of them.
     */
    get: operations['listSchedules'];
    put?: never;
    /**
     * Create a schedule
     * @description Makes a transfer at 09:00 New York time of each date of the rule. With `standard` and `same_day`, a date that is no banking day moves to the next one. The transfer has the reference `{schedule_reference_id}-{YYYY-MM-DD}`, with the date of the rule, and follows the rules of `POST /deliver/transfers`. `schedule_updated` events report each run. A schedule cannot be changed: delete it and create another one.
     */
    post: operations['createSchedule'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/schedules/rrule': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Preview a recurrence rule
     * @description Shows the first dates of a rule, and the rule in words. Creates nothing.
     */
    post: operations['previewRecurrence'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/schedules/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a schedule
     * @description `runs` counts the past dates, and `last_run` shows the last one.
     */
    get: operations['getSchedule'];
    put?: never;
    post?: never;
    /**
     * End a schedule
     * @description No further transfer is made. The status becomes `inactive` and stays so. Transfers that were made continue. Ending a schedule again changes nothing.
     */
    delete: operations['deleteSchedule'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/schedules/{id}/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pause a schedule
     * @description The status becomes `inactive`. Dates in the pause are skipped, and count for `COUNT`. Pausing again changes nothing.
     */
    post: operations['pauseSchedule'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/schedules/{id}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resume a schedule
     * @description Transfers are made again, beginning with the next date. Resuming again changes nothing.
     */
    post: operations['resumeSchedule'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/schedules/{id}/occurrences': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the past dates of a schedule, newest first
     * @description Each date has the transfer that was made, or the error code with which it was refused.
     */
    get: operations['listOccurrences'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/subledgers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List subledgers, newest first
     * @description Filters combine: a subledger must match all of them. Closed ones are listed, too.
     */
    get: operations['listSubledgers'];
    put?: never;
    /**
     * Create a subledger
     * @description A balance of its own inside the money of the enterprise, kept for a verified customer or for the enterprise. Transfers that name it take and bring its money; book transfers fill and empty it.
     */
    post: operations['createSubledger'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/subledgers/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a subledger
     * @description Its money is in `GET /deliver/balance/subledgers/{id}`.
     */
    get: operations['getSubledger'];
    put?: never;
    post?: never;
    /**
     * Close a subledger
     * @description Only without money, and while no transfer that is `created` or `pending` names it. Closing it again changes nothing. If a later return brings money back, a book transfer can take it out.
     */
    delete: operations['closeSubledger'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/balance/subledgers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the balances of subledgers
     * @description In the order of `GET /deliver/subledgers`. Money that is reserved for transfers is in neither amount.
     */
    get: operations['listSubledgerBalances'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/balance/subledgers/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the balance of a subledger
     * @description `available` can be spent. `pending` is debited money that the bank may still return.
     */
    get: operations['getSubledgerBalance'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/booktransfers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List book transfers, newest first
     * @description `subledger_reference_id` finds it on either side. Filters combine: a book transfer must match all of them.
     */
    get: operations['listBookTransfers'];
    put?: never;
    /**
     * Move money between subledgers
     * @description Moves available money at once from the source to the destination; a side that is left out is the enterprise itself. The response is final: `completed`, or `failed` with `insufficient_funds`. Only a policy with `applies_to: book_transfer` leaves it `created` until it is approved.
     */
    post: operations['createBookTransfer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/booktransfers/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a book transfer
     * @description Its entry has its id as `subject_id`.
     */
    get: operations['getBookTransfer'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/policies': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List policies, by name
     * @description The rules that say which transfers need approvals, and whose.
     */
    get: operations['listPolicies'];
    put?: never;
    /**
     * Create a policy
     * @description A transfer that fulfills all conditions of an enabled policy stays `created`, without money set aside, until enough users have approved it. Several policies may match; each must be satisfied. Within three seconds it holds for every transfer whose parties are verified from then on.
     */
    post: operations['createPolicy'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/policies/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a policy
     * @description `version` counts the changes; the audit log has each of them.
     */
    get: operations['getPolicy'];
    /**
     * Replace a policy
     * @description Approvals that were requested before keep the policy as it was.
     */
    put: operations['replacePolicy'];
    post?: never;
    /**
     * Delete a policy
     * @description Approvals that were requested before must still be given.
     */
    delete: operations['deletePolicy'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/approvals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List approvals, newest first
     * @description Filters combine: an approval must match all of them.
     */
    get: operations['listApprovals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/approvals/decide': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Decide several approvals
     * @description Each by itself: a refused decision does not affect the others. A rejection needs a `comment`. For portal users only.
     */
    post: operations['decideApprovals'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/approvals/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an approval
     * @description `policies` says how many approvals are missing, `decisions` who has decided.
     */
    get: operations['getApproval'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/approvals/{id}/approve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Approve
     * @description With the `digest` of the approval that the user has read. Once every policy has its approvals, the transfer goes on. Approving again changes nothing. For portal users only, and never for what the user or a client of his made.
     */
    post: operations['giveApproval'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/approvals/{id}/reject': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reject
     * @description One rejection is enough: the transfer fails with `approval_rejected`. Rejecting again changes nothing. For portal users only, and never for what the user or a client of his made.
     */
    post: operations['rejectApproval'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/verify/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List verifications, newest first
     * @description Filters combine: a verification must match all of them. To find those of an account number, use `POST /verify/accounts/search`.
     */
    get: operations['listVerifyAccounts'];
    put?: never;
    /**
     * Verify a bank account
     * @description Returns immediately with `pending` statuses; `verify_account_updated` events report what becomes of them. A `control` type sends a cent with a statement code, an `_ownership` type compares the owner. The same account can be verified five times in 24 hours. Nothing is sent to `email`.
     */
    post: operations['createVerifyAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/verify/accounts/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Find the verifications of an account
     * @description Newest first, at most 100. Account numbers are compared without hyphens.
     */
    post: operations['searchVerifyAccounts'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/verify/accounts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a verification
     * @description `evidence` says which provider decided the `verification_status`.
     */
    get: operations['getVerifyAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/verify/accounts/{id}/control': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm the statement code
     * @description Sets `control_status` to `valid` if the code is right. After a wrong one, `attempts_remaining` says how many attempts are left of three; then the status is `canceled`. A code is valid for 14 days.
     */
    post: operations['confirmVerifyAccountControl'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/verify/accounts/{id}/debits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check that an account can be debited
     * @description Sends a credit and a debit of a cent. A check that is `pending` or `valid` is not repeated. An account can be checked five times in 24 hours.
     */
    post: operations['checkVerifyAccountDebit'];
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
    /**
     * List the routing numbers that RTP or FedNow reaches
     * @description Sorted by routing number. Send the `ETag` of the last response as `If-None-Match` to get 304 without a body while nothing has changed. The sandbox, where nearly every routing number participates, lists 201 of them.
     */
    get: operations['listEligibleRoutingNumbers'];
    put?: never;
    /**
     * Check which rails or instant networks reach a bank
     * @description Send either `routing_numbers`, to get the instant networks that reach each of them, or `routing_number`, to get all rails to one bank. With `routing_number`, an omitted `speed` checks every rail, like `asap`, and an omitted `amount` skips the limits.
     */
    post: operations['checkEligibility'];
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
    /**
     * List the reason codes of transfers
     * @description Each reason has its meaning, the next step, and the network codes that map to it.
     */
    get: operations['listReasonCodes'];
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
     * Get a reason by its code or by a network code
     * @description For a network code (`R01`, `AC04`), the response is the reason that it maps to, with only that network code.
     */
    get: operations['getReasonCode'];
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
    /**
     * Read the balance of the enterprise
     * @description `available` can be spent. `pending` is debited money that the bank may still return.
     */
    get: operations['getBalance'];
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
     * @description With `format=csv` or `Accept: text/csv` the response is CSV: all matching entries, or `size` entries if it is sent. The columns are the fields of the JSON. `format` takes precedence over `Accept`.
     */
    get: operations['listLedgerEntries'];
    put?: never;
    post?: never;
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
    /**
     * List the webhook configurations, newest first
     * @description An enterprise has at most 20.
     */
    get: operations['listWebhookConfigurations'];
    put?: never;
    /**
     * Create a webhook configuration
     * @description Events that match `event_types` are sent to `url` while `enabled` is true. `GET /webhooks/configurations/{id}/secret` returns the secret that verifies them.
     */
    post: operations['createWebhookConfiguration'];
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
    /**
     * Read a webhook configuration
     * @description `enabled` is also false after the service disabled the configuration: after days without a successful delivery, or after a 410 response.
     */
    get: operations['getWebhookConfiguration'];
    /**
     * Update a webhook configuration
     * @description Replaces all fields. While a configuration is disabled, its events are held for up to 30 days, and are sent after it is enabled again.
     */
    put: operations['updateWebhookConfiguration'];
    post?: never;
    /**
     * Delete a webhook configuration
     * @description Deliveries that have not succeeded are dropped. The events remain in `GET /webhooks/events`.
     */
    delete: operations['deleteWebhookConfiguration'];
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
    /**
     * List the deliveries to a webhook configuration with their attempts, newest first
     * @description Each attempt has its time, status, error and the start of the response body.
     */
    get: operations['listWebhookDeliveries'];
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
    /**
     * Retry failed deliveries since a time
     * @description Runs in the background. `GET /webhooks/configurations/{id}/recoveries/{recovery_id}` returns the progress.
     */
    post: operations['recoverWebhookDeliveries'];
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
    /**
     * Read the progress of a recovery
     * @description `state` is `completed` after every delivery was checked.
     */
    get: operations['getWebhookRecovery'];
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
    /**
     * Send a sample event to a webhook configuration and return the result
     * @description Sends one signed sample event now and returns the response of the endpoint. The body is optional. The event is not retried.
     */
    post: operations['testWebhookConfiguration'];
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
    /**
     * List the events of the last 30 days, oldest first
     * @description To catch up, pass the `position` of the last event you have seen as `after`.
     */
    get: operations['listWebhookEvents'];
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
    /**
     * Read an event
     * @description Events are kept for 30 days.
     */
    get: operations['getWebhookEvent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/events/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the deliveries of an event to all webhook configurations
     * @description Oldest first, with their attempts. Deliveries to deleted configurations are not listed.
     */
    get: operations['listEventDeliveries'];
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
    /**
     * Resend an event to every configuration that subscribes to it
     * @description The signed body is the same, with the same `event_id`.
     */
    post: operations['redeliverWebhookEvent'];
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
    /**
     * Send a test event with "test": true in its body
     * @description `data` is the resource under its key, as in real events, or the resource itself, which is then put under its key. As in real events, account numbers are masked, and birth dates and government ids are left out. The event goes to every enabled configuration that subscribes to its type. `GET /webhooks/events` lists it with `test: true`.
     */
    post: operations['invokeWebhook'];
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
    /**
     * Read the public key that verifies webhooks
     * @description The key verifies the `Signature` header: RSA with SHA-256 over the body followed by its `created_at`.
     */
    get: operations['getWebhookKeypair'];
    put?: never;
    /**
     * Create the key pair that signs webhooks, or read the existing one
     * @description The key pair is created with the enterprise, so this returns the existing one.
     */
    post: operations['createWebhookKeypair'];
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
    /**
     * Rotate the key pair that signs webhooks
     * @description The new key signs from now on, and the old key no longer signs. Get the new public key before you verify the next webhook.
     */
    post: operations['rotateWebhookKeypair'];
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
    /**
     * Read the secret of a webhook configuration
     * @description The secret verifies the `webhook-signature` header, as in the Standard Webhooks specification.
     */
    get: operations['getWebhookSecret'];
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
    /**
     * Rotate the secret of a webhook configuration; the old one also signs for 24 hours
     * @description During these 24 hours `webhook-signature` has two signatures.
     */
    post: operations['rotateWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/deliver/events/stream': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Stream the events as they are published
     * @description Each event is sent once, in the order of the positions, as `GET /webhooks/events/{id}` shows it. The response is `text/event-stream`, or with that `Accept` header `application/x-ndjson`. It begins after `after`, or after the `Last-Event-ID` header, which wins; without both, with the next event. After 15 seconds without an event a comment or an empty line follows. After 15 minutes, or when the token expires, the stream ends with the event `reconnect`: connect again with the last `id`.
     */
    get: operations['streamEvents'];
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
     * Add money to the available balance in the sandbox
     * @description Simulates an incoming wire. This route does not exist in production.
     */
    post: operations['creditSandboxBalance'];
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
    /**
     * Read the banking clock
     * @description Banking time is real time plus the advances of the clock. Only in the sandbox.
     */
    get: operations['getSandboxClock'];
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
     * Advance the banking clock
     * @description Everything that was scheduled for the skipped banking time happens now, in order.
     */
    post: operations['advanceSandboxClock'];
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
     * Set the outcome of a transfer
     * @description A leg that is not yet submitted gets the outcome after its submission; a submitted leg is returned, rejected or corrected now. Without `leg`, the outcome applies to the destination if there is one.
     */
    post: operations['setTransferOutcome'];
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
     * Reset the sandbox
     * @description Resets the available balance and the banking clock to their initial values. Stored data remains, and transfers in progress continue.
     */
    post: operations['resetSandbox'];
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
    /**
     * List the clients, newest first
     * @description Secrets are not included. They are shown once, on creation.
     */
    get: operations['listClients'];
    put?: never;
    /**
     * Create client credentials (at most two enabled clients)
     * @description A client cannot have a scope that the creating user does not have; such a request returns 403.
     */
    post: operations['createClient'];
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
    /**
     * Disable a client; its requests are rejected within 5 seconds
     * @description A disabled client cannot be enabled again. Create a new one instead.
     */
    post: operations['disableClient'];
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
    /**
     * List the API keys, newest first
     * @description The keys are not included. They are shown once, on creation.
     */
    get: operations['listApiKeys'];
    put?: never;
    /**
     * Create an API key
     * @description The key is shown in this response only.
     */
    post: operations['createApiKey'];
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
    /**
     * Revoke an API key; requests with it are rejected within 5 seconds
     * @description A revoked key cannot be restored. Create a new one instead.
     */
    post: operations['revokeApiKey'];
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
    /**
     * List the portal users, newest first
     * @description Passwords are not included.
     */
    get: operations['listUsers'];
    put?: never;
    /**
     * Create a portal user
     * @description The password is generated and shown in this response only. Until the user has changed it, it gives access to `/portal/me` alone.
     */
    post: operations['createUser'];
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
    /**
     * Disable the portal user of this name
     * @description The sessions of the user end. The last user who can manage users cannot be disabled.
     */
    post: operations['disableUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/users/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change the role of the portal user of this name
     * @description The sessions of the user end. Nobody can change their own role, and the last user who can manage users keeps it.
     */
    patch: operations['updateUser'];
    trace?: never;
  };
  '/portal/users/{id}/enable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Enable the disabled portal user of this name
     * @description The user logs in with the password from before. Earlier sessions stay ended.
     */
    post: operations['enableUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/users/{id}/reset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reset the password and second factor of the portal user of this name
     * @description The new password is shown in this response only, and must be changed at the next login. The second factor is removed, and the sessions of the user end.
     */
    post: operations['resetUser'];
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
    /**
     * Read the settings of the enterprise
     * @description The settings apply to every client and user of the enterprise.
     */
    get: operations['getSettings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update the settings of the enterprise
     * @description Updates the fields that are sent and keeps all others.
     */
    patch: operations['updateSettings'];
    trace?: never;
  };
  '/portal/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the audit log of the enterprise, newest first
     * @description Each entry has the actor, the action, the IP address, the request id, and the values before and after, without secrets.
     */
    get: operations['listAuditEntries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Log in to the portal
     * @description For the page of the portal. The access token is valid for 10 minutes and needs no API key. The refresh token is in a cookie that only the operations of the session read. For a user with a second factor, the response has a token for `completeMfa` instead.
     */
    post: operations['logInToPortal'];
    /**
     * Log out of the portal
     * @description Ends the session of the cookie and clears the cookie. Without a session it does nothing.
     */
    delete: operations['logOutOfPortal'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/session/mfa': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Complete a login with a code
     * @description After five wrong codes the user has to log in again. After ten in 15 minutes all codes of the user are refused for 15 minutes.
     */
    post: operations['completeMfa'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/session/refresh': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Exchange the session cookie for the next one and an access token
     * @description Each cookie is valid for one use. Sending an older one again ends the session, except that the previous one still works for 10 seconds.
     */
    post: operations['refreshBrowserSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/session/step-up': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Authenticate again within a session
     * @description Some operations need a password or code of the last 5 minutes, and return `step_up_required` without one. The new token has it.
     */
    post: operations['stepUpSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the user who is logged in
     * @description Every portal user may call it. `scopes` says which other operations the user may call.
     */
    get: operations['getMe'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update the preferences of the user who is logged in
     * @description Replaces all preferences.
     */
    patch: operations['updateMe'];
    trace?: never;
  };
  '/portal/me/password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change the password of the user who is logged in
     * @description All other sessions of the user end. A session in a browser goes on with the new token.
     */
    post: operations['changePassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/me/mfa': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Begin to set up a second factor
     * @description The secret and the recovery codes are shown in this response only. They count once `confirmMfa` has received a first code.
     */
    post: operations['beginMfa'];
    /**
     * Remove the second factor
     * @description Recovery codes are removed, too. All other sessions of the user end.
     */
    delete: operations['removeMfa'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/me/mfa/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Confirm the second factor with its first code
     * @description From then on every login needs a code, and `createSession` is refused. All other sessions of the user end.
     */
    post: operations['confirmMfa'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/me/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the sessions of the user who is logged in
     * @description Those that can go on, last seen first, in browsers and in programs.
     */
    get: operations['listSessions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/me/sessions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End a session of the user who is logged in
     * @description Its tokens stop working within 5 seconds.
     */
    delete: operations['endSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/overview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the overview of the home page
     * @description Counts and sums of transfers by status, the latest transfers, the balance, and what needs attention. With `step`, the figures of the period by hour or day, and those of the period before. Parts that the user may not read are left out. At most the newest 10,000 transfers of a period are counted.
     */
    get: operations['getPortalOverview'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/attention': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read what needs attention
     * @description Counts of what a person should look at. Kinds that the user may not read are left out.
     */
    get: operations['getPortalAttention'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search transfers, customers and accounts
     * @description Finds the resource with an id, the transfer with an end-to-end id or trace number, the resource of the event with an id, what begins with a reference id or a name, and with `$12.34` the transfers of that amount of the last 90 days. Account numbers are never searched. Returns at most 20 hits that the user may read, exact ones first.
     */
    get: operations['searchPortal'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/views': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List saved views, by name
     * @description The user's own, and those that are shared with all users of the enterprise.
     */
    get: operations['listViews'];
    put?: never;
    /**
     * Save a view
     * @description A view is a list of the portal with its filters and columns. A user can have 50, and an enterprise 50 shared ones, which need the scope `write:settings`.
     */
    post: operations['createView'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/views/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Replace a saved view
     * @description Shared views need the scope `write:settings`; they stay those of the user who created them.
     */
    put: operations['replaceView'];
    post?: never;
    /**
     * Delete a saved view
     * @description Shared views need the scope `write:settings`.
     */
    delete: operations['deleteView'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List refused requests, newest first
     * @description Requests of the last 7 days that were answered with a status from 400 on: the newest 10,000, without bodies and query values. They appear after a second. A crash loses the last second, a flood is shown in part, and requests without a valid token are nobody’s.
     */
    get: operations['listRefusedRequests'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read how the work of the enterprise goes
     * @description Due work by queue, webhook endpoints and differences with the bank, of this enterprise alone, and why it is degraded if it is. Parts that the user may not read are left out.
     */
    get: operations['getPortalHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/reconciliation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the open differences with the bank
     * @description What the last daily comparison with the report of the bank has found, and is not resolved: the oldest 500, with their legs. Money is never moved by it.
     */
    get: operations['getPortalReconciliation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/batches': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List batches, newest first
     * @description Debits and credits that were handed over to the bank together, and what has become of them since.
     */
    get: operations['listBatches'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/batches/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a batch with its legs
     * @description A batch has at most 500 legs.
     */
    get: operations['getBatch'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/rails/windows': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the windows of today
     * @description The windows of the current banking day, or of the next one, at the banks that carry the files of the enterprise, with the number of payments that wait. Without connections, files to banks are not used.
     */
    get: operations['listBankWindows'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/rails/files': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List files to banks, newest first
     * @description The files that contain entries of the enterprise. Counts and sums are of its own entries. A file is listed once it is closed.
     */
    get: operations['listBankFiles'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/rails/files/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a file to a bank
     * @description With the batches of the enterprise.
     */
    get: operations['getBankFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/rails/files/{id}/entries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the entries of a file, in its order
     * @description The entries of the enterprise as the bank gets them. Account numbers are masked.
     */
    get: operations['listBankFileEntries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/rails/files/{id}/hold': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Hold a file
     * @description Keeps a sealed file from being uploaded. Only if the connection to the bank serves no other enterprise.
     */
    post: operations['holdBankFile'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/rails/files/{id}/release': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Release a held file
     * @description The file is uploaded. With four eyes, two users must release it. Only if the connection to the bank serves no other enterprise.
     */
    post: operations['releaseBankFile'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/rails/files/{id}/resubmit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resubmit a file
     * @description Sends the bytes of a file in doubt again, or makes a new file of the entries of a file that the bank will never process. Ask the bank first. Only if the connection to the bank serves no other enterprise.
     */
    post: operations['resubmitBankFile'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/rails/exceptions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List exceptions of files from banks, newest first
     * @description What a person must decide, such as a return that fits no entry.
     */
    get: operations['listRailExceptions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/portal/rails/exceptions/{id}/resolve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resolve an exception
     * @description With `end_to_end_id`, what came back is applied to that entry, whose amount and direction must fit. Without it nothing is booked.
     */
    post: operations['resolveRailException'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check that the process runs
     * @description No token is required. Restart the process if this check fails.
     */
    get: operations['checkLiveness'];
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
    /**
     * Check that the process has started
     * @description No token is required. Returns 503 until the process has started.
     */
    get: operations['checkStartup'];
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
    /**
     * Check that the process can accept requests
     * @description No token is required. Do not send requests to a process that returns 503. The failing checks are listed in `checks`.
     */
    get: operations['checkReadiness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  person_created: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Person created
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receivePersonCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  person_verified: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Person verified
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receivePersonVerified'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  person_rejected: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Person rejected
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receivePersonRejected'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  person_restricted: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Person restricted
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receivePersonRestricted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  person_unverified: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Person unverified
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receivePersonUnverified'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  person_closed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Person closed
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receivePersonClosed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  business_created: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Business created
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveBusinessCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  business_verified: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Business verified
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveBusinessVerified'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  business_rejected: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Business rejected
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveBusinessRejected'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  business_restricted: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Business restricted
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveBusinessRestricted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  business_unverified: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Business unverified
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveBusinessUnverified'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  business_closed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Business closed
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveBusinessClosed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  external_account_created: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * External account created
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveExternalAccountCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  external_account_verified: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * External account verified
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveExternalAccountVerified'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  external_account_rejected: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * External account rejected
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveExternalAccountRejected'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  external_account_restricted: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * External account restricted
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveExternalAccountRestricted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  external_account_unverified: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * External account unverified
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveExternalAccountUnverified'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  external_account_closed: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * External account closed
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveExternalAccountClosed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  transfer_created: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Transfer created
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveTransferCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  transfer_updated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Transfer updated
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveTransferUpdated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  verify_account_updated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Verify account updated
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveVerifyAccountUpdated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  schedule_created: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Schedule created
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveScheduleCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  schedule_updated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Schedule updated
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveScheduleUpdated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  approval_requested: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Approval requested
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveApprovalRequested'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  approval_decided: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Approval decided
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveApprovalDecided'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  subledger_created: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Subledger created
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveSubledgerCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  book_transfer_updated: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Book transfer updated
     * @description Verify a signature before you use the body. Respond within 30 seconds, and process the event afterwards.
     */
    post: operations['receiveBookTransferUpdated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    /** @enum {string} */
    AccountType: 'checking' | 'savings';
    Address: {
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
    AdvanceClockRequest:
      components['schemas']['AdvanceClockRequestWithBankingDays'] | components['schemas']['AdvanceClockRequestWithTo'];
    AdvanceClockRequestWithBankingDays: {
      /** @description A whole number from 1 to 366 */
      banking_days: number;
      /** @description An ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z */
      to?: string | null;
    };
    AdvanceClockRequestWithTo: {
      /** @description A whole number from 1 to 366 */
      banking_days?: number | null;
      /**
       * Format: date-time
       * @description An ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
       */
      to: string;
    };
    AdvanceSandboxClockBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_banking_days'
        | 'invalid_banking_days'
        | 'invalid_to';
    };
    ApiKey: {
      /** @description The first characters of the random part of the key */
      id: string;
      /** @enum {string} */
      environment: 'sandbox' | 'production';
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      revoked_at?: string;
    };
    ApiKeyResponse: {
      api_key: components['schemas']['ApiKey'];
    };
    ApiKeysResponse: {
      api_keys: components['schemas']['ApiKey'][];
    };
    Approval: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      subject_type: 'transfer' | 'book_transfer' | 'schedule' | 'bulk_transfer' | 'setting_change';
      /** Format: uuid */
      subject_id: string;
      /** @description What is approved: amount, use case, speed, parties with the version of their account details, descriptor */
      subject: {
        [key: string]: unknown;
      };
      /** @description Identifies the subject: SHA-256 of its JSON with sorted keys, base64url */
      digest: string;
      /** @enum {string} */
      status: 'pending' | 'approved' | 'rejected' | 'expired' | 'withdrawn';
      /** @description The policies as they were; each must be satisfied */
      policies: components['schemas']['ApprovalPolicy'][];
      decisions: components['schemas']['ApprovalDecision'][];
      /** @description The client id or the name of the portal user who made the subject */
      requested_by?: string;
      /** Format: date-time */
      requested_at: string;
      /**
       * Format: date-time
       * @description Banking time
       */
      expires_at: string;
      /** Format: date-time */
      decided_at?: string;
    };
    ApprovalDecision: {
      /** @description The name of the user */
      user: string;
      /** @enum {string} */
      decision: 'approve' | 'reject';
      comment?: string;
      /** Format: date-time */
      decided_at: string;
    };
    ApprovalEvent: {
      /**
       * Format: uuid
       * @description The same for every attempt. Store it to detect duplicates
       */
      event_id: string;
      /** @enum {string} */
      event_type: 'approval_requested' | 'approval_decided';
      /** @enum {string} */
      data_version: 'v2022-09-21';
      /** Format: date-time */
      created_at: string;
      /** @description Position among the events of one resource, from 1 and without gaps */
      sequence: number;
      event_data: components['schemas']['ApprovalEventData'];
    };
    ApprovalEventData: {
      approval: components['schemas']['ApprovalInEvent'];
    };
    ApprovalInEvent: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      subject_type: 'transfer' | 'book_transfer' | 'schedule' | 'bulk_transfer' | 'setting_change';
      /** Format: uuid */
      subject_id: string;
      /** @description What is approved: amount, use case, speed, parties with the version of their account details, descriptor */
      subject: {
        [key: string]: unknown;
      };
      /** @description Identifies the subject: SHA-256 of its JSON with sorted keys, base64url */
      digest: string;
      /** @enum {string} */
      status: 'pending' | 'approved' | 'rejected' | 'expired' | 'withdrawn';
      /** @description The policies as they were; each must be satisfied */
      policies: components['schemas']['ApprovalPolicy'][];
      decisions: components['schemas']['ApprovalDecision'][];
      /** @description The client id or the name of the portal user who made the subject */
      requested_by?: string;
      /** Format: date-time */
      requested_at: string;
      /**
       * Format: date-time
       * @description Banking time
       */
      expires_at: string;
      /** Format: date-time */
      decided_at?: string;
    };
    ApprovalPolicy: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @description How many users must approve */
      required: number;
      /** @description How many have approved */
      given: number;
    };
    ApprovalResponse: {
      approval: components['schemas']['Approval'];
    };
    ApprovalsResponse: {
      approvals: components['schemas']['Approval'][];
    };
    ApproveRequest: {
      /**
       * @description 43 to 43 characters: the digest of the approval
       * @example LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ
       */
      digest: string;
      /**
       * @description Text of 1 to 500 characters
       * @example Checked against the invoice
       */
      comment?: string | null;
    };
    AskOutcomeRequest: {
      /** @enum {string} */
      kind: 'return' | 'reject' | 'notification_of_change';
      /**
       * @description A network code, such as R01, AC03 or C01
       * @example R01
       */
      code: string;
      leg?: components['schemas']['Side'] | null;
    };
    Attempt: {
      attempt: number;
      rail: components['schemas']['Rail'];
      /** @description The reference of the attempt at the network */
      end_to_end_id: string;
      /**
       * Format: date-time
       * @description Banking time when the rail was chosen
       */
      routed_at: string;
      /** @description The rails that the speed allows, in order of preference */
      candidates: components['schemas']['Candidate'][];
      /**
       * @description Why the leg could not use the rail
       * @example 9910
       */
      unavailable_code?: string;
    };
    AttentionCount: {
      /**
       * @description `returned_legs`: entries that a bank returned in the last 24 hours. `open_breaks`: differences between own records and the report of the bank. `account_corrections`: accounts that a bank reported corrections for. `failing_endpoints`: webhook endpoints whose last attempt failed.
       * @enum {string}
       */
      kind: 'returned_legs' | 'open_breaks' | 'account_corrections' | 'failing_endpoints';
      /**
       * @description 1000 stands for that or more
       * @example 3
       */
      count: number;
    };
    AttentionResponse: {
      /** @description One for each kind that the user may read */
      attention: components['schemas']['AttentionCount'][];
    };
    AuditEntry: {
      /** Format: uuid */
      id: string;
      /** @example client.disabled */
      action: string;
      /** @example client */
      subject_type: string;
      subject_id: string;
      /** @description A client id, the name of a portal user, `cli` or `system` */
      actor: string;
      remote_address?: string;
      request_id: string;
      /** @description The subject before the action, without secrets */
      before?: {
        [key: string]: unknown;
      };
      /** @description The subject after the action, without secrets */
      after?: {
        [key: string]: unknown;
      };
      /** Format: date-time */
      created_at: string;
    };
    AuditResponse: {
      entries: components['schemas']['AuditEntry'][];
    };
    BadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'bad_request' | 'invalid_query_parameter';
    };
    Balance: {
      /**
       * @description Debited from other accounts and not yet final
       * @example 12500
       */
      pending: number;
      /**
       * @description May be negative after a late return
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
    BalanceOverview: {
      /**
       * @description Cents; negative after a late return that was not covered
       * @example 12500
       */
      available: number;
      /**
       * @description Debited from other accounts and not yet final
       * @example 12500
       */
      pending: number;
      /**
       * @description Reserved for transfers that are not yet submitted
       * @example 12500
       */
      reserved: number;
      /** @enum {string} */
      currency: 'USD';
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      updated_at: string;
    };
    BalanceResponse: {
      /** @description Available and pending money of the enterprise itself, without that of subledgers */
      balance: components['schemas']['Balance'];
      /** @description With the money of all subledgers, and where money reserved for transfers that are not yet submitted counts as available */
      total_balance: components['schemas']['Balance'];
    };
    BankConnection: {
      /** @example first-bank */
      name: string;
      /**
       * @description The name of the bank
       * @example FIRST BANK
       */
      bank: string;
      /** @description It serves other enterprises too */
      shared: boolean;
    };
    BankFile: {
      /** Format: uuid */
      id: string;
      /**
       * @description The name of the connection to the bank
       * @example first-bank
       */
      connection: string;
      /** @description Other enterprises may have entries in it */
      shared: boolean;
      /** @enum {string} */
      rail: 'ach' | 'same_day_ach';
      /**
       * Format: date-time
       * @description The end of its window, in banking time
       */
      window_at: string;
      /**
       * @description Several files of one window are its parts, from 1
       * @example 1
       */
      part: number;
      /** @enum {string} */
      state:
        | 'building'
        | 'closing'
        | 'sealed'
        | 'held'
        | 'uploading'
        | 'doubtful'
        | 'uploaded'
        | 'acknowledged'
        | 'refused'
        | 'withdrawn'
        | 'resubmitted'
        | 'failed'
        | 'dropped'
        | 'closed';
      /** @description Why it is held or in doubt */
      reason?: string;
      /** @description Its name at the bank */
      file_name?: string;
      /**
       * Format: date-time
       * @description When it was cut
       */
      cut_at: string;
      /**
       * Format: date-time
       * @description Until when the bank takes it
       */
      cutoff_at: string;
      /** Format: date-time */
      uploaded_at?: string;
      /** Format: date-time */
      acknowledged_at?: string;
      /** @description Who released it; not shown for a shared connection */
      released_by?: string[];
      /**
       * @description Batches of the enterprise
       * @example 2
       */
      batches: number;
      /**
       * @description Entries of the enterprise
       * @example 2
       */
      entries: number;
      /**
       * @description Cents
       * @example 12500
       */
      debit: number;
      /**
       * @description Cents
       * @example 12500
       */
      credit: number;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    BankFileBatch: {
      /** @example 1 */
      batch_number: number;
      /**
       * @description Standard entry class code
       * @example PPD
       */
      sec: string;
      /** @example 1234567890 */
      company_id: string;
      company_name: string;
      /**
       * @description Company entry description
       * @example PAYMENT
       */
      description: string;
      /**
       * @description YYMMDD
       * @example 270129
       */
      effective_entry_date: string;
      /** @example 2 */
      entries: number;
      /**
       * @description Cents
       * @example 12500
       */
      debit: number;
      /**
       * @description Cents
       * @example 12500
       */
      credit: number;
      /** @example 091000010000001 */
      first_trace: string;
      /** @example 091000010000001 */
      last_trace: string;
    };
    BankFileEntriesResponse: {
      entries: components['schemas']['BankFileEntry'][];
    };
    BankFileEntry: {
      /** Format: uuid */
      id: string;
      end_to_end_id: string;
      /** @enum {string} */
      direction: 'credit' | 'debit';
      /**
       * @description Cents
       * @example 12500
       */
      amount: number;
      /** @enum {string} */
      state: 'waiting' | 'filed' | 'accepted' | 'settled' | 'returned' | 'rejected';
      /**
       * @description Of the rejection or return
       * @example R01
       */
      code?: string;
      /** @example PPD */
      sec: string;
      /** @example 22 */
      transaction_code: number;
      /** @example 021000021 */
      routing_number: string;
      /**
       * @description The last four digits
       * @example *****6789
       */
      account_number: string;
      /** @description As the bank gets it */
      name: string;
      /** @description Identifies the entry in returns */
      individual_id: string;
      /** @example 091000010000001 */
      trace_number: string;
      /** @example 091000010000001 */
      return_trace_number?: string;
      /**
       * Format: date
       * @example 2027-01-29
       */
      effective_date: string;
      /** Format: date-time */
      settles_at: string;
    };
    BankFileResponse: {
      file: components['schemas']['BankFile'];
    };
    BankFileWithBatchesResponse: {
      file: components['schemas']['BankFile'];
      /** @description The batches of the enterprise */
      batches: components['schemas']['BankFileBatch'][];
    };
    BankFilesResponse: {
      files: components['schemas']['BankFile'][];
    };
    BankWindow: {
      /** @example first-bank */
      connection: string;
      /** @enum {string} */
      rail: 'ach' | 'same_day_ach';
      /**
       * Format: date-time
       * @description When its file is cut
       */
      window_at: string;
      /**
       * Format: date-time
       * @description Until when the bank takes the file
       */
      cutoff_at: string;
      /**
       * Format: date
       * @example 2027-01-29
       */
      effective_date: string;
      /** Format: date-time */
      settles_at: string;
      /**
       * @description Payments of the enterprise that wait for its end
       * @example 2
       */
      waiting: number;
    };
    BankWindowsResponse: {
      /** @description Empty when no files to banks are used */
      connections: components['schemas']['BankConnection'][];
      windows: components['schemas']['BankWindow'][];
    };
    Batch: {
      /** Format: uuid */
      id: string;
      /**
       * @example [
       *       "ach"
       *     ]
       */
      rails: string[];
      /**
       * Format: date-time
       * @description The window, in banking time; the last one if there are several
       * @example 2026-01-31T17:04:05.123Z
       */
      window_at: string;
      /**
       * Format: date-time
       * @description When it was handed over
       * @example 2026-01-31T17:04:05.123Z
       */
      handed_over_at: string;
      /**
       * @description Its debits and credits. Each is one of the following counts
       * @example 3
       */
      legs: number;
      /**
       * @description The sum of its credits to accounts, in cents
       * @example 12500
       */
      amount_out: number;
      /**
       * @description The sum of its debits from accounts, in cents
       * @example 12500
       */
      amount_in: number;
      /**
       * @description The bank has not answered yet
       * @example 3
       */
      submitted: number;
      /**
       * @description Accepted and not settled yet
       * @example 3
       */
      accepted: number;
      /** @example 3 */
      settled: number;
      /** @example 3 */
      returned: number;
      /** @example 3 */
      rejected: number;
    };
    BatchEntry: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      transfer_id: string;
      side: components['schemas']['Side'];
      /** @example ach */
      rail: string;
      /**
       * @description Cents
       * @example 12500
       */
      amount: number;
      /** @example settled */
      status: string;
      end_to_end_id: string;
      /**
       * Format: date-time
       * @description The window, in banking time
       * @example 2026-01-31T17:04:05.123Z
       */
      window_at: string;
      /**
       * Format: date
       * @example 2026-02-03
       */
      effective_date?: string;
      /** @example 021000020000001 */
      trace_number?: string;
    };
    BatchResponse: {
      batch: components['schemas']['BatchWithEntries'];
    };
    BatchWithEntries: {
      /** Format: uuid */
      id: string;
      /**
       * @example [
       *       "ach"
       *     ]
       */
      rails: string[];
      /**
       * Format: date-time
       * @description The window, in banking time; the last one if there are several
       * @example 2026-01-31T17:04:05.123Z
       */
      window_at: string;
      /**
       * Format: date-time
       * @description When it was handed over
       * @example 2026-01-31T17:04:05.123Z
       */
      handed_over_at: string;
      /**
       * @description Its debits and credits. Each is one of the following counts
       * @example 3
       */
      legs: number;
      /**
       * @description The sum of its credits to accounts, in cents
       * @example 12500
       */
      amount_out: number;
      /**
       * @description The sum of its debits from accounts, in cents
       * @example 12500
       */
      amount_in: number;
      /**
       * @description The bank has not answered yet
       * @example 3
       */
      submitted: number;
      /**
       * @description Accepted and not settled yet
       * @example 3
       */
      accepted: number;
      /** @example 3 */
      settled: number;
      /** @example 3 */
      returned: number;
      /** @example 3 */
      rejected: number;
      entries: components['schemas']['BatchEntry'][];
    };
    BatchesResponse: {
      batches: components['schemas']['Batch'][];
    };
    BeginMfaBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'bad_request' | 'invalid_query_parameter' | 'mfa_already_enrolled';
    };
    BookDestinationRequest: {
      /**
       * @description Text of 1 to 255 characters
       * @example acme-wallet
       */
      subledger_reference_id: string;
    };
    BookSourceRequest: {
      /**
       * @description Text of 1 to 255 characters
       * @example acme-wallet
       */
      subledger_reference_id: string;
    };
    BookTransfer: {
      /** Format: uuid */
      id: string;
      book_transfer_reference_id: string;
      /**
       * @description Cents
       * @example 12500
       */
      amount: number;
      /** @enum {string} */
      currency: 'USD';
      /**
       * @description `created`: it waits for an approval · `completed` and `failed` are final
       * @enum {string}
       */
      status: 'created' | 'completed' | 'failed';
      /** @description Why it failed */
      status_reasons?: components['schemas']['BookTransferReasons'][];
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'];
      /** @description Without it: the enterprise itself */
      source?: components['schemas']['BookTransferSide'];
      /** @description Without it: the enterprise itself */
      destination?: components['schemas']['BookTransferSide'];
      /** @description The approval that it needed */
      approval?: components['schemas']['BookTransferApproval'];
      /** @description The client or portal user who made it */
      created_by?: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    BookTransferApproval: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      status: 'pending' | 'approved' | 'rejected' | 'expired';
    };
    BookTransferEvent: {
      /**
       * Format: uuid
       * @description The same for every attempt. Store it to detect duplicates
       */
      event_id: string;
      /** @enum {string} */
      event_type: 'book_transfer_updated';
      /** @enum {string} */
      data_version: 'v2022-09-21';
      /** Format: date-time */
      created_at: string;
      /** @description Position among the events of one resource, from 1 and without gaps */
      sequence: number;
      event_data: components['schemas']['BookTransferEventData'];
    };
    BookTransferEventData: {
      book_transfer: components['schemas']['BookTransferInEvent'];
    };
    BookTransferInEvent: {
      /** Format: uuid */
      id: string;
      book_transfer_reference_id: string;
      /**
       * @description Cents
       * @example 12500
       */
      amount: number;
      /** @enum {string} */
      currency: 'USD';
      /**
       * @description `created`: it waits for an approval · `completed` and `failed` are final
       * @enum {string}
       */
      status: 'created' | 'completed' | 'failed';
      /** @description Why it failed */
      status_reasons?: components['schemas']['BookTransferReasons'][];
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'];
      /** @description Without it: the enterprise itself */
      source?: components['schemas']['BookTransferSide'];
      /** @description Without it: the enterprise itself */
      destination?: components['schemas']['BookTransferSide'];
      /** @description The approval that it needed */
      approval?: components['schemas']['BookTransferApproval'];
      /** @description The client or portal user who made it */
      created_by?: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    BookTransferReason: {
      /** @enum {string} */
      reason_code: 'insufficient_funds' | 'approval_rejected' | 'approval_expired';
      reason_code_message: string;
    };
    BookTransferReasons: {
      source: components['schemas']['BookTransferReason'];
    };
    BookTransferResponse: {
      book_transfer: components['schemas']['BookTransfer'];
    };
    BookTransferSide: {
      subledger_reference_id: string;
    };
    BookTransfersResponse: {
      book_transfers: components['schemas']['BookTransfer'][];
    };
    BreakCount: {
      /** @example late */
      kind: string;
      /** @example 3 */
      count: number;
    };
    BrowserLogInResponse: {
      session?: components['schemas']['BrowserSession'];
      /** @description In place of a session: a code is needed */
      mfa?: components['schemas']['MfaChallenge'];
    };
    BrowserSession: {
      /** @description Short-lived bearer token. Keep it in memory only */
      access_token: string;
      /**
       * @description Seconds until the token expires
       * @example 600
       */
      expires_in: number;
      /**
       * @description Seconds until the session ends without a refresh
       * @example 1800
       */
      idle_expires_in: number;
      /**
       * Format: date-time
       * @description The end of the session, however active it is
       */
      absolute_expires_at: string;
      /** @description Whether the user may do nothing before a change of the password */
      must_change_password: boolean;
      /** @description Whether the user may do nothing before a second factor is set up */
      must_enroll_mfa: boolean;
    };
    BrowserSessionResponse: {
      session: components['schemas']['BrowserSession'];
    };
    Business: {
      /** Format: uuid */
      id: string;
      customer_reference_id: string;
      status: components['schemas']['CustomerStatus'];
      status_reasons?: components['schemas']['StatusReason'][];
      addresses?: components['schemas']['Address'][];
      contacts?: components['schemas']['Contact'][];
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
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'];
      legal_name: string;
      business_name?: string;
      entity_type?: components['schemas']['EntityType'];
      tax_id_type?: components['schemas']['TaxIdType'];
      account_holder_name?: string;
      /** Format: date */
      incorporation_date?: string;
    };
    BusinessContactRequest: {
      /** @enum {string} */
      type: 'phone' | 'website' | 'email';
      /** @description Text */
      value: string;
    };
    BusinessEvent: {
      /**
       * Format: uuid
       * @description The same for every attempt. Store it to detect duplicates
       */
      event_id: string;
      /** @enum {string} */
      event_type:
        | 'business_created'
        | 'business_verified'
        | 'business_rejected'
        | 'business_restricted'
        | 'business_unverified'
        | 'business_closed';
      /** @enum {string} */
      data_version: 'v2022-09-21';
      /** Format: date-time */
      created_at: string;
      /** @description Position among the events of one resource, from 1 and without gaps */
      sequence: number;
      event_data: components['schemas']['BusinessEventData'];
    };
    BusinessEventData: {
      business: components['schemas']['BusinessInEvent'];
    };
    BusinessInEvent: {
      /** Format: uuid */
      id: string;
      customer_reference_id: string;
      status: components['schemas']['CustomerStatus'];
      status_reasons?: components['schemas']['StatusReason'][];
      addresses?: components['schemas']['Address'][];
      contacts?: components['schemas']['Contact'][];
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
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'];
      legal_name: string;
      business_name?: string;
      entity_type?: components['schemas']['EntityType'];
      tax_id_type?: components['schemas']['TaxIdType'];
      account_holder_name?: string;
      /** Format: date */
      incorporation_date?: string;
    };
    BusinessPatch: {
      /**
       * @description Text of 1 to 255 characters
       * @example customer-1
       */
      customer_reference_id?: string | null;
      /** @description 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes, apostrophes and . # : / & , ( ); no leading space */
      legal_name?: string | null;
      /** @description Empty, or 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes, apostrophes and . # : / & , ( ) */
      business_name?: string | null;
      entity_type?: components['schemas']['EntityType'] | null;
      /**
       * @description 9 digits
       * @example 123456789
       */
      tax_id?: string | null;
      tax_id_type?: components['schemas']['TaxIdType'] | null;
      /** @description Empty, or 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods */
      account_holder_name?: string | null;
      /**
       * @description A date as YYYY-MM-DD, in the years 1600 to 2099
       * @example 1990-02-28
       */
      incorporation_date?: string | null;
      addresses?: components['schemas']['LegalAddressPatch'][] | null;
      contacts?: components['schemas']['BusinessContactRequest'][] | null;
      /**
       * @description An object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'] | null;
    };
    BusinessRequest: {
      /**
       * @description Text of 1 to 255 characters
       * @example customer-1
       */
      customer_reference_id: string;
      /** @description 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes, apostrophes and . # : / & , ( ); no leading space */
      legal_name: string;
      /** @description 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes, apostrophes and . # : / & , ( ). Blank text counts as omitted */
      business_name?: string | null;
      entity_type?: components['schemas']['EntityType'] | null;
      /**
       * @description 9 digits
       * @example 123456789
       */
      tax_id?: string | null;
      tax_id_type?: components['schemas']['TaxIdType'] | null;
      /** @description 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods. Blank text counts as omitted */
      account_holder_name?: string | null;
      /**
       * @description A date as YYYY-MM-DD, in the years 1600 to 2099
       * @example 1990-02-28
       */
      incorporation_date?: string | null;
      addresses?: components['schemas']['LegalAddressRequest'][] | null;
      contacts?: components['schemas']['BusinessContactRequest'][] | null;
      /**
       * @description An object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'] | null;
    };
    BusinessResponse: {
      business: components['schemas']['Business'];
    };
    BusinessesResponse: {
      businesses: components['schemas']['Business'][];
    };
    CancelResponse: {
      message: string;
    };
    CancelTransferBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'transfer_not_cancelable';
    };
    Candidate: {
      rail: components['schemas']['Rail'];
      taken: boolean;
      /**
       * @description The decision on the rail. `not_offered`: the bank of the enterprise does not carry it
       * @enum {string}
       */
      why:
        'chosen' | 'not_needed' | 'not_offered' | 'not_participating' | 'over_limit' | 'window_passed' | 'unavailable';
    };
    ChangePasswordBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_current_password'
        | 'invalid_current_password'
        | 'missing_new_password'
        | 'invalid_new_password';
    };
    CheckEligibilityBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_routing_numbers'
        | 'invalid_routing_numbers'
        | 'invalid_routing_number'
        | 'invalid_amount'
        | 'invalid_speed';
    };
    CheckVerifyAccountDebitBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'account_not_valid';
    };
    Client: {
      client_id: string;
      scopes: components['schemas']['Scope'][];
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      disabled_at?: string;
    };
    ClientResponse: {
      client: components['schemas']['Client'];
    };
    ClientsResponse: {
      clients: components['schemas']['Client'][];
    };
    Clock: {
      /** Format: date-time */
      banking_time: string;
      /**
       * Format: date
       * @description The calendar date in New York
       */
      banking_date: string;
      is_banking_day: boolean;
      /** @description Seconds by which banking time is ahead of real time */
      offset_seconds: number;
    };
    ClockResponse: {
      clock: components['schemas']['Clock'];
    };
    CloseSubledgerBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'subledger_not_empty'
        | 'subledger_in_use';
    };
    CodeRequest: {
      /** @description Text of 6 to 20 characters */
      code: string;
    };
    CompleteMfaBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_token'
        | 'invalid_token'
        | 'missing_code'
        | 'invalid_code';
    };
    ConfirmControlRequest: {
      /**
       * @description 4 letters or digits
       * @example K7WQ
       */
      statement_code: string;
    };
    ConfirmMfaBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_code'
        | 'invalid_code'
        | 'mfa_already_enrolled'
        | 'mfa_not_enrolled';
    };
    ConfirmVerifyAccountControlBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_statement_code'
        | 'invalid_statement_code'
        | 'control_not_requested'
        | 'control_canceled';
    };
    Contact: {
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
    ContinuedSessionResponse: {
      /** @description Only for a session in a browser */
      session?: components['schemas']['BrowserSession'];
    };
    CreateBookTransferBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_idempotency_key'
        | 'missing_book_transfer_reference_id'
        | 'invalid_book_transfer_reference_id'
        | 'missing_amount'
        | 'invalid_amount'
        | 'missing_currency'
        | 'invalid_currency'
        | 'invalid_metadata'
        | 'missing_source_and_destination'
        | 'invalid_book_transfer_source_subledger_reference_id'
        | 'missing_book_transfer_source_subledger_reference_id'
        | 'invalid_book_transfer_destination_subledger_reference_id'
        | 'missing_book_transfer_destination_subledger_reference_id'
        | 'duplicate_book_transfer_reference_id';
    };
    CreateBookTransferRequest:
      | components['schemas']['CreateBookTransferRequestWithSource']
      | components['schemas']['CreateBookTransferRequestWithDestination'];
    CreateBookTransferRequestWithDestination: {
      /**
       * @description Text of 1 to 255 characters
       * @example fund-acme-1
       */
      book_transfer_reference_id: string;
      /**
       * @description A whole number of cents from 1 to 9999999999
       * @example 12500
       */
      amount: number;
      /** @enum {string} */
      currency: 'USD';
      /**
       * @description An object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'] | null;
      source?: components['schemas']['BookSourceRequest'] | null;
      destination: components['schemas']['BookDestinationRequest'];
    };
    CreateBookTransferRequestWithSource: {
      /**
       * @description Text of 1 to 255 characters
       * @example fund-acme-1
       */
      book_transfer_reference_id: string;
      /**
       * @description A whole number of cents from 1 to 9999999999
       * @example 12500
       */
      amount: number;
      /** @enum {string} */
      currency: 'USD';
      /**
       * @description An object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'] | null;
      source: components['schemas']['BookSourceRequest'];
      destination?: components['schemas']['BookDestinationRequest'] | null;
    };
    CreateBusinessBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_idempotency_key'
        | 'missing_customer_reference_id'
        | 'invalid_customer_reference_id'
        | 'missing_legal_name'
        | 'invalid_legal_name'
        | 'invalid_business_name'
        | 'invalid_entity_type'
        | 'invalid_tax_id'
        | 'missing_tax_id'
        | 'invalid_tax_id_type'
        | 'missing_tax_id_type'
        | 'invalid_account_holder_name'
        | 'invalid_incorporation_date'
        | 'invalid_addresses'
        | 'missing_addresses_type'
        | 'invalid_addresses_type'
        | 'missing_address1'
        | 'invalid_address1'
        | 'invalid_address2'
        | 'missing_city'
        | 'invalid_city'
        | 'missing_state'
        | 'invalid_state'
        | 'missing_country'
        | 'invalid_country'
        | 'missing_zip5'
        | 'invalid_zip5'
        | 'invalid_contacts'
        | 'missing_contacts_type'
        | 'invalid_contacts_type'
        | 'duplicate_contacts_type'
        | 'missing_contacts_value'
        | 'invalid_phone_value'
        | 'invalid_contacts_value'
        | 'invalid_metadata'
        | 'duplicate_customer_reference_id'
        | 'missing_addresses';
    };
    CreateClientBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_scopes'
        | 'too_many_clients';
    };
    CreateExternalAccountBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_idempotency_key'
        | 'missing_account_reference_id'
        | 'invalid_account_reference_id'
        | 'missing_customer_reference_id'
        | 'invalid_customer_reference_id'
        | 'missing_customer_resource_type'
        | 'invalid_customer_resource_type'
        | 'missing_account_type'
        | 'invalid_account_type'
        | 'missing_account_number'
        | 'invalid_account_number'
        | 'missing_routing_number'
        | 'invalid_routing_number'
        | 'missing_account_holder_name'
        | 'invalid_account_holder_name'
        | 'invalid_metadata'
        | 'duplicate_account_reference_id'
        | 'duplicate_account_details';
    };
    CreatePersonBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_idempotency_key'
        | 'missing_customer_reference_id'
        | 'invalid_customer_reference_id'
        | 'missing_first_name'
        | 'invalid_first_name'
        | 'invalid_middle_name'
        | 'missing_last_name'
        | 'invalid_last_name'
        | 'missing_date_of_birth'
        | 'invalid_date_of_birth'
        | 'missing_addresses'
        | 'invalid_addresses'
        | 'missing_addresses_type'
        | 'invalid_addresses_type'
        | 'missing_address1'
        | 'invalid_address1'
        | 'invalid_address2'
        | 'missing_city'
        | 'invalid_city'
        | 'missing_state'
        | 'invalid_state'
        | 'missing_country'
        | 'invalid_country'
        | 'missing_zip5'
        | 'invalid_zip5'
        | 'invalid_contacts'
        | 'missing_contacts_type'
        | 'invalid_contacts_type'
        | 'duplicate_contacts_type'
        | 'missing_contacts_value'
        | 'invalid_phone_value'
        | 'invalid_contacts_value'
        | 'invalid_social_security_number'
        | 'invalid_metadata'
        | 'duplicate_customer_reference_id';
    };
    CreatePolicyBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_name'
        | 'invalid_name'
        | 'missing_applies_to'
        | 'invalid_applies_to'
        | 'missing_conditions'
        | 'invalid_conditions'
        | 'missing_required'
        | 'invalid_required'
        | 'missing_approvers'
        | 'invalid_approvers'
        | 'invalid_expires_after_hours'
        | 'invalid_step_up'
        | 'missing_enabled'
        | 'invalid_enabled'
        | 'duplicate_name'
        | 'too_many_policies'
        | 'conditions_do_not_apply'
        | 'not_enough_approvers';
    };
    CreateScheduleBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_idempotency_key'
        | 'missing_schedule_reference_id'
        | 'invalid_schedule_reference_id'
        | 'missing_source_and_destination'
        | 'invalid_source_account_reference_id'
        | 'missing_source_account_reference_id'
        | 'invalid_destination_account_reference_id'
        | 'missing_destination_account_reference_id'
        | 'missing_source_customer_reference_id'
        | 'invalid_source_customer_reference_id'
        | 'missing_destination_customer_reference_id'
        | 'invalid_destination_customer_reference_id'
        | 'missing_amount'
        | 'invalid_amount'
        | 'missing_currency'
        | 'invalid_currency'
        | 'missing_speed'
        | 'invalid_speed'
        | 'invalid_account_statement_descriptor'
        | 'invalid_metadata'
        | 'missing_schedule_start_date'
        | 'invalid_schedule_start_date'
        | 'missing_schedule_recurrence'
        | 'invalid_schedule_recurrence'
        | 'invalid_source_statement_display_name'
        | 'invalid_destination_statement_display_name'
        | 'invalid_missed'
        | 'invalid_end_on_failures'
        | 'duplicate_schedule_reference_id'
        | 'too_many_schedules'
        | 'unknown_enterprise_external_account'
        | 'missing_tax_id'
        | 'missing_addresses';
    };
    CreateScheduleRequest:
      | components['schemas']['CreateScheduleRequestWithSource']
      | components['schemas']['CreateScheduleRequestWithDestination'];
    CreateScheduleRequestWithDestination: {
      /**
       * @description Text of 1 to 200 characters
       * @example payroll-jane
       */
      schedule_reference_id: string;
      source?: components['schemas']['SourceRequest'] | null;
      destination: components['schemas']['DestinationRequest'];
      /**
       * @description A whole number of cents from 1 to 9999999999
       * @example 12500
       */
      amount: number;
      /** @enum {string} */
      currency: 'USD';
      speed: components['schemas']['Speed'];
      /**
       * Format: date
       * @description A day as YYYY-MM-DD, in the years 2000 to 2199
       * @example 2027-01-29
       */
      start_date: string;
      /**
       * @description An RFC 5545 rule of at most 500 characters, such as FREQ=MONTHLY;BYMONTHDAY=-1
       * @example FREQ=MONTHLY;BYMONTHDAY=-1
       */
      recurrence: string;
      /**
       * @description 1 to 140 characters: letters, digits, spaces and . , - / & #
       * @example ACME PAYROLL
       */
      account_statement_descriptor?: string | null;
      /**
       * @description An object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'] | null;
      missed?: ('run' | 'skip') | null;
      /** @description A whole number from 0 to 20 */
      end_on_failures?: number | null;
    };
    CreateScheduleRequestWithSource: {
      /**
       * @description Text of 1 to 200 characters
       * @example payroll-jane
       */
      schedule_reference_id: string;
      source: components['schemas']['SourceRequest'];
      destination?: components['schemas']['DestinationRequest'] | null;
      /**
       * @description A whole number of cents from 1 to 9999999999
       * @example 12500
       */
      amount: number;
      /** @enum {string} */
      currency: 'USD';
      speed: components['schemas']['Speed'];
      /**
       * Format: date
       * @description A day as YYYY-MM-DD, in the years 2000 to 2199
       * @example 2027-01-29
       */
      start_date: string;
      /**
       * @description An RFC 5545 rule of at most 500 characters, such as FREQ=MONTHLY;BYMONTHDAY=-1
       * @example FREQ=MONTHLY;BYMONTHDAY=-1
       */
      recurrence: string;
      /**
       * @description 1 to 140 characters: letters, digits, spaces and . , - / & #
       * @example ACME PAYROLL
       */
      account_statement_descriptor?: string | null;
      /**
       * @description An object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'] | null;
      missed?: ('run' | 'skip') | null;
      /** @description A whole number from 0 to 20 */
      end_on_failures?: number | null;
    };
    CreateSessionBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_name'
        | 'invalid_name'
        | 'missing_password'
        | 'invalid_password';
    };
    CreateSubledgerBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_idempotency_key'
        | 'missing_subledger_reference_id'
        | 'invalid_subledger_reference_id'
        | 'missing_customer_reference_id'
        | 'invalid_customer_reference_id'
        | 'duplicate_subledger_reference_id'
        | 'too_many_subledgers';
    };
    CreateSubledgerRequest: {
      /**
       * @description Text of 1 to 255 characters
       * @example acme-wallet
       */
      subledger_reference_id: string;
      /**
       * @description Text of 1 to 255 characters
       * @example acme
       */
      customer_reference_id: string;
    };
    CreateTokenBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'unsupported_media_type'
        | 'invalid_json'
        | 'invalid_body'
        | 'payload_too_large'
        | 'invalid_query_parameter'
        | 'missing_client_id'
        | 'invalid_client_id'
        | 'missing_client_secret'
        | 'invalid_client_secret'
        | 'invalid_grant_type';
    };
    CreateTransferBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_idempotency_key'
        | 'missing_transfer_reference_id'
        | 'invalid_transfer_reference_id'
        | 'missing_source_and_destination'
        | 'invalid_source_account_reference_id'
        | 'missing_source_account_reference_id'
        | 'invalid_destination_account_reference_id'
        | 'missing_destination_account_reference_id'
        | 'missing_source_customer_reference_id'
        | 'invalid_source_customer_reference_id'
        | 'missing_destination_customer_reference_id'
        | 'invalid_destination_customer_reference_id'
        | 'missing_amount'
        | 'invalid_amount'
        | 'missing_currency'
        | 'invalid_currency'
        | 'missing_speed'
        | 'invalid_speed'
        | 'invalid_account_statement_descriptor'
        | 'invalid_metadata'
        | 'invalid_subledger_reference_id'
        | 'invalid_source_statement_display_name'
        | 'invalid_destination_statement_display_name'
        | 'duplicate_transfer_reference_id'
        | 'missing_subledger_reference_id'
        | 'unknown_enterprise_external_account'
        | 'missing_tax_id'
        | 'missing_addresses';
    };
    CreateTransferRequest:
      | components['schemas']['CreateTransferRequestWithSource']
      | components['schemas']['CreateTransferRequestWithDestination'];
    CreateTransferRequestWithDestination: {
      /**
       * @description Text of 1 to 255 characters
       * @example payout-0001
       */
      transfer_reference_id: string;
      source?: components['schemas']['SourceRequest'] | null;
      destination: components['schemas']['DestinationRequest'];
      /**
       * @description A whole number of cents from 1 to 9999999999
       * @example 12500
       */
      amount: number;
      /** @enum {string} */
      currency: 'USD';
      speed: components['schemas']['Speed'];
      /**
       * @description 1 to 140 characters: letters, digits, spaces and . , - / & #
       * @example ACME PAYROLL
       */
      account_statement_descriptor?: string | null;
      /**
       * @description An object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'] | null;
      /**
       * @description Text of 1 to 255 characters
       * @example acme-wallet
       */
      subledger_reference_id?: string | null;
    };
    CreateTransferRequestWithSource: {
      /**
       * @description Text of 1 to 255 characters
       * @example payout-0001
       */
      transfer_reference_id: string;
      source: components['schemas']['SourceRequest'];
      destination?: components['schemas']['DestinationRequest'] | null;
      /**
       * @description A whole number of cents from 1 to 9999999999
       * @example 12500
       */
      amount: number;
      /** @enum {string} */
      currency: 'USD';
      speed: components['schemas']['Speed'];
      /**
       * @description 1 to 140 characters: letters, digits, spaces and . , - / & #
       * @example ACME PAYROLL
       */
      account_statement_descriptor?: string | null;
      /**
       * @description An object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'] | null;
      /**
       * @description Text of 1 to 255 characters
       * @example acme-wallet
       */
      subledger_reference_id?: string | null;
    };
    CreateUserBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_name'
        | 'invalid_name'
        | 'missing_role'
        | 'invalid_role'
        | 'duplicate_name';
    };
    CreateVerifyAccountBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_idempotency_key'
        | 'missing_account_number'
        | 'invalid_account_number'
        | 'missing_routing_number'
        | 'invalid_routing_number'
        | 'missing_account_holder_name'
        | 'invalid_account_holder_name'
        | 'invalid_type'
        | 'invalid_email'
        | 'invalid_person'
        | 'missing_first_name'
        | 'invalid_first_name'
        | 'missing_last_name'
        | 'invalid_last_name'
        | 'invalid_phone_number'
        | 'invalid_ssn'
        | 'invalid_business'
        | 'missing_business_name'
        | 'invalid_business_name'
        | 'invalid_tax_id'
        | 'invalid_sender_name'
        | 'invalid_external_account_id';
    };
    CreateVerifyAccountRequest: {
      /**
       * @description 4 to 17 digits, with at most one hyphen between two digits
       * @example 123456789
       */
      account_number?: string | null;
      /**
       * @description 9 digits
       * @example 021000021
       */
      routing_number?: string | null;
      /**
       * @description 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes and common punctuation
       * @example Jane Doe
       */
      account_holder_name?: string | null;
      type?: ('status' | 'control' | 'status_ownership' | 'control_ownership') | null;
      /**
       * @description 1 to 254 characters: an e-mail address
       * @example jane.doe@example.com
       */
      email?: string | null;
      person?: components['schemas']['VerifyPersonRequest'] | null;
      business?: components['schemas']['VerifyBusinessRequest'] | null;
      /**
       * @description Text of 1 to 255 characters
       * @example Acme Payroll
       */
      sender_name?: string | null;
      /** @description The id of a resource (a UUID) */
      external_account_id?: string | null;
    };
    CreateViewBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_page'
        | 'missing_page'
        | 'missing_name'
        | 'invalid_name'
        | 'missing_query'
        | 'invalid_query'
        | 'invalid_columns'
        | 'missing_shared'
        | 'invalid_shared'
        | 'duplicate_name'
        | 'too_many_views';
    };
    CreateWebhookConfigurationBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_idempotency_key'
        | 'missing_event_types'
        | 'invalid_event_types'
        | 'missing_url'
        | 'invalid_url'
        | 'missing_enabled'
        | 'invalid_enabled'
        | 'too_many_webhook_configurations';
    };
    CreditSandboxBalanceBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_idempotency_key'
        | 'missing_amount'
        | 'invalid_amount';
    };
    /** @enum {string} */
    CustomerResourceType: 'business' | 'person' | 'enterprise';
    /** @enum {string} */
    CustomerStatus: 'created' | 'verified' | 'rejected' | 'restricted' | 'closed';
    DebitReturns: {
      /**
       * Format: date-time
       * @description 60 days ago, or later if more than 10,000 transfers were created since then
       * @example 2026-01-31T17:00:00.000Z
       */
      counted_since: string;
      /**
       * @description Transfers that debit an account
       * @example 3
       */
      debits: number;
      /**
       * @description Those of them that a bank returned as unauthorized: with R05, R07, R10, R11, R29 or R51
       * @example 3
       */
      unauthorized: number;
      /**
       * @description The share of unauthorized returns that Nacha allows
       * @example 0.005
       */
      limit: number;
    };
    DecideApprovalsBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_decision'
        | 'invalid_decision'
        | 'invalid_comment'
        | 'missing_items'
        | 'invalid_items'
        | 'missing_id'
        | 'invalid_id'
        | 'missing_digest'
        | 'invalid_digest'
        | 'missing_comment';
    };
    DecideRequest: {
      /** @enum {string} */
      decision: 'approve' | 'reject';
      /**
       * @description Text of 1 to 500 characters
       * @example Checked against the invoice
       */
      comment?: string | null;
      items: components['schemas']['DecisionItemRequest'][];
    };
    DecisionItemRequest: {
      /**
       * Format: uuid
       * @description The id of a resource (a UUID)
       */
      id: string;
      /**
       * @description 43 to 43 characters: the digest of the approval
       * @example LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ
       */
      digest: string;
    };
    DecisionOutcome: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      outcome: 'decided' | 'refused';
      /** @description Of a refused decision */
      error_code?: string;
    };
    DecisionRequest: {
      /**
       * @description Text of 1 to 200 characters
       * @example Compared with the bank
       */
      reason: string;
    };
    DecisionsResponse: {
      /** @description In the order of the items */
      results: components['schemas']['DecisionOutcome'][];
    };
    /** @enum {string} */
    DeliveryStatus: 'pending' | 'delivered' | 'failed' | 'held';
    DestinationRequest: {
      /**
       * @description Text of 1 to 255 characters
       * @example acct-acme-operating
       */
      account_reference_id: string;
      /**
       * @description Text of 1 to 255 characters
       * @example acme
       */
      customer_reference_id: string;
      /**
       * @description 1 to 140 characters: letters, digits, spaces and . , - / & #
       * @example ACME PAYROLL
       */
      statement_display_name?: string | null;
    };
    DisableUserBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'bad_request' | 'invalid_query_parameter' | 'last_administrator';
    };
    DueTasks: {
      /** @example processor-submissions */
      queue: string;
      /**
       * @description 1000 stands for that or more
       * @example 3
       */
      due: number;
      /**
       * @description How long the oldest one has been due
       * @example 3
       */
      oldest_due_seconds: number;
    };
    /** @description With `duplicate_account_details`: the existing account */
    DuplicateAccount: {
      customer_resource_type: components['schemas']['CustomerResourceType'];
      customer_reference_id: string;
      /** Format: uuid */
      customer_resource_id: string;
      /** Format: uuid */
      external_account_id: string;
    };
    Eligibility: {
      routing_number: string;
      /** @description The rails of the speed, in the order in which they are tried */
      rails: components['schemas']['RailEligibility'][];
    };
    EligibilityRequest:
      | components['schemas']['EligibilityRequestWithRoutingNumbers']
      | components['schemas']['EligibilityRequestWithRoutingNumber'];
    EligibilityRequestWithRoutingNumber: {
      /** @description A list of 1 to 100 values, each 9 digits */
      routing_numbers?: string[] | null;
      /**
       * @description 9 digits
       * @example 011000015
       */
      routing_number: string;
      /**
       * @description A whole number of cents from 1 to 9999999999
       * @example 12500
       */
      amount?: number | null;
      speed?: components['schemas']['Speed'] | null;
    };
    EligibilityRequestWithRoutingNumbers: {
      /** @description A list of 1 to 100 values, each 9 digits */
      routing_numbers: string[];
      /**
       * @description 9 digits
       * @example 011000015
       */
      routing_number?: string | null;
      /**
       * @description A whole number of cents from 1 to 9999999999
       * @example 12500
       */
      amount?: number | null;
      speed?: components['schemas']['Speed'] | null;
    };
    EligibilityResponse: {
      /** @description Present if `routing_numbers` was sent; in the same order */
      routing_numbers?: components['schemas']['Participation'][];
      /** @description Present if `routing_number` was sent */
      eligibility?: components['schemas']['Eligibility'];
    };
    /** @description The instant networks that reach each routing number: at least one of the two */
    EligibleRoutingNumbers: {
      [key: string]: {
        rtp: boolean;
        fednow: boolean;
      };
    };
    EndpointCounts: {
      /**
       * @description Enabled webhook configurations
       * @example 3
       */
      enabled: number;
      /**
       * @description Those whose last attempt failed
       * @example 3
       */
      failing: number;
      /** @description Endpoints without an attempt are left out */
      figures: components['schemas']['EndpointFigures'][];
    };
    EndpointFigures: {
      /** Format: uuid */
      configuration_id: string;
      /**
       * @description Of the last 24 hours, the newest ones
       * @example 3
       */
      attempted_count: number;
      /**
       * @description Those that the endpoint accepted
       * @example 3
       */
      delivered_count: number;
      /**
       * @description Milliseconds that 95% of the attempts did not exceed
       * @example 3
       */
      p95_ms: number;
    };
    EnterpriseHealth: {
      /** @enum {string} */
      status: 'ok' | 'degraded';
      /** @description Why it is degraded, the worst first. `late_tasks`: work has been due for 60 seconds. `dead_letters`: work that the operator must redrive. `invariant_violations`: records that contradict each other. */
      reasons: ('invariant_violations' | 'dead_letters' | 'late_tasks' | 'open_breaks' | 'failing_endpoints')[];
      /** @description Queues without due work are left out */
      queues: components['schemas']['DueTasks'][];
      /**
       * @description Tasks that the operator must redrive
       * @example 3
       */
      dead_letters: number;
      /**
       * @description Records that contradict each other, as the last check found
       * @example 3
       */
      violations: number;
      /** @description With the scope `read:webhook-configurations` */
      endpoints?: components['schemas']['EndpointCounts'];
      /**
       * @description Differences with the bank, with the scope `read:ledger`
       * @example 3
       */
      open_breaks?: number;
    };
    EnterpriseKeypair: {
      /** Format: uuid */
      id: string;
      enterprise_name: string;
      /** @description RSA public key in PEM. Verifies the `Signature` header */
      public_key: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    EnterpriseKeypairResponse: {
      enterprise_keypair: components['schemas']['EnterpriseKeypair'];
    };
    /** @enum {string} */
    EntityType:
      | 'sole_proprietorship'
      | 'partnership'
      | 'limited_liability_partnership'
      | 'limited_liability_company'
      | 'c_corporation'
      | 's_corporation'
      | 'b_corporation'
      | 'nonprofit_corporation';
    Error: {
      /** @description Machine-readable code */
      error_code: string;
      /** @description What is wrong and what is expected. Never contains the value that was sent */
      message: string;
      /** @description Every invalid field; the first one sets `error_code` and `message`. Null if no field is invalid */
      details: components['schemas']['FieldErrors'] | components['schemas']['DuplicateAccount'] | null;
      /** @description With `invalid_statement_code`, if the code was compared: how many attempts are left */
      attempts_remaining?: number;
    };
    /** @enum {string} */
    EventSubscription:
      | 'subscribe_all'
      | 'person_all'
      | 'business_all'
      | 'external_account_all'
      | 'transfer_all'
      | 'verify_account_all'
      | 'schedule_all'
      | 'approval_all'
      | 'subledger_all'
      | 'book_transfer_all'
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
      | 'verify_account_updated'
      | 'schedule_created'
      | 'schedule_updated'
      | 'approval_requested'
      | 'approval_decided'
      | 'subledger_created'
      | 'book_transfer_updated';
    /** @enum {string} */
    EventType:
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
      | 'verify_account_updated'
      | 'schedule_created'
      | 'schedule_updated'
      | 'approval_requested'
      | 'approval_decided'
      | 'subledger_created'
      | 'book_transfer_updated';
    ExplanationResponse: {
      explanation: components['schemas']['TransferExplanation'];
    };
    ExternalAccount: {
      /** Format: uuid */
      id: string;
      account_reference_id: string;
      customer_reference_id: string;
      customer_resource_type: components['schemas']['CustomerResourceType'];
      account_type: components['schemas']['AccountType'];
      account_number: string;
      /** @example 011000028 */
      routing_number: string;
      account_holder_name: string;
      status: components['schemas']['CustomerStatus'];
      status_reasons?: components['schemas']['ExternalAccountStatusReason'][];
      corrections?: components['schemas']['ExternalAccountCorrections'];
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
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'];
    };
    ExternalAccountCorrections: {
      account_number?: string;
      /** @example 011000028 */
      routing_number?: string;
      account_type?: components['schemas']['AccountType'];
      account_holder_name?: string;
    };
    ExternalAccountEvent: {
      /**
       * Format: uuid
       * @description The same for every attempt. Store it to detect duplicates
       */
      event_id: string;
      /** @enum {string} */
      event_type:
        | 'external_account_created'
        | 'external_account_verified'
        | 'external_account_rejected'
        | 'external_account_restricted'
        | 'external_account_unverified'
        | 'external_account_closed';
      /** @enum {string} */
      data_version: 'v2022-09-21';
      /** Format: date-time */
      created_at: string;
      /** @description Position among the events of one resource, from 1 and without gaps */
      sequence: number;
      event_data: components['schemas']['ExternalAccountEventData'];
    };
    ExternalAccountEventData: {
      external_account: components['schemas']['ExternalAccountInEvent'];
    };
    ExternalAccountInEvent: {
      /** Format: uuid */
      id: string;
      account_reference_id: string;
      customer_reference_id: string;
      customer_resource_type: components['schemas']['CustomerResourceType'];
      account_type: components['schemas']['AccountType'];
      /**
       * @description The last four digits
       * @example *****6789
       */
      account_number: string;
      /** @example 011000028 */
      routing_number: string;
      account_holder_name: string;
      status: components['schemas']['CustomerStatus'];
      status_reasons?: components['schemas']['ExternalAccountStatusReason'][];
      corrections?: components['schemas']['ExternalAccountCorrections'];
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
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'];
    };
    ExternalAccountPatch: {
      /**
       * @description Text of 1 to 255 characters
       * @example account-1
       */
      account_reference_id?: string | null;
      /**
       * @description Text of 1 to 255 characters
       * @example customer-1
       */
      customer_reference_id?: string | null;
      customer_resource_type?: components['schemas']['CustomerResourceType'] | null;
      account_type?: components['schemas']['AccountType'] | null;
      /**
       * @description 4 to 17 digits, with at most one hyphen between two digits
       * @example 123456789
       */
      account_number?: string | null;
      /**
       * @description 9 digits
       * @example 011000028
       */
      routing_number?: string | null;
      /**
       * @description 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes and common punctuation
       * @example Jane Doe
       */
      account_holder_name?: string | null;
      /**
       * @description An object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'] | null;
    };
    ExternalAccountRequest: {
      /**
       * @description Text of 1 to 255 characters
       * @example account-1
       */
      account_reference_id: string;
      /**
       * @description Text of 1 to 255 characters
       * @example customer-1
       */
      customer_reference_id: string;
      customer_resource_type: components['schemas']['CustomerResourceType'];
      account_type: components['schemas']['AccountType'];
      /**
       * @description 4 to 17 digits, with at most one hyphen between two digits
       * @example 123456789
       */
      account_number: string;
      /**
       * @description 9 digits
       * @example 011000028
       */
      routing_number: string;
      /**
       * @description 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes and common punctuation
       * @example Jane Doe
       */
      account_holder_name: string;
      /**
       * @description An object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'] | null;
    };
    ExternalAccountResponse: {
      external_account: components['schemas']['ExternalAccount'];
    };
    ExternalAccountStatusReason: {
      /** @enum {string} */
      reason_code: 'invalid_routing' | 'invalid_account' | 'blocked_account' | 'closed_account';
      reason_code_message: string;
    };
    ExternalAccountsResponse: {
      external_accounts: components['schemas']['ExternalAccount'][];
    };
    FailureReasonCount: {
      /** @example invalid_account */
      reason_code: string;
      /** @example 3 */
      count: number;
    };
    FieldError: {
      /** @description The path of the field, such as `addresses[0].zip5` */
      field: string;
      error_code: string;
      message: string;
    };
    FieldErrors: {
      errors: components['schemas']['FieldError'][];
    };
    ForbiddenError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'forbidden';
    };
    ForbiddenOrOwnApprovalForbiddenOrNotAnApproverOrStepUpRequiredError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'forbidden' | 'own_approval_forbidden' | 'not_an_approver' | 'step_up_required';
    };
    ForbiddenOrSessionRequiredError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'forbidden' | 'session_required';
    };
    ForbiddenOrSharedConnectionError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'forbidden' | 'shared_connection';
    };
    GetPortalOverviewBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        'bad_request' | 'invalid_query_parameter' | 'invalid_start_time' | 'invalid_end_time' | 'invalid_step';
    };
    GiveApprovalBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_comment'
        | 'missing_digest'
        | 'invalid_digest'
        | 'approval_subject_changed'
        | 'already_decided'
        | 'approval_closed';
    };
    HealthResponse: {
      health: components['schemas']['EnterpriseHealth'];
    };
    HistoryResponse: {
      statuses: components['schemas']['StatusChange'][];
    };
    HoldBankFileBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_decision_reason'
        | 'invalid_decision_reason'
        | 'bank_file_not_changeable';
    };
    HomeAddressPatch: {
      /** @enum {string} */
      type: 'home';
      /** @description Text of 1 to 255 characters */
      address1?: string | null;
      /** @description Empty, or text of 1 to 255 characters */
      address2?: string | null;
      /** @description Text of 1 to 255 characters */
      city?: string | null;
      state?: components['schemas']['UsState'] | null;
      country?: 'US' | null;
      /**
       * @description 5 digits
       * @example 94103
       */
      zip5?: string | null;
    };
    HomeAddressRequest: {
      /** @enum {string} */
      type: 'home';
      /** @description Text of 1 to 255 characters */
      address1: string;
      /** @description Text of 1 to 255 characters. Blank text counts as omitted */
      address2?: string | null;
      /** @description Text of 1 to 255 characters */
      city: string;
      state: components['schemas']['UsState'];
      /** @enum {string} */
      country: 'US';
      /**
       * @description 5 digits
       * @example 94103
       */
      zip5: string;
    };
    IdempotencyKeyInUseError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'idempotency_key_in_use';
    };
    IdempotencyKeyReusedError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'idempotency_key_reused';
    };
    InternalServerErrorError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'internal_server_error';
    };
    InvalidServiceVersionError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'bad_request' | 'missing_service_version' | 'invalid_service_version' | 'invalid_query_parameter';
    };
    InvokeRequest: {
      event_type: components['schemas']['EventType'];
      /**
       * @description An object whose text has no control characters
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
    InvokeWebhookBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_idempotency_key'
        | 'invalid_event_type'
        | 'missing_event_type'
        | 'missing_data'
        | 'invalid_data';
    };
    /** @enum {string} */
    LedgerAccount:
      | 'available'
      | 'cash'
      | 'clearing_ach'
      | 'clearing_fednow'
      | 'clearing_rtp'
      | 'clearing_same_day_ach'
      | 'pending'
      | 'reserved'
      | 'suspense';
    LedgerEntriesResponse: {
      entries: components['schemas']['LedgerEntry'][];
    };
    LedgerEntry: {
      /** Format: uuid */
      id: string;
      /**
       * Format: uuid
       * @description The transfer or credit of the entry
       */
      subject_id: string;
      /** @enum {string} */
      leg: 'source' | 'destination' | 'none';
      attempt: number;
      /** @example reserve */
      kind: string;
      debit_account: components['schemas']['LedgerAccount'];
      credit_account: components['schemas']['LedgerAccount'];
      /**
       * @description Cents
       * @example 12500
       */
      amount: number;
      /** @enum {string} */
      currency: 'USD';
      /**
       * Format: date-time
       * @description The banking time of the entry
       * @example 2026-01-31T17:04:05.123Z
       */
      banking_at: string;
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      created_at: string;
      /**
       * @description From 1 without gaps, in the order in which the entries of the enterprise were made
       * @example 4711
       */
      position: number;
      /**
       * Format: uuid
       * @description The subledger whose account was debited; without it, the enterprise itself
       */
      debit_subledger_id?: string;
      /**
       * Format: uuid
       * @description The subledger whose account was credited; without it, the enterprise itself
       */
      credit_subledger_id?: string;
    };
    LegExplanation: {
      side: components['schemas']['Side'];
      status: components['schemas']['LegStatus'];
      rail: components['schemas']['Rail'];
      /**
       * Format: date-time
       * @description Banking time of the submission
       */
      window_at?: string;
      /**
       * Format: date
       * @description The ACH effective entry date
       */
      effective_date?: string;
      /**
       * Format: date-time
       * @description When the banks settle the attempt
       */
      settles_at?: string;
      /**
       * Format: date-time
       * @description When the money of a debit becomes available
       */
      hold_until?: string;
      trace_number?: string;
      /** @example R01 */
      network_reason_code?: string;
      attempts: components['schemas']['Attempt'][];
    };
    /** @enum {string} */
    LegStatus:
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
    LegSummary: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      transfer_id: string;
      side: components['schemas']['Side'];
      /** @example ach */
      rail: string;
      /**
       * @description Cents
       * @example 12500
       */
      amount: number;
      /** @example settled */
      status: string;
    };
    LegalAddressPatch: {
      /** @enum {string} */
      type: 'legal';
      /** @description The street line of a physical address, not a PO box: text of 1 to 255 characters */
      address1?: string | null;
      /** @description Empty, or text of 1 to 255 characters */
      address2?: string | null;
      /** @description Text of 1 to 255 characters */
      city?: string | null;
      state?: components['schemas']['UsState'] | null;
      country?: 'US' | null;
      /**
       * @description 5 digits
       * @example 94103
       */
      zip5?: string | null;
    };
    LegalAddressRequest: {
      /** @enum {string} */
      type: 'legal';
      /** @description The street line of a physical address, not a PO box: text of 1 to 255 characters */
      address1: string;
      /** @description Text of 1 to 255 characters. Blank text counts as omitted */
      address2?: string | null;
      /** @description Text of 1 to 255 characters */
      city: string;
      state: components['schemas']['UsState'];
      /** @enum {string} */
      country: 'US';
      /**
       * @description 5 digits
       * @example 94103
       */
      zip5: string;
    };
    ListApprovalsBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after'
        | 'invalid_start_time'
        | 'invalid_end_time'
        | 'invalid_status'
        | 'invalid_mine'
        | 'invalid_subject_type'
        | 'invalid_subject_id';
    };
    ListAuditEntriesBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_query_parameter'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after'
        | 'invalid_start_time'
        | 'invalid_end_time'
        | 'invalid_action'
        | 'invalid_subject_type'
        | 'invalid_subject_id'
        | 'invalid_actor';
    };
    ListBankFileEntriesBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'bad_request' | 'invalid_query_parameter' | 'invalid_size' | 'invalid_index' | 'invalid_after';
    };
    ListBankFilesBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_query_parameter'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after'
        | 'invalid_bank_file_state';
    };
    ListBatchesBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'bad_request' | 'invalid_query_parameter' | 'invalid_after' | 'invalid_size';
    };
    ListBookTransfersBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'invalid_subledger_reference_id'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after'
        | 'invalid_start_time'
        | 'invalid_end_time'
        | 'invalid_book_transfer_reference_id'
        | 'invalid_status';
    };
    ListBusinessExternalAccountsBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after'
        | 'invalid_start_time'
        | 'invalid_end_time'
        | 'invalid_status';
    };
    ListBusinessesBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'invalid_customer_reference_id'
        | 'invalid_legal_name'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after'
        | 'invalid_start_time'
        | 'invalid_end_time'
        | 'invalid_status'
        | 'invalid_id';
    };
    ListExternalAccountsBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'invalid_account_reference_id'
        | 'invalid_customer_reference_id'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after'
        | 'invalid_start_time'
        | 'invalid_end_time'
        | 'invalid_status';
    };
    ListLedgerEntriesBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after'
        | 'invalid_start_time'
        | 'invalid_end_time'
        | 'invalid_transfer_id'
        | 'invalid_account'
        | 'invalid_subledger_id'
        | 'invalid_format';
    };
    ListOccurrencesBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after'
        | 'invalid_status';
    };
    ListPersonExternalAccountsBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after'
        | 'invalid_start_time'
        | 'invalid_end_time'
        | 'invalid_status';
    };
    ListPersonsBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'invalid_customer_reference_id'
        | 'invalid_first_name'
        | 'invalid_last_name'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after'
        | 'invalid_start_time'
        | 'invalid_end_time'
        | 'invalid_status'
        | 'invalid_id';
    };
    ListRailExceptionsBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_query_parameter'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after'
        | 'invalid_exception_state';
    };
    ListRefusedRequestsBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_query_parameter'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after'
        | 'invalid_error_code'
        | 'invalid_request_id';
    };
    ListSchedulesBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'invalid_schedule_reference_id'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after'
        | 'invalid_start_time'
        | 'invalid_end_time'
        | 'invalid_schedule_status';
    };
    ListSubledgerBalancesBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'invalid_subledger_reference_id'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after';
    };
    ListSubledgersBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'invalid_subledger_reference_id'
        | 'invalid_customer_reference_id'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after'
        | 'invalid_start_time'
        | 'invalid_end_time';
    };
    ListTransfersBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'invalid_transfer_reference_id'
        | 'invalid_subledger_reference_id'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after'
        | 'invalid_start_time'
        | 'invalid_end_time'
        | 'invalid_status'
        | 'invalid_customer_reference_id'
        | 'invalid_account_reference_id'
        | 'invalid_schedule_id'
        | 'invalid_reason_code';
    };
    ListVerifyAccountsBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after'
        | 'invalid_id'
        | 'invalid_start_time'
        | 'invalid_end_time'
        | 'invalid_account_number'
        | 'invalid_verification_status'
        | 'invalid_ownership_status'
        | 'invalid_control_status'
        | 'invalid_debit_status';
    };
    ListViewsBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'bad_request' | 'invalid_query_parameter' | 'invalid_page';
    };
    ListWebhookConfigurationsBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after';
    };
    ListWebhookDeliveriesBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_after'
        | 'invalid_start_time'
        | 'invalid_end_time'
        | 'invalid_status';
    };
    ListWebhookEventsBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'invalid_size'
        | 'invalid_index'
        | 'invalid_start_time'
        | 'invalid_end_time'
        | 'invalid_event_type'
        | 'invalid_after'
        | 'invalid_resource_id';
    };
    LivenessResponse: {
      /** @enum {string} */
      status: 'live';
    };
    LogInRequest: {
      /** @description Text of 1 to 255 characters */
      name: string;
      /** @description Text of 1 to 1024 characters */
      password: string;
    };
    LogInToPortalBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_name'
        | 'invalid_name'
        | 'missing_password'
        | 'invalid_password';
    };
    MadeUpEvent: {
      /**
       * Format: uuid
       * @description The same for every attempt. Store it to detect duplicates
       */
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
        | 'transfer_updated'
        | 'verify_account_updated'
        | 'schedule_created'
        | 'schedule_updated'
        | 'approval_requested'
        | 'approval_decided'
        | 'subledger_created'
        | 'book_transfer_updated';
      /** @enum {string} */
      data_version: 'v2022-09-21';
      /** Format: date-time */
      created_at: string;
      /** @description Position among the events of one resource, from 1 and without gaps */
      sequence: number;
      /**
       * @description A test event: `event_data` is the data that the caller sent
       * @enum {boolean}
       */
      test: true;
      event_data: {
        [key: string]: unknown;
      };
    };
    Me: {
      name: string;
      role: components['schemas']['UserRole'];
      /** @description The scopes of the access token */
      scopes: string[];
      enterprise: components['schemas']['UserEnterprise'];
      /** @description Whether a second factor is set up */
      mfa: boolean;
      must_change_password: boolean;
      must_enroll_mfa: boolean;
      /** @description Of the page; the service does not read them */
      preferences: {
        [key: string]: unknown;
      };
    };
    MeRequest: {
      /**
       * @description An object of at most 2048 bytes as JSON
       * @example {
       *       "theme": "dark",
       *       "time_zone": "America/New_York"
       *     }
       */
      preferences: {
        [key: string]: unknown;
      };
    };
    MeResponse: {
      me: components['schemas']['Me'];
    };
    Metadata: {
      [key: string]: string | number | boolean;
    };
    MfaChallenge: {
      /** @description Send it with the code to POST /portal/session/mfa */
      token: string;
      methods: ('totp' | 'recovery_code')[];
      /**
       * @description Seconds until the user has to log in again
       * @example 300
       */
      expires_in: number;
    };
    MfaRequest: {
      /** @description Text of 1 to 2048 characters */
      token: string;
      /** @description Text of 6 to 20 characters */
      code: string;
    };
    MfaRequiredError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'mfa_required';
    };
    NetworkReasonCode: {
      /** @example R01 */
      network_reason_code: string;
      network_reason_code_message: string;
    };
    NewApiKeyResponse: {
      api_key: components['schemas']['ApiKey'];
      /** @description Shown only once */
      key: string;
    };
    NewClientRequest: {
      /** @description A list of at least 1 value, each 'read:persons', 'write:persons', 'read:businesses', 'write:businesses', 'read:external-accounts', 'write:external-accounts', 'read:transfers', 'write:transfers', 'read:balances', 'write:balances', 'read:ledger', 'write:ledger', 'read:webhook-configurations', 'write:webhook-configurations', 'read:webhook-secret', 'write:webhook-secret', 'invoke:webhook', 'read:verify-accounts', 'write:verify-accounts', 'read:schedules', 'write:schedules', 'read:approvals', 'read:subledgers', 'write:subledgers', 'read:booktransfers' or 'write:booktransfers' */
      scopes?: components['schemas']['Scope'][] | null;
    };
    NewClientResponse: {
      client: components['schemas']['Client'];
      /** @description Shown only once */
      client_secret: string;
    };
    NewSecondFactorResponse: {
      /** @description For the authenticator app, in base32. Shown only once */
      secret: string;
      /** @description The same as a URI for a QR code */
      otpauth_uri: string;
      /** @description Ten codes, each valid once in place of the app. Shown only once */
      recovery_codes: string[];
    };
    NewUserRequest: {
      /**
       * @description 1 to 255 characters: letters, digits and . _ @ + -
       * @example maria@acme.example
       */
      name: string;
      role: components['schemas']['UserRole'];
    };
    NewUserResponse: {
      user: components['schemas']['User'];
      /** @description Shown only once */
      password: string;
    };
    NotFoundError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'not_found';
    };
    NotFoundOrUnknownIdError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'not_found' | 'unknown_id';
    };
    Occurrence: {
      /**
       * Format: date
       * @description The date by the rule
       * @example 2027-01-29
       */
      occurrence_date: string;
      /** @enum {string} */
      status: 'made' | 'refused' | 'skipped';
      /**
       * Format: uuid
       * @description With `made`: the transfer
       */
      transfer_id?: string;
      /** @description With `refused`: the error code of `POST /deliver/transfers` */
      error_code?: string;
      /** Format: uuid */
      id: string;
      /**
       * Format: date
       * @description The day on which it was due
       * @example 2027-01-29
       */
      payment_date: string;
      /** Format: date-time */
      created_at: string;
    };
    OccurrencesResponse: {
      occurrences: components['schemas']['Occurrence'][];
    };
    Overview: {
      /** @description With the scope `read:transfers` */
      transfers?: components['schemas']['TransfersOverview'];
      /** @description With the scope `read:balances` */
      balance?: components['schemas']['BalanceOverview'];
      /** @description One for each kind that the user may read */
      attention: components['schemas']['AttentionCount'][];
    };
    OverviewResponse: {
      overview: components['schemas']['Overview'];
    };
    Participation: {
      routing_number: string;
      /** @description Whether RTP or FedNow reaches it */
      eligible: boolean;
      rtp: boolean;
      fednow: boolean;
    };
    Party: {
      account_reference_id: string;
      customer_reference_id: string;
      statement_display_name?: string;
      /** @description The trace number of the entry */
      trace_number?: string;
      /** @description The trace number of the return */
      return_trace_number?: string;
    };
    PartySummary: {
      account_reference_id: string;
      customer_reference_id: string;
    };
    PasswordRequest: {
      /** @description Text of 1 to 1024 characters */
      current_password: string;
      /** @description Text of 12 to 1024 characters */
      new_password: string;
    };
    PauseScheduleBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'schedule_ended';
    };
    PayloadTooLargeError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'payload_too_large';
    };
    Person: {
      /** Format: uuid */
      id: string;
      customer_reference_id: string;
      status: components['schemas']['CustomerStatus'];
      status_reasons?: components['schemas']['StatusReason'][];
      addresses?: components['schemas']['Address'][];
      contacts?: components['schemas']['Contact'][];
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
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'];
      first_name: string;
      middle_name?: string;
      last_name: string;
      /** Format: date */
      date_of_birth: string;
    };
    PersonContactRequest: {
      /** @enum {string} */
      type: 'phone' | 'email';
      /** @description Text */
      value: string;
    };
    PersonEvent: {
      /**
       * Format: uuid
       * @description The same for every attempt. Store it to detect duplicates
       */
      event_id: string;
      /** @enum {string} */
      event_type:
        | 'person_created'
        | 'person_verified'
        | 'person_rejected'
        | 'person_restricted'
        | 'person_unverified'
        | 'person_closed';
      /** @enum {string} */
      data_version: 'v2022-09-21';
      /** Format: date-time */
      created_at: string;
      /** @description Position among the events of one resource, from 1 and without gaps */
      sequence: number;
      event_data: components['schemas']['PersonEventData'];
    };
    PersonEventData: {
      person: components['schemas']['PersonInEvent'];
    };
    PersonInEvent: {
      /** Format: uuid */
      id: string;
      customer_reference_id: string;
      status: components['schemas']['CustomerStatus'];
      status_reasons?: components['schemas']['StatusReason'][];
      addresses?: components['schemas']['Address'][];
      contacts?: components['schemas']['Contact'][];
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
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'];
      first_name: string;
      middle_name?: string;
      last_name: string;
    };
    PersonPatch: {
      /**
       * @description Text of 1 to 255 characters
       * @example customer-1
       */
      customer_reference_id?: string | null;
      /** @description 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods */
      first_name?: string | null;
      /** @description Empty, or 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods */
      middle_name?: string | null;
      /** @description 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods */
      last_name?: string | null;
      /**
       * @description A date as YYYY-MM-DD
       * @example 1990-02-28
       */
      date_of_birth?: string | null;
      addresses?: components['schemas']['HomeAddressPatch'][] | null;
      contacts?: components['schemas']['PersonContactRequest'][] | null;
      /** @description A Social Security number (SSN) or an individual taxpayer number (ITIN), as 9 digits or XXX-XX-XXXX */
      social_security_number?: string | null;
      /**
       * @description An object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'] | null;
    };
    PersonRequest: {
      /**
       * @description Text of 1 to 255 characters
       * @example customer-1
       */
      customer_reference_id: string;
      /** @description 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods */
      first_name: string;
      /** @description 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods. Blank text counts as omitted */
      middle_name?: string | null;
      /** @description 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods */
      last_name: string;
      /**
       * Format: date
       * @description A date as YYYY-MM-DD
       * @example 1990-02-28
       */
      date_of_birth: string;
      addresses: components['schemas']['HomeAddressRequest'][];
      contacts?: components['schemas']['PersonContactRequest'][] | null;
      /** @description A Social Security number (SSN) or an individual taxpayer number (ITIN), as 9 digits or XXX-XX-XXXX */
      social_security_number?: string | null;
      /**
       * @description An object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'] | null;
    };
    PersonResponse: {
      person: components['schemas']['Person'];
    };
    PersonsResponse: {
      persons: components['schemas']['Person'][];
    };
    PoliciesResponse: {
      policies: components['schemas']['Policy'][];
    };
    Policy: {
      /** Format: uuid */
      id: string;
      /** @example Payouts from $10,000 */
      name: string;
      applies_to: ('transfer' | 'book_transfer' | 'schedule' | 'bulk_transfer')[];
      /** @description All must be true */
      conditions: components['schemas']['PolicyCondition'][];
      /** @description How many different users must approve */
      required: number;
      /** @description Users with one of these roles, or these users */
      approvers: components['schemas']['PolicyApprovers'];
      /** @description Of banking time */
      expires_after_hours: number;
      /** @description Whether an approver needs a second factor of the last 15 minutes */
      step_up: boolean;
      enabled: boolean;
      /** @description Counts the changes */
      version: number;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /** @description The name of the user */
      updated_by: string;
    };
    PolicyApprovers: {
      roles?: ('admin' | 'payment_approver')[];
      users?: string[];
    };
    PolicyCondition: {
      /** @enum {string} */
      field:
        | 'amount'
        | 'new_payee'
        | 'payee_day_total'
        | 'enterprise_day_total'
        | 'payee_day_count'
        | 'enterprise_day_count'
        | 'use_case'
        | 'speed'
        | 'origin'
        | 'created_by'
        | 'metadata';
      /** @enum {string} */
      operator: 'gte' | 'within_days' | 'in' | 'not_in' | 'equals';
      /** @description A number, a list of texts, or for `metadata` an object with `key` and `value` */
      value:
        | number
        | string[]
        | {
            [key: string]: unknown;
          };
    };
    PolicyRequest: {
      /**
       * @description Text of 1 to 80 characters
       * @example Payouts from $10,000
       */
      name: string;
      /** @description A list of 1 to 4 values, each 'transfer', 'book_transfer', 'schedule' or 'bulk_transfer' */
      applies_to: ('transfer' | 'book_transfer' | 'schedule' | 'bulk_transfer')[];
      /**
       * @description A list of 1 to 8 conditions, each with a field, an operator of this field, and a value
       * @example [
       *       {
       *         "field": "amount",
       *         "operator": "gte",
       *         "value": 1000000
       *       }
       *     ]
       */
      conditions: {
        /** @enum {string} */
        field:
          | 'amount'
          | 'new_payee'
          | 'payee_day_total'
          | 'enterprise_day_total'
          | 'payee_day_count'
          | 'enterprise_day_count'
          | 'use_case'
          | 'speed'
          | 'origin'
          | 'created_by'
          | 'metadata';
        /** @enum {string} */
        operator: 'gte' | 'within_days' | 'in' | 'not_in' | 'equals';
        /** @description A number, a list of texts, or for `metadata` an object with `key` and `value` */
        value:
          | number
          | string[]
          | {
              [key: string]: unknown;
            };
      }[];
      /** @description A whole number from 1 to 5 */
      required: number;
      /**
       * @description An object with roles, or with up to 20 names of users
       * @example {
       *       "roles": [
       *         "payment_approver"
       *       ]
       *     }
       */
      approvers: {
        roles?: ('admin' | 'payment_approver')[];
        users?: string[];
      };
      /** @description A whole number from 1 to 720 */
      expires_after_hours?: number | null;
      step_up?: boolean | null;
      enabled: boolean;
    };
    PolicyResponse: {
      policy: components['schemas']['Policy'];
    };
    PreviewRecurrenceBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_schedule_start_date'
        | 'invalid_schedule_start_date'
        | 'missing_schedule_recurrence'
        | 'invalid_schedule_recurrence'
        | 'invalid_occurrence_count';
    };
    PreviewRecurrenceRequest: {
      /**
       * Format: date
       * @description A day as YYYY-MM-DD, in the years 2000 to 2199
       * @example 2027-01-29
       */
      start_date: string;
      /**
       * @description An RFC 5545 rule of at most 500 characters, such as FREQ=MONTHLY;BYMONTHDAY=-1
       * @example FREQ=MONTHLY;BYMONTHDAY=-1
       */
      recurrence: string;
      /** @description A whole number from 1 to 5 */
      occurrence_count?: number | null;
    };
    /** @enum {string} */
    Rail: 'ach' | 'same_day_ach' | 'rtp' | 'fednow';
    RailEligibility: {
      rail: components['schemas']['Rail'];
      eligible: boolean;
      /**
       * @description Why the rail is not eligible. `not_offered`: the bank of the enterprise does not carry it
       * @enum {string}
       */
      reason?: 'not_offered' | 'not_participating' | 'over_limit' | 'window_passed';
      /** @description The maximum amount of one payment, in cents */
      limit?: number;
    };
    RailException: {
      /** Format: uuid */
      id: string;
      /** @example first-bank */
      connection: string;
      /** @enum {string} */
      kind:
        | 'unmatched_return'
        | 'unmatched_change'
        | 'ambiguous_return'
        | 'duplicate_return'
        | 'untimely_return'
        | 'dishonored_return'
        | 'change_without_correction'
        | 'unsupported_change'
        | 'incoming_entry'
        | 'foreign_batch'
        | 'unknown_file'
        | 'unknown_entry'
        | 'ack_totals'
        | 'ack_contradiction'
        | 'ack_status'
        | 'statement_status'
        | 'statement_line'
        | 'unknown_message'
        | 'unknown_status'
        | 'status_contradiction'
        | 'changed_by_bank'
        | 'refused_message'
        | 'partial_return'
        | 'recall'
        | 'duplicate_file'
        | 'reversal'
        | 'return_requested';
      /** @description What the kind means */
      meaning: string;
      /** @description It can be resolved with the entry that is meant */
      matchable: boolean;
      /** @enum {string} */
      state: 'open' | 'resolved';
      /** Format: uuid */
      file_id?: string;
      end_to_end_id?: string;
      /** @example R01 */
      code?: string;
      /** @enum {string} */
      direction?: 'credit' | 'debit';
      /**
       * @description Cents
       * @example 12500
       */
      amount?: number;
      /** @example 091000010000001 */
      original_trace_number?: string;
      /** @example 091000010000001 */
      trace_number?: string;
      detail?: string;
      /** @description How it was resolved */
      resolution?: string;
      resolved_by?: string;
      /** Format: date-time */
      resolved_at?: string;
      /** Format: date-time */
      created_at: string;
    };
    RailExceptionResponse: {
      exception: components['schemas']['RailException'];
    };
    RailExceptionsResponse: {
      exceptions: components['schemas']['RailException'][];
    };
    RateLimits: {
      reads_per_second?: number;
      writes_per_second?: number;
      tokens_per_minute?: number;
    };
    ReadinessResponse: {
      /**
       * @description `degraded`: the process accepts requests, but background work may be late
       * @enum {string}
       */
      status: 'ready' | 'degraded' | 'not_ready';
      /** @description The checks: database, queue, outbox and clock; in a worker also the bank connector and the screening list; during a shutdown also the shutdown */
      checks: {
        [key: string]: 'ok' | 'degraded' | 'down' | 'draining';
      };
    };
    ReasonCode: {
      reason_code: components['schemas']['ReasonCodeName'];
      /** @description What to do about it */
      reason_code_message: string;
      /** @description What happened */
      meaning: string;
      /**
       * @description Who can act on it. `client` is the client of this API
       * @enum {string}
       */
      who_acts: 'client' | 'account_holder' | 'bank' | 'operator' | 'nobody';
      /**
       * @description Whether to try the transfer again: `no`, `later` (unchanged), or `after_correction` (after the correction that the message asks for)
       * @enum {string}
       */
      try_again: 'no' | 'later' | 'after_correction';
      /** @description The network codes that map to this reason */
      network_reason_codes: components['schemas']['NetworkReasonCode'][];
    };
    /** @enum {string} */
    ReasonCodeName:
      | 'account_not_verified'
      | 'approval_expired'
      | 'approval_rejected'
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
    ReasonCodeResponse: {
      reason_code: components['schemas']['ReasonCode'];
    };
    ReasonCodesResponse: {
      reason_codes: components['schemas']['ReasonCode'][];
    };
    Reconciliation: {
      /**
       * Format: date-time
       * @description When the last comparison ended; left out before the first
       * @example 2026-01-31T17:04:05.123Z
       */
      compared_at?: string;
      /** @description By kind, of the first 1000 differences */
      counts: components['schemas']['BreakCount'][];
      /** @description The oldest 500 */
      breaks: components['schemas']['ReconciliationBreak'][];
    };
    ReconciliationBreak: {
      end_to_end_id: string;
      /**
       * @description `missing`: the bank does not have it. `extra`: it was never sent. `amount`: another amount, side or rail. `duplicate`: the bank has it twice. `late`: not settled a day after it was due. `status`: another end. `contradictory`: a result contradicts an earlier one.
       * @example late
       */
      kind: string;
      /** @description What the own records say */
      own: string;
      /** @description What the bank says */
      reported: string;
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
      first_seen_at: string;
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      last_seen_at: string;
      /** @description Left out if no leg has this id now */
      leg?: components['schemas']['LegSummary'];
    };
    ReconciliationResponse: {
      reconciliation: components['schemas']['Reconciliation'];
    };
    RecoverRequest: {
      /**
       * Format: date-time
       * @description An ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
       */
      since: string;
      /** @description A list of at least 1 value, each 'subscribe_all', 'person_all', 'business_all', 'external_account_all', 'transfer_all', 'verify_account_all', 'schedule_all', 'approval_all', 'subledger_all', 'book_transfer_all', 'person_created', 'person_verified', 'person_rejected', 'person_restricted', 'person_unverified', 'person_closed', 'business_created', 'business_verified', 'business_rejected', 'business_restricted', 'business_unverified', 'business_closed', 'external_account_created', 'external_account_verified', 'external_account_rejected', 'external_account_restricted', 'external_account_unverified', 'external_account_closed', 'transfer_created', 'transfer_updated', 'verify_account_updated', 'schedule_created', 'schedule_updated', 'approval_requested', 'approval_decided', 'subledger_created' or 'book_transfer_updated' */
      event_types?: components['schemas']['EventSubscription'][] | null;
      /** @description A list of at least 1 value, each 'failed', 'pending' or 'delivered', or a single one of them */
      status?: (components['schemas']['RecoverableStatus'][] | components['schemas']['RecoverableStatus']) | null;
    };
    RecoverWebhookDeliveriesBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_idempotency_key'
        | 'invalid_event_types'
        | 'missing_since'
        | 'invalid_since'
        | 'invalid_status';
    };
    /** @enum {string} */
    RecoverableStatus: 'failed' | 'pending' | 'delivered';
    Recovery: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      configuration_id: string;
      /** @enum {string} */
      state: 'running' | 'completed';
      /** Format: date-time */
      since: string;
      event_types?: string[];
      status: components['schemas']['RecoverableStatus'][];
      /** @description Deliveries that were checked so far */
      examined: number;
      /** @description Deliveries that are retried */
      recovered: number;
      created_by: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    RecoveryResponse: {
      recovery: components['schemas']['Recovery'];
    };
    RecurrenceResponse: {
      /**
       * Format: date
       * @example 2027-01-29
       */
      start_date: string;
      recurrence: string;
      /**
       * @description The rule as it is understood
       * @example RRULE:FREQ=WEEKLY;BYDAY=MO,FR
       */
      rrule_string: string;
      /** @example Weekly on Monday and Friday */
      rrule_readable: string;
      /**
       * @description The first dates of the rule, before they move to banking days
       * @example [
       *       "2027-01-04",
       *       "2027-01-08"
       *     ]
       */
      occurrences: string[];
    };
    RedeliveryResponse: {
      deliveries: components['schemas']['RepeatedDelivery'][];
    };
    RefreshRequest: {
      /** @description Text of 1 to 1024 characters */
      refresh_token: string;
    };
    RefreshSessionBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_refresh_token'
        | 'invalid_refresh_token';
    };
    RefusedRequest: {
      /** Format: uuid */
      id: string;
      /**
       * Format: date-time
       * @description When it was answered
       */
      at: string;
      /** @example POST */
      method: string;
      /**
       * @description Without the values of parameters
       * @example /deliver/transfers/{id}
       */
      route: string;
      /** @example 400 */
      status: number;
      /** @example invalid_amount */
      error_code?: string;
      /** @description The `X-Request-Id` of the response */
      request_id: string;
      /** @description The client id, or the name of the portal user */
      credential: string;
      /** @example 42 */
      duration_ms: number;
    };
    RefusedRequestsResponse: {
      requests: components['schemas']['RefusedRequest'][];
    };
    RejectApprovalBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_comment'
        | 'missing_digest'
        | 'invalid_digest'
        | 'missing_comment'
        | 'approval_subject_changed'
        | 'already_decided'
        | 'approval_closed';
    };
    RejectRequest: {
      /**
       * @description 43 to 43 characters: the digest of the approval
       * @example LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ
       */
      digest: string;
      /**
       * @description Text of 1 to 500 characters
       * @example Checked against the invoice
       */
      comment: string;
    };
    ReleaseBankFileBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_decision_reason'
        | 'invalid_decision_reason'
        | 'bank_file_not_changeable';
    };
    RemoveMfaBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'bad_request' | 'invalid_query_parameter' | 'mfa_not_enrolled';
    };
    RepeatedDelivery: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      configuration_id: string;
    };
    ReplaceBusinessBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_customer_reference_id'
        | 'invalid_customer_reference_id'
        | 'missing_legal_name'
        | 'invalid_legal_name'
        | 'invalid_business_name'
        | 'invalid_entity_type'
        | 'invalid_tax_id'
        | 'missing_tax_id'
        | 'invalid_tax_id_type'
        | 'missing_tax_id_type'
        | 'invalid_account_holder_name'
        | 'invalid_incorporation_date'
        | 'invalid_addresses'
        | 'missing_addresses_type'
        | 'invalid_addresses_type'
        | 'missing_address1'
        | 'invalid_address1'
        | 'invalid_address2'
        | 'missing_city'
        | 'invalid_city'
        | 'missing_state'
        | 'invalid_state'
        | 'missing_country'
        | 'invalid_country'
        | 'missing_zip5'
        | 'invalid_zip5'
        | 'invalid_contacts'
        | 'missing_contacts_type'
        | 'invalid_contacts_type'
        | 'duplicate_contacts_type'
        | 'missing_contacts_value'
        | 'invalid_phone_value'
        | 'invalid_contacts_value'
        | 'invalid_metadata'
        | 'resource_closed'
        | 'missing_addresses';
    };
    ReplaceBusinessByReferenceBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_customer_reference_id'
        | 'invalid_customer_reference_id'
        | 'missing_legal_name'
        | 'invalid_legal_name'
        | 'invalid_business_name'
        | 'invalid_entity_type'
        | 'invalid_tax_id'
        | 'missing_tax_id'
        | 'invalid_tax_id_type'
        | 'missing_tax_id_type'
        | 'invalid_account_holder_name'
        | 'invalid_incorporation_date'
        | 'invalid_addresses'
        | 'missing_addresses_type'
        | 'invalid_addresses_type'
        | 'missing_address1'
        | 'invalid_address1'
        | 'invalid_address2'
        | 'missing_city'
        | 'invalid_city'
        | 'missing_state'
        | 'invalid_state'
        | 'missing_country'
        | 'invalid_country'
        | 'missing_zip5'
        | 'invalid_zip5'
        | 'invalid_contacts'
        | 'missing_contacts_type'
        | 'invalid_contacts_type'
        | 'duplicate_contacts_type'
        | 'missing_contacts_value'
        | 'invalid_phone_value'
        | 'invalid_contacts_value'
        | 'invalid_metadata'
        | 'resource_closed'
        | 'missing_addresses';
    };
    ReplaceExternalAccountBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_account_reference_id'
        | 'invalid_account_reference_id'
        | 'missing_customer_reference_id'
        | 'invalid_customer_reference_id'
        | 'missing_customer_resource_type'
        | 'invalid_customer_resource_type'
        | 'missing_account_type'
        | 'invalid_account_type'
        | 'missing_account_number'
        | 'invalid_account_number'
        | 'missing_routing_number'
        | 'invalid_routing_number'
        | 'missing_account_holder_name'
        | 'invalid_account_holder_name'
        | 'invalid_metadata'
        | 'duplicate_account_details'
        | 'resource_closed';
    };
    ReplaceExternalAccountByReferenceBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_account_reference_id'
        | 'invalid_account_reference_id'
        | 'missing_customer_reference_id'
        | 'invalid_customer_reference_id'
        | 'missing_customer_resource_type'
        | 'invalid_customer_resource_type'
        | 'missing_account_type'
        | 'invalid_account_type'
        | 'missing_account_number'
        | 'invalid_account_number'
        | 'missing_routing_number'
        | 'invalid_routing_number'
        | 'missing_account_holder_name'
        | 'invalid_account_holder_name'
        | 'invalid_metadata'
        | 'unknown_account_reference_id'
        | 'duplicate_account_details'
        | 'resource_closed';
    };
    ReplacePersonBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_customer_reference_id'
        | 'invalid_customer_reference_id'
        | 'missing_first_name'
        | 'invalid_first_name'
        | 'invalid_middle_name'
        | 'missing_last_name'
        | 'invalid_last_name'
        | 'missing_date_of_birth'
        | 'invalid_date_of_birth'
        | 'missing_addresses'
        | 'invalid_addresses'
        | 'missing_addresses_type'
        | 'invalid_addresses_type'
        | 'missing_address1'
        | 'invalid_address1'
        | 'invalid_address2'
        | 'missing_city'
        | 'invalid_city'
        | 'missing_state'
        | 'invalid_state'
        | 'missing_country'
        | 'invalid_country'
        | 'missing_zip5'
        | 'invalid_zip5'
        | 'invalid_contacts'
        | 'missing_contacts_type'
        | 'invalid_contacts_type'
        | 'duplicate_contacts_type'
        | 'missing_contacts_value'
        | 'invalid_phone_value'
        | 'invalid_contacts_value'
        | 'invalid_social_security_number'
        | 'invalid_metadata'
        | 'resource_closed';
    };
    ReplacePersonByReferenceBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_customer_reference_id'
        | 'invalid_customer_reference_id'
        | 'missing_first_name'
        | 'invalid_first_name'
        | 'invalid_middle_name'
        | 'missing_last_name'
        | 'invalid_last_name'
        | 'missing_date_of_birth'
        | 'invalid_date_of_birth'
        | 'missing_addresses'
        | 'invalid_addresses'
        | 'missing_addresses_type'
        | 'invalid_addresses_type'
        | 'missing_address1'
        | 'invalid_address1'
        | 'invalid_address2'
        | 'missing_city'
        | 'invalid_city'
        | 'missing_state'
        | 'invalid_state'
        | 'missing_country'
        | 'invalid_country'
        | 'missing_zip5'
        | 'invalid_zip5'
        | 'invalid_contacts'
        | 'missing_contacts_type'
        | 'invalid_contacts_type'
        | 'duplicate_contacts_type'
        | 'missing_contacts_value'
        | 'invalid_phone_value'
        | 'invalid_contacts_value'
        | 'invalid_social_security_number'
        | 'invalid_metadata'
        | 'resource_closed';
    };
    ReplacePolicyBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_name'
        | 'invalid_name'
        | 'missing_applies_to'
        | 'invalid_applies_to'
        | 'missing_conditions'
        | 'invalid_conditions'
        | 'missing_required'
        | 'invalid_required'
        | 'missing_approvers'
        | 'invalid_approvers'
        | 'invalid_expires_after_hours'
        | 'invalid_step_up'
        | 'missing_enabled'
        | 'invalid_enabled'
        | 'duplicate_name'
        | 'too_many_policies'
        | 'conditions_do_not_apply'
        | 'not_enough_approvers';
    };
    ReplaceViewBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_page'
        | 'missing_page'
        | 'missing_name'
        | 'invalid_name'
        | 'missing_query'
        | 'invalid_query'
        | 'invalid_columns'
        | 'missing_shared'
        | 'invalid_shared'
        | 'duplicate_name'
        | 'too_many_views';
    };
    ResetUserBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'bad_request' | 'invalid_query_parameter' | 'own_user';
    };
    ResolutionRequest: {
      /**
       * @description Text of 1 to 200 characters
       * @example Compared with the bank
       */
      reason: string;
      /** @description Text of 1 to 35 characters */
      end_to_end_id?: string | null;
    };
    ResolveRailExceptionBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_decision_reason'
        | 'invalid_decision_reason'
        | 'invalid_end_to_end_id'
        | 'exception_not_resolvable';
    };
    ResubmissionRequest: {
      /**
       * @description Text of 1 to 200 characters
       * @example Compared with the bank
       */
      reason: string;
      /** @description Text of 1 to 80 characters */
      old_file_name?: string | null;
    };
    ResubmitBankFileBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_decision_reason'
        | 'invalid_decision_reason'
        | 'invalid_old_file_name'
        | 'bank_file_not_changeable';
    };
    ResumeScheduleBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'schedule_ended';
    };
    SandboxCreditRequest: {
      /**
       * @description A whole number of cents from 1 to 9999999999
       * @example 12500
       */
      amount: number;
    };
    SandboxMessageResponse: {
      message: string;
    };
    SavedView: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      page: 'transfers';
      /** @example Failed today */
      name: string;
      /** @description The filters as they stand in the address of the page */
      query: string;
      /** @description The columns in their order; left out for those of the page */
      columns?: string[];
      /** @description Whether all users of the enterprise see it */
      shared: boolean;
      /** @description The name of the user */
      created_by: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    Schedule: {
      /** Format: uuid */
      id: string;
      schedule_reference_id: string;
      /**
       * @description Cents
       * @example 12500
       */
      amount: number;
      /** @enum {string} */
      currency: 'USD';
      speed: components['schemas']['Speed'];
      source?: components['schemas']['ScheduleParty'];
      destination?: components['schemas']['ScheduleParty'];
      account_statement_descriptor?: string;
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'];
      /**
       * Format: date
       * @example 2027-01-29
       */
      start_date: string;
      /** @example FREQ=MONTHLY;BYMONTHDAY=-1 */
      recurrence: string;
      /** @example Monthly on the last day */
      rrule_readable: string;
      /** @enum {string} */
      missed: 'run' | 'skip';
      /** @description Failures in a row that end the schedule; 0: none */
      end_on_failures: number;
      /** @enum {string} */
      status: 'active' | 'inactive';
      /**
       * Format: date
       * @description The day of the next payment, moved to a banking day. Once none is left, the day of the last one
       * @example 2027-01-29
       */
      next_payment_date: string;
      /** Format: date-time */
      paused_at?: string;
      /** Format: date-time */
      ended_at?: string;
      /**
       * @description `completed`: no date is left · `deleted` · `failures`: by `end_on_failures` · the others: it was not approved
       * @enum {string}
       */
      end_reason?: 'completed' | 'deleted' | 'failures' | 'approval_rejected' | 'approval_expired';
      /** @description The approval that the schedule needed. While it is `pending`, the schedule is inactive and skips its dates */
      approval?: components['schemas']['ScheduleApproval'];
      runs: components['schemas']['ScheduleRuns'];
      last_run?: components['schemas']['ScheduleRun'];
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    ScheduleApproval: {
      /** Format: uuid */
      id: string;
      /**
       * @description `withdrawn`: the schedule ended before it was decided
       * @enum {string}
       */
      status: 'pending' | 'approved' | 'rejected' | 'expired' | 'withdrawn';
    };
    ScheduleEvent: {
      /**
       * Format: uuid
       * @description The same for every attempt. Store it to detect duplicates
       */
      event_id: string;
      /** @enum {string} */
      event_type: 'schedule_created' | 'schedule_updated';
      /** @enum {string} */
      data_version: 'v2022-09-21';
      /** Format: date-time */
      created_at: string;
      /** @description Position among the events of one resource, from 1 and without gaps */
      sequence: number;
      event_data: components['schemas']['ScheduleEventData'];
    };
    ScheduleEventData: {
      schedule: components['schemas']['ScheduleInEvent'];
    };
    ScheduleInEvent: {
      /** Format: uuid */
      id: string;
      schedule_reference_id: string;
      /**
       * @description Cents
       * @example 12500
       */
      amount: number;
      /** @enum {string} */
      currency: 'USD';
      speed: components['schemas']['Speed'];
      source?: components['schemas']['ScheduleParty'];
      destination?: components['schemas']['ScheduleParty'];
      account_statement_descriptor?: string;
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'];
      /**
       * Format: date
       * @example 2027-01-29
       */
      start_date: string;
      /** @example FREQ=MONTHLY;BYMONTHDAY=-1 */
      recurrence: string;
      /** @example Monthly on the last day */
      rrule_readable: string;
      /** @enum {string} */
      missed: 'run' | 'skip';
      /** @description Failures in a row that end the schedule; 0: none */
      end_on_failures: number;
      /** @enum {string} */
      status: 'active' | 'inactive';
      /**
       * Format: date
       * @description The day of the next payment, moved to a banking day. Once none is left, the day of the last one
       * @example 2027-01-29
       */
      next_payment_date: string;
      /** Format: date-time */
      paused_at?: string;
      /** Format: date-time */
      ended_at?: string;
      /**
       * @description `completed`: no date is left · `deleted` · `failures`: by `end_on_failures` · the others: it was not approved
       * @enum {string}
       */
      end_reason?: 'completed' | 'deleted' | 'failures' | 'approval_rejected' | 'approval_expired';
      /** @description The approval that the schedule needed. While it is `pending`, the schedule is inactive and skips its dates */
      approval?: components['schemas']['ScheduleApproval'];
      runs: components['schemas']['ScheduleRuns'];
      last_run?: components['schemas']['ScheduleRun'];
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    ScheduleParty: {
      account_reference_id: string;
      customer_reference_id: string;
      statement_display_name?: string;
    };
    ScheduleResponse: {
      schedule: components['schemas']['Schedule'];
    };
    ScheduleRun: {
      /**
       * Format: date
       * @description The date by the rule
       * @example 2027-01-29
       */
      occurrence_date: string;
      /** @enum {string} */
      status: 'made' | 'refused' | 'skipped';
      /**
       * Format: uuid
       * @description With `made`: the transfer
       */
      transfer_id?: string;
      /** @description With `refused`: the error code of `POST /deliver/transfers` */
      error_code?: string;
    };
    ScheduleRuns: {
      /** @description Dates whose transfer was made */
      made: number;
      /** @description Dates whose transfer was refused */
      failed: number;
      /** @description Dates that were missed, in a pause, or before the approval */
      skipped: number;
    };
    SchedulesResponse: {
      schedules: components['schemas']['Schedule'][];
    };
    /** @enum {string} */
    Scope:
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
      | 'read:verify-accounts'
      | 'write:verify-accounts'
      | 'read:schedules'
      | 'write:schedules'
      | 'read:approvals'
      | 'read:subledgers'
      | 'write:subledgers'
      | 'read:booktransfers'
      | 'write:booktransfers';
    SearchHit: {
      /** @enum {string} */
      type: 'transfer' | 'external_account' | 'person' | 'business' | 'verify_account';
      /** Format: uuid */
      id: string;
      /** @description A reference id, a name, or the type of the event with the id */
      title: string;
      /** @description The customers of a transfer, or the reference id of a customer */
      subtitle?: string;
      /** @example completed */
      status?: string;
      /**
       * @description The amount of a transfer, in cents
       * @example 12500
       */
      amount?: number;
    };
    SearchPortalBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'bad_request' | 'invalid_query_parameter' | 'missing_q' | 'invalid_q';
    };
    SearchResponse: {
      hits: components['schemas']['SearchHit'][];
    };
    SearchVerifyAccountsBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_account_number'
        | 'invalid_account_number'
        | 'missing_routing_number'
        | 'invalid_routing_number';
    };
    SearchVerifyAccountsRequest: {
      /**
       * @description 4 to 17 digits, with at most one hyphen between two digits
       * @example 123456789
       */
      account_number: string;
      /**
       * @description 9 digits
       * @example 021000021
       */
      routing_number: string;
    };
    ServiceUnavailableError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'service_unavailable';
    };
    Session: {
      /** @description Short-lived bearer token */
      access_token: string;
      /** @enum {string} */
      token_type: 'Bearer';
      /**
       * @description Seconds until the token expires
       * @example 3600
       */
      expires_in: number;
      /** @description Valid for one use. The response to it contains the next one */
      refresh_token: string;
      /**
       * @description Seconds until the refresh token expires
       * @example 2592000
       */
      refresh_expires_in: number;
    };
    SessionsResponse: {
      sessions: components['schemas']['UserSession'][];
    };
    SetTransferOutcomeBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_kind'
        | 'invalid_kind'
        | 'missing_code'
        | 'invalid_code'
        | 'invalid_leg'
        | 'outcome_not_possible';
    };
    Settings: {
      /** @description Whether every request needs an X-API-Key header */
      require_api_key: boolean;
      /** @enum {string} */
      customer_requirements: 'at_registration' | 'at_transfer';
      /** @description Whether a second open account with the same numbers is rejected */
      unique_account_details: boolean;
      /** @description Whether portal users must set up a second factor before anything else */
      require_mfa: boolean;
      /** @description Minutes without input until a session of the portal ends */
      portal_idle_minutes: number;
      /** @description Hours from the login until a session of the portal ends */
      portal_session_hours: number;
      /** @description Only limits that differ from the defaults of the deployment */
      rate_limits?: components['schemas']['RateLimits'];
      /** @description Whether a transfer must name a subledger. Omitted: false */
      subledger_required?: boolean;
      /** @description Whether a debit needs a validated account. Omitted: false */
      debit_requires_validation?: boolean;
      /** @description Whether a verification that ends badly rejects its external account. Omitted: false */
      verify_gates_accounts?: boolean;
      /** @description The most verifications in 24 hours. Omitted: 1000 */
      verify_daily_max?: number;
    };
    SettingsRequest: {
      require_api_key?: boolean | null;
      customer_requirements?: ('at_registration' | 'at_transfer') | null;
      unique_account_details?: boolean | null;
      require_mfa?: boolean | null;
      /** @description A whole number from 5 to 480 */
      portal_idle_minutes?: number | null;
      /** @description A whole number from 1 to 24 */
      portal_session_hours?: number | null;
      subledger_required?: boolean | null;
      debit_requires_validation?: boolean | null;
      verify_gates_accounts?: boolean | null;
      /** @description A whole number from 0 to 1000000 */
      verify_daily_max?: number | null;
    };
    SettingsResponse: {
      settings: components['schemas']['Settings'];
    };
    /** @enum {string} */
    Side: 'source' | 'destination';
    SigningKey: {
      /** @enum {string} */
      kty: 'EC';
      /** @enum {string} */
      crv: 'P-256';
      x: string;
      y: string;
      /** @description Key id, as in the header of a token */
      kid: string;
      /** @enum {string} */
      alg: 'ES256';
      /** @enum {string} */
      use: 'sig';
    };
    SigningKeysResponse: {
      keys: components['schemas']['SigningKey'][];
    };
    SourceRequest: {
      /**
       * @description Text of 1 to 255 characters
       * @example acct-acme-operating
       */
      account_reference_id: string;
      /**
       * @description Text of 1 to 255 characters
       * @example acme
       */
      customer_reference_id: string;
      /**
       * @description 1 to 140 characters: letters, digits, spaces and . , - / & #
       * @example ACME PAYROLL
       */
      statement_display_name?: string | null;
    };
    /** @enum {string} */
    Speed: 'standard' | 'same_day' | 'asap';
    SpeedFigures: {
      /** @example standard */
      speed: string;
      /** @example 3 */
      created: number;
      /** @example 3 */
      completed: number;
      /**
       * @description Seconds from creation to completion of the median transfer
       * @example 2.417
       */
      p50_s?: number;
      /**
       * @description Seconds that 95 % of the completed transfers did not exceed
       * @example 2.417
       */
      p95_s?: number;
    };
    StartupResponse: {
      /** @enum {string} */
      status: 'started' | 'starting';
    };
    StatusChange: {
      status: components['schemas']['TransferStatus'];
      /** Format: date-time */
      updated_at: string;
    };
    StatusReason: {
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
    StepUpRequest: {
      /** @description Text of 1 to 1024 characters */
      password?: string | null;
      /** @description Text of 6 to 20 characters */
      code?: string | null;
    };
    StepUpRequiredOrForbiddenError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'step_up_required' | 'forbidden';
    };
    StepUpSessionBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_password'
        | 'invalid_code'
        | 'missing_password'
        | 'missing_code';
    };
    StreamEventsBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_query_parameter'
        | 'invalid_event_type'
        | 'invalid_after'
        | 'invalid_resource_id'
        | 'invalid_data'
        | 'invalid_follow';
    };
    Subledger: {
      /** Format: uuid */
      id: string;
      subledger_reference_id: string;
      customer_reference_id: string;
      /** @enum {string} */
      customer_resource_type: 'person' | 'business' | 'enterprise';
      /** @enum {string} */
      status: 'created';
      /**
       * Format: date-time
       * @description Since when nothing can name it
       */
      closed_at?: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    SubledgerAmountsResponse: {
      /** Format: uuid */
      subledger_id: string;
      subledger_reference_id: string;
      /** @description Cents, debited from other accounts and not yet final */
      pending: number;
      /** @description Cents. May be negative after a late return */
      available: number;
      /** @enum {string} */
      currency: 'USD';
      /** Format: date-time */
      updated_at: string;
    };
    SubledgerBalanceResponse: {
      balance: components['schemas']['SubledgerAmountsResponse'];
    };
    SubledgerBalancesResponse: {
      balances: components['schemas']['SubledgerAmountsResponse'][];
    };
    SubledgerEvent: {
      /**
       * Format: uuid
       * @description The same for every attempt. Store it to detect duplicates
       */
      event_id: string;
      /** @enum {string} */
      event_type: 'subledger_created';
      /** @enum {string} */
      data_version: 'v2022-09-21';
      /** Format: date-time */
      created_at: string;
      /** @description Position among the events of one resource, from 1 and without gaps */
      sequence: number;
      event_data: components['schemas']['SubledgerEventData'];
    };
    SubledgerEventData: {
      subledger: components['schemas']['SubledgerInEvent'];
    };
    SubledgerInEvent: {
      /** Format: uuid */
      id: string;
      subledger_reference_id: string;
      customer_reference_id: string;
      /** @enum {string} */
      customer_resource_type: 'person' | 'business' | 'enterprise';
      /** @enum {string} */
      status: 'created';
      /**
       * Format: date-time
       * @description Since when nothing can name it
       */
      closed_at?: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    SubledgerResponse: {
      subledger: components['schemas']['Subledger'];
    };
    SubledgersResponse: {
      subledgers: components['schemas']['Subledger'][];
    };
    /** @enum {string} */
    TaxIdType: 'tin' | 'ein';
    TestEvent: {
      /** Format: uuid */
      event_id: string;
      event_type: components['schemas']['EventType'];
      /** Format: date-time */
      created_at: string;
      /** @description The resource under its key, as in the webhook: see PersonEventData, BusinessEventData, ExternalAccountEventData and TransferEventData. For a test event, the data that the caller sent */
      event_data: {
        [key: string]: unknown;
      };
      /** @description Position among the events of one resource, from 1 */
      sequence: number;
      /** @description Whether this is a test event of a caller */
      test: boolean;
    };
    TestEventResponse: {
      event: components['schemas']['TestEvent'];
    };
    TestRequest: {
      event_type?: components['schemas']['EventType'] | null;
    };
    TestWebhookConfigurationBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_event_type';
    };
    Token: {
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
    TokenRequest: {
      /** @description Text of 1 to 1024 characters */
      client_id: string;
      /** @description Text of 1 to 1024 characters */
      client_secret: string;
      grant_type?: 'client_credentials' | null;
    };
    TooManyRequestsError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'too_many_requests';
    };
    Transfer: {
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
      speed: components['schemas']['Speed'];
      source?: components['schemas']['Party'];
      destination?: components['schemas']['Party'];
      status: components['schemas']['TransferStatus'];
      status_reasons?: components['schemas']['TransferStatusReasons'][];
      account_statement_descriptor?: string;
      /**
       * Format: date-time
       * @description The banking day on which the money is expected to arrive, as midnight UTC
       */
      estimated_funds_delivery_date?: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'];
      /**
       * Format: uuid
       * @description The schedule that made the transfer
       */
      schedule_id?: string;
      /** @description The subledger whose money it moves; without it, the enterprise itself */
      subledger_reference_id?: string;
      /** @description The client id or the name of the portal user who made it */
      created_by?: string;
      /** @description The approval that the transfer needed. While it is `pending`, the transfer stays `created` */
      approval?: components['schemas']['TransferApproval'];
    };
    TransferApproval: {
      /** Format: uuid */
      id: string;
      /**
       * @description `withdrawn`: the transfer failed before it acted upon a decision
       * @enum {string}
       */
      status: 'pending' | 'approved' | 'rejected' | 'expired' | 'withdrawn';
    };
    TransferEvent: {
      /**
       * Format: uuid
       * @description The same for every attempt. Store it to detect duplicates
       */
      event_id: string;
      /** @enum {string} */
      event_type: 'transfer_created' | 'transfer_updated';
      /** @enum {string} */
      data_version: 'v2022-09-21';
      /** Format: date-time */
      created_at: string;
      /** @description Position among the events of one resource, from 1 and without gaps */
      sequence: number;
      event_data: components['schemas']['TransferEventData'];
    };
    TransferEventData: {
      transfer: components['schemas']['TransferInEvent'];
    };
    TransferExplanation: {
      /** Format: uuid */
      transfer_id: string;
      /** @enum {string} */
      use_case: 'payout' | 'direct_debit' | 'deposit' | 'account_to_account';
      speed: components['schemas']['Speed'];
      /** @description The debit first. Empty until the transfer is accepted */
      legs: components['schemas']['LegExplanation'][];
    };
    TransferFigures: {
      /**
       * @description Transfers that were created; the other figures are of these
       * @example 3
       */
      created: number;
      /**
       * @description Accepted by the network, and not failed since; includes the settled ones
       * @example 3
       */
      completed: number;
      /** @example 3 */
      settled: number;
      /**
       * @description Includes the returned ones
       * @example 3
       */
      failed: number;
      /**
       * @description Failed because a bank returned them
       * @example 3
       */
      returned: number;
      /**
       * @description The sum of the completed transfers to accounts, in cents
       * @example 12500
       */
      amount_out: number;
      /**
       * @description The sum of the completed transfers from accounts, in cents
       * @example 12500
       */
      amount_in: number;
      /**
       * @description Seconds from creation to completion of the median transfer
       * @example 2.417
       */
      p50_s?: number;
      /**
       * @description Seconds that 95 % of the completed transfers did not exceed
       * @example 2.417
       */
      p95_s?: number;
      /** @description Speeds without a transfer are left out */
      speeds: components['schemas']['SpeedFigures'][];
    };
    TransferFiguresOverview: {
      /** @description Hours or days from `start_time` on, oldest first. Those without a transfer are left out */
      series: components['schemas']['TransferFiguresStep'][];
      /** @description Of the whole period */
      totals: components['schemas']['TransferFigures'];
      /** @description Of the period of the same length before. Left out where either period has more than 10,000 transfers, because only the newest ones are counted */
      previous?: components['schemas']['TransferFigures'];
    };
    TransferFiguresStep: {
      /**
       * @description Transfers that were created; the other figures are of these
       * @example 3
       */
      created: number;
      /**
       * @description Accepted by the network, and not failed since; includes the settled ones
       * @example 3
       */
      completed: number;
      /** @example 3 */
      settled: number;
      /**
       * @description Includes the returned ones
       * @example 3
       */
      failed: number;
      /**
       * @description Failed because a bank returned them
       * @example 3
       */
      returned: number;
      /**
       * @description The sum of the completed transfers to accounts, in cents
       * @example 12500
       */
      amount_out: number;
      /**
       * @description The sum of the completed transfers from accounts, in cents
       * @example 12500
       */
      amount_in: number;
      /**
       * @description Seconds from creation to completion of the median transfer
       * @example 2.417
       */
      p50_s?: number;
      /**
       * @description Seconds that 95 % of the completed transfers did not exceed
       * @example 2.417
       */
      p95_s?: number;
      /** @description Speeds without a transfer are left out */
      speeds: components['schemas']['SpeedFigures'][];
      /**
       * Format: date-time
       * @description When the hour or day begins
       * @example 2026-01-31T17:00:00.000Z
       */
      at: string;
    };
    TransferInEvent: {
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
      speed: components['schemas']['Speed'];
      source?: components['schemas']['Party'];
      destination?: components['schemas']['Party'];
      status: components['schemas']['TransferStatus'];
      status_reasons?: components['schemas']['TransferStatusReasons'][];
      account_statement_descriptor?: string;
      /**
       * Format: date-time
       * @description The banking day on which the money is expected to arrive, as midnight UTC
       */
      estimated_funds_delivery_date?: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
      /**
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata?: components['schemas']['Metadata'];
      /**
       * Format: uuid
       * @description The schedule that made the transfer
       */
      schedule_id?: string;
      /** @description The subledger whose money it moves; without it, the enterprise itself */
      subledger_reference_id?: string;
      /** @description The client id or the name of the portal user who made it */
      created_by?: string;
      /** @description The approval that the transfer needed. While it is `pending`, the transfer stays `created` */
      approval?: components['schemas']['TransferApproval'];
    };
    TransferPatch: {
      /**
       * @description An object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
       * @example {
       *       "department": "payroll"
       *     }
       */
      metadata: components['schemas']['Metadata'];
    };
    TransferResponse: {
      transfer: components['schemas']['Transfer'];
    };
    /** @enum {string} */
    TransferStatus: 'created' | 'pending' | 'completed' | 'settled' | 'failed';
    TransferStatusCount: {
      /** @example completed */
      status: string;
      /** @example 3 */
      count: number;
      /**
       * @description The sum of their amounts, in cents
       * @example 12500
       */
      amount: number;
    };
    TransferStatusReason: {
      reason_code: components['schemas']['ReasonCodeName'];
      reason_code_message: string;
      /** @example R01 */
      network_reason_code?: string;
      /** @description The meaning of the network code. Absent for unknown codes */
      network_reason_code_message?: string;
      /** @enum {string} */
      network_reason_code_rail_type?: 'ach' | 'rtp' | 'fednow';
    };
    TransferStatusReasons: {
      source?: components['schemas']['TransferStatusReason'];
      destination?: components['schemas']['TransferStatusReason'];
    };
    TransferSummary: {
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
      /** @example standard */
      speed: string;
      source?: components['schemas']['PartySummary'];
      destination?: components['schemas']['PartySummary'];
      /** @example completed */
      status: string;
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      created_at: string;
    };
    TransfersOverview: {
      /**
       * Format: date-time
       * @description `start_time`, or later if more than 10,000 transfers were created since then
       * @example 2026-01-31T17:04:05.123Z
       */
      counted_since: string;
      /** @description Statuses without a transfer are left out */
      statuses: components['schemas']['TransferStatusCount'][];
      /** @description Why transfers failed: the ten most frequent reasons */
      reasons: components['schemas']['FailureReasonCount'][];
      /** @description The ten newest transfers, whenever they were created */
      latest: components['schemas']['TransferSummary'][];
      /** @description With `step` */
      figures?: components['schemas']['TransferFiguresOverview'];
      /** @description With `step`; of the last 60 days */
      debit_returns?: components['schemas']['DebitReturns'];
    };
    TransfersResponse: {
      transfers: components['schemas']['Transfer'][];
    };
    UnauthorizedError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'unauthorized';
    };
    UnknownIdError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'unknown_id';
    };
    UnsupportedMediaTypeError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code: 'unsupported_media_type';
    };
    UpdateBusinessBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_customer_reference_id'
        | 'invalid_legal_name'
        | 'invalid_entity_type'
        | 'invalid_tax_id'
        | 'invalid_tax_id_type'
        | 'invalid_incorporation_date'
        | 'invalid_addresses'
        | 'missing_addresses_type'
        | 'invalid_addresses_type'
        | 'invalid_address1'
        | 'invalid_city'
        | 'invalid_state'
        | 'invalid_country'
        | 'invalid_zip5'
        | 'missing_contacts_type'
        | 'invalid_contacts_type'
        | 'duplicate_contacts_type'
        | 'missing_contacts_value'
        | 'invalid_phone_value'
        | 'invalid_contacts_value'
        | 'invalid_metadata'
        | 'invalid_business_name'
        | 'invalid_account_holder_name'
        | 'invalid_address2'
        | 'invalid_contacts'
        | 'resource_closed'
        | 'missing_tax_id'
        | 'missing_tax_id_type'
        | 'missing_addresses'
        | 'missing_address1'
        | 'missing_city'
        | 'missing_state'
        | 'missing_country'
        | 'missing_zip5';
    };
    UpdateExternalAccountBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_account_reference_id'
        | 'invalid_customer_reference_id'
        | 'invalid_customer_resource_type'
        | 'invalid_account_type'
        | 'invalid_account_number'
        | 'invalid_routing_number'
        | 'invalid_account_holder_name'
        | 'invalid_metadata'
        | 'duplicate_account_details'
        | 'resource_closed';
    };
    UpdateMeBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_preferences'
        | 'invalid_preferences';
    };
    UpdatePersonBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_customer_reference_id'
        | 'invalid_first_name'
        | 'invalid_last_name'
        | 'invalid_date_of_birth'
        | 'invalid_addresses'
        | 'missing_addresses_type'
        | 'invalid_addresses_type'
        | 'invalid_address1'
        | 'invalid_city'
        | 'invalid_state'
        | 'invalid_country'
        | 'invalid_zip5'
        | 'missing_contacts_type'
        | 'invalid_contacts_type'
        | 'duplicate_contacts_type'
        | 'missing_contacts_value'
        | 'invalid_phone_value'
        | 'invalid_contacts_value'
        | 'invalid_social_security_number'
        | 'invalid_metadata'
        | 'invalid_middle_name'
        | 'invalid_address2'
        | 'invalid_contacts'
        | 'resource_closed';
    };
    UpdateSettingsBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_require_api_key'
        | 'invalid_customer_requirements'
        | 'invalid_unique_account_details'
        | 'invalid_require_mfa'
        | 'invalid_portal_idle_minutes'
        | 'invalid_portal_session_hours'
        | 'invalid_subledger_required'
        | 'invalid_debit_requires_validation'
        | 'invalid_verify_gates_accounts'
        | 'invalid_verify_daily_max';
    };
    UpdateTransferBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'invalid_metadata'
        | 'missing_metadata';
    };
    UpdateUserBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_role'
        | 'invalid_role'
        | 'last_administrator'
        | 'own_user';
    };
    UpdateWebhookConfigurationBadRequestError: components['schemas']['Error'] & {
      /** @enum {string} */
      error_code:
        | 'bad_request'
        | 'missing_service_version'
        | 'invalid_service_version'
        | 'invalid_json'
        | 'invalid_body'
        | 'invalid_query_parameter'
        | 'missing_event_types'
        | 'invalid_event_types'
        | 'missing_url'
        | 'invalid_url'
        | 'missing_enabled'
        | 'invalid_enabled';
    };
    /** @enum {string} */
    UsState:
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
    User: {
      name: string;
      role: components['schemas']['UserRole'];
      /** @description Whether a second factor is set up */
      mfa: boolean;
      /** @description Whether the user has yet to choose a password */
      must_change_password: boolean;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description The last login or refresh
       */
      last_seen_at?: string;
      /** Format: date-time */
      disabled_at?: string;
    };
    UserEnterprise: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @enum {string} */
      environment: 'sandbox' | 'production';
    };
    UserResponse: {
      user: components['schemas']['User'];
    };
    /** @enum {string} */
    UserRole: 'admin' | 'payment_initiator' | 'payment_approver' | 'developer' | 'read_only';
    UserRoleRequest: {
      role: components['schemas']['UserRole'];
    };
    UserSession: {
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description The login or the last refresh
       */
      last_seen_at: string;
      /** @description The IP address of the login */
      address?: string;
      /** @description What the browser calls itself */
      agent?: string;
      /** @description Whether this is the session of the request */
      current: boolean;
    };
    UsersResponse: {
      users: components['schemas']['User'][];
    };
    VerificationEvidence: {
      /** @enum {string} */
      provider: 'rules' | 'history' | 'instant' | 'micro' | 'prenote' | 'registered' | 'sandbox' | 'payments';
      rail?: components['schemas']['Rail'];
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      checked_at: string;
    };
    VerifiedBusiness: {
      business_name: string;
      phone_number?: string;
      business_name_match?: boolean;
      phone_number_match?: boolean;
      tax_id_match?: boolean;
    };
    VerifiedPerson: {
      first_name: string;
      last_name: string;
      phone_number?: string;
      first_name_match?: boolean;
      last_name_match?: boolean;
      phone_number_match?: boolean;
      ssn_match?: boolean;
    };
    VerifyAccount: {
      /** Format: uuid */
      id: string;
      account_number: string;
      /** @example 021000021 */
      routing_number: string;
      account_holder_name: string;
      /** @enum {string} */
      type: 'status' | 'control' | 'status_ownership' | 'control_ownership';
      email?: string;
      sender_name?: string;
      /** Format: uuid */
      external_account_id?: string;
      /** @enum {string} */
      verification_status: 'pending' | 'valid' | 'closed' | 'invalid' | 'failed';
      status_reason?: string;
      evidence?: components['schemas']['VerificationEvidence'];
      /** @enum {string} */
      ownership_status?: 'pending' | 'full' | 'partial' | 'not_a_match' | 'not_found';
      person?: components['schemas']['VerifiedPerson'];
      business?: components['schemas']['VerifiedBusiness'];
      /** @enum {string} */
      control_status?: 'pending' | 'valid' | 'canceled';
      /** @enum {string} */
      debit_status?: 'pending' | 'valid' | 'blocked' | 'failed';
      debit_status_reason?: string;
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      estimated_verification_date?: string;
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
    VerifyAccountEvent: {
      /**
       * Format: uuid
       * @description The same for every attempt. Store it to detect duplicates
       */
      event_id: string;
      /** @enum {string} */
      event_type: 'verify_account_updated';
      /** @enum {string} */
      data_version: 'v2022-09-21';
      /** Format: date-time */
      created_at: string;
      /** @description Position among the events of one resource, from 1 and without gaps */
      sequence: number;
      event_data: components['schemas']['VerifyAccountEventData'];
    };
    VerifyAccountEventData: {
      account: components['schemas']['VerifyAccountInEvent'];
    };
    VerifyAccountInEvent: {
      /** Format: uuid */
      id: string;
      /**
       * @description The last four digits
       * @example *****6789
       */
      account_number: string;
      /** @example 021000021 */
      routing_number: string;
      account_holder_name: string;
      /** @enum {string} */
      type: 'status' | 'control' | 'status_ownership' | 'control_ownership';
      sender_name?: string;
      /** Format: uuid */
      external_account_id?: string;
      /** @enum {string} */
      verification_status: 'pending' | 'valid' | 'closed' | 'invalid' | 'failed';
      status_reason?: string;
      evidence?: components['schemas']['VerificationEvidence'];
      /** @enum {string} */
      ownership_status?: 'pending' | 'full' | 'partial' | 'not_a_match' | 'not_found';
      person?: components['schemas']['VerifiedPerson'];
      business?: components['schemas']['VerifiedBusiness'];
      /** @enum {string} */
      control_status?: 'pending' | 'valid' | 'canceled';
      /** @enum {string} */
      debit_status?: 'pending' | 'valid' | 'blocked' | 'failed';
      debit_status_reason?: string;
      /**
       * Format: date-time
       * @example 2026-01-31T17:04:05.123Z
       */
      estimated_verification_date?: string;
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
    VerifyAccountResponse: {
      account: components['schemas']['VerifyAccount'];
    };
    VerifyAccountsResponse: {
      accounts: components['schemas']['VerifyAccount'][];
    };
    VerifyBusinessRequest: {
      /**
       * @description Text of 1 to 512 characters
       * @example Northwind Trading LLC
       */
      business_name: string;
      /**
       * @description +1 and 10 digits
       * @example +12175550123
       */
      phone_number?: string | null;
      /**
       * @description Its last 4 to 9 digits
       * @example 6789
       */
      tax_id?: string | null;
    };
    VerifyPersonRequest: {
      /**
       * @description Text of 1 to 255 characters
       * @example Jane
       */
      first_name: string;
      /**
       * @description Text of 1 to 255 characters
       * @example Doe
       */
      last_name: string;
      /**
       * @description +1 and 10 digits
       * @example +12175550123
       */
      phone_number?: string | null;
      /**
       * @description Its last 4 to 9 digits
       * @example 6789
       */
      ssn?: string | null;
    };
    ViewRequest: {
      /** @enum {string} */
      page: 'transfers';
      /**
       * @description Text of 1 to 60 characters
       * @example Failed today
       */
      name: string;
      /**
       * @description 0 to 2048 characters: a query string, percent-encoded
       * @example status=failed&status=pending
       */
      query: string;
      /** @description A list of 1 to 30 values, each the name of a column, in small letters */
      columns?: string[] | null;
      shared: boolean;
    };
    ViewResponse: {
      view: components['schemas']['SavedView'];
    };
    ViewsResponse: {
      views: components['schemas']['SavedView'][];
    };
    WebhookAttempt: {
      /** Format: date-time */
      attempted_at: string;
      duration_ms: number;
      /** @description The HTTP status that the endpoint returned */
      status_code?: number;
      /**
       * @description Why the attempt failed
       * @example timeout
       */
      error?: string;
      /** @description The first 4 KiB of the response body of the endpoint */
      response_body?: string;
    };
    WebhookConfiguration: {
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
      event_types: components['schemas']['EventSubscription'][];
      /** @description Whether events are sent */
      enabled: boolean;
      /**
       * Format: uri
       * @description Where webhooks are sent
       */
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
    WebhookConfigurationRequest: {
      /** @description A list of at least 1 value, each 'subscribe_all', 'person_all', 'business_all', 'external_account_all', 'transfer_all', 'verify_account_all', 'schedule_all', 'approval_all', 'subledger_all', 'book_transfer_all', 'person_created', 'person_verified', 'person_rejected', 'person_restricted', 'person_unverified', 'person_closed', 'business_created', 'business_verified', 'business_rejected', 'business_restricted', 'business_unverified', 'business_closed', 'external_account_created', 'external_account_verified', 'external_account_rejected', 'external_account_restricted', 'external_account_unverified', 'external_account_closed', 'transfer_created', 'transfer_updated', 'verify_account_updated', 'schedule_created', 'schedule_updated', 'approval_requested', 'approval_decided', 'subledger_created' or 'book_transfer_updated' */
      event_types: components['schemas']['EventSubscription'][];
      /**
       * Format: uri
       * @description 1 to 2048 characters: an http or https URL without credentials
       * @example https://hooks.example.com/payments
       */
      url: string;
      enabled: boolean;
    };
    WebhookConfigurationResponse: {
      webhook_configuration: components['schemas']['WebhookConfiguration'];
    };
    WebhookConfigurationsResponse: {
      webhook_configurations: components['schemas']['WebhookConfiguration'][];
    };
    WebhookDeliveriesResponse: {
      deliveries: components['schemas']['WebhookDelivery'][];
    };
    WebhookDelivery: {
      /** Format: uuid */
      id: string;
      /** Format: uuid */
      event_id: string;
      event_type: components['schemas']['EventType'];
      /** Format: uuid */
      configuration_id: string;
      status: components['schemas']['DeliveryStatus'];
      /** @description Oldest first. The newest three include the response body */
      attempts: components['schemas']['WebhookAttempt'][];
      /** Format: date-time */
      next_attempt_at?: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    WebhookEvent: {
      /** Format: uuid */
      event_id: string;
      event_type: components['schemas']['EventType'];
      /** Format: date-time */
      created_at: string;
      /** @description The resource under its key, as in the webhook: see PersonEventData, BusinessEventData, ExternalAccountEventData and TransferEventData. For a test event, the data that the caller sent */
      event_data: {
        [key: string]: unknown;
      };
      /** @description Position among the events of one resource, from 1 */
      sequence: number;
      /** @description Position in the event log. Continue with after=<position> */
      position: number;
      /** @description Whether this is a test event of a caller */
      test?: boolean;
    };
    WebhookEventResponse: {
      event: components['schemas']['WebhookEvent'];
    };
    WebhookEventsResponse: {
      events: components['schemas']['WebhookEvent'][];
    };
    WebhookSecretResponse: {
      /**
       * @description Verifies the `webhook-signature` header
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
       */
      secret: string;
    };
    WebhookTest: {
      /** Format: date-time */
      attempted_at: string;
      duration_ms: number;
      /** @description The HTTP status that the endpoint returned */
      status_code?: number;
      /**
       * @description Why the attempt failed
       * @example timeout
       */
      error?: string;
      /** @description The first 4 KiB of the response body of the endpoint */
      response_body?: string;
      /** Format: uuid */
      event_id: string;
      event_type: components['schemas']['EventType'];
      delivered: boolean;
    };
    WebhookTestResponse: {
      test: components['schemas']['WebhookTest'];
    };
  };
  responses: {
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_banking_days`: banking_days or to is required; send one of the two
     *     - `invalid_banking_days`: banking_days must be a whole number from 1 to 366
     *     - `invalid_to`: to must be after the current banking time and at most ten years ahead of real time
     */
    AdvanceSandboxClockBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['AdvanceSandboxClockBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     */
    BadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['BadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `mfa_already_enrolled`: A second factor is set up already. Remove it first with DELETE /portal/me/mfa.
     */
    BeginMfaBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['BeginMfaBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `transfer_not_cancelable`: The transfer can no longer be canceled. Its payment was submitted to the network, or it has a final status.
     */
    CancelTransferBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CancelTransferBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_current_password`: current_password is required
     *     - `invalid_current_password`: current_password must be the password of the user
     *     - `missing_new_password`: new_password is required
     *     - `invalid_new_password`: new_password must differ from the current password
     */
    ChangePasswordBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ChangePasswordBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_routing_numbers`: routing_numbers or routing_number is required; send one of the two
     *     - `invalid_routing_numbers`: routing_numbers must be omitted when routing_number is sent; send one of the two
     *     - `invalid_routing_number`: routing_number must be 9 digits
     *     - `invalid_amount`: amount must be a whole number of cents from 1 to 9999999999
     *     - `invalid_speed`: speed must be 'standard', 'same_day' or 'asap'
     */
    CheckEligibilityBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CheckEligibilityBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `account_not_valid`: A debit check needs an account whose verification_status became valid in the last 240 days. Wait for the verify_account_updated event, or create a new verification.
     */
    CheckVerifyAccountDebitBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CheckVerifyAccountDebitBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `subledger_not_empty`: The subledger has money: available, pending or reserved. Move it with a book transfer first.
     *     - `subledger_in_use`: An unfinished transfer or a book transfer that waits for an approval names the subledger. Wait for its end.
     */
    CloseSubledgerBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CloseSubledgerBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_token`: token is required
     *     - `invalid_token`: token must be text of 1 to 2048 characters
     *     - `missing_code`: code is required
     *     - `invalid_code`: code must be the next code of the app, or an unused recovery code
     */
    CompleteMfaBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CompleteMfaBadRequestError'];
      };
    };
    /** @description - `unauthorized`: The login has expired, or too many codes were wrong. Log in again with POST /portal/session. */
    CompleteMfaUnauthorized: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnauthorizedError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_code`: code is required
     *     - `invalid_code`: code must be the next code of the app, or an unused recovery code
     *     - `mfa_already_enrolled`: A second factor is set up already. Remove it first with DELETE /portal/me/mfa.
     *     - `mfa_not_enrolled`: No second factor is set up. Begin with POST /portal/me/mfa.
     */
    ConfirmMfaBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ConfirmMfaBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_statement_code`: statement_code is required
     *     - `invalid_statement_code`: The statement code is wrong. Read it on the bank statement of the account, behind the # sign.
     *     - `control_not_requested`: This verification has no statement code. Create one with the type control or control_ownership.
     *     - `control_canceled`: The statement code is no longer valid. Create a new verification to send another one.
     */
    ConfirmVerifyAccountControlBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ConfirmVerifyAccountControlBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_idempotency_key`: The Idempotency-Key header must be sent once, with 1 to 255 printable ASCII characters.
     *     - `missing_book_transfer_reference_id`: book_transfer_reference_id is required
     *     - `invalid_book_transfer_reference_id`: book_transfer_reference_id must be text of 1 to 255 characters
     *     - `missing_amount`: amount is required
     *     - `invalid_amount`: amount must be a whole number of cents from 1 to 9999999999
     *     - `missing_currency`: currency is required
     *     - `invalid_currency`: currency must be 'USD'
     *     - `invalid_metadata`: metadata must be an object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
     *     - `missing_source_and_destination`: source or destination is required, or both
     *     - `invalid_book_transfer_source_subledger_reference_id`: source.subledger_reference_id must be that of a subledger
     *     - `missing_book_transfer_source_subledger_reference_id`: subledger_reference_id is required
     *     - `invalid_book_transfer_destination_subledger_reference_id`: destination.subledger_reference_id must be that of a subledger that is not closed, and not the source
     *     - `missing_book_transfer_destination_subledger_reference_id`: subledger_reference_id is required
     *     - `duplicate_book_transfer_reference_id`: A book transfer with this book_transfer_reference_id already exists. Choose another one.
     */
    CreateBookTransferBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CreateBookTransferBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_idempotency_key`: The Idempotency-Key header must be sent once, with 1 to 255 printable ASCII characters.
     *     - `missing_customer_reference_id`: customer_reference_id is required
     *     - `invalid_customer_reference_id`: customer_reference_id cannot be changed. Send the one that the resource was created with; an update by reference needs an existing one.
     *     - `missing_legal_name`: legal_name is required
     *     - `invalid_legal_name`: legal_name must be 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes, apostrophes and . # : / & , ( ); no leading space
     *     - `invalid_business_name`: business_name must be 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes, apostrophes and . # : / & , ( )
     *     - `invalid_entity_type`: entity_type must be 'sole_proprietorship', 'partnership', 'limited_liability_partnership', 'limited_liability_company', 'c_corporation', 's_corporation', 'b_corporation' or 'nonprofit_corporation'
     *     - `invalid_tax_id`: tax_id must be 9 digits
     *     - `missing_tax_id`: tax_id is required
     *     - `invalid_tax_id_type`: tax_id_type must be 'tin' or 'ein'
     *     - `missing_tax_id_type`: tax_id_type is required
     *     - `invalid_account_holder_name`: account_holder_name must be 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods
     *     - `invalid_incorporation_date`: incorporation_date must be a date as YYYY-MM-DD, in the years 1600 to 2099
     *     - `invalid_addresses`: addresses must be a list of exactly one object
     *     - `missing_addresses_type`: type is required
     *     - `invalid_addresses_type`: type must be 'legal'
     *     - `missing_address1`: address1 is required
     *     - `invalid_address1`: address1 must be the street line of a physical address, not a PO box: text of 1 to 255 characters
     *     - `invalid_address2`: address2 must be text of 1 to 255 characters
     *     - `missing_city`: city is required
     *     - `invalid_city`: city must be text of 1 to 255 characters
     *     - `missing_state`: state is required
     *     - `invalid_state`: state must be the two-letter uppercase code of a US state or territory, such as CA
     *     - `missing_country`: country is required
     *     - `invalid_country`: country must be 'US'
     *     - `missing_zip5`: zip5 is required
     *     - `invalid_zip5`: zip5 must be 5 digits
     *     - `invalid_contacts`: contacts must be a list of 1 to 3 objects
     *     - `missing_contacts_type`: type is required
     *     - `invalid_contacts_type`: type must be 'phone', 'website' or 'email'
     *     - `duplicate_contacts_type`: contacts must have at most one contact of each type
     *     - `missing_contacts_value`: value is required
     *     - `invalid_phone_value`: value must be a phone number that fewer than three persons or businesses use. Send another number.
     *     - `invalid_contacts_value`: value must be an email address such as name@example.com, at most 254 characters
     *     - `invalid_metadata`: metadata must be an object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
     *     - `duplicate_customer_reference_id`: customer_reference_id is already in use by a person, a business or the enterprise. Choose another one.
     *     - `missing_addresses`: addresses is required
     */
    CreateBusinessBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CreateBusinessBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_scopes`: scopes must be a list of at least 1 value, each 'read:persons', 'write:persons', 'read:businesses', 'write:businesses', 'read:external-accounts', 'write:external-accounts', 'read:transfers', 'write:transfers', 'read:balances', 'write:balances', 'read:ledger', 'write:ledger', 'read:webhook-configurations', 'write:webhook-configurations', 'read:webhook-secret', 'write:webhook-secret', 'invoke:webhook', 'read:verify-accounts', 'write:verify-accounts', 'read:schedules', 'write:schedules', 'read:approvals', 'read:subledgers', 'write:subledgers', 'read:booktransfers' or 'write:booktransfers'
     *     - `too_many_clients`: The enterprise already has two enabled clients, which is the maximum. Disable one first.
     */
    CreateClientBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CreateClientBadRequestError'];
      };
    };
    /** @description - `forbidden`: The access token lacks the scope write:credentials. Use a client or user that has it. */
    CreateClientForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_idempotency_key`: The Idempotency-Key header must be sent once, with 1 to 255 printable ASCII characters.
     *     - `missing_account_reference_id`: account_reference_id is required
     *     - `invalid_account_reference_id`: account_reference_id must be text of 1 to 255 characters
     *     - `missing_customer_reference_id`: customer_reference_id is required
     *     - `invalid_customer_reference_id`: customer_reference_id must be that of an open person or business, matching customer_resource_type, or the name of the enterprise
     *     - `missing_customer_resource_type`: customer_resource_type is required
     *     - `invalid_customer_resource_type`: customer_resource_type must be 'business', 'person' or 'enterprise'
     *     - `missing_account_type`: account_type is required
     *     - `invalid_account_type`: account_type must be 'checking' or 'savings'
     *     - `missing_account_number`: account_number is required
     *     - `invalid_account_number`: account_number must be 4 to 17 digits, with at most one hyphen between two digits
     *     - `missing_routing_number`: routing_number is required
     *     - `invalid_routing_number`: routing_number must be 9 digits
     *     - `missing_account_holder_name`: account_holder_name is required
     *     - `invalid_account_holder_name`: account_holder_name must be 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes and common punctuation
     *     - `invalid_metadata`: metadata must be an object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
     *     - `duplicate_account_reference_id`: account_reference_id is already in use by another external account. Choose another one.
     *     - `duplicate_account_details`: The customer already has an open external account with the same numbers. Use the account in details.
     */
    CreateExternalAccountBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CreateExternalAccountBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_idempotency_key`: The Idempotency-Key header must be sent once, with 1 to 255 printable ASCII characters.
     *     - `missing_customer_reference_id`: customer_reference_id is required
     *     - `invalid_customer_reference_id`: customer_reference_id cannot be changed. Send the one that the resource was created with; an update by reference needs an existing one.
     *     - `missing_first_name`: first_name is required
     *     - `invalid_first_name`: first_name must be 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods
     *     - `invalid_middle_name`: middle_name must be 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods
     *     - `missing_last_name`: last_name is required
     *     - `invalid_last_name`: last_name must be 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods
     *     - `missing_date_of_birth`: date_of_birth is required
     *     - `invalid_date_of_birth`: date_of_birth must be a date as YYYY-MM-DD
     *     - `missing_addresses`: addresses is required
     *     - `invalid_addresses`: addresses must be a list of exactly one object
     *     - `missing_addresses_type`: type is required
     *     - `invalid_addresses_type`: type must be 'home'
     *     - `missing_address1`: address1 is required
     *     - `invalid_address1`: address1 must be text of 1 to 255 characters
     *     - `invalid_address2`: address2 must be text of 1 to 255 characters
     *     - `missing_city`: city is required
     *     - `invalid_city`: city must be text of 1 to 255 characters
     *     - `missing_state`: state is required
     *     - `invalid_state`: state must be the two-letter uppercase code of a US state or territory, such as CA
     *     - `missing_country`: country is required
     *     - `invalid_country`: country must be 'US'
     *     - `missing_zip5`: zip5 is required
     *     - `invalid_zip5`: zip5 must be 5 digits
     *     - `invalid_contacts`: contacts must be a list of 1 to 2 objects
     *     - `missing_contacts_type`: type is required
     *     - `invalid_contacts_type`: type must be 'phone' or 'email'
     *     - `duplicate_contacts_type`: contacts must have at most one contact of each type
     *     - `missing_contacts_value`: value is required
     *     - `invalid_phone_value`: value must be a phone number that fewer than three persons or businesses use. Send another number.
     *     - `invalid_contacts_value`: value must be an email address such as name@example.com, at most 254 characters
     *     - `invalid_social_security_number`: social_security_number must be a Social Security number (SSN) or an individual taxpayer number (ITIN), as 9 digits or XXX-XX-XXXX
     *     - `invalid_metadata`: metadata must be an object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
     *     - `duplicate_customer_reference_id`: customer_reference_id is already in use by a person, a business or the enterprise. Choose another one.
     */
    CreatePersonBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CreatePersonBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_name`: name is required
     *     - `invalid_name`: name must be text of 1 to 80 characters
     *     - `missing_applies_to`: applies_to is required
     *     - `invalid_applies_to`: applies_to must be a list of 1 to 4 values, each 'transfer', 'book_transfer', 'schedule' or 'bulk_transfer'
     *     - `missing_conditions`: conditions is required
     *     - `invalid_conditions`: conditions must be a list of 1 to 8 conditions, each with a field, an operator of this field, and a value
     *     - `missing_required`: required is required
     *     - `invalid_required`: required must be a whole number from 1 to 5
     *     - `missing_approvers`: approvers is required
     *     - `invalid_approvers`: approvers must be an object with roles, or with up to 20 names of users
     *     - `invalid_expires_after_hours`: expires_after_hours must be a whole number from 1 to 720
     *     - `invalid_step_up`: step_up must be true or false
     *     - `missing_enabled`: enabled is required
     *     - `invalid_enabled`: enabled must be true or false
     *     - `duplicate_name`: A policy with this name already exists. Choose another name.
     *     - `too_many_policies`: An enterprise can have 50 policies. Delete one first.
     *     - `conditions_do_not_apply`: A condition cannot be true of something that the policy applies to: only transfers have payees and totals of the day, and only transfers and schedules a use case and a speed. Make a policy of its own for the others.
     *     - `not_enough_approvers`: Too few enabled users may approve under this policy: whoever makes a transfer cannot approve it. Name more approvers, or require fewer.
     */
    CreatePolicyBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CreatePolicyBadRequestError'];
      };
    };
    /**
     * @description - `step_up_required`: The operation needs a password or code of the last 5 minutes. Call POST /portal/session/step-up first.
     *     - `forbidden`: The access token lacks the scope write:controls. Use a client or user that has it.
     */
    CreatePolicyStepUpRequiredOrForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['StepUpRequiredOrForbiddenError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_idempotency_key`: The Idempotency-Key header must be sent once, with 1 to 255 printable ASCII characters.
     *     - `missing_schedule_reference_id`: schedule_reference_id is required
     *     - `invalid_schedule_reference_id`: schedule_reference_id must be text of 1 to 200 characters
     *     - `missing_source_and_destination`: source or destination is required, or both
     *     - `invalid_source_account_reference_id`: source.account_reference_id must be that of an open account of the source customer
     *     - `missing_source_account_reference_id`: account_reference_id is required
     *     - `invalid_destination_account_reference_id`: destination.account_reference_id must be that of an open account of the destination customer
     *     - `missing_destination_account_reference_id`: account_reference_id is required
     *     - `missing_source_customer_reference_id`: customer_reference_id is required
     *     - `invalid_source_customer_reference_id`: source.customer_reference_id must be that of an open customer, or the name of the enterprise
     *     - `missing_destination_customer_reference_id`: customer_reference_id is required
     *     - `invalid_destination_customer_reference_id`: destination.customer_reference_id must be that of an open customer, or the name of the enterprise
     *     - `missing_amount`: amount is required
     *     - `invalid_amount`: amount must be a whole number of cents from 1 to 9999999999
     *     - `missing_currency`: currency is required
     *     - `invalid_currency`: currency must be 'USD'
     *     - `missing_speed`: speed is required
     *     - `invalid_speed`: speed must be 'standard', 'same_day' or 'asap'
     *     - `invalid_account_statement_descriptor`: account_statement_descriptor must be 1 to 140 characters: letters, digits, spaces and . , - / & #
     *     - `invalid_metadata`: metadata must be an object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
     *     - `missing_schedule_start_date`: start_date is required
     *     - `invalid_schedule_start_date`: start_date must be a day as YYYY-MM-DD, today in New York or later, and at most five years ahead
     *     - `missing_schedule_recurrence`: recurrence is required
     *     - `invalid_schedule_recurrence`: recurrence must be a supported RFC 5545 rule with at least one date within ten years of start_date
     *     - `invalid_source_statement_display_name`: statement_display_name must be 1 to 140 characters: letters, digits, spaces and . , - / & #
     *     - `invalid_destination_statement_display_name`: statement_display_name must be 1 to 140 characters: letters, digits, spaces and . , - / & #
     *     - `invalid_missed`: missed must be 'run' or 'skip'
     *     - `invalid_end_on_failures`: end_on_failures must be a whole number from 0 to 20
     *     - `duplicate_schedule_reference_id`: A schedule with this schedule_reference_id already exists. Choose another one.
     *     - `too_many_schedules`: An enterprise can have 10000 schedules that have not ended. Delete one first.
     *     - `unknown_enterprise_external_account`: The enterprise has no external account in this environment. Create one first.
     *     - `missing_tax_id`: tax_id is required for a business in this kind of transfer. Add it to the business first.
     *     - `missing_addresses`: addresses is required for a business in this kind of transfer. Add an address to the business first.
     */
    CreateScheduleBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CreateScheduleBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_name`: name is required
     *     - `invalid_name`: name must be text of 1 to 255 characters
     *     - `missing_password`: password is required
     *     - `invalid_password`: password must be text of 1 to 1024 characters
     */
    CreateSessionBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CreateSessionBadRequestError'];
      };
    };
    /** @description - `unauthorized`: name or password is wrong. Check both and try again. */
    CreateSessionUnauthorized: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnauthorizedError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_idempotency_key`: The Idempotency-Key header must be sent once, with 1 to 255 printable ASCII characters.
     *     - `missing_subledger_reference_id`: subledger_reference_id is required
     *     - `invalid_subledger_reference_id`: subledger_reference_id must be text of 1 to 255 characters
     *     - `missing_customer_reference_id`: customer_reference_id is required
     *     - `invalid_customer_reference_id`: customer_reference_id must be that of a verified customer, or the name of the enterprise
     *     - `duplicate_subledger_reference_id`: A subledger with this subledger_reference_id already exists. Choose another one.
     *     - `too_many_subledgers`: An enterprise can have 10000 subledgers that are not closed. Close one first.
     */
    CreateSubledgerBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CreateSubledgerBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `unsupported_media_type`: The body must be uncompressed UTF-8 with Content-Type application/json. POST /oauth/token also accepts a form.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `payload_too_large`: The body is too large. Send at most 64 KiB.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_client_id`: client_id is required
     *     - `invalid_client_id`: client_id must be text of 1 to 1024 characters
     *     - `missing_client_secret`: client_secret is required
     *     - `invalid_client_secret`: client_secret must be text of 1 to 1024 characters
     *     - `invalid_grant_type`: grant_type must be 'client_credentials' or omitted
     */
    CreateTokenBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CreateTokenBadRequestError'];
      };
    };
    /** @description - `forbidden`: The client is disabled. Use the credentials of an enabled client. */
    CreateTokenForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /** @description - `unauthorized`: client_id or client_secret is wrong. Check both, and that they belong to this environment. */
    CreateTokenUnauthorized: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnauthorizedError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_idempotency_key`: The Idempotency-Key header must be sent once, with 1 to 255 printable ASCII characters.
     *     - `missing_transfer_reference_id`: transfer_reference_id is required
     *     - `invalid_transfer_reference_id`: transfer_reference_id must be text of 1 to 255 characters
     *     - `missing_source_and_destination`: source or destination is required, or both
     *     - `invalid_source_account_reference_id`: source.account_reference_id must be that of an open account of the source customer
     *     - `missing_source_account_reference_id`: account_reference_id is required
     *     - `invalid_destination_account_reference_id`: destination.account_reference_id must be that of an open account of the destination customer
     *     - `missing_destination_account_reference_id`: account_reference_id is required
     *     - `missing_source_customer_reference_id`: customer_reference_id is required
     *     - `invalid_source_customer_reference_id`: source.customer_reference_id must be that of an open customer, or the name of the enterprise
     *     - `missing_destination_customer_reference_id`: customer_reference_id is required
     *     - `invalid_destination_customer_reference_id`: destination.customer_reference_id must be that of an open customer, or the name of the enterprise
     *     - `missing_amount`: amount is required
     *     - `invalid_amount`: amount must be a whole number of cents from 1 to 9999999999
     *     - `missing_currency`: currency is required
     *     - `invalid_currency`: currency must be 'USD'
     *     - `missing_speed`: speed is required
     *     - `invalid_speed`: speed must be 'standard', 'same_day' or 'asap'
     *     - `invalid_account_statement_descriptor`: account_statement_descriptor must be 1 to 140 characters: letters, digits, spaces and . , - / & #
     *     - `invalid_metadata`: metadata must be an object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
     *     - `invalid_subledger_reference_id`: subledger_reference_id must be that of a subledger that is not closed. In a transfer between two accounts, it must belong to one of the customers or to the enterprise.
     *     - `invalid_source_statement_display_name`: statement_display_name must be 1 to 140 characters: letters, digits, spaces and . , - / & #
     *     - `invalid_destination_statement_display_name`: statement_display_name must be 1 to 140 characters: letters, digits, spaces and . , - / & #
     *     - `duplicate_transfer_reference_id`: A transfer with this transfer_reference_id already exists. Choose another one.
     *     - `missing_subledger_reference_id`: subledger_reference_id is required by the setting subledger_required of the enterprise
     *     - `unknown_enterprise_external_account`: The enterprise has no external account in this environment. Create one first.
     *     - `missing_tax_id`: tax_id is required for a business in this kind of transfer. Add it to the business first.
     *     - `missing_addresses`: addresses is required for a business in this kind of transfer. Add an address to the business first.
     */
    CreateTransferBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CreateTransferBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_name`: name is required
     *     - `invalid_name`: name must be 1 to 255 characters: letters, digits and . _ @ + -
     *     - `missing_role`: role is required
     *     - `invalid_role`: role must be 'admin', 'payment_initiator', 'payment_approver', 'developer' or 'read_only'
     *     - `duplicate_name`: name is already in use by another user. Choose another name.
     */
    CreateUserBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CreateUserBadRequestError'];
      };
    };
    /** @description - `forbidden`: The access token lacks the scope write:users. Use a client or user that has it. */
    CreateUserForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_idempotency_key`: The Idempotency-Key header must be sent once, with 1 to 255 printable ASCII characters.
     *     - `missing_account_number`: account_number is required
     *     - `invalid_account_number`: account_number must be 4 to 17 digits, with at most one hyphen between two digits
     *     - `missing_routing_number`: routing_number is required
     *     - `invalid_routing_number`: routing_number must be 9 digits
     *     - `missing_account_holder_name`: account_holder_name is required
     *     - `invalid_account_holder_name`: account_holder_name must be 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes and common punctuation
     *     - `invalid_type`: type must be 'status', 'control', 'status_ownership' or 'control_ownership'
     *     - `invalid_email`: email must be 1 to 254 characters: an e-mail address
     *     - `invalid_person`: person or business is required for a check of the ownership, and not both
     *     - `missing_first_name`: first_name is required
     *     - `invalid_first_name`: first_name must be text of 1 to 255 characters
     *     - `missing_last_name`: last_name is required
     *     - `invalid_last_name`: last_name must be text of 1 to 255 characters
     *     - `invalid_phone_number`: phone_number must be +1 and 10 digits
     *     - `invalid_ssn`: ssn must be its last 4 to 9 digits
     *     - `invalid_business`: business must be an object
     *     - `missing_business_name`: business_name is required
     *     - `invalid_business_name`: business_name must be text of 1 to 512 characters
     *     - `invalid_tax_id`: tax_id must be its last 4 to 9 digits
     *     - `invalid_sender_name`: sender_name must be text of 1 to 255 characters
     *     - `invalid_external_account_id`: external_account_id must be the id of an open external account, and replaces the three account fields
     */
    CreateVerifyAccountBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CreateVerifyAccountBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_page`: page must be 'transfers'
     *     - `missing_page`: page is required
     *     - `missing_name`: name is required
     *     - `invalid_name`: name must be text of 1 to 60 characters
     *     - `missing_query`: query is required
     *     - `invalid_query`: query must be 0 to 2048 characters: a query string, percent-encoded
     *     - `invalid_columns`: columns must be a list of 1 to 30 values, each the name of a column, in small letters
     *     - `missing_shared`: shared is required
     *     - `invalid_shared`: shared must be true or false
     *     - `duplicate_name`: A view of this page with this name already exists. Choose another name.
     *     - `too_many_views`: A user can have 50 views, and an enterprise 50 shared ones. Delete one first.
     */
    CreateViewBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CreateViewBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_idempotency_key`: The Idempotency-Key header must be sent once, with 1 to 255 printable ASCII characters.
     *     - `missing_event_types`: event_types is required
     *     - `invalid_event_types`: event_types must be a list of at least 1 value, each 'subscribe_all', 'person_all', 'business_all', 'external_account_all', 'transfer_all', 'verify_account_all', 'schedule_all', 'approval_all', 'subledger_all', 'book_transfer_all', 'person_created', 'person_verified', 'person_rejected', 'person_restricted', 'person_unverified', 'person_closed', 'business_created', 'business_verified', 'business_rejected', 'business_restricted', 'business_unverified', 'business_closed', 'external_account_created', 'external_account_verified', 'external_account_rejected', 'external_account_restricted', 'external_account_unverified', 'external_account_closed', 'transfer_created', 'transfer_updated', 'verify_account_updated', 'schedule_created', 'schedule_updated', 'approval_requested', 'approval_decided', 'subledger_created' or 'book_transfer_updated'
     *     - `missing_url`: url is required
     *     - `invalid_url`: url must be an https URL (in the sandbox also http) of a public host, without credentials or fragment
     *     - `missing_enabled`: enabled is required
     *     - `invalid_enabled`: enabled must be true or false
     *     - `too_many_webhook_configurations`: The enterprise already has 20 webhook configurations, which is the maximum. Delete one first.
     */
    CreateWebhookConfigurationBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CreateWebhookConfigurationBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_idempotency_key`: The Idempotency-Key header must be sent once, with 1 to 255 printable ASCII characters.
     *     - `missing_amount`: amount is required
     *     - `invalid_amount`: amount must be a whole number of cents from 1 to 9999999999
     */
    CreditSandboxBalanceBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CreditSandboxBalanceBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_decision`: decision is required
     *     - `invalid_decision`: decision must be 'approve' or 'reject'
     *     - `invalid_comment`: comment must be text of 1 to 500 characters
     *     - `missing_items`: items is required
     *     - `invalid_items`: items must be a list of 1 to 100 objects
     *     - `missing_id`: id is required
     *     - `invalid_id`: id must be the id of a resource (a UUID)
     *     - `missing_digest`: digest is required
     *     - `invalid_digest`: digest must be 43 to 43 characters: the digest of the approval
     *     - `missing_comment`: comment is required for a rejection
     */
    DecideApprovalsBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['DecideApprovalsBadRequestError'];
      };
    };
    /** @description - `unknown_id`: No client, API key or user with this id exists. */
    DisableClientUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnknownIdError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `last_administrator`: The last user who can manage users cannot be disabled or lose the role. Create another administrator first.
     */
    DisableUserBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['DisableUserBadRequestError'];
      };
    };
    /** @description - `unknown_id`: No session with this id exists. */
    EndSessionUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnknownIdError'];
      };
    };
    /** @description - `forbidden`: The API key is missing, or not valid for this environment and enterprise. Send a valid key in the X-API-Key header. */
    Forbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /**
     * @description - `forbidden`: The API key is missing, or not valid for this environment and enterprise. Send a valid key in the X-API-Key header.
     *     - `own_approval_forbidden`: You or a client of yours made this. Another user must decide.
     *     - `not_an_approver`: None of the policies lets you decide this. A user whom they name must decide.
     *     - `step_up_required`: The policy requires a second factor of the last 15 minutes. Confirm your code in the portal and try again.
     */
    ForbiddenOrOwnApprovalForbiddenOrNotAnApproverOrStepUpRequired: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenOrOwnApprovalForbiddenOrNotAnApproverOrStepUpRequiredError'];
      };
    };
    /**
     * @description - `forbidden`: The access token lacks the scope write:me. Use a client or user that has it.
     *     - `session_required`: The access token does not belong to a session in a browser. Log in with POST /portal/session.
     */
    ForbiddenOrSessionRequired: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenOrSessionRequiredError'];
      };
    };
    /**
     * @description - `forbidden`: The access token lacks the scope write:rails. Use a client or user that has it.
     *     - `shared_connection`: The connection to the bank serves several enterprises. Ask the operator of the service.
     */
    ForbiddenOrSharedConnection: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenOrSharedConnectionError'];
      };
    };
    /** @description - `unknown_id`: No approval with this id exists. */
    GetApprovalUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnknownIdError'];
      };
    };
    /** @description - `unknown_id`: No bank file or unresolved item with this id exists. */
    GetBankFileUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnknownIdError'];
      };
    };
    /** @description - `unknown_id`: No batch with this id exists. */
    GetBatchUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnknownIdError'];
      };
    };
    /** @description - `unknown_id`: No book transfer with this id exists. */
    GetBookTransferUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnknownIdError'];
      };
    };
    /** @description - `unknown_id`: No business with this id exists. */
    GetBusinessUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnknownIdError'];
      };
    };
    /** @description - `unknown_id`: No external account with this id exists. */
    GetExternalAccountUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnknownIdError'];
      };
    };
    /** @description - `forbidden`: The access token lacks the scope read:me. Use a client or user that has it. */
    GetMeForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /** @description - `unknown_id`: No person with this id exists. */
    GetPersonUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnknownIdError'];
      };
    };
    /** @description - `unknown_id`: No policy with this id exists. */
    GetPolicyUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnknownIdError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_start_time`: start_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_end_time`: end_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_step`: step must be 'hour' or 'day'
     */
    GetPortalOverviewBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['GetPortalOverviewBadRequestError'];
      };
    };
    /** @description - `forbidden`: The access token lacks the scope read:ledger. Use a client or user that has it. */
    GetPortalReconciliationForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /** @description - `unknown_id`: No reason or network code with this code exists. GET /reference/reason-codes lists them. */
    GetReasonCodeUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnknownIdError'];
      };
    };
    /** @description - `unknown_id`: No schedule with this id exists. */
    GetScheduleUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnknownIdError'];
      };
    };
    /** @description - `forbidden`: The access token lacks the scope read:settings. Use a client or user that has it. */
    GetSettingsForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /** @description - `unknown_id`: No subledger with this id exists. */
    GetSubledgerUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnknownIdError'];
      };
    };
    /** @description - `unknown_id`: No transfer with this id exists. */
    GetTransferUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnknownIdError'];
      };
    };
    /** @description - `unknown_id`: No verification with this id exists. */
    GetVerifyAccountUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnknownIdError'];
      };
    };
    /** @description - `unknown_id`: No webhook configuration with this id exists. */
    GetWebhookConfigurationUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnknownIdError'];
      };
    };
    /** @description - `unknown_id`: No event with this id exists. */
    GetWebhookEventUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnknownIdError'];
      };
    };
    /** @description - `unknown_id`: No recovery with this id exists for this webhook configuration. */
    GetWebhookRecoveryUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnknownIdError'];
      };
    };
    /**
     * @description - `step_up_required`: The operation needs a password or code of the last 5 minutes. Call POST /portal/session/step-up first.
     *     - `forbidden`: The API key is missing, or not valid for this environment and enterprise. Send a valid key in the X-API-Key header.
     */
    GetWebhookSecretStepUpRequiredOrForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['StepUpRequiredOrForbiddenError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_comment`: comment must be text of 1 to 500 characters
     *     - `missing_digest`: digest is required
     *     - `invalid_digest`: digest must be 43 to 43 characters: the digest of the approval
     *     - `approval_subject_changed`: digest is not that of the approval. Read the approval again before you decide.
     *     - `already_decided`: You have decided otherwise. A decision cannot be changed.
     *     - `approval_closed`: The approval is not pending any more. Read it to see how it ended.
     */
    GiveApprovalBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['GiveApprovalBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_decision_reason`: reason is required
     *     - `invalid_decision_reason`: reason must be text of 1 to 200 characters
     *     - `bank_file_not_changeable`: The file cannot be changed so. Read it again.
     */
    HoldBankFileBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['HoldBankFileBadRequestError'];
      };
    };
    /** @description - `idempotency_key_in_use`: A request with this Idempotency-Key is still in progress. Retry after the number of seconds in Retry-After. */
    IdempotencyKeyInUse: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['IdempotencyKeyInUseError'];
      };
    };
    /** @description - `idempotency_key_reused`: This Idempotency-Key was used for a different request. Use a new key for each new method, path or body. */
    IdempotencyKeyReused: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['IdempotencyKeyReusedError'];
      };
    };
    /** @description - `internal_server_error`: Internal error. Retry later, or contact support with the X-Request-Id of the response. */
    InternalServerError: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InternalServerErrorError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     */
    InvalidServiceVersion: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InvalidServiceVersionError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_idempotency_key`: The Idempotency-Key header must be sent once, with 1 to 255 printable ASCII characters.
     *     - `invalid_event_type`: event_type must be 'person_created', 'person_verified', 'person_rejected', 'person_restricted', 'person_unverified', 'person_closed', 'business_created', 'business_verified', 'business_rejected', 'business_restricted', 'business_unverified', 'business_closed', 'external_account_created', 'external_account_verified', 'external_account_rejected', 'external_account_restricted', 'external_account_unverified', 'external_account_closed', 'transfer_created', 'transfer_updated', 'verify_account_updated', 'schedule_created', 'schedule_updated', 'approval_requested', 'approval_decided', 'subledger_created' or 'book_transfer_updated'
     *     - `missing_event_type`: event_type is required
     *     - `missing_data`: data is required
     *     - `invalid_data`: data must be the resource of the event type, or an object with the resource under its key and nothing else
     */
    InvokeWebhookBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['InvokeWebhookBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     *     - `invalid_start_time`: start_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_end_time`: end_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_status`: status must be 'pending', 'approved', 'rejected', 'expired' or 'withdrawn'
     *     - `invalid_mine`: mine must be true or false
     *     - `invalid_subject_type`: subject_type must be 'transfer', 'book_transfer', 'schedule', 'bulk_transfer' or 'setting_change'
     *     - `invalid_subject_id`: subject_id must be the id of a resource (a UUID)
     */
    ListApprovalsBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListApprovalsBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     *     - `invalid_start_time`: start_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_end_time`: end_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_action`: action must be text of 1 to 255 characters
     *     - `invalid_subject_type`: subject_type must be text of 1 to 255 characters
     *     - `invalid_subject_id`: subject_id must be text of 1 to 255 characters
     *     - `invalid_actor`: actor must be text of 1 to 255 characters
     */
    ListAuditEntriesBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListAuditEntriesBadRequestError'];
      };
    };
    /** @description - `forbidden`: The access token lacks the scope read:audit. Use a client or user that has it. */
    ListAuditEntriesForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     */
    ListBankFileEntriesBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListBankFileEntriesBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     *     - `invalid_bank_file_state`: state must be 'building', 'closing', 'sealed', 'held', 'uploading', 'doubtful', 'uploaded', 'acknowledged', 'refused', 'withdrawn', 'resubmitted', 'failed', 'dropped' or 'closed'
     */
    ListBankFilesBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListBankFilesBadRequestError'];
      };
    };
    /** @description - `forbidden`: The access token lacks the scope read:rails. Use a client or user that has it. */
    ListBankWindowsForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     *     - `invalid_size`: size must be a whole number from 0 to 100
     */
    ListBatchesBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListBatchesBadRequestError'];
      };
    };
    /** @description - `forbidden`: The access token lacks the scope read:transfers. Use a client or user that has it. */
    ListBatchesForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_subledger_reference_id`: subledger_reference_id must be text of 1 to 255 characters
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     *     - `invalid_start_time`: start_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_end_time`: end_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_book_transfer_reference_id`: book_transfer_reference_id must be text of 1 to 255 characters
     *     - `invalid_status`: status must be 'created', 'completed' or 'failed'
     */
    ListBookTransfersBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListBookTransfersBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     *     - `invalid_start_time`: start_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_end_time`: end_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_status`: status must be 'created', 'verified', 'rejected', 'restricted' or 'closed'
     */
    ListBusinessExternalAccountsBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListBusinessExternalAccountsBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_customer_reference_id`: customer_reference_id must be text of 1 to 255 characters
     *     - `invalid_legal_name`: legal_name must be 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes, apostrophes and . # : / & , ( ); no leading space
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     *     - `invalid_start_time`: start_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_end_time`: end_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_status`: status must be 'created', 'verified', 'rejected', 'restricted' or 'closed'
     *     - `invalid_id`: id must be the id of a resource (a UUID)
     */
    ListBusinessesBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListBusinessesBadRequestError'];
      };
    };
    /** @description - `forbidden`: The access token lacks the scope read:credentials. Use a client or user that has it. */
    ListClientsForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_account_reference_id`: account_reference_id must be text of 1 to 255 characters
     *     - `invalid_customer_reference_id`: customer_reference_id must be text of 1 to 255 characters
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     *     - `invalid_start_time`: start_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_end_time`: end_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_status`: status must be 'created', 'verified', 'rejected', 'restricted' or 'closed'
     */
    ListExternalAccountsBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListExternalAccountsBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     *     - `invalid_start_time`: start_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_end_time`: end_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_transfer_id`: transfer_id must be the id of a transfer (a UUID)
     *     - `invalid_account`: account must be 'available', 'cash', 'clearing_ach', 'clearing_fednow', 'clearing_rtp', 'clearing_same_day_ach', 'pending', 'reserved' or 'suspense'
     *     - `invalid_subledger_id`: subledger_id must be the id of a resource (a UUID)
     *     - `invalid_format`: format must be 'json' or 'csv'
     */
    ListLedgerEntriesBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListLedgerEntriesBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     *     - `invalid_status`: status must be 'made', 'refused' or 'skipped'
     */
    ListOccurrencesBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListOccurrencesBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     *     - `invalid_start_time`: start_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_end_time`: end_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_status`: status must be 'created', 'verified', 'rejected', 'restricted' or 'closed'
     */
    ListPersonExternalAccountsBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListPersonExternalAccountsBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_customer_reference_id`: customer_reference_id must be text of 1 to 255 characters
     *     - `invalid_first_name`: first_name must be 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods
     *     - `invalid_last_name`: last_name must be 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     *     - `invalid_start_time`: start_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_end_time`: end_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_status`: status must be 'created', 'verified', 'rejected', 'restricted' or 'closed'
     *     - `invalid_id`: id must be the id of a resource (a UUID)
     */
    ListPersonsBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListPersonsBadRequestError'];
      };
    };
    /** @description - `forbidden`: The access token lacks the scope read:controls. Use a client or user that has it. */
    ListPoliciesForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     *     - `invalid_exception_state`: state must be 'open' or 'resolved'
     */
    ListRailExceptionsBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListRailExceptionsBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     *     - `invalid_error_code`: error_code must be text of 1 to 128 characters
     *     - `invalid_request_id`: request_id must be text of 1 to 128 characters
     */
    ListRefusedRequestsBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListRefusedRequestsBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_schedule_reference_id`: schedule_reference_id must be text of 1 to 200 characters
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     *     - `invalid_start_time`: start_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_end_time`: end_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_schedule_status`: status must be 'active' or 'inactive'
     */
    ListSchedulesBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListSchedulesBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_subledger_reference_id`: subledger_reference_id must be text of 1 to 255 characters
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     */
    ListSubledgerBalancesBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListSubledgerBalancesBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_subledger_reference_id`: subledger_reference_id must be text of 1 to 255 characters
     *     - `invalid_customer_reference_id`: customer_reference_id must be text of 1 to 255 characters
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     *     - `invalid_start_time`: start_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_end_time`: end_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     */
    ListSubledgersBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListSubledgersBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_transfer_reference_id`: transfer_reference_id must be text of 1 to 255 characters
     *     - `invalid_subledger_reference_id`: subledger_reference_id must be text of 1 to 255 characters
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     *     - `invalid_start_time`: start_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_end_time`: end_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_status`: status must be 'created', 'pending', 'completed', 'settled' or 'failed'
     *     - `invalid_customer_reference_id`: customer_reference_id must be text of 1 to 255 characters
     *     - `invalid_account_reference_id`: account_reference_id must be text of 1 to 255 characters
     *     - `invalid_schedule_id`: schedule_id must be the id of a resource (a UUID)
     *     - `invalid_reason_code`: reason_code must be 'account_not_verified', 'approval_expired', 'approval_rejected', 'blocked_account', 'canceled_transfer', 'closed_account', 'debit_blocked', 'deceased_party', 'duplicated_transfer', 'enterprise_insufficient_funds', 'insufficient_funds', 'invalid_account', 'invalid_amount', 'invalid_field', 'invalid_routing', 'notification_of_change_1', 'notification_of_change_2', 'notification_of_change_3', 'notification_of_change_4', 'notification_of_change_5', 'notification_of_change_6', 'notification_of_change_7', 'notification_of_change_9', 'notification_of_change_13', 'regulatory_error', 'unauthorized_transfer', 'unavailable_financial_institution', 'unexpected_error' or 'unsupported_transfer'
     */
    ListTransfersBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListTransfersBadRequestError'];
      };
    };
    /** @description - `forbidden`: The access token lacks the scope read:users. Use a client or user that has it. */
    ListUsersForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     *     - `invalid_id`: id must be the id of a resource (a UUID)
     *     - `invalid_start_time`: start_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_end_time`: end_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_account_number`: account_number must be sent in the body of POST /verify/accounts/search
     *     - `invalid_verification_status`: verification_status must be 'pending', 'valid', 'closed', 'invalid' or 'failed'
     *     - `invalid_ownership_status`: ownership_status must be 'pending', 'full', 'partial', 'not_a_match' or 'not_found'
     *     - `invalid_control_status`: control_status must be 'pending', 'valid' or 'canceled'
     *     - `invalid_debit_status`: debit_status must be 'pending', 'valid', 'blocked' or 'failed'
     */
    ListVerifyAccountsBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListVerifyAccountsBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_page`: page must be 'transfers'
     */
    ListViewsBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListViewsBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     */
    ListWebhookConfigurationsBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListWebhookConfigurationsBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_after`: after must be the id of a resource (a UUID)
     *     - `invalid_start_time`: start_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_end_time`: end_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_status`: status must be 'pending', 'delivered', 'failed' or 'held'
     */
    ListWebhookDeliveriesBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListWebhookDeliveriesBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_size`: size must be a whole number from 0 to 500
     *     - `invalid_index`: index must be a whole number from 0 to 999999999
     *     - `invalid_start_time`: start_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_end_time`: end_time must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_event_type`: event_type must be 'person_created', 'person_verified', 'person_rejected', 'person_restricted', 'person_unverified', 'person_closed', 'business_created', 'business_verified', 'business_rejected', 'business_restricted', 'business_unverified', 'business_closed', 'external_account_created', 'external_account_verified', 'external_account_rejected', 'external_account_restricted', 'external_account_unverified', 'external_account_closed', 'transfer_created', 'transfer_updated', 'verify_account_updated', 'schedule_created', 'schedule_updated', 'approval_requested', 'approval_decided', 'subledger_created' or 'book_transfer_updated'
     *     - `invalid_after`: after must be a whole number from 0 to 999999999999999
     *     - `invalid_resource_id`: resource_id must be the id of a resource (a UUID)
     */
    ListWebhookEventsBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ListWebhookEventsBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_name`: name is required
     *     - `invalid_name`: name must be text of 1 to 255 characters
     *     - `missing_password`: password is required
     *     - `invalid_password`: password must be text of 1 to 1024 characters
     */
    LogInToPortalBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['LogInToPortalBadRequestError'];
      };
    };
    /** @description - `forbidden`: Only the page of the portal may call this operation: send JSON with the header X-Portal: 1 from its own origin. */
    LogInToPortalForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /** @description - `mfa_required`: The user has a second factor, so a password is not enough. Log in to the portal in a browser. */
    MfaRequired: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['MfaRequiredError'];
      };
    };
    /** @description - `not_found`: Route not found. See /docs for the available endpoints. */
    NotFound: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['NotFoundError'];
      };
    };
    /**
     * @description - `not_found`: Route not found. See /docs for the available endpoints.
     *     - `unknown_id`: No transfer with this id exists.
     */
    NotFoundOrUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['NotFoundOrUnknownIdError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `schedule_ended`: The schedule has ended. Create another one.
     */
    PauseScheduleBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['PauseScheduleBadRequestError'];
      };
    };
    /** @description - `payload_too_large`: The body is too large. Send at most 64 KiB. */
    PayloadTooLarge: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['PayloadTooLargeError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_schedule_start_date`: start_date is required
     *     - `invalid_schedule_start_date`: start_date must be a day as YYYY-MM-DD, in the years 2000 to 2199
     *     - `missing_schedule_recurrence`: recurrence is required
     *     - `invalid_schedule_recurrence`: recurrence must be a supported RFC 5545 rule with at least one date within ten years of start_date
     *     - `invalid_occurrence_count`: occurrence_count must be a whole number from 1 to 5
     */
    PreviewRecurrenceBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['PreviewRecurrenceBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_idempotency_key`: The Idempotency-Key header must be sent once, with 1 to 255 printable ASCII characters.
     *     - `invalid_event_types`: event_types must be a list of at least 1 value, each 'subscribe_all', 'person_all', 'business_all', 'external_account_all', 'transfer_all', 'verify_account_all', 'schedule_all', 'approval_all', 'subledger_all', 'book_transfer_all', 'person_created', 'person_verified', 'person_rejected', 'person_restricted', 'person_unverified', 'person_closed', 'business_created', 'business_verified', 'business_rejected', 'business_restricted', 'business_unverified', 'business_closed', 'external_account_created', 'external_account_verified', 'external_account_rejected', 'external_account_restricted', 'external_account_unverified', 'external_account_closed', 'transfer_created', 'transfer_updated', 'verify_account_updated', 'schedule_created', 'schedule_updated', 'approval_requested', 'approval_decided', 'subledger_created' or 'book_transfer_updated'
     *     - `missing_since`: since is required
     *     - `invalid_since`: since must be an ISO 8601 date-time with a UTC offset, such as 2026-01-31T17:04:05Z
     *     - `invalid_status`: status must be a list of at least 1 value, each 'failed', 'pending' or 'delivered', or a single one of them
     */
    RecoverWebhookDeliveriesBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['RecoverWebhookDeliveriesBadRequestError'];
      };
    };
    /** @description - `unauthorized`: The session has ended, or there is none. Log in again with POST /portal/session. */
    RefreshBrowserSessionUnauthorized: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnauthorizedError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_refresh_token`: refresh_token is required
     *     - `invalid_refresh_token`: refresh_token must be text of 1 to 1024 characters
     */
    RefreshSessionBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['RefreshSessionBadRequestError'];
      };
    };
    /** @description - `unauthorized`: The refresh token is not valid. Log in again with POST /authenticate. */
    RefreshSessionUnauthorized: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnauthorizedError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_comment`: comment must be text of 1 to 500 characters
     *     - `missing_digest`: digest is required
     *     - `invalid_digest`: digest must be 43 to 43 characters: the digest of the approval
     *     - `missing_comment`: comment is required
     *     - `approval_subject_changed`: digest is not that of the approval. Read the approval again before you decide.
     *     - `already_decided`: You have decided otherwise. A decision cannot be changed.
     *     - `approval_closed`: The approval is not pending any more. Read it to see how it ended.
     */
    RejectApprovalBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['RejectApprovalBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_decision_reason`: reason is required
     *     - `invalid_decision_reason`: reason must be text of 1 to 200 characters
     *     - `bank_file_not_changeable`: The file cannot be changed so. Read it again.
     */
    ReleaseBankFileBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ReleaseBankFileBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `mfa_not_enrolled`: No second factor is set up. Begin with POST /portal/me/mfa.
     */
    RemoveMfaBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['RemoveMfaBadRequestError'];
      };
    };
    /**
     * @description - `step_up_required`: The operation needs a password or code of the last 5 minutes. Call POST /portal/session/step-up first.
     *     - `forbidden`: The access token lacks the scope write:me. Use a client or user that has it.
     */
    RemoveMfaStepUpRequiredOrForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['StepUpRequiredOrForbiddenError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_customer_reference_id`: customer_reference_id is required
     *     - `invalid_customer_reference_id`: customer_reference_id cannot be changed. Send the one that the resource was created with; an update by reference needs an existing one.
     *     - `missing_legal_name`: legal_name is required
     *     - `invalid_legal_name`: legal_name must be 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes, apostrophes and . # : / & , ( ); no leading space
     *     - `invalid_business_name`: business_name must be 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes, apostrophes and . # : / & , ( )
     *     - `invalid_entity_type`: entity_type must be 'sole_proprietorship', 'partnership', 'limited_liability_partnership', 'limited_liability_company', 'c_corporation', 's_corporation', 'b_corporation' or 'nonprofit_corporation'
     *     - `invalid_tax_id`: tax_id must be 9 digits
     *     - `missing_tax_id`: tax_id is required
     *     - `invalid_tax_id_type`: tax_id_type must be 'tin' or 'ein'
     *     - `missing_tax_id_type`: tax_id_type is required
     *     - `invalid_account_holder_name`: account_holder_name must be 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods
     *     - `invalid_incorporation_date`: incorporation_date must be a date as YYYY-MM-DD, in the years 1600 to 2099
     *     - `invalid_addresses`: addresses must be a list of exactly one object
     *     - `missing_addresses_type`: type is required
     *     - `invalid_addresses_type`: type must be 'legal'
     *     - `missing_address1`: address1 is required
     *     - `invalid_address1`: address1 must be the street line of a physical address, not a PO box: text of 1 to 255 characters
     *     - `invalid_address2`: address2 must be text of 1 to 255 characters
     *     - `missing_city`: city is required
     *     - `invalid_city`: city must be text of 1 to 255 characters
     *     - `missing_state`: state is required
     *     - `invalid_state`: state must be the two-letter uppercase code of a US state or territory, such as CA
     *     - `missing_country`: country is required
     *     - `invalid_country`: country must be 'US'
     *     - `missing_zip5`: zip5 is required
     *     - `invalid_zip5`: zip5 must be 5 digits
     *     - `invalid_contacts`: contacts must be a list of 1 to 3 objects
     *     - `missing_contacts_type`: type is required
     *     - `invalid_contacts_type`: type must be 'phone', 'website' or 'email'
     *     - `duplicate_contacts_type`: contacts must have at most one contact of each type
     *     - `missing_contacts_value`: value is required
     *     - `invalid_phone_value`: value must be a phone number that fewer than three persons or businesses use. Send another number.
     *     - `invalid_contacts_value`: value must be an email address such as name@example.com, at most 254 characters
     *     - `invalid_metadata`: metadata must be an object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
     *     - `resource_closed`: The resource is closed and can no longer be changed. Create a new one.
     *     - `missing_addresses`: addresses is required
     */
    ReplaceBusinessBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ReplaceBusinessBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_customer_reference_id`: customer_reference_id is required
     *     - `invalid_customer_reference_id`: customer_reference_id cannot be changed. Send the one that the resource was created with; an update by reference needs an existing one.
     *     - `missing_legal_name`: legal_name is required
     *     - `invalid_legal_name`: legal_name must be 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes, apostrophes and . # : / & , ( ); no leading space
     *     - `invalid_business_name`: business_name must be 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes, apostrophes and . # : / & , ( )
     *     - `invalid_entity_type`: entity_type must be 'sole_proprietorship', 'partnership', 'limited_liability_partnership', 'limited_liability_company', 'c_corporation', 's_corporation', 'b_corporation' or 'nonprofit_corporation'
     *     - `invalid_tax_id`: tax_id must be 9 digits
     *     - `missing_tax_id`: tax_id is required
     *     - `invalid_tax_id_type`: tax_id_type must be 'tin' or 'ein'
     *     - `missing_tax_id_type`: tax_id_type is required
     *     - `invalid_account_holder_name`: account_holder_name must be 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods
     *     - `invalid_incorporation_date`: incorporation_date must be a date as YYYY-MM-DD, in the years 1600 to 2099
     *     - `invalid_addresses`: addresses must be a list of exactly one object
     *     - `missing_addresses_type`: type is required
     *     - `invalid_addresses_type`: type must be 'legal'
     *     - `missing_address1`: address1 is required
     *     - `invalid_address1`: address1 must be the street line of a physical address, not a PO box: text of 1 to 255 characters
     *     - `invalid_address2`: address2 must be text of 1 to 255 characters
     *     - `missing_city`: city is required
     *     - `invalid_city`: city must be text of 1 to 255 characters
     *     - `missing_state`: state is required
     *     - `invalid_state`: state must be the two-letter uppercase code of a US state or territory, such as CA
     *     - `missing_country`: country is required
     *     - `invalid_country`: country must be 'US'
     *     - `missing_zip5`: zip5 is required
     *     - `invalid_zip5`: zip5 must be 5 digits
     *     - `invalid_contacts`: contacts must be a list of 1 to 3 objects
     *     - `missing_contacts_type`: type is required
     *     - `invalid_contacts_type`: type must be 'phone', 'website' or 'email'
     *     - `duplicate_contacts_type`: contacts must have at most one contact of each type
     *     - `missing_contacts_value`: value is required
     *     - `invalid_phone_value`: value must be a phone number that fewer than three persons or businesses use. Send another number.
     *     - `invalid_contacts_value`: value must be an email address such as name@example.com, at most 254 characters
     *     - `invalid_metadata`: metadata must be an object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
     *     - `resource_closed`: The resource is closed and can no longer be changed. Create a new one.
     *     - `missing_addresses`: addresses is required
     */
    ReplaceBusinessByReferenceBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ReplaceBusinessByReferenceBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_account_reference_id`: account_reference_id is required
     *     - `invalid_account_reference_id`: account_reference_id cannot be changed. Send the one that the account was created with.
     *     - `missing_customer_reference_id`: customer_reference_id is required
     *     - `invalid_customer_reference_id`: customer_reference_id must be that of an open person or business, matching customer_resource_type, or the name of the enterprise
     *     - `missing_customer_resource_type`: customer_resource_type is required
     *     - `invalid_customer_resource_type`: customer_resource_type must be 'business', 'person' or 'enterprise'
     *     - `missing_account_type`: account_type is required
     *     - `invalid_account_type`: account_type must be 'checking' or 'savings'
     *     - `missing_account_number`: account_number is required
     *     - `invalid_account_number`: account_number must be 4 to 17 digits, with at most one hyphen between two digits
     *     - `missing_routing_number`: routing_number is required
     *     - `invalid_routing_number`: routing_number must be 9 digits
     *     - `missing_account_holder_name`: account_holder_name is required
     *     - `invalid_account_holder_name`: account_holder_name must be 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes and common punctuation
     *     - `invalid_metadata`: metadata must be an object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
     *     - `duplicate_account_details`: The customer already has an open external account with the same numbers. Use the account in details.
     *     - `resource_closed`: The external account is closed and can no longer be changed. Create a new one.
     */
    ReplaceExternalAccountBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ReplaceExternalAccountBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_account_reference_id`: account_reference_id is required
     *     - `invalid_account_reference_id`: account_reference_id cannot be changed. Send the one that the account was created with.
     *     - `missing_customer_reference_id`: customer_reference_id is required
     *     - `invalid_customer_reference_id`: customer_reference_id must be that of an open person or business, matching customer_resource_type, or the name of the enterprise
     *     - `missing_customer_resource_type`: customer_resource_type is required
     *     - `invalid_customer_resource_type`: customer_resource_type must be 'business', 'person' or 'enterprise'
     *     - `missing_account_type`: account_type is required
     *     - `invalid_account_type`: account_type must be 'checking' or 'savings'
     *     - `missing_account_number`: account_number is required
     *     - `invalid_account_number`: account_number must be 4 to 17 digits, with at most one hyphen between two digits
     *     - `missing_routing_number`: routing_number is required
     *     - `invalid_routing_number`: routing_number must be 9 digits
     *     - `missing_account_holder_name`: account_holder_name is required
     *     - `invalid_account_holder_name`: account_holder_name must be 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes and common punctuation
     *     - `invalid_metadata`: metadata must be an object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
     *     - `unknown_account_reference_id`: account_reference_id must be that of an existing external account. Create the account first.
     *     - `duplicate_account_details`: The customer already has an open external account with the same numbers. Use the account in details.
     *     - `resource_closed`: The external account is closed and can no longer be changed. Create a new one.
     */
    ReplaceExternalAccountByReferenceBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ReplaceExternalAccountByReferenceBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_customer_reference_id`: customer_reference_id is required
     *     - `invalid_customer_reference_id`: customer_reference_id cannot be changed. Send the one that the resource was created with; an update by reference needs an existing one.
     *     - `missing_first_name`: first_name is required
     *     - `invalid_first_name`: first_name must be 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods
     *     - `invalid_middle_name`: middle_name must be 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods
     *     - `missing_last_name`: last_name is required
     *     - `invalid_last_name`: last_name must be 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods
     *     - `missing_date_of_birth`: date_of_birth is required
     *     - `invalid_date_of_birth`: date_of_birth must be a date as YYYY-MM-DD
     *     - `missing_addresses`: addresses is required
     *     - `invalid_addresses`: addresses must be a list of exactly one object
     *     - `missing_addresses_type`: type is required
     *     - `invalid_addresses_type`: type must be 'home'
     *     - `missing_address1`: address1 is required
     *     - `invalid_address1`: address1 must be text of 1 to 255 characters
     *     - `invalid_address2`: address2 must be text of 1 to 255 characters
     *     - `missing_city`: city is required
     *     - `invalid_city`: city must be text of 1 to 255 characters
     *     - `missing_state`: state is required
     *     - `invalid_state`: state must be the two-letter uppercase code of a US state or territory, such as CA
     *     - `missing_country`: country is required
     *     - `invalid_country`: country must be 'US'
     *     - `missing_zip5`: zip5 is required
     *     - `invalid_zip5`: zip5 must be 5 digits
     *     - `invalid_contacts`: contacts must be a list of 1 to 2 objects
     *     - `missing_contacts_type`: type is required
     *     - `invalid_contacts_type`: type must be 'phone' or 'email'
     *     - `duplicate_contacts_type`: contacts must have at most one contact of each type
     *     - `missing_contacts_value`: value is required
     *     - `invalid_phone_value`: value must be a phone number that fewer than three persons or businesses use. Send another number.
     *     - `invalid_contacts_value`: value must be an email address such as name@example.com, at most 254 characters
     *     - `invalid_social_security_number`: social_security_number must be a Social Security number (SSN) or an individual taxpayer number (ITIN), as 9 digits or XXX-XX-XXXX
     *     - `invalid_metadata`: metadata must be an object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
     *     - `resource_closed`: The resource is closed and can no longer be changed. Create a new one.
     */
    ReplacePersonBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ReplacePersonBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_customer_reference_id`: customer_reference_id is required
     *     - `invalid_customer_reference_id`: customer_reference_id cannot be changed. Send the one that the resource was created with; an update by reference needs an existing one.
     *     - `missing_first_name`: first_name is required
     *     - `invalid_first_name`: first_name must be 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods
     *     - `invalid_middle_name`: middle_name must be 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods
     *     - `missing_last_name`: last_name is required
     *     - `invalid_last_name`: last_name must be 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods
     *     - `missing_date_of_birth`: date_of_birth is required
     *     - `invalid_date_of_birth`: date_of_birth must be a date as YYYY-MM-DD
     *     - `missing_addresses`: addresses is required
     *     - `invalid_addresses`: addresses must be a list of exactly one object
     *     - `missing_addresses_type`: type is required
     *     - `invalid_addresses_type`: type must be 'home'
     *     - `missing_address1`: address1 is required
     *     - `invalid_address1`: address1 must be text of 1 to 255 characters
     *     - `invalid_address2`: address2 must be text of 1 to 255 characters
     *     - `missing_city`: city is required
     *     - `invalid_city`: city must be text of 1 to 255 characters
     *     - `missing_state`: state is required
     *     - `invalid_state`: state must be the two-letter uppercase code of a US state or territory, such as CA
     *     - `missing_country`: country is required
     *     - `invalid_country`: country must be 'US'
     *     - `missing_zip5`: zip5 is required
     *     - `invalid_zip5`: zip5 must be 5 digits
     *     - `invalid_contacts`: contacts must be a list of 1 to 2 objects
     *     - `missing_contacts_type`: type is required
     *     - `invalid_contacts_type`: type must be 'phone' or 'email'
     *     - `duplicate_contacts_type`: contacts must have at most one contact of each type
     *     - `missing_contacts_value`: value is required
     *     - `invalid_phone_value`: value must be a phone number that fewer than three persons or businesses use. Send another number.
     *     - `invalid_contacts_value`: value must be an email address such as name@example.com, at most 254 characters
     *     - `invalid_social_security_number`: social_security_number must be a Social Security number (SSN) or an individual taxpayer number (ITIN), as 9 digits or XXX-XX-XXXX
     *     - `invalid_metadata`: metadata must be an object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
     *     - `resource_closed`: The resource is closed and can no longer be changed. Create a new one.
     */
    ReplacePersonByReferenceBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ReplacePersonByReferenceBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_name`: name is required
     *     - `invalid_name`: name must be text of 1 to 80 characters
     *     - `missing_applies_to`: applies_to is required
     *     - `invalid_applies_to`: applies_to must be a list of 1 to 4 values, each 'transfer', 'book_transfer', 'schedule' or 'bulk_transfer'
     *     - `missing_conditions`: conditions is required
     *     - `invalid_conditions`: conditions must be a list of 1 to 8 conditions, each with a field, an operator of this field, and a value
     *     - `missing_required`: required is required
     *     - `invalid_required`: required must be a whole number from 1 to 5
     *     - `missing_approvers`: approvers is required
     *     - `invalid_approvers`: approvers must be an object with roles, or with up to 20 names of users
     *     - `invalid_expires_after_hours`: expires_after_hours must be a whole number from 1 to 720
     *     - `invalid_step_up`: step_up must be true or false
     *     - `missing_enabled`: enabled is required
     *     - `invalid_enabled`: enabled must be true or false
     *     - `duplicate_name`: A policy with this name already exists. Choose another name.
     *     - `too_many_policies`: An enterprise can have 50 policies. Delete one first.
     *     - `conditions_do_not_apply`: A condition cannot be true of something that the policy applies to: only transfers have payees and totals of the day, and only transfers and schedules a use case and a speed. Make a policy of its own for the others.
     *     - `not_enough_approvers`: Too few enabled users may approve under this policy: whoever makes a transfer cannot approve it. Name more approvers, or require fewer.
     */
    ReplacePolicyBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ReplacePolicyBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_page`: page must be 'transfers'
     *     - `missing_page`: page is required
     *     - `missing_name`: name is required
     *     - `invalid_name`: name must be text of 1 to 60 characters
     *     - `missing_query`: query is required
     *     - `invalid_query`: query must be 0 to 2048 characters: a query string, percent-encoded
     *     - `invalid_columns`: columns must be a list of 1 to 30 values, each the name of a column, in small letters
     *     - `missing_shared`: shared is required
     *     - `invalid_shared`: shared must be true or false
     *     - `duplicate_name`: A view of this page with this name already exists. Choose another name.
     *     - `too_many_views`: A user can have 50 views, and an enterprise 50 shared ones. Delete one first.
     */
    ReplaceViewBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ReplaceViewBadRequestError'];
      };
    };
    /** @description - `unknown_id`: No view with this id exists. */
    ReplaceViewUnknownId: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnknownIdError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `own_user`: You cannot change your own role or reset your own password here. Ask another administrator.
     */
    ResetUserBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ResetUserBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_decision_reason`: reason is required
     *     - `invalid_decision_reason`: reason must be text of 1 to 200 characters
     *     - `invalid_end_to_end_id`: end_to_end_id must be text of 1 to 35 characters
     *     - `exception_not_resolvable`: It cannot be resolved so. Read it again.
     */
    ResolveRailExceptionBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ResolveRailExceptionBadRequestError'];
      };
    };
    /** @description - `forbidden`: The access token lacks the scope write:rails. Use a client or user that has it. */
    ResolveRailExceptionForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_decision_reason`: reason is required
     *     - `invalid_decision_reason`: reason must be text of 1 to 200 characters
     *     - `invalid_old_file_name`: old_file_name must be text of 1 to 80 characters
     *     - `bank_file_not_changeable`: The file cannot be changed so. Read it again.
     */
    ResubmitBankFileBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ResubmitBankFileBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `schedule_ended`: The schedule has ended. Create another one.
     */
    ResumeScheduleBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ResumeScheduleBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_q`: q is required
     *     - `invalid_q`: q must be text of 2 to 64 characters
     */
    SearchPortalBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['SearchPortalBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_account_number`: account_number is required
     *     - `invalid_account_number`: account_number must be 4 to 17 digits, with at most one hyphen between two digits
     *     - `missing_routing_number`: routing_number is required
     *     - `invalid_routing_number`: routing_number must be 9 digits
     */
    SearchVerifyAccountsBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['SearchVerifyAccountsBadRequestError'];
      };
    };
    /** @description - `service_unavailable`: The service is temporarily unavailable. Retry after the number of seconds in Retry-After. */
    ServiceUnavailable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ServiceUnavailableError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_kind`: kind is required
     *     - `invalid_kind`: kind must be 'return', 'reject' or 'notification_of_change'
     *     - `missing_code`: code is required
     *     - `invalid_code`: code must be a network code, such as R01, AC03 or C01
     *     - `invalid_leg`: leg must be a side of this transfer: source or destination
     *     - `outcome_not_possible`: The outcome is not possible in the current status of the leg. Request a reject before the network accepts the leg, and any outcome before its final status.
     */
    SetTransferOutcomeBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['SetTransferOutcomeBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_password`: password must be the password of the user
     *     - `invalid_code`: code must be the next code of the app, or an unused recovery code
     *     - `missing_password`: password is required
     *     - `missing_code`: code is required
     */
    StepUpSessionBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['StepUpSessionBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_event_type`: event_type must be 'person_created', 'person_verified', 'person_rejected', 'person_restricted', 'person_unverified', 'person_closed', 'business_created', 'business_verified', 'business_rejected', 'business_restricted', 'business_unverified', 'business_closed', 'external_account_created', 'external_account_verified', 'external_account_rejected', 'external_account_restricted', 'external_account_unverified', 'external_account_closed', 'transfer_created', 'transfer_updated', 'verify_account_updated', 'schedule_created', 'schedule_updated', 'approval_requested', 'approval_decided', 'subledger_created' or 'book_transfer_updated'
     *     - `invalid_after`: after, or Last-Event-ID, must be the position of an event of the last 30 days. Read the resources anew, and connect without it.
     *     - `invalid_resource_id`: resource_id must be the id of a resource (a UUID)
     *     - `invalid_data`: data must be 'full' or 'none'
     *     - `invalid_follow`: follow must be 'true' or 'false'
     */
    StreamEventsBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['StreamEventsBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_event_type`: event_type must be 'person_created', 'person_verified', 'person_rejected', 'person_restricted', 'person_unverified', 'person_closed', 'business_created', 'business_verified', 'business_rejected', 'business_restricted', 'business_unverified', 'business_closed', 'external_account_created', 'external_account_verified', 'external_account_rejected', 'external_account_restricted', 'external_account_unverified', 'external_account_closed', 'transfer_created', 'transfer_updated', 'verify_account_updated', 'schedule_created', 'schedule_updated', 'approval_requested', 'approval_decided', 'subledger_created' or 'book_transfer_updated'
     */
    TestWebhookConfigurationBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['TestWebhookConfigurationBadRequestError'];
      };
    };
    /** @description - `too_many_requests`: Too many requests. Retry after the number of seconds in Retry-After. */
    TooManyRequests: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Retry-After': components['headers']['Retry-After'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['TooManyRequestsError'];
      };
    };
    /** @description - `unauthorized`: The access token is missing, invalid or expired. Get one with POST /oauth/token and send it in the Authorization header as a bearer token. */
    Unauthorized: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnauthorizedError'];
      };
    };
    /** @description - `unsupported_media_type`: The body must be uncompressed UTF-8 with Content-Type application/json. POST /oauth/token also accepts a form. */
    UnsupportedMediaType: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UnsupportedMediaTypeError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_customer_reference_id`: customer_reference_id cannot be changed. Send the one that the resource was created with; an update by reference needs an existing one.
     *     - `invalid_legal_name`: legal_name must be 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes, apostrophes and . # : / & , ( ); no leading space
     *     - `invalid_entity_type`: entity_type must be 'sole_proprietorship', 'partnership', 'limited_liability_partnership', 'limited_liability_company', 'c_corporation', 's_corporation', 'b_corporation' or 'nonprofit_corporation'
     *     - `invalid_tax_id`: tax_id must be 9 digits
     *     - `invalid_tax_id_type`: tax_id_type must be 'tin' or 'ein'
     *     - `invalid_incorporation_date`: incorporation_date must be a date as YYYY-MM-DD, in the years 1600 to 2099
     *     - `invalid_addresses`: addresses must be a list of exactly one object
     *     - `missing_addresses_type`: type is required
     *     - `invalid_addresses_type`: type must be 'legal'
     *     - `invalid_address1`: address1 must be the street line of a physical address, not a PO box: text of 1 to 255 characters
     *     - `invalid_city`: city must be text of 1 to 255 characters
     *     - `invalid_state`: state must be the two-letter uppercase code of a US state or territory, such as CA
     *     - `invalid_country`: country must be 'US'
     *     - `invalid_zip5`: zip5 must be 5 digits
     *     - `missing_contacts_type`: type is required
     *     - `invalid_contacts_type`: type must be 'phone', 'website' or 'email'
     *     - `duplicate_contacts_type`: contacts must have at most one contact of each type
     *     - `missing_contacts_value`: value is required
     *     - `invalid_phone_value`: value must be a phone number that fewer than three persons or businesses use. Send another number.
     *     - `invalid_contacts_value`: value must be an email address such as name@example.com, at most 254 characters
     *     - `invalid_metadata`: metadata must be an object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
     *     - `invalid_business_name`: business_name must be empty, or 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes, apostrophes and . # : / & , ( )
     *     - `invalid_account_holder_name`: account_holder_name must be empty, or 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods
     *     - `invalid_address2`: address2 must be empty, or text of 1 to 255 characters
     *     - `invalid_contacts`: contacts must be a list of 0 to 3 objects
     *     - `resource_closed`: The resource is closed and can no longer be changed. Create a new one.
     *     - `missing_tax_id`: tax_id is required
     *     - `missing_tax_id_type`: tax_id_type is required
     *     - `missing_addresses`: addresses is required
     *     - `missing_address1`: address1 is required
     *     - `missing_city`: city is required
     *     - `missing_state`: state is required
     *     - `missing_country`: country is required
     *     - `missing_zip5`: zip5 is required
     */
    UpdateBusinessBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UpdateBusinessBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_account_reference_id`: account_reference_id cannot be changed. Send the one that the account was created with.
     *     - `invalid_customer_reference_id`: customer_reference_id must be that of an open person or business, matching customer_resource_type, or the name of the enterprise
     *     - `invalid_customer_resource_type`: customer_resource_type must be 'business', 'person' or 'enterprise'
     *     - `invalid_account_type`: account_type must be 'checking' or 'savings'
     *     - `invalid_account_number`: account_number must be 4 to 17 digits, with at most one hyphen between two digits
     *     - `invalid_routing_number`: routing_number must be 9 digits
     *     - `invalid_account_holder_name`: account_holder_name must be 1 to 255 characters: Latin letters with or without accents, digits, spaces, hyphens, dashes and common punctuation
     *     - `invalid_metadata`: metadata must be an object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
     *     - `duplicate_account_details`: The customer already has an open external account with the same numbers. Use the account in details.
     *     - `resource_closed`: The external account is closed and can no longer be changed. Create a new one.
     */
    UpdateExternalAccountBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UpdateExternalAccountBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_preferences`: preferences is required
     *     - `invalid_preferences`: preferences must be an object of at most 2048 bytes as JSON
     */
    UpdateMeBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UpdateMeBadRequestError'];
      };
    };
    /** @description - `forbidden`: The access token lacks the scope write:me. Use a client or user that has it. */
    UpdateMeForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_customer_reference_id`: customer_reference_id cannot be changed. Send the one that the resource was created with; an update by reference needs an existing one.
     *     - `invalid_first_name`: first_name must be 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods
     *     - `invalid_last_name`: last_name must be 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods
     *     - `invalid_date_of_birth`: date_of_birth must be a date as YYYY-MM-DD
     *     - `invalid_addresses`: addresses must be a list of exactly one object
     *     - `missing_addresses_type`: type is required
     *     - `invalid_addresses_type`: type must be 'home'
     *     - `invalid_address1`: address1 must be text of 1 to 255 characters
     *     - `invalid_city`: city must be text of 1 to 255 characters
     *     - `invalid_state`: state must be the two-letter uppercase code of a US state or territory, such as CA
     *     - `invalid_country`: country must be 'US'
     *     - `invalid_zip5`: zip5 must be 5 digits
     *     - `missing_contacts_type`: type is required
     *     - `invalid_contacts_type`: type must be 'phone' or 'email'
     *     - `duplicate_contacts_type`: contacts must have at most one contact of each type
     *     - `missing_contacts_value`: value is required
     *     - `invalid_phone_value`: value must be a phone number that fewer than three persons or businesses use. Send another number.
     *     - `invalid_contacts_value`: value must be an email address such as name@example.com, at most 254 characters
     *     - `invalid_social_security_number`: social_security_number must be a Social Security number (SSN) or an individual taxpayer number (ITIN), as 9 digits or XXX-XX-XXXX
     *     - `invalid_metadata`: metadata must be an object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
     *     - `invalid_middle_name`: middle_name must be empty, or 1 to 255 characters: Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods
     *     - `invalid_address2`: address2 must be empty, or text of 1 to 255 characters
     *     - `invalid_contacts`: contacts must be a list of 0 to 2 objects
     *     - `resource_closed`: The resource is closed and can no longer be changed. Create a new one.
     */
    UpdatePersonBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UpdatePersonBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_require_api_key`: require_api_key must be true or false
     *     - `invalid_customer_requirements`: customer_requirements must be 'at_registration' or 'at_transfer'
     *     - `invalid_unique_account_details`: unique_account_details must be true or false
     *     - `invalid_require_mfa`: require_mfa must be true or false
     *     - `invalid_portal_idle_minutes`: portal_idle_minutes must be a whole number from 5 to 480
     *     - `invalid_portal_session_hours`: portal_session_hours must be a whole number from 1 to 24
     *     - `invalid_subledger_required`: subledger_required must be true or false
     *     - `invalid_debit_requires_validation`: debit_requires_validation must be true or false
     *     - `invalid_verify_gates_accounts`: verify_gates_accounts must be true or false
     *     - `invalid_verify_daily_max`: verify_daily_max must be a whole number from 0 to 1000000
     */
    UpdateSettingsBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UpdateSettingsBadRequestError'];
      };
    };
    /** @description - `forbidden`: The access token lacks the scope write:settings. Use a client or user that has it. */
    UpdateSettingsForbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ForbiddenError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `invalid_metadata`: metadata must be an object with at most 5 keys of up to 20 characters, and values that are text, numbers or booleans of up to 50 characters
     *     - `missing_metadata`: metadata is required
     */
    UpdateTransferBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UpdateTransferBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_role`: role is required
     *     - `invalid_role`: role must be 'admin', 'payment_initiator', 'payment_approver', 'developer' or 'read_only'
     *     - `last_administrator`: The last user who can manage users cannot be disabled or lose the role. Create another administrator first.
     *     - `own_user`: You cannot change your own role or reset your own password here. Ask another administrator.
     */
    UpdateUserBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UpdateUserBadRequestError'];
      };
    };
    /**
     * @description - `bad_request`: The request is not a valid HTTP message. Check the request line, the headers and Content-Length.
     *     - `missing_service_version`: The Service-Version header is required. Send v2022-09-21.
     *     - `invalid_service_version`: The Service-Version header must be v2022-09-21.
     *     - `invalid_json`: The body must be valid JSON with at most 500 keys and at most 16 levels of nesting.
     *     - `invalid_body`: The body must be a JSON object.
     *     - `invalid_query_parameter`: Unknown query parameter. The message lists the parameters that the operation accepts.
     *     - `missing_event_types`: event_types is required
     *     - `invalid_event_types`: event_types must be a list of at least 1 value, each 'subscribe_all', 'person_all', 'business_all', 'external_account_all', 'transfer_all', 'verify_account_all', 'schedule_all', 'approval_all', 'subledger_all', 'book_transfer_all', 'person_created', 'person_verified', 'person_rejected', 'person_restricted', 'person_unverified', 'person_closed', 'business_created', 'business_verified', 'business_rejected', 'business_restricted', 'business_unverified', 'business_closed', 'external_account_created', 'external_account_verified', 'external_account_rejected', 'external_account_restricted', 'external_account_unverified', 'external_account_closed', 'transfer_created', 'transfer_updated', 'verify_account_updated', 'schedule_created', 'schedule_updated', 'approval_requested', 'approval_decided', 'subledger_created' or 'book_transfer_updated'
     *     - `missing_url`: url is required
     *     - `invalid_url`: url must be an https URL (in the sandbox also http) of a public host, without credentials or fragment
     *     - `missing_enabled`: enabled is required
     *     - `invalid_enabled`: enabled must be true or false
     */
    UpdateWebhookConfigurationBadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UpdateWebhookConfigurationBadRequestError'];
      };
    };
  };
  parameters: {
    /** @description The API version. */
    ServiceVersion: 'v2022-09-21';
    /** @description Your id for the request. It is returned in the response and written to the logs. */
    RequestId: string;
    /** @description A unique key for each request, chosen by you. A request with the same key runs once: a retry within 30 days returns the first response with `Idempotent-Replayed: true`. */
    IdempotencyKey: string;
    /** @description Says that the page of the portal sends the request. A form of another site cannot send it. */
    FromPage: '1';
    /** @description Page size. */
    Size: number;
    /** @description How many items to skip. For long lists `after` is faster. */
    Index: number;
    /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
    After: string;
    /** @description Only items created at or after this time. */
    StartTime: string;
    /** @description Only items created before this time. */
    EndTime: string;
    /**
     * @description The id of the resource.
     * @example 019c15a0-0000-7000-8000-000000000006
     */
    Id: string;
    /** @description Only items with this status. May be repeated. */
    Status: components['schemas']['CustomerStatus'][];
    /** @description Only items of the customer with this reference id. */
    CustomerReferenceId: string;
    /** @description Only items of the subledger with this reference id. */
    SubledgerReferenceId: string;
    /** @description Only items of the account with this reference id. */
    AccountReferenceId: string;
    /** @description Only items of this type. May be repeated. */
    EventType: components['schemas']['EventType'][];
    /** @description Only items about this resource. */
    ResourceId: string;
    /** @description The `event_id`: the same for every attempt. */
    WebhookId: string;
    /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
    WebhookTimestamp: string;
    /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
    WebhookSignature: string;
    /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
    Signature: string;
  };
  requestBodies: never;
  headers: {
    /** @description The id of the request in the logs: the one that was sent, or a new one. */
    'X-Request-Id': string;
    /** @description `true` if this is the stored response to an earlier request with the same Idempotency-Key. */
    'Idempotent-Replayed': 'true';
    /**
     * @description Identifies this content. Send it as `If-None-Match` to check whether it has changed.
     * @example "vn6oWRuqk9Y1nVHNhBXVUF7CwIJBwd9tGmWvnzeDbxU="
     */
    ETag: string;
    /**
     * @description The next page, as `<path>; rel="next"`. Absent on the last page.
     * @example </deliver/persons?size=100&after=019c15a0-0000-7000-8000-000000000001>; rel="next"
     */
    Link: string;
    /**
     * @description The remaining quota: `r` requests. The full quota is available again after `t` seconds.
     * @example "read";r=4999;t=1
     */
    RateLimit: string;
    /**
     * @description The limit: `q` requests per `w` seconds.
     * @example "read";q=5000;w=1
     */
    'RateLimit-Policy': string;
    /** @description Seconds to wait before the next attempt. */
    'Retry-After': number;
    /** @description The required authentication scheme. */
    'WWW-Authenticate': 'Bearer';
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  createToken: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "client_id": "client_3kHcT7mQeW9aYb4Lr0JzXs",
         *       "client_secret": "the-secret-that-was-shown-once"
         *     }
         */
        'application/json': components['schemas']['TokenRequest'];
        /**
         * @example {
         *       "client_id": "client_3kHcT7mQeW9aYb4Lr0JzXs",
         *       "client_secret": "the-secret-that-was-shown-once"
         *     }
         */
        'application/x-www-form-urlencoded': components['schemas']['TokenRequest'];
      };
    };
    responses: {
      /** @description Exchange client credentials for an access token */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "access_token": "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl",
           *       "token_type": "Bearer",
           *       "expires_in": 3600
           *     }
           */
          'application/json': components['schemas']['Token'];
        };
      };
      400: components['responses']['CreateTokenBadRequest'];
      401: components['responses']['CreateTokenUnauthorized'];
      403: components['responses']['CreateTokenForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listSigningKeys: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get the public keys that verify access tokens */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "keys": [
           *         {
           *           "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
           *           "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
           *           "alg": "ES256",
           *           "crv": "P-256",
           *           "kid": "019c15a0-signing-key",
           *           "kty": "EC",
           *           "use": "sig"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['SigningKeysResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "portal@acme.example",
         *       "password": "correct-horse-battery-staple"
         *     }
         */
        'application/json': components['schemas']['LogInRequest'];
      };
    };
    responses: {
      /** @description Exchange the name and password of a portal user for an access token */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "access_token": "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl",
           *       "token_type": "Bearer",
           *       "expires_in": 3600,
           *       "refresh_token": "prt_019c15a0-7a4e-7c31-9d52-3f0e8b6a1c77_the-random-part",
           *       "refresh_expires_in": 2592000
           *     }
           */
          'application/json': components['schemas']['Session'];
        };
      };
      400: components['responses']['CreateSessionBadRequest'];
      401: components['responses']['CreateSessionUnauthorized'];
      403: components['responses']['MfaRequired'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  refreshSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "refresh_token": "prt_019c15a0-7a4e-7c31-9d52-3f0e8b6a1c77_the-random-part"
         *     }
         */
        'application/json': components['schemas']['RefreshRequest'];
      };
    };
    responses: {
      /** @description Exchange a refresh token for the next one and an access token */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "access_token": "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl",
           *       "token_type": "Bearer",
           *       "expires_in": 3600,
           *       "refresh_token": "prt_019c15a0-7a4e-7c31-9d52-3f0e8b6a1c77_the-random-part",
           *       "refresh_expires_in": 2592000
           *     }
           */
          'application/json': components['schemas']['Session'];
        };
      };
      400: components['responses']['RefreshSessionBadRequest'];
      401: components['responses']['RefreshSessionUnauthorized'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listPersons: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
        /** @description Only items created at or after this time. */
        start_time?: components['parameters']['StartTime'];
        /** @description Only items created before this time. */
        end_time?: components['parameters']['EndTime'];
        /** @description Only items with this status. May be repeated. */
        status?: components['parameters']['Status'];
        /** @description The id of the resource. */
        id?: string;
        /** @description Only items of the customer with this reference id. */
        customer_reference_id?: components['parameters']['CustomerReferenceId'];
        /** @description Only items with exactly this first name. */
        first_name?: string;
        /** @description Only items with exactly this last name. */
        last_name?: string;
      };
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List persons, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "persons": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000010",
           *           "customer_reference_id": "jane-doe",
           *           "first_name": "Jane",
           *           "middle_name": "Q.",
           *           "last_name": "Doe",
           *           "date_of_birth": "1990-02-28",
           *           "status": "verified",
           *           "addresses": [
           *             {
           *               "id": "019c15a0-0000-7000-8000-000000000011",
           *               "type": "home",
           *               "address1": "1 Main Street",
           *               "city": "Springfield",
           *               "state": "IL",
           *               "zip5": "62701",
           *               "country": "US",
           *               "created_at": "2026-01-31T17:04:05.123Z",
           *               "updated_at": "2026-01-31T17:04:05.123Z"
           *             }
           *           ],
           *           "contacts": [
           *             {
           *               "id": "019c15a0-0000-7000-8000-000000000012",
           *               "type": "email",
           *               "value": "jane.doe@example.com",
           *               "created_at": "2026-01-31T17:04:05.123Z",
           *               "updated_at": "2026-01-31T17:04:05.123Z"
           *             },
           *             {
           *               "id": "019c15a0-0000-7000-8000-000000000013",
           *               "type": "phone",
           *               "value": "2175550123",
           *               "created_at": "2026-01-31T17:04:05.123Z",
           *               "updated_at": "2026-01-31T17:04:05.123Z"
           *             }
           *           ],
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "updated_at": "2026-01-31T17:04:05.123Z",
           *           "metadata": {
           *             "department": "payroll"
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['PersonsResponse'];
        };
      };
      400: components['responses']['ListPersonsBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replacePersonByReference: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "customer_reference_id": "jane-doe",
         *       "first_name": "Jane",
         *       "middle_name": "Q.",
         *       "last_name": "Doe",
         *       "date_of_birth": "1990-02-28",
         *       "social_security_number": "123-45-6789",
         *       "addresses": [
         *         {
         *           "type": "home",
         *           "address1": "1 Main Street",
         *           "city": "Springfield",
         *           "state": "IL",
         *           "country": "US",
         *           "zip5": "62701"
         *         }
         *       ],
         *       "contacts": [
         *         {
         *           "type": "email",
         *           "value": "jane.doe@example.com"
         *         },
         *         {
         *           "type": "phone",
         *           "value": "2175550123"
         *         }
         *       ],
         *       "metadata": {
         *         "department": "payroll"
         *       }
         *     }
         */
        'application/json': components['schemas']['PersonRequest'];
      };
    };
    responses: {
      /** @description Replace a person by its reference */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "person": {
           *         "id": "019c15a0-0000-7000-8000-000000000010",
           *         "customer_reference_id": "jane-doe",
           *         "first_name": "Jane",
           *         "middle_name": "Q.",
           *         "last_name": "Doe",
           *         "date_of_birth": "1990-02-28",
           *         "status": "verified",
           *         "addresses": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000011",
           *             "type": "home",
           *             "address1": "1 Main Street",
           *             "city": "Springfield",
           *             "state": "IL",
           *             "zip5": "62701",
           *             "country": "US",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "contacts": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000012",
           *             "type": "email",
           *             "value": "jane.doe@example.com",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           },
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000013",
           *             "type": "phone",
           *             "value": "2175550123",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "metadata": {
           *           "department": "payroll"
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['PersonResponse'];
        };
      };
      400: components['responses']['ReplacePersonByReferenceBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createPerson: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description A unique key for each request, chosen by you. A request with the same key runs once: a retry within 30 days returns the first response with `Idempotent-Replayed: true`. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "customer_reference_id": "jane-doe",
         *       "first_name": "Jane",
         *       "middle_name": "Q.",
         *       "last_name": "Doe",
         *       "date_of_birth": "1990-02-28",
         *       "social_security_number": "123-45-6789",
         *       "addresses": [
         *         {
         *           "type": "home",
         *           "address1": "1 Main Street",
         *           "city": "Springfield",
         *           "state": "IL",
         *           "country": "US",
         *           "zip5": "62701"
         *         }
         *       ],
         *       "contacts": [
         *         {
         *           "type": "email",
         *           "value": "jane.doe@example.com"
         *         },
         *         {
         *           "type": "phone",
         *           "value": "2175550123"
         *         }
         *       ],
         *       "metadata": {
         *         "department": "payroll"
         *       }
         *     }
         */
        'application/json': components['schemas']['PersonRequest'];
      };
    };
    responses: {
      /** @description Create a person */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "person": {
           *         "id": "019c15a0-0000-7000-8000-000000000010",
           *         "customer_reference_id": "jane-doe",
           *         "first_name": "Jane",
           *         "middle_name": "Q.",
           *         "last_name": "Doe",
           *         "date_of_birth": "1990-02-28",
           *         "status": "created",
           *         "addresses": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000011",
           *             "type": "home",
           *             "address1": "1 Main Street",
           *             "city": "Springfield",
           *             "state": "IL",
           *             "zip5": "62701",
           *             "country": "US",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "contacts": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000012",
           *             "type": "email",
           *             "value": "jane.doe@example.com",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           },
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000013",
           *             "type": "phone",
           *             "value": "2175550123",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "metadata": {
           *           "department": "payroll"
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['PersonResponse'];
        };
      };
      400: components['responses']['CreatePersonBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['IdempotencyKeyInUse'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['IdempotencyKeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getPerson: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000010
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a person */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "person": {
           *         "id": "019c15a0-0000-7000-8000-000000000010",
           *         "customer_reference_id": "jane-doe",
           *         "first_name": "Jane",
           *         "middle_name": "Q.",
           *         "last_name": "Doe",
           *         "date_of_birth": "1990-02-28",
           *         "status": "verified",
           *         "addresses": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000011",
           *             "type": "home",
           *             "address1": "1 Main Street",
           *             "city": "Springfield",
           *             "state": "IL",
           *             "zip5": "62701",
           *             "country": "US",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "contacts": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000012",
           *             "type": "email",
           *             "value": "jane.doe@example.com",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           },
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000013",
           *             "type": "phone",
           *             "value": "2175550123",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "metadata": {
           *           "department": "payroll"
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['PersonResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetPersonUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replacePerson: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000010
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "customer_reference_id": "jane-doe",
         *       "first_name": "Jane",
         *       "middle_name": "Q.",
         *       "last_name": "Doe",
         *       "date_of_birth": "1990-02-28",
         *       "social_security_number": "123-45-6789",
         *       "addresses": [
         *         {
         *           "type": "home",
         *           "address1": "1 Main Street",
         *           "city": "Springfield",
         *           "state": "IL",
         *           "country": "US",
         *           "zip5": "62701"
         *         }
         *       ],
         *       "contacts": [
         *         {
         *           "type": "email",
         *           "value": "jane.doe@example.com"
         *         },
         *         {
         *           "type": "phone",
         *           "value": "2175550123"
         *         }
         *       ],
         *       "metadata": {
         *         "department": "payroll"
         *       }
         *     }
         */
        'application/json': components['schemas']['PersonRequest'];
      };
    };
    responses: {
      /** @description Replace a person */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "person": {
           *         "id": "019c15a0-0000-7000-8000-000000000010",
           *         "customer_reference_id": "jane-doe",
           *         "first_name": "Jane",
           *         "middle_name": "Q.",
           *         "last_name": "Doe",
           *         "date_of_birth": "1990-02-28",
           *         "status": "verified",
           *         "addresses": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000011",
           *             "type": "home",
           *             "address1": "1 Main Street",
           *             "city": "Springfield",
           *             "state": "IL",
           *             "zip5": "62701",
           *             "country": "US",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "contacts": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000012",
           *             "type": "email",
           *             "value": "jane.doe@example.com",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           },
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000013",
           *             "type": "phone",
           *             "value": "2175550123",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "metadata": {
           *           "department": "payroll"
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['PersonResponse'];
        };
      };
      400: components['responses']['ReplacePersonBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetPersonUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  closePerson: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000010
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Close a person */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "person": {
           *         "id": "019c15a0-0000-7000-8000-000000000010",
           *         "customer_reference_id": "jane-doe",
           *         "first_name": "Jane",
           *         "middle_name": "Q.",
           *         "last_name": "Doe",
           *         "date_of_birth": "1990-02-28",
           *         "status": "closed",
           *         "addresses": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000011",
           *             "type": "home",
           *             "address1": "1 Main Street",
           *             "city": "Springfield",
           *             "state": "IL",
           *             "zip5": "62701",
           *             "country": "US",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "contacts": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000012",
           *             "type": "email",
           *             "value": "jane.doe@example.com",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           },
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000013",
           *             "type": "phone",
           *             "value": "2175550123",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "closed_at": "2026-01-31T17:04:05.123Z",
           *         "metadata": {
           *           "department": "sales"
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['PersonResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetPersonUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updatePerson: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000010
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "metadata": {
         *         "department": "sales"
         *       }
         *     }
         */
        'application/json': components['schemas']['PersonPatch'];
      };
    };
    responses: {
      /** @description Update fields of a person */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "person": {
           *         "id": "019c15a0-0000-7000-8000-000000000010",
           *         "customer_reference_id": "jane-doe",
           *         "first_name": "Jane",
           *         "middle_name": "Q.",
           *         "last_name": "Doe",
           *         "date_of_birth": "1990-02-28",
           *         "status": "verified",
           *         "addresses": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000011",
           *             "type": "home",
           *             "address1": "1 Main Street",
           *             "city": "Springfield",
           *             "state": "IL",
           *             "zip5": "62701",
           *             "country": "US",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "contacts": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000012",
           *             "type": "email",
           *             "value": "jane.doe@example.com",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           },
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000013",
           *             "type": "phone",
           *             "value": "2175550123",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "metadata": {
           *           "department": "sales"
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['PersonResponse'];
        };
      };
      400: components['responses']['UpdatePersonBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetPersonUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listBusinesses: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
        /** @description Only items created at or after this time. */
        start_time?: components['parameters']['StartTime'];
        /** @description Only items created before this time. */
        end_time?: components['parameters']['EndTime'];
        /** @description Only items with this status. May be repeated. */
        status?: components['parameters']['Status'];
        /** @description The id of the resource. */
        id?: string;
        /** @description Only items of the customer with this reference id. */
        customer_reference_id?: components['parameters']['CustomerReferenceId'];
        /** @description Only items with exactly this legal name. */
        legal_name?: string;
      };
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List businesses, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "businesses": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000018",
           *           "customer_reference_id": "northwind",
           *           "legal_name": "Northwind Trading LLC",
           *           "business_name": "Northwind",
           *           "entity_type": "limited_liability_company",
           *           "tax_id_type": "ein",
           *           "incorporation_date": "2009-06-15",
           *           "status": "verified",
           *           "addresses": [
           *             {
           *               "id": "019c15a0-0000-7000-8000-000000000019",
           *               "type": "legal",
           *               "address1": "500 Market Street",
           *               "city": "San Francisco",
           *               "state": "CA",
           *               "zip5": "94105",
           *               "country": "US",
           *               "created_at": "2026-01-31T17:04:05.123Z",
           *               "updated_at": "2026-01-31T17:04:05.123Z"
           *             }
           *           ],
           *           "contacts": [
           *             {
           *               "id": "019c15a0-0000-7000-8000-000000000020",
           *               "type": "website",
           *               "value": "www.northwind.com",
           *               "created_at": "2026-01-31T17:04:05.123Z",
           *               "updated_at": "2026-01-31T17:04:05.123Z"
           *             }
           *           ],
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "updated_at": "2026-01-31T17:04:05.123Z",
           *           "metadata": {
           *             "segment": "supplier"
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['BusinessesResponse'];
        };
      };
      400: components['responses']['ListBusinessesBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceBusinessByReference: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "customer_reference_id": "northwind",
         *       "legal_name": "Northwind Trading LLC",
         *       "business_name": "Northwind",
         *       "entity_type": "limited_liability_company",
         *       "tax_id": "123456789",
         *       "tax_id_type": "ein",
         *       "incorporation_date": "2009-06-15",
         *       "addresses": [
         *         {
         *           "type": "legal",
         *           "address1": "500 Market Street",
         *           "city": "San Francisco",
         *           "state": "CA",
         *           "country": "US",
         *           "zip5": "94105"
         *         }
         *       ],
         *       "contacts": [
         *         {
         *           "type": "website",
         *           "value": "www.northwind.com"
         *         }
         *       ],
         *       "metadata": {
         *         "segment": "supplier"
         *       }
         *     }
         */
        'application/json': components['schemas']['BusinessRequest'];
      };
    };
    responses: {
      /** @description Replace a business by its reference */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "business": {
           *         "id": "019c15a0-0000-7000-8000-000000000018",
           *         "customer_reference_id": "northwind",
           *         "legal_name": "Northwind Trading LLC",
           *         "business_name": "Northwind",
           *         "entity_type": "limited_liability_company",
           *         "tax_id_type": "ein",
           *         "incorporation_date": "2009-06-15",
           *         "status": "verified",
           *         "addresses": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000019",
           *             "type": "legal",
           *             "address1": "500 Market Street",
           *             "city": "San Francisco",
           *             "state": "CA",
           *             "zip5": "94105",
           *             "country": "US",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "contacts": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000020",
           *             "type": "website",
           *             "value": "www.northwind.com",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "metadata": {
           *           "segment": "supplier"
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['BusinessResponse'];
        };
      };
      400: components['responses']['ReplaceBusinessByReferenceBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createBusiness: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description A unique key for each request, chosen by you. A request with the same key runs once: a retry within 30 days returns the first response with `Idempotent-Replayed: true`. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "customer_reference_id": "northwind",
         *       "legal_name": "Northwind Trading LLC",
         *       "business_name": "Northwind",
         *       "entity_type": "limited_liability_company",
         *       "tax_id": "123456789",
         *       "tax_id_type": "ein",
         *       "incorporation_date": "2009-06-15",
         *       "addresses": [
         *         {
         *           "type": "legal",
         *           "address1": "500 Market Street",
         *           "city": "San Francisco",
         *           "state": "CA",
         *           "country": "US",
         *           "zip5": "94105"
         *         }
         *       ],
         *       "contacts": [
         *         {
         *           "type": "website",
         *           "value": "www.northwind.com"
         *         }
         *       ],
         *       "metadata": {
         *         "segment": "supplier"
         *       }
         *     }
         */
        'application/json': components['schemas']['BusinessRequest'];
      };
    };
    responses: {
      /** @description Create a business */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "business": {
           *         "id": "019c15a0-0000-7000-8000-000000000018",
           *         "customer_reference_id": "northwind",
           *         "legal_name": "Northwind Trading LLC",
           *         "business_name": "Northwind",
           *         "entity_type": "limited_liability_company",
           *         "tax_id_type": "ein",
           *         "incorporation_date": "2009-06-15",
           *         "status": "created",
           *         "addresses": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000019",
           *             "type": "legal",
           *             "address1": "500 Market Street",
           *             "city": "San Francisco",
           *             "state": "CA",
           *             "zip5": "94105",
           *             "country": "US",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "contacts": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000020",
           *             "type": "website",
           *             "value": "www.northwind.com",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "metadata": {
           *           "segment": "supplier"
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['BusinessResponse'];
        };
      };
      400: components['responses']['CreateBusinessBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['IdempotencyKeyInUse'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['IdempotencyKeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getBusiness: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000018
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a business */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "business": {
           *         "id": "019c15a0-0000-7000-8000-000000000018",
           *         "customer_reference_id": "northwind",
           *         "legal_name": "Northwind Trading LLC",
           *         "business_name": "Northwind",
           *         "entity_type": "limited_liability_company",
           *         "tax_id_type": "ein",
           *         "incorporation_date": "2009-06-15",
           *         "status": "verified",
           *         "addresses": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000019",
           *             "type": "legal",
           *             "address1": "500 Market Street",
           *             "city": "San Francisco",
           *             "state": "CA",
           *             "zip5": "94105",
           *             "country": "US",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "contacts": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000020",
           *             "type": "website",
           *             "value": "www.northwind.com",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "metadata": {
           *           "segment": "supplier"
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['BusinessResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetBusinessUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceBusiness: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000018
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "customer_reference_id": "northwind",
         *       "legal_name": "Northwind Trading LLC",
         *       "business_name": "Northwind",
         *       "entity_type": "limited_liability_company",
         *       "tax_id": "123456789",
         *       "tax_id_type": "ein",
         *       "incorporation_date": "2009-06-15",
         *       "addresses": [
         *         {
         *           "type": "legal",
         *           "address1": "500 Market Street",
         *           "city": "San Francisco",
         *           "state": "CA",
         *           "country": "US",
         *           "zip5": "94105"
         *         }
         *       ],
         *       "contacts": [
         *         {
         *           "type": "website",
         *           "value": "www.northwind.com"
         *         }
         *       ],
         *       "metadata": {
         *         "segment": "supplier"
         *       }
         *     }
         */
        'application/json': components['schemas']['BusinessRequest'];
      };
    };
    responses: {
      /** @description Replace a business */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "business": {
           *         "id": "019c15a0-0000-7000-8000-000000000018",
           *         "customer_reference_id": "northwind",
           *         "legal_name": "Northwind Trading LLC",
           *         "business_name": "Northwind",
           *         "entity_type": "limited_liability_company",
           *         "tax_id_type": "ein",
           *         "incorporation_date": "2009-06-15",
           *         "status": "verified",
           *         "addresses": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000019",
           *             "type": "legal",
           *             "address1": "500 Market Street",
           *             "city": "San Francisco",
           *             "state": "CA",
           *             "zip5": "94105",
           *             "country": "US",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "contacts": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000020",
           *             "type": "website",
           *             "value": "www.northwind.com",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "metadata": {
           *           "segment": "supplier"
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['BusinessResponse'];
        };
      };
      400: components['responses']['ReplaceBusinessBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetBusinessUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  closeBusiness: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000018
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Close a business */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "business": {
           *         "id": "019c15a0-0000-7000-8000-000000000018",
           *         "customer_reference_id": "northwind",
           *         "legal_name": "Northwind Trading LLC",
           *         "business_name": "Northwind Foods",
           *         "entity_type": "limited_liability_company",
           *         "tax_id_type": "ein",
           *         "incorporation_date": "2009-06-15",
           *         "status": "closed",
           *         "addresses": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000019",
           *             "type": "legal",
           *             "address1": "500 Market Street",
           *             "city": "San Francisco",
           *             "state": "CA",
           *             "zip5": "94105",
           *             "country": "US",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "contacts": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000020",
           *             "type": "website",
           *             "value": "www.northwind.com",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "closed_at": "2026-01-31T17:04:05.123Z",
           *         "metadata": {
           *           "segment": "supplier"
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['BusinessResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetBusinessUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateBusiness: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000018
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "business_name": "Northwind Foods"
         *     }
         */
        'application/json': components['schemas']['BusinessPatch'];
      };
    };
    responses: {
      /** @description Update fields of a business */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "business": {
           *         "id": "019c15a0-0000-7000-8000-000000000018",
           *         "customer_reference_id": "northwind",
           *         "legal_name": "Northwind Trading LLC",
           *         "business_name": "Northwind Foods",
           *         "entity_type": "limited_liability_company",
           *         "tax_id_type": "ein",
           *         "incorporation_date": "2009-06-15",
           *         "status": "verified",
           *         "addresses": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000019",
           *             "type": "legal",
           *             "address1": "500 Market Street",
           *             "city": "San Francisco",
           *             "state": "CA",
           *             "zip5": "94105",
           *             "country": "US",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "contacts": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000020",
           *             "type": "website",
           *             "value": "www.northwind.com",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "metadata": {
           *           "segment": "supplier"
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['BusinessResponse'];
        };
      };
      400: components['responses']['UpdateBusinessBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetBusinessUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listExternalAccounts: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
        /** @description Only items created at or after this time. */
        start_time?: components['parameters']['StartTime'];
        /** @description Only items created before this time. */
        end_time?: components['parameters']['EndTime'];
        /** @description Only items with this status. May be repeated. */
        status?: components['parameters']['Status'];
        /** @description Only items of the account with this reference id. */
        account_reference_id?: components['parameters']['AccountReferenceId'];
        /** @description Only items of the customer with this reference id. */
        customer_reference_id?: components['parameters']['CustomerReferenceId'];
      };
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List external accounts, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "external_accounts": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000027",
           *           "account_reference_id": "jane-checking",
           *           "customer_reference_id": "jane-doe",
           *           "customer_resource_type": "person",
           *           "account_type": "checking",
           *           "account_number": "123456789",
           *           "routing_number": "021000021",
           *           "account_holder_name": "Jane Q. Doe",
           *           "status": "verified",
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ExternalAccountsResponse'];
        };
      };
      400: components['responses']['ListExternalAccountsBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceExternalAccountByReference: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "account_reference_id": "jane-checking",
         *       "customer_reference_id": "jane-doe",
         *       "customer_resource_type": "person",
         *       "account_type": "checking",
         *       "account_number": "123456789",
         *       "routing_number": "021000021",
         *       "account_holder_name": "Jane Q. Doe"
         *     }
         */
        'application/json': components['schemas']['ExternalAccountRequest'];
      };
    };
    responses: {
      /** @description Replace an external account by its reference */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "external_account": {
           *         "id": "019c15a0-0000-7000-8000-000000000027",
           *         "account_reference_id": "jane-checking",
           *         "customer_reference_id": "jane-doe",
           *         "customer_resource_type": "person",
           *         "account_type": "checking",
           *         "account_number": "123456789",
           *         "routing_number": "021000021",
           *         "account_holder_name": "Jane Q. Doe",
           *         "status": "verified",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ExternalAccountResponse'];
        };
      };
      400: components['responses']['ReplaceExternalAccountByReferenceBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createExternalAccount: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description A unique key for each request, chosen by you. A request with the same key runs once: a retry within 30 days returns the first response with `Idempotent-Replayed: true`. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "account_reference_id": "jane-checking",
         *       "customer_reference_id": "jane-doe",
         *       "customer_resource_type": "person",
         *       "account_type": "checking",
         *       "account_number": "123456789",
         *       "routing_number": "021000021",
         *       "account_holder_name": "Jane Q. Doe"
         *     }
         */
        'application/json': components['schemas']['ExternalAccountRequest'];
      };
    };
    responses: {
      /** @description Create an external account */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "external_account": {
           *         "id": "019c15a0-0000-7000-8000-000000000027",
           *         "account_reference_id": "jane-checking",
           *         "customer_reference_id": "jane-doe",
           *         "customer_resource_type": "person",
           *         "account_type": "checking",
           *         "account_number": "123456789",
           *         "routing_number": "021000021",
           *         "account_holder_name": "Jane Q. Doe",
           *         "status": "created",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ExternalAccountResponse'];
        };
      };
      400: components['responses']['CreateExternalAccountBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['IdempotencyKeyInUse'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['IdempotencyKeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getExternalAccount: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000027
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read an external account */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "external_account": {
           *         "id": "019c15a0-0000-7000-8000-000000000027",
           *         "account_reference_id": "jane-checking",
           *         "customer_reference_id": "jane-doe",
           *         "customer_resource_type": "person",
           *         "account_type": "checking",
           *         "account_number": "123456789",
           *         "routing_number": "021000021",
           *         "account_holder_name": "Jane Q. Doe",
           *         "status": "verified",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ExternalAccountResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetExternalAccountUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceExternalAccount: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000027
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "account_reference_id": "jane-checking",
         *       "customer_reference_id": "jane-doe",
         *       "customer_resource_type": "person",
         *       "account_type": "checking",
         *       "account_number": "123456789",
         *       "routing_number": "021000021",
         *       "account_holder_name": "Jane Q. Doe"
         *     }
         */
        'application/json': components['schemas']['ExternalAccountRequest'];
      };
    };
    responses: {
      /** @description Replace an external account */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "external_account": {
           *         "id": "019c15a0-0000-7000-8000-000000000027",
           *         "account_reference_id": "jane-checking",
           *         "customer_reference_id": "jane-doe",
           *         "customer_resource_type": "person",
           *         "account_type": "checking",
           *         "account_number": "123456789",
           *         "routing_number": "021000021",
           *         "account_holder_name": "Jane Q. Doe",
           *         "status": "verified",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ExternalAccountResponse'];
        };
      };
      400: components['responses']['ReplaceExternalAccountBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetExternalAccountUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  closeExternalAccount: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000027
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Close an external account */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "external_account": {
           *         "id": "019c15a0-0000-7000-8000-000000000027",
           *         "account_reference_id": "jane-checking",
           *         "customer_reference_id": "jane-doe",
           *         "customer_resource_type": "person",
           *         "account_type": "checking",
           *         "account_number": "123456789",
           *         "routing_number": "021000021",
           *         "account_holder_name": "Jane Q. Doe",
           *         "status": "closed",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "closed_at": "2026-01-31T17:04:05.123Z",
           *         "metadata": {
           *           "primary": true
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['ExternalAccountResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetExternalAccountUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateExternalAccount: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000027
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "metadata": {
         *         "primary": true
         *       }
         *     }
         */
        'application/json': components['schemas']['ExternalAccountPatch'];
      };
    };
    responses: {
      /** @description Update fields of an external account */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "external_account": {
           *         "id": "019c15a0-0000-7000-8000-000000000027",
           *         "account_reference_id": "jane-checking",
           *         "customer_reference_id": "jane-doe",
           *         "customer_resource_type": "person",
           *         "account_type": "checking",
           *         "account_number": "123456789",
           *         "routing_number": "021000021",
           *         "account_holder_name": "Jane Q. Doe",
           *         "status": "verified",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "metadata": {
           *           "primary": true
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['ExternalAccountResponse'];
        };
      };
      400: components['responses']['UpdateExternalAccountBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetExternalAccountUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listPersonExternalAccounts: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
        /** @description Only items created at or after this time. */
        start_time?: components['parameters']['StartTime'];
        /** @description Only items created before this time. */
        end_time?: components['parameters']['EndTime'];
        /** @description Only items with this status. May be repeated. */
        status?: components['parameters']['Status'];
      };
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000010
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the external accounts of a person, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "external_accounts": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000027",
           *           "account_reference_id": "jane-checking",
           *           "customer_reference_id": "jane-doe",
           *           "customer_resource_type": "person",
           *           "account_type": "checking",
           *           "account_number": "123456789",
           *           "routing_number": "021000021",
           *           "account_holder_name": "Jane Q. Doe",
           *           "status": "verified",
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ExternalAccountsResponse'];
        };
      };
      400: components['responses']['ListPersonExternalAccountsBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetPersonUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listBusinessExternalAccounts: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
        /** @description Only items created at or after this time. */
        start_time?: components['parameters']['StartTime'];
        /** @description Only items created before this time. */
        end_time?: components['parameters']['EndTime'];
        /** @description Only items with this status. May be repeated. */
        status?: components['parameters']['Status'];
      };
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000018
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the external accounts of a business, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "external_accounts": []
           *     }
           */
          'application/json': components['schemas']['ExternalAccountsResponse'];
        };
      };
      400: components['responses']['ListBusinessExternalAccountsBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetBusinessUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTransfers: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
        /** @description Only items created at or after this time. */
        start_time?: components['parameters']['StartTime'];
        /** @description Only items created before this time. */
        end_time?: components['parameters']['EndTime'];
        /** @description Only items with this status. May be repeated. */
        status?: components['schemas']['TransferStatus'][];
        /** @description Only the item with this reference id. */
        transfer_reference_id?: string;
        /** @description Only items of the customer with this reference id. */
        customer_reference_id?: components['parameters']['CustomerReferenceId'];
        /** @description Only items of the account with this reference id. */
        account_reference_id?: components['parameters']['AccountReferenceId'];
        /** @description Only items of this schedule. */
        schedule_id?: string;
        /** @description Only items of the subledger with this reference id. */
        subledger_reference_id?: components['parameters']['SubledgerReferenceId'];
        /** @description Only items with this reason, on either side. */
        reason_code?: components['schemas']['ReasonCodeName'];
      };
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List transfers, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "transfers": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000047",
           *           "transfer_reference_id": "payout-0001",
           *           "amount": 12500,
           *           "currency": "USD",
           *           "speed": "standard",
           *           "destination": {
           *             "account_reference_id": "jane-checking",
           *             "customer_reference_id": "jane-doe",
           *             "trace_number": "021000020000001",
           *             "return_trace_number": "021000020000002"
           *           },
           *           "status": "failed",
           *           "status_reasons": [
           *             {
           *               "destination": {
           *                 "reason_code": "invalid_account",
           *                 "network_reason_code": "R03",
           *                 "reason_code_message": "The account number is wrong, or the account does not belong to this holder. Correct the account.",
           *                 "network_reason_code_message": "No account has this number, or it does not belong to the named person",
           *                 "network_reason_code_rail_type": "ach"
           *               }
           *             }
           *           ],
           *           "account_statement_descriptor": "ACME PAYROLL",
           *           "estimated_funds_delivery_date": "2026-01-31T17:04:05.123Z",
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "updated_at": "2026-01-31T17:04:05.123Z",
           *           "metadata": {
           *             "run": "2026-02"
           *           },
           *           "created_by": "client_3kHcT7mQeW9aYb4Lr0JzXs"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['TransfersResponse'];
        };
      };
      400: components['responses']['ListTransfersBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createTransfer: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description A unique key for each request, chosen by you. A request with the same key runs once: a retry within 30 days returns the first response with `Idempotent-Replayed: true`. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "transfer_reference_id": "payout-0001",
         *       "destination": {
         *         "account_reference_id": "jane-checking",
         *         "customer_reference_id": "jane-doe"
         *       },
         *       "amount": 12500,
         *       "currency": "USD",
         *       "speed": "standard",
         *       "account_statement_descriptor": "ACME PAYROLL",
         *       "metadata": {
         *         "run": "2026-01"
         *       }
         *     }
         */
        'application/json': components['schemas']['CreateTransferRequest'];
      };
    };
    responses: {
      /** @description Create a transfer */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "transfer": {
           *         "id": "019c15a0-0000-7000-8000-000000000047",
           *         "transfer_reference_id": "payout-0001",
           *         "amount": 12500,
           *         "currency": "USD",
           *         "speed": "standard",
           *         "destination": {
           *           "account_reference_id": "jane-checking",
           *           "customer_reference_id": "jane-doe"
           *         },
           *         "status": "created",
           *         "account_statement_descriptor": "ACME PAYROLL",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "metadata": {
           *           "run": "2026-01"
           *         },
           *         "created_by": "client_3kHcT7mQeW9aYb4Lr0JzXs"
           *       }
           *     }
           */
          'application/json': components['schemas']['TransferResponse'];
        };
      };
      400: components['responses']['CreateTransferBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['IdempotencyKeyInUse'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['IdempotencyKeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getTransfer: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000047
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a transfer */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "transfer": {
           *         "id": "019c15a0-0000-7000-8000-000000000047",
           *         "transfer_reference_id": "payout-0001",
           *         "amount": 12500,
           *         "currency": "USD",
           *         "speed": "standard",
           *         "destination": {
           *           "account_reference_id": "jane-checking",
           *           "customer_reference_id": "jane-doe",
           *           "trace_number": "021000020000001",
           *           "return_trace_number": "021000020000002"
           *         },
           *         "status": "failed",
           *         "status_reasons": [
           *           {
           *             "destination": {
           *               "reason_code": "invalid_account",
           *               "network_reason_code": "R03",
           *               "reason_code_message": "The account number is wrong, or the account does not belong to this holder. Correct the account.",
           *               "network_reason_code_message": "No account has this number, or it does not belong to the named person",
           *               "network_reason_code_rail_type": "ach"
           *             }
           *           }
           *         ],
           *         "account_statement_descriptor": "ACME PAYROLL",
           *         "estimated_funds_delivery_date": "2026-01-31T17:04:05.123Z",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "metadata": {
           *           "run": "2026-02"
           *         },
           *         "created_by": "client_3kHcT7mQeW9aYb4Lr0JzXs"
           *       }
           *     }
           */
          'application/json': components['schemas']['TransferResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetTransferUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateTransfer: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000047
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "metadata": {
         *         "run": "2026-02"
         *       }
         *     }
         */
        'application/json': components['schemas']['TransferPatch'];
      };
    };
    responses: {
      /** @description Change the metadata of a transfer */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "transfer": {
           *         "id": "019c15a0-0000-7000-8000-000000000047",
           *         "transfer_reference_id": "payout-0001",
           *         "amount": 12500,
           *         "currency": "USD",
           *         "speed": "standard",
           *         "destination": {
           *           "account_reference_id": "jane-checking",
           *           "customer_reference_id": "jane-doe"
           *         },
           *         "status": "created",
           *         "account_statement_descriptor": "ACME PAYROLL",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "metadata": {
           *           "run": "2026-02"
           *         },
           *         "created_by": "client_3kHcT7mQeW9aYb4Lr0JzXs"
           *       }
           *     }
           */
          'application/json': components['schemas']['TransferResponse'];
        };
      };
      400: components['responses']['UpdateTransferBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetTransferUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  cancelTransfer: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000048
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Cancel a transfer */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "The transfer is canceled."
           *     }
           */
          'application/json': components['schemas']['CancelResponse'];
        };
      };
      400: components['responses']['CancelTransferBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetTransferUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  explainTransfer: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000047
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Explain the route of a transfer */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "explanation": {
           *         "transfer_id": "019c15a0-0000-7000-8000-000000000047",
           *         "use_case": "payout",
           *         "speed": "standard",
           *         "legs": [
           *           {
           *             "side": "destination",
           *             "status": "returned",
           *             "rail": "ach",
           *             "window_at": "2026-01-31T17:04:05.123Z",
           *             "effective_date": "2026-02-03",
           *             "settles_at": "2026-01-31T17:04:05.123Z",
           *             "trace_number": "021000020000001",
           *             "network_reason_code": "R03",
           *             "attempts": [
           *               {
           *                 "attempt": 1,
           *                 "rail": "ach",
           *                 "end_to_end_id": "019c15a000007000800000000000000a",
           *                 "routed_at": "2026-01-31T17:04:05.123Z",
           *                 "candidates": [
           *                   {
           *                     "rail": "ach",
           *                     "taken": true,
           *                     "why": "chosen"
           *                   }
           *                 ]
           *               }
           *             ]
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': components['schemas']['ExplanationResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetTransferUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getTransferHistory: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000047
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get the status history of a transfer */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "statuses": [
           *         {
           *           "status": "created",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         },
           *         {
           *           "status": "pending",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         },
           *         {
           *           "status": "completed",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         },
           *         {
           *           "status": "failed",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['HistoryResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetTransferUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listSchedules: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
        /** @description Only items created at or after this time. */
        start_time?: components['parameters']['StartTime'];
        /** @description Only items created before this time. */
        end_time?: components['parameters']['EndTime'];
        /** @description Only items with this status. May be repeated. */
        status?: ('active' | 'inactive')[];
        /** @description Only the item with this reference id. */
        schedule_reference_id?: string;
      };
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List schedules, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "schedules": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000042",
           *           "schedule_reference_id": "payroll-jane",
           *           "amount": 12500,
           *           "currency": "USD",
           *           "speed": "standard",
           *           "destination": {
           *             "account_reference_id": "jane-checking",
           *             "customer_reference_id": "jane-doe"
           *           },
           *           "account_statement_descriptor": "ACME PAYROLL",
           *           "start_date": "2030-01-01",
           *           "recurrence": "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
           *           "rrule_readable": "Monthly on Monday, Tuesday, Wednesday, Thursday, and Friday, only the last of these in the month",
           *           "missed": "run",
           *           "end_on_failures": 3,
           *           "status": "active",
           *           "next_payment_date": "2030-01-31",
           *           "runs": {
           *             "made": 0,
           *             "failed": 0,
           *             "skipped": 0
           *           },
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['SchedulesResponse'];
        };
      };
      400: components['responses']['ListSchedulesBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createSchedule: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description A unique key for each request, chosen by you. A request with the same key runs once: a retry within 30 days returns the first response with `Idempotent-Replayed: true`. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "schedule_reference_id": "payroll-jane",
         *       "destination": {
         *         "account_reference_id": "jane-checking",
         *         "customer_reference_id": "jane-doe"
         *       },
         *       "amount": 12500,
         *       "currency": "USD",
         *       "speed": "standard",
         *       "start_date": "2030-01-01",
         *       "recurrence": "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
         *       "account_statement_descriptor": "ACME PAYROLL",
         *       "missed": "run",
         *       "end_on_failures": 3
         *     }
         */
        'application/json': components['schemas']['CreateScheduleRequest'];
      };
    };
    responses: {
      /** @description Create a schedule */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "schedule": {
           *         "id": "019c15a0-0000-7000-8000-000000000042",
           *         "schedule_reference_id": "payroll-jane",
           *         "amount": 12500,
           *         "currency": "USD",
           *         "speed": "standard",
           *         "destination": {
           *           "account_reference_id": "jane-checking",
           *           "customer_reference_id": "jane-doe"
           *         },
           *         "account_statement_descriptor": "ACME PAYROLL",
           *         "start_date": "2030-01-01",
           *         "recurrence": "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
           *         "rrule_readable": "Monthly on Monday, Tuesday, Wednesday, Thursday, and Friday, only the last of these in the month",
           *         "missed": "run",
           *         "end_on_failures": 3,
           *         "status": "active",
           *         "next_payment_date": "2030-01-31",
           *         "runs": {
           *           "made": 0,
           *           "failed": 0,
           *           "skipped": 0
           *         },
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ScheduleResponse'];
        };
      };
      400: components['responses']['CreateScheduleBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['IdempotencyKeyInUse'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['IdempotencyKeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  previewRecurrence: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "start_date": "2027-01-01",
         *       "recurrence": "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
         *       "occurrence_count": 3
         *     }
         */
        'application/json': components['schemas']['PreviewRecurrenceRequest'];
      };
    };
    responses: {
      /** @description Preview a recurrence rule */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "start_date": "2027-01-01",
           *       "recurrence": "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
           *       "rrule_string": "RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
           *       "rrule_readable": "Monthly on Monday, Tuesday, Wednesday, Thursday, and Friday, only the last of these in the month",
           *       "occurrences": [
           *         "2027-01-29",
           *         "2027-02-26",
           *         "2027-03-31"
           *       ]
           *     }
           */
          'application/json': components['schemas']['RecurrenceResponse'];
        };
      };
      400: components['responses']['PreviewRecurrenceBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getSchedule: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000042
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a schedule */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "schedule": {
           *         "id": "019c15a0-0000-7000-8000-000000000042",
           *         "schedule_reference_id": "payroll-jane",
           *         "amount": 12500,
           *         "currency": "USD",
           *         "speed": "standard",
           *         "destination": {
           *           "account_reference_id": "jane-checking",
           *           "customer_reference_id": "jane-doe"
           *         },
           *         "account_statement_descriptor": "ACME PAYROLL",
           *         "start_date": "2030-01-01",
           *         "recurrence": "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
           *         "rrule_readable": "Monthly on Monday, Tuesday, Wednesday, Thursday, and Friday, only the last of these in the month",
           *         "missed": "run",
           *         "end_on_failures": 3,
           *         "status": "active",
           *         "next_payment_date": "2030-01-31",
           *         "runs": {
           *           "made": 0,
           *           "failed": 0,
           *           "skipped": 0
           *         },
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ScheduleResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetScheduleUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteSchedule: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000042
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description End a schedule */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "schedule": {
           *         "id": "019c15a0-0000-7000-8000-000000000042",
           *         "schedule_reference_id": "payroll-jane",
           *         "amount": 12500,
           *         "currency": "USD",
           *         "speed": "standard",
           *         "destination": {
           *           "account_reference_id": "jane-checking",
           *           "customer_reference_id": "jane-doe"
           *         },
           *         "account_statement_descriptor": "ACME PAYROLL",
           *         "start_date": "2030-01-01",
           *         "recurrence": "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
           *         "rrule_readable": "Monthly on Monday, Tuesday, Wednesday, Thursday, and Friday, only the last of these in the month",
           *         "missed": "run",
           *         "end_on_failures": 3,
           *         "status": "inactive",
           *         "next_payment_date": "2030-01-31",
           *         "ended_at": "2026-01-31T17:04:05.123Z",
           *         "end_reason": "deleted",
           *         "runs": {
           *           "made": 0,
           *           "failed": 0,
           *           "skipped": 0
           *         },
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ScheduleResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetScheduleUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  pauseSchedule: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000042
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Pause a schedule */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "schedule": {
           *         "id": "019c15a0-0000-7000-8000-000000000042",
           *         "schedule_reference_id": "payroll-jane",
           *         "amount": 12500,
           *         "currency": "USD",
           *         "speed": "standard",
           *         "destination": {
           *           "account_reference_id": "jane-checking",
           *           "customer_reference_id": "jane-doe"
           *         },
           *         "account_statement_descriptor": "ACME PAYROLL",
           *         "start_date": "2030-01-01",
           *         "recurrence": "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
           *         "rrule_readable": "Monthly on Monday, Tuesday, Wednesday, Thursday, and Friday, only the last of these in the month",
           *         "missed": "run",
           *         "end_on_failures": 3,
           *         "status": "inactive",
           *         "next_payment_date": "2030-01-31",
           *         "paused_at": "2026-01-31T17:04:05.123Z",
           *         "runs": {
           *           "made": 0,
           *           "failed": 0,
           *           "skipped": 0
           *         },
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ScheduleResponse'];
        };
      };
      400: components['responses']['PauseScheduleBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetScheduleUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  resumeSchedule: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000042
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resume a schedule */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "schedule": {
           *         "id": "019c15a0-0000-7000-8000-000000000042",
           *         "schedule_reference_id": "payroll-jane",
           *         "amount": 12500,
           *         "currency": "USD",
           *         "speed": "standard",
           *         "destination": {
           *           "account_reference_id": "jane-checking",
           *           "customer_reference_id": "jane-doe"
           *         },
           *         "account_statement_descriptor": "ACME PAYROLL",
           *         "start_date": "2030-01-01",
           *         "recurrence": "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
           *         "rrule_readable": "Monthly on Monday, Tuesday, Wednesday, Thursday, and Friday, only the last of these in the month",
           *         "missed": "run",
           *         "end_on_failures": 3,
           *         "status": "active",
           *         "next_payment_date": "2030-01-31",
           *         "runs": {
           *           "made": 0,
           *           "failed": 0,
           *           "skipped": 0
           *         },
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ScheduleResponse'];
        };
      };
      400: components['responses']['ResumeScheduleBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetScheduleUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listOccurrences: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
        /** @description Only items with this status. May be repeated. */
        status?: ('made' | 'refused' | 'skipped')[];
      };
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000042
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the past dates of a schedule, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "occurrences": []
           *     }
           */
          'application/json': components['schemas']['OccurrencesResponse'];
        };
      };
      400: components['responses']['ListOccurrencesBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetScheduleUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listSubledgers: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
        /** @description Only items created at or after this time. */
        start_time?: components['parameters']['StartTime'];
        /** @description Only items created before this time. */
        end_time?: components['parameters']['EndTime'];
        /** @description Only items of the subledger with this reference id. */
        subledger_reference_id?: components['parameters']['SubledgerReferenceId'];
        /** @description Only items of the customer with this reference id. */
        customer_reference_id?: components['parameters']['CustomerReferenceId'];
      };
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List subledgers, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "subledgers": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000043",
           *           "subledger_reference_id": "jane-wallet",
           *           "customer_reference_id": "jane-doe",
           *           "customer_resource_type": "person",
           *           "status": "created",
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['SubledgersResponse'];
        };
      };
      400: components['responses']['ListSubledgersBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createSubledger: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description A unique key for each request, chosen by you. A request with the same key runs once: a retry within 30 days returns the first response with `Idempotent-Replayed: true`. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "subledger_reference_id": "jane-wallet",
         *       "customer_reference_id": "jane-doe"
         *     }
         */
        'application/json': components['schemas']['CreateSubledgerRequest'];
      };
    };
    responses: {
      /** @description Create a subledger */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "subledger": {
           *         "id": "019c15a0-0000-7000-8000-000000000043",
           *         "subledger_reference_id": "jane-wallet",
           *         "customer_reference_id": "jane-doe",
           *         "customer_resource_type": "person",
           *         "status": "created",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SubledgerResponse'];
        };
      };
      400: components['responses']['CreateSubledgerBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['IdempotencyKeyInUse'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['IdempotencyKeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getSubledger: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000043
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a subledger */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "subledger": {
           *         "id": "019c15a0-0000-7000-8000-000000000043",
           *         "subledger_reference_id": "jane-wallet",
           *         "customer_reference_id": "jane-doe",
           *         "customer_resource_type": "person",
           *         "status": "created",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SubledgerResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetSubledgerUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  closeSubledger: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000043
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Close a subledger */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "subledger": {
           *         "id": "019c15a0-0000-7000-8000-000000000043",
           *         "subledger_reference_id": "jane-wallet",
           *         "customer_reference_id": "jane-doe",
           *         "customer_resource_type": "person",
           *         "status": "created",
           *         "closed_at": "2026-01-31T17:04:05.123Z",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SubledgerResponse'];
        };
      };
      400: components['responses']['CloseSubledgerBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetSubledgerUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listSubledgerBalances: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
        /** @description Only items of the subledger with this reference id. */
        subledger_reference_id?: components['parameters']['SubledgerReferenceId'];
      };
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the balances of subledgers */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "balances": [
           *         {
           *           "subledger_id": "019c15a0-0000-7000-8000-000000000043",
           *           "subledger_reference_id": "jane-wallet",
           *           "pending": 0,
           *           "available": 12500,
           *           "currency": "USD",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['SubledgerBalancesResponse'];
        };
      };
      400: components['responses']['ListSubledgerBalancesBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getSubledgerBalance: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000043
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the balance of a subledger */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "balance": {
           *         "subledger_id": "019c15a0-0000-7000-8000-000000000043",
           *         "subledger_reference_id": "jane-wallet",
           *         "pending": 0,
           *         "available": 12500,
           *         "currency": "USD",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['SubledgerBalanceResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetSubledgerUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listBookTransfers: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
        /** @description Only items created at or after this time. */
        start_time?: components['parameters']['StartTime'];
        /** @description Only items created before this time. */
        end_time?: components['parameters']['EndTime'];
        /** @description Only items with this status. May be repeated. */
        status?: ('created' | 'completed' | 'failed')[];
        /** @description Only the item with this reference id. */
        book_transfer_reference_id?: string;
        /** @description Only items of the subledger with this reference id. */
        subledger_reference_id?: components['parameters']['SubledgerReferenceId'];
      };
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List book transfers, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "book_transfers": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000044",
           *           "book_transfer_reference_id": "fund-jane-1",
           *           "amount": 12500,
           *           "currency": "USD",
           *           "status": "completed",
           *           "metadata": {
           *             "batch": "january"
           *           },
           *           "destination": {
           *             "subledger_reference_id": "jane-wallet"
           *           },
           *           "created_by": "client_3kHcT7mQeW9aYb4Lr0JzXs",
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['BookTransfersResponse'];
        };
      };
      400: components['responses']['ListBookTransfersBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createBookTransfer: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description A unique key for each request, chosen by you. A request with the same key runs once: a retry within 30 days returns the first response with `Idempotent-Replayed: true`. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "book_transfer_reference_id": "fund-jane-1",
         *       "amount": 12500,
         *       "currency": "USD",
         *       "destination": {
         *         "subledger_reference_id": "jane-wallet"
         *       },
         *       "metadata": {
         *         "batch": "january"
         *       }
         *     }
         */
        'application/json': components['schemas']['CreateBookTransferRequest'];
      };
    };
    responses: {
      /** @description Move money between subledgers */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "book_transfer": {
           *         "id": "019c15a0-0000-7000-8000-000000000044",
           *         "book_transfer_reference_id": "fund-jane-1",
           *         "amount": 12500,
           *         "currency": "USD",
           *         "status": "completed",
           *         "metadata": {
           *           "batch": "january"
           *         },
           *         "destination": {
           *           "subledger_reference_id": "jane-wallet"
           *         },
           *         "created_by": "client_3kHcT7mQeW9aYb4Lr0JzXs",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['BookTransferResponse'];
        };
      };
      400: components['responses']['CreateBookTransferBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['IdempotencyKeyInUse'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['IdempotencyKeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getBookTransfer: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000044
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a book transfer */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "book_transfer": {
           *         "id": "019c15a0-0000-7000-8000-000000000044",
           *         "book_transfer_reference_id": "fund-jane-1",
           *         "amount": 12500,
           *         "currency": "USD",
           *         "status": "completed",
           *         "metadata": {
           *           "batch": "january"
           *         },
           *         "destination": {
           *           "subledger_reference_id": "jane-wallet"
           *         },
           *         "created_by": "client_3kHcT7mQeW9aYb4Lr0JzXs",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['BookTransferResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetBookTransferUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listPolicies: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List policies, by name */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "policies": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000002",
           *           "name": "Advances",
           *           "applies_to": [
           *             "transfer"
           *           ],
           *           "conditions": [
           *             {
           *               "field": "metadata",
           *               "value": {
           *                 "key": "psk_sandbox_the-random-part-and-its-checksum",
           *                 "value": "advance"
           *               },
           *               "operator": "equals"
           *             }
           *           ],
           *           "required": 1,
           *           "approvers": {
           *             "users": [
           *               "sam@acme.example"
           *             ]
           *           },
           *           "expires_after_hours": 72,
           *           "step_up": false,
           *           "enabled": true,
           *           "version": 1,
           *           "updated_by": "portal@acme.example",
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         },
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000001",
           *           "name": "Bonuses",
           *           "applies_to": [
           *             "transfer"
           *           ],
           *           "conditions": [
           *             {
           *               "field": "metadata",
           *               "value": {
           *                 "key": "psk_sandbox_the-random-part-and-its-checksum",
           *                 "value": "bonus"
           *               },
           *               "operator": "equals"
           *             }
           *           ],
           *           "required": 1,
           *           "approvers": {
           *             "roles": [
           *               "admin",
           *               "payment_approver"
           *             ]
           *           },
           *           "expires_after_hours": 72,
           *           "step_up": false,
           *           "enabled": true,
           *           "version": 1,
           *           "updated_by": "portal@acme.example",
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         },
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000003",
           *           "name": "Gifts",
           *           "applies_to": [
           *             "transfer"
           *           ],
           *           "conditions": [
           *             {
           *               "field": "metadata",
           *               "value": {
           *                 "key": "psk_sandbox_the-random-part-and-its-checksum",
           *                 "value": "gift"
           *               },
           *               "operator": "equals"
           *             }
           *           ],
           *           "required": 1,
           *           "approvers": {
           *             "roles": [
           *               "admin",
           *               "payment_approver"
           *             ]
           *           },
           *           "expires_after_hours": 72,
           *           "step_up": true,
           *           "enabled": true,
           *           "version": 1,
           *           "updated_by": "portal@acme.example",
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['PoliciesResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ListPoliciesForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createPolicy: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Bonuses",
         *       "applies_to": [
         *         "transfer"
         *       ],
         *       "conditions": [
         *         {
         *           "field": "metadata",
         *           "operator": "equals",
         *           "value": {
         *             "key": "kind",
         *             "value": "bonus"
         *           }
         *         }
         *       ],
         *       "required": 1,
         *       "approvers": {
         *         "roles": [
         *           "admin",
         *           "payment_approver"
         *         ]
         *       },
         *       "enabled": true
         *     }
         */
        'application/json': components['schemas']['PolicyRequest'];
      };
    };
    responses: {
      /** @description Create a policy */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "policy": {
           *         "name": "Bonuses",
           *         "applies_to": [
           *           "transfer"
           *         ],
           *         "conditions": [
           *           {
           *             "field": "metadata",
           *             "operator": "equals",
           *             "value": {
           *               "key": "psk_sandbox_the-random-part-and-its-checksum",
           *               "value": "bonus"
           *             }
           *           }
           *         ],
           *         "required": 1,
           *         "approvers": {
           *           "roles": [
           *             "admin",
           *             "payment_approver"
           *           ]
           *         },
           *         "expires_after_hours": 72,
           *         "step_up": false,
           *         "enabled": true,
           *         "id": "019c15a0-0000-7000-8000-000000000001",
           *         "version": 1,
           *         "updated_by": "portal@acme.example",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['PolicyResponse'];
        };
      };
      400: components['responses']['CreatePolicyBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['CreatePolicyStepUpRequiredOrForbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getPolicy: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000001
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a policy */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "policy": {
           *         "id": "019c15a0-0000-7000-8000-000000000001",
           *         "name": "Bonuses",
           *         "applies_to": [
           *           "transfer"
           *         ],
           *         "conditions": [
           *           {
           *             "field": "metadata",
           *             "value": {
           *               "key": "psk_sandbox_the-random-part-and-its-checksum",
           *               "value": "bonus"
           *             },
           *             "operator": "equals"
           *           }
           *         ],
           *         "required": 1,
           *         "approvers": {
           *           "roles": [
           *             "admin",
           *             "payment_approver"
           *           ]
           *         },
           *         "expires_after_hours": 72,
           *         "step_up": false,
           *         "enabled": true,
           *         "version": 1,
           *         "updated_by": "portal@acme.example",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['PolicyResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ListPoliciesForbidden'];
      404: components['responses']['GetPolicyUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replacePolicy: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000001
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Bonuses",
         *       "applies_to": [
         *         "transfer"
         *       ],
         *       "conditions": [
         *         {
         *           "field": "metadata",
         *           "operator": "equals",
         *           "value": {
         *             "key": "kind",
         *             "value": "bonus"
         *           }
         *         }
         *       ],
         *       "required": 1,
         *       "approvers": {
         *         "roles": [
         *           "admin",
         *           "payment_approver"
         *         ]
         *       },
         *       "enabled": true,
         *       "expires_after_hours": 48
         *     }
         */
        'application/json': components['schemas']['PolicyRequest'];
      };
    };
    responses: {
      /** @description Replace a policy */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "policy": {
           *         "name": "Bonuses",
           *         "applies_to": [
           *           "transfer"
           *         ],
           *         "conditions": [
           *           {
           *             "field": "metadata",
           *             "operator": "equals",
           *             "value": {
           *               "key": "psk_sandbox_the-random-part-and-its-checksum",
           *               "value": "bonus"
           *             }
           *           }
           *         ],
           *         "required": 1,
           *         "approvers": {
           *           "roles": [
           *             "admin",
           *             "payment_approver"
           *           ]
           *         },
           *         "expires_after_hours": 48,
           *         "step_up": false,
           *         "enabled": true,
           *         "id": "019c15a0-0000-7000-8000-000000000001",
           *         "version": 2,
           *         "updated_by": "portal@acme.example",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['PolicyResponse'];
        };
      };
      400: components['responses']['ReplacePolicyBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['CreatePolicyStepUpRequiredOrForbidden'];
      404: components['responses']['GetPolicyUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deletePolicy: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000001
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete a policy */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['CreatePolicyStepUpRequiredOrForbidden'];
      404: components['responses']['GetPolicyUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listApprovals: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
        /** @description Only items created at or after this time. */
        start_time?: components['parameters']['StartTime'];
        /** @description Only items created before this time. */
        end_time?: components['parameters']['EndTime'];
        /** @description Only items with this status. May be repeated. */
        status?: ('pending' | 'approved' | 'rejected' | 'expired' | 'withdrawn')[];
        /** @description Whether to return only what the caller may decide and has not decided. */
        mine?: boolean;
        /** @description Only items about subjects of this type. */
        subject_type?: 'transfer' | 'book_transfer' | 'schedule' | 'bulk_transfer' | 'setting_change';
        /** @description Only items about this subject. */
        subject_id?: string;
      };
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List approvals, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "approvals": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000031",
           *           "subject_type": "transfer",
           *           "subject_id": "019c15a0-0000-7000-8000-000000000030",
           *           "subject": {
           *             "speed": "standard",
           *             "amount": 12500,
           *             "currency": "USD",
           *             "use_case": "payout",
           *             "destination": {
           *               "account_id": "019c15a0-0000-7000-8000-000000000027",
           *               "details_version": 1,
           *               "account_reference_id": "jane-checking",
           *               "customer_reference_id": "jane-doe"
           *             },
           *             "transfer_reference_id": "bonus-0001",
           *             "account_statement_descriptor": "ACME PAYROLL"
           *           },
           *           "digest": "LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ",
           *           "status": "pending",
           *           "policies": [
           *             {
           *               "id": "019c15a0-0000-7000-8000-000000000001",
           *               "name": "Bonuses",
           *               "required": 1,
           *               "given": 0
           *             }
           *           ],
           *           "decisions": [],
           *           "requested_by": "client_3kHcT7mQeW9aYb4Lr0JzXs",
           *           "requested_at": "2026-01-31T17:04:05.123Z",
           *           "expires_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ApprovalsResponse'];
        };
      };
      400: components['responses']['ListApprovalsBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  decideApprovals: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "decision": "approve",
         *       "comment": "Checked against the invoice",
         *       "items": [
         *         {
         *           "id": "019c15a0-0000-7000-8000-000000000035",
         *           "digest": "LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ"
         *         },
         *         {
         *           "id": "019c15a0-0000-7000-8000-000000000033",
         *           "digest": "LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ"
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['DecideRequest'];
      };
    };
    responses: {
      /** @description Decide several approvals */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "results": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000035",
           *           "outcome": "decided"
           *         },
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000033",
           *           "outcome": "refused",
           *           "error_code": "already_decided"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['DecisionsResponse'];
        };
      };
      400: components['responses']['DecideApprovalsBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getApproval: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000031
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get an approval */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "approval": {
           *         "id": "019c15a0-0000-7000-8000-000000000031",
           *         "subject_type": "transfer",
           *         "subject_id": "019c15a0-0000-7000-8000-000000000030",
           *         "subject": {
           *           "speed": "standard",
           *           "amount": 12500,
           *           "currency": "USD",
           *           "use_case": "payout",
           *           "destination": {
           *             "account_id": "019c15a0-0000-7000-8000-000000000027",
           *             "details_version": 1,
           *             "account_reference_id": "jane-checking",
           *             "customer_reference_id": "jane-doe"
           *           },
           *           "transfer_reference_id": "bonus-0001",
           *           "account_statement_descriptor": "ACME PAYROLL"
           *         },
           *         "digest": "LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ",
           *         "status": "pending",
           *         "policies": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000001",
           *             "name": "Bonuses",
           *             "required": 1,
           *             "given": 0
           *           }
           *         ],
           *         "decisions": [],
           *         "requested_by": "client_3kHcT7mQeW9aYb4Lr0JzXs",
           *         "requested_at": "2026-01-31T17:04:05.123Z",
           *         "expires_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ApprovalResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetApprovalUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  giveApproval: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000031
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "digest": "LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ",
         *       "comment": "Checked against the invoice"
         *     }
         */
        'application/json': components['schemas']['ApproveRequest'];
      };
    };
    responses: {
      /** @description Approve */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "approval": {
           *         "id": "019c15a0-0000-7000-8000-000000000031",
           *         "subject_type": "transfer",
           *         "subject_id": "019c15a0-0000-7000-8000-000000000030",
           *         "subject": {
           *           "speed": "standard",
           *           "amount": 12500,
           *           "currency": "USD",
           *           "use_case": "payout",
           *           "destination": {
           *             "account_id": "019c15a0-0000-7000-8000-000000000027",
           *             "details_version": 1,
           *             "account_reference_id": "jane-checking",
           *             "customer_reference_id": "jane-doe"
           *           },
           *           "transfer_reference_id": "bonus-0001",
           *           "account_statement_descriptor": "ACME PAYROLL"
           *         },
           *         "digest": "LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ",
           *         "status": "approved",
           *         "policies": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000001",
           *             "name": "Bonuses",
           *             "required": 1,
           *             "given": 1
           *           }
           *         ],
           *         "decisions": [
           *           {
           *             "user": "portal@acme.example",
           *             "decision": "approve",
           *             "comment": "Checked against the invoice",
           *             "decided_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "requested_by": "client_3kHcT7mQeW9aYb4Lr0JzXs",
           *         "requested_at": "2026-01-31T17:04:05.123Z",
           *         "expires_at": "2026-01-31T17:04:05.123Z",
           *         "decided_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ApprovalResponse'];
        };
      };
      400: components['responses']['GiveApprovalBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrOwnApprovalForbiddenOrNotAnApproverOrStepUpRequired'];
      404: components['responses']['GetApprovalUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  rejectApproval: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000033
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "digest": "LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ",
         *       "comment": "No invoice"
         *     }
         */
        'application/json': components['schemas']['RejectRequest'];
      };
    };
    responses: {
      /** @description Reject */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "approval": {
           *         "id": "019c15a0-0000-7000-8000-000000000033",
           *         "subject_type": "transfer",
           *         "subject_id": "019c15a0-0000-7000-8000-000000000032",
           *         "subject": {
           *           "speed": "standard",
           *           "amount": 12500,
           *           "currency": "USD",
           *           "use_case": "payout",
           *           "destination": {
           *             "account_id": "019c15a0-0000-7000-8000-000000000027",
           *             "details_version": 1,
           *             "account_reference_id": "jane-checking",
           *             "customer_reference_id": "jane-doe"
           *           },
           *           "transfer_reference_id": "bonus-0002",
           *           "account_statement_descriptor": "ACME PAYROLL"
           *         },
           *         "digest": "LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ",
           *         "status": "rejected",
           *         "policies": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000001",
           *             "name": "Bonuses",
           *             "required": 1,
           *             "given": 0
           *           }
           *         ],
           *         "decisions": [
           *           {
           *             "user": "portal@acme.example",
           *             "decision": "reject",
           *             "comment": "No invoice",
           *             "decided_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ],
           *         "requested_by": "client_3kHcT7mQeW9aYb4Lr0JzXs",
           *         "requested_at": "2026-01-31T17:04:05.123Z",
           *         "expires_at": "2026-01-31T17:04:05.123Z",
           *         "decided_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ApprovalResponse'];
        };
      };
      400: components['responses']['RejectApprovalBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrOwnApprovalForbiddenOrNotAnApproverOrStepUpRequired'];
      404: components['responses']['GetApprovalUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listVerifyAccounts: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
        /** @description The id of the resource. */
        id?: string;
        /** @description Only items created at or after this time. */
        start_time?: components['parameters']['StartTime'];
        /** @description Only items created before this time. */
        end_time?: components['parameters']['EndTime'];
        /** @description Not allowed in a URL. Send it in the body of `POST /verify/accounts/search`. */
        account_number?: string;
        /** @description Only items with this status. May be repeated. */
        verification_status?: ('pending' | 'valid' | 'closed' | 'invalid' | 'failed')[];
        /** @description Only items with this ownership status. May be repeated. */
        ownership_status?: ('pending' | 'full' | 'partial' | 'not_a_match' | 'not_found')[];
        /** @description Only items with this control status. May be repeated. */
        control_status?: ('pending' | 'valid' | 'canceled')[];
        /** @description Only items with this debit status. May be repeated. */
        debit_status?: ('pending' | 'valid' | 'blocked' | 'failed')[];
      };
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List verifications, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "accounts": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000046",
           *           "account_number": "987654321",
           *           "routing_number": "021000021",
           *           "account_holder_name": "Jane Q. Doe",
           *           "type": "control_ownership",
           *           "sender_name": "Acme Payroll",
           *           "verification_status": "valid",
           *           "evidence": {
           *             "provider": "sandbox",
           *             "checked_at": "2026-01-31T17:04:05.123Z"
           *           },
           *           "ownership_status": "full",
           *           "person": {
           *             "last_name": "Doe",
           *             "first_name": "Jane",
           *             "ssn_match": true,
           *             "last_name_match": true,
           *             "first_name_match": true
           *           },
           *           "control_status": "pending",
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['VerifyAccountsResponse'];
        };
      };
      400: components['responses']['ListVerifyAccountsBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createVerifyAccount: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description A unique key for each request, chosen by you. A request with the same key runs once: a retry within 30 days returns the first response with `Idempotent-Replayed: true`. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "account_number": "987654321",
         *       "routing_number": "021000021",
         *       "account_holder_name": "Jane Q. Doe",
         *       "type": "control_ownership",
         *       "person": {
         *         "first_name": "Jane",
         *         "last_name": "Doe",
         *         "ssn": "6789"
         *       },
         *       "sender_name": "Acme Payroll"
         *     }
         */
        'application/json': components['schemas']['CreateVerifyAccountRequest'];
      };
    };
    responses: {
      /** @description Verify a bank account */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "account": {
           *         "id": "019c15a0-0000-7000-8000-000000000046",
           *         "account_number": "987654321",
           *         "routing_number": "021000021",
           *         "account_holder_name": "Jane Q. Doe",
           *         "type": "control_ownership",
           *         "sender_name": "Acme Payroll",
           *         "verification_status": "pending",
           *         "ownership_status": "pending",
           *         "person": {
           *           "first_name": "Jane",
           *           "last_name": "Doe"
           *         },
           *         "control_status": "pending",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['VerifyAccountResponse'];
        };
      };
      400: components['responses']['CreateVerifyAccountBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['IdempotencyKeyInUse'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['IdempotencyKeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  searchVerifyAccounts: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "account_number": "987654321",
         *       "routing_number": "021000021"
         *     }
         */
        'application/json': components['schemas']['SearchVerifyAccountsRequest'];
      };
    };
    responses: {
      /** @description Find the verifications of an account */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "accounts": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000046",
           *           "account_number": "987654321",
           *           "routing_number": "021000021",
           *           "account_holder_name": "Jane Q. Doe",
           *           "type": "control_ownership",
           *           "sender_name": "Acme Payroll",
           *           "verification_status": "valid",
           *           "evidence": {
           *             "provider": "sandbox",
           *             "checked_at": "2026-01-31T17:04:05.123Z"
           *           },
           *           "ownership_status": "full",
           *           "person": {
           *             "last_name": "Doe",
           *             "first_name": "Jane",
           *             "ssn_match": true,
           *             "last_name_match": true,
           *             "first_name_match": true
           *           },
           *           "control_status": "pending",
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['VerifyAccountsResponse'];
        };
      };
      400: components['responses']['SearchVerifyAccountsBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getVerifyAccount: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000046
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a verification */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "account": {
           *         "id": "019c15a0-0000-7000-8000-000000000046",
           *         "account_number": "987654321",
           *         "routing_number": "021000021",
           *         "account_holder_name": "Jane Q. Doe",
           *         "type": "control_ownership",
           *         "sender_name": "Acme Payroll",
           *         "verification_status": "valid",
           *         "evidence": {
           *           "provider": "sandbox",
           *           "checked_at": "2026-01-31T17:04:05.123Z"
           *         },
           *         "ownership_status": "full",
           *         "person": {
           *           "last_name": "Doe",
           *           "first_name": "Jane",
           *           "ssn_match": true,
           *           "last_name_match": true,
           *           "first_name_match": true
           *         },
           *         "control_status": "pending",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['VerifyAccountResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetVerifyAccountUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  confirmVerifyAccountControl: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000046
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "statement_code": "0000"
         *     }
         */
        'application/json': components['schemas']['ConfirmControlRequest'];
      };
    };
    responses: {
      /** @description Confirm the statement code */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "account": {
           *         "id": "019c15a0-0000-7000-8000-000000000046",
           *         "account_number": "987654321",
           *         "routing_number": "021000021",
           *         "account_holder_name": "Jane Q. Doe",
           *         "type": "control_ownership",
           *         "sender_name": "Acme Payroll",
           *         "verification_status": "valid",
           *         "evidence": {
           *           "provider": "sandbox",
           *           "checked_at": "2026-01-31T17:04:05.123Z"
           *         },
           *         "ownership_status": "full",
           *         "person": {
           *           "last_name": "Doe",
           *           "first_name": "Jane",
           *           "ssn_match": true,
           *           "last_name_match": true,
           *           "first_name_match": true
           *         },
           *         "control_status": "valid",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['VerifyAccountResponse'];
        };
      };
      400: components['responses']['ConfirmVerifyAccountControlBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetVerifyAccountUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  checkVerifyAccountDebit: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000046
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Check that an account can be debited */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "account": {
           *         "id": "019c15a0-0000-7000-8000-000000000046",
           *         "account_number": "987654321",
           *         "routing_number": "021000021",
           *         "account_holder_name": "Jane Q. Doe",
           *         "type": "control_ownership",
           *         "sender_name": "Acme Payroll",
           *         "verification_status": "valid",
           *         "evidence": {
           *           "provider": "sandbox",
           *           "checked_at": "2026-01-31T17:04:05.123Z"
           *         },
           *         "ownership_status": "full",
           *         "person": {
           *           "last_name": "Doe",
           *           "first_name": "Jane",
           *           "ssn_match": true,
           *           "last_name_match": true,
           *           "first_name_match": true
           *         },
           *         "control_status": "valid",
           *         "debit_status": "pending",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['VerifyAccountResponse'];
        };
      };
      400: components['responses']['CheckVerifyAccountDebitBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetVerifyAccountUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listEligibleRoutingNumbers: {
    parameters: {
      query?: never;
      header: {
        /** @description The `ETag` of an earlier response. The response is 304 if nothing has changed. */
        'If-None-Match'?: string;
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /**
       * @description List the routing numbers that RTP or FedNow reaches
       *
       *     The routing numbers that RTP or FedNow reaches
       */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          ETag: components['headers']['ETag'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "101000093": {
           *         "rtp": true,
           *         "fednow": true
           *       },
           *       "101000213": {
           *         "rtp": true,
           *         "fednow": true
           *       },
           *       "101000336": {
           *         "rtp": true,
           *         "fednow": true
           *       }
           *     }
           */
          'application/json': components['schemas']['EligibleRoutingNumbers'];
        };
      };
      /** @description The directory has not changed */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          ETag: components['headers']['ETag'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  checkEligibility: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "routing_number": "021000021",
         *       "amount": 12500,
         *       "speed": "standard"
         *     }
         */
        'application/json': components['schemas']['EligibilityRequest'];
      };
    };
    responses: {
      /** @description Check which rails or instant networks reach a bank */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "eligibility": {
           *         "routing_number": "021000021",
           *         "rails": [
           *           {
           *             "rail": "ach",
           *             "eligible": true
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': components['schemas']['EligibilityResponse'];
        };
      };
      400: components['responses']['CheckEligibilityBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listReasonCodes: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the reason codes of transfers */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "reason_codes": [
           *         {
           *           "reason_code": "account_not_verified",
           *           "reason_code_message": "The account or its customer is not verified. Correct its data and create a new transfer.",
           *           "meaning": "A party of the transfer was rejected or restricted, or its verification did not finish in time",
           *           "who_acts": "client",
           *           "try_again": "after_correction",
           *           "network_reason_codes": []
           *         },
           *         {
           *           "reason_code": "approval_expired",
           *           "reason_code_message": "Nobody approved the transfer in time. Create a new transfer if it is still needed.",
           *           "meaning": "The transfer needed approvals of the enterprise, and did not get them before they expired",
           *           "who_acts": "client",
           *           "try_again": "later",
           *           "network_reason_codes": []
           *         },
           *         {
           *           "reason_code": "approval_rejected",
           *           "reason_code_message": "A user of the enterprise rejected the transfer. Ask the user before you try again.",
           *           "meaning": "The transfer needed approvals of the enterprise, and a user who may approve it rejected it",
           *           "who_acts": "client",
           *           "try_again": "after_correction",
           *           "network_reason_codes": []
           *         },
           *         {
           *           "reason_code": "blocked_account",
           *           "reason_code_message": "The bank has blocked the account. The account holder must contact the bank.",
           *           "meaning": "The account is frozen by its bank, or by order of a court or an authority",
           *           "who_acts": "account_holder",
           *           "try_again": "after_correction",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "R16",
           *               "network_reason_code_message": "The account is frozen, or an authority requires the return"
           *             },
           *             {
           *               "network_reason_code": "AC06",
           *               "network_reason_code_message": "The account is blocked"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "canceled_transfer",
           *           "reason_code_message": "The transfer was canceled before it was sent. Create a new transfer if it is still needed.",
           *           "meaning": "The transfer was canceled by the client, the operator or the originating bank, and moved no money",
           *           "who_acts": "nobody",
           *           "try_again": "later",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "R06",
           *               "network_reason_code_message": "Returned at the request of the originating bank (ODFI)"
           *             },
           *             {
           *               "network_reason_code": "HELD",
           *               "network_reason_code_message": "The operator withdrew the entry before its file was sent"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "closed_account",
           *           "reason_code_message": "The account is closed. Ask the account holder for another account.",
           *           "meaning": "The account was closed by its holder or the bank",
           *           "who_acts": "client",
           *           "try_again": "after_correction",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "R02",
           *               "network_reason_code_message": "The account has been closed"
           *             },
           *             {
           *               "network_reason_code": "AC04",
           *               "network_reason_code_message": "The account has been closed"
           *             },
           *             {
           *               "network_reason_code": "AC07",
           *               "network_reason_code_message": "The account of the payee has been closed"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "debit_blocked",
           *           "reason_code_message": "The account holder has stopped this payment. Ask the account holder before you try again.",
           *           "meaning": "The account holder has ordered the bank not to pay this debit",
           *           "who_acts": "account_holder",
           *           "try_again": "after_correction",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "R08",
           *               "network_reason_code_message": "The account holder placed a stop payment order on this debit"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "deceased_party",
           *           "reason_code_message": "The account holder or payee is deceased. Do not try again.",
           *           "meaning": "The bank was notified of the death of the account holder, the payee or their representative",
           *           "who_acts": "client",
           *           "try_again": "no",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "R14",
           *               "network_reason_code_message": "The representative payee is deceased or can no longer act"
           *             },
           *             {
           *               "network_reason_code": "R15",
           *               "network_reason_code_message": "The account holder or the payee is deceased"
           *             },
           *             {
           *               "network_reason_code": "MD07",
           *               "network_reason_code_message": "The account holder is deceased"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "duplicated_transfer",
           *           "reason_code_message": "The bank treated the payment as a duplicate. Check whether the first payment arrived.",
           *           "meaning": "The bank had already received an entry with the same data",
           *           "who_acts": "client",
           *           "try_again": "no",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "R24",
           *               "network_reason_code_message": "The entry seems to be a duplicate"
           *             },
           *             {
           *               "network_reason_code": "AM05",
           *               "network_reason_code_message": "The payment is a duplicate"
           *             },
           *             {
           *               "network_reason_code": "DUPL",
           *               "network_reason_code_message": "The payment duplicates an earlier payment"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "enterprise_insufficient_funds",
           *           "reason_code_message": "The balance of the enterprise does not cover the transfer. Add money and create a new transfer.",
           *           "meaning": "The available balance of the enterprise was lower than the amount when the transfer was due to be paid",
           *           "who_acts": "client",
           *           "try_again": "after_correction",
           *           "network_reason_codes": []
           *         },
           *         {
           *           "reason_code": "insufficient_funds",
           *           "reason_code_message": "The account has insufficient funds. Try again later.",
           *           "meaning": "The available balance of the debited account was lower than the amount",
           *           "who_acts": "account_holder",
           *           "try_again": "later",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "R01",
           *               "network_reason_code_message": "The available balance does not cover the debit"
           *             },
           *             {
           *               "network_reason_code": "R09",
           *               "network_reason_code_message": "The balance is sufficient, but the funds are not yet collected"
           *             },
           *             {
           *               "network_reason_code": "AM04",
           *               "network_reason_code_message": "The balance does not cover the amount"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "invalid_account",
           *           "reason_code_message": "The account number is wrong, or the account does not belong to this holder. Correct the account.",
           *           "meaning": "The bank finds no account with this number, or the account has another holder or type",
           *           "who_acts": "client",
           *           "try_again": "after_correction",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "R03",
           *               "network_reason_code_message": "No account has this number, or it does not belong to the named person"
           *             },
           *             {
           *               "network_reason_code": "R04",
           *               "network_reason_code_message": "The account number has a format that the bank does not use"
           *             },
           *             {
           *               "network_reason_code": "AC03",
           *               "network_reason_code_message": "The account number of the payee is not valid"
           *             },
           *             {
           *               "network_reason_code": "AC14",
           *               "network_reason_code_message": "The account of the payee has the wrong type"
           *             },
           *             {
           *               "network_reason_code": "BE06",
           *               "network_reason_code_message": "The payee is unknown at this account"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "invalid_amount",
           *           "reason_code_message": "The bank or the rail does not accept the amount. Change the amount.",
           *           "meaning": "The amount is over a limit of the bank or of every rail that the speed allows, or has an invalid format",
           *           "who_acts": "client",
           *           "try_again": "after_correction",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "R19",
           *               "network_reason_code_message": "The amount is not numeric, is zero where that is not allowed, or is too high"
           *             },
           *             {
           *               "network_reason_code": "AM02",
           *               "network_reason_code_message": "The amount is over the allowed maximum"
           *             },
           *             {
           *               "network_reason_code": "AM09",
           *               "network_reason_code_message": "The amount does not match the expected amount"
           *             },
           *             {
           *               "network_reason_code": "AM12",
           *               "network_reason_code_message": "The amount is missing or has an invalid format"
           *             },
           *             {
           *               "network_reason_code": "AM13",
           *               "network_reason_code_message": "The amount is over the network limit"
           *             },
           *             {
           *               "network_reason_code": "AM14",
           *               "network_reason_code_message": "The amount is over the limit agreed with the bank"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "invalid_field",
           *           "reason_code_message": "The bank rejected a field of the payment. Check the names and statement descriptors.",
           *           "meaning": "A name, an identification or another field is missing, misplaced or in a format that the bank rejects",
           *           "who_acts": "client",
           *           "try_again": "after_correction",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "R17",
           *               "network_reason_code_message": "The bank cannot process a field of the entry, or considers the entry questionable"
           *             },
           *             {
           *               "network_reason_code": "R21",
           *               "network_reason_code_message": "The identification of the sending company is not valid"
           *             },
           *             {
           *               "network_reason_code": "R22",
           *               "network_reason_code_message": "The identification of the receiver is unknown"
           *             },
           *             {
           *               "network_reason_code": "R25",
           *               "network_reason_code_message": "The addenda records are missing, too many or out of order"
           *             },
           *             {
           *               "network_reason_code": "R26",
           *               "network_reason_code_message": "A mandatory field is missing or wrong"
           *             },
           *             {
           *               "network_reason_code": "BE04",
           *               "network_reason_code_message": "The address of the payee is missing or wrong"
           *             },
           *             {
           *               "network_reason_code": "FF02",
           *               "network_reason_code_message": "A field of the message has an invalid format"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "invalid_routing",
           *           "reason_code_message": "The routing number is wrong or does not accept this kind of payment. Correct the account.",
           *           "meaning": "The routing number does not belong to a bank, or the bank no longer holds the account",
           *           "who_acts": "client",
           *           "try_again": "after_correction",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "R12",
           *               "network_reason_code_message": "The branch that held the account was sold to another bank"
           *             },
           *             {
           *               "network_reason_code": "R13",
           *               "network_reason_code_message": "The routing number does not receive ACH entries"
           *             },
           *             {
           *               "network_reason_code": "R28",
           *               "network_reason_code_message": "The check digit of the routing number is wrong"
           *             },
           *             {
           *               "network_reason_code": "RC04",
           *               "network_reason_code_message": "The routing number of the payee is not valid"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "notification_of_change_1",
           *           "reason_code_message": "Paid, but the account number has changed. Correct the account before the next transfer.",
           *           "meaning": "The bank reports the correct account number for future entries (C01)",
           *           "who_acts": "client",
           *           "try_again": "no",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "C01",
           *               "network_reason_code_message": "Corrected account number"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "notification_of_change_2",
           *           "reason_code_message": "Paid, but the routing number has changed. Correct the account before the next transfer.",
           *           "meaning": "The bank reports the correct routing number for future entries (C02)",
           *           "who_acts": "client",
           *           "try_again": "no",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "C02",
           *               "network_reason_code_message": "Corrected routing number"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "notification_of_change_3",
           *           "reason_code_message": "Paid, but the routing number and account number have changed. Correct both before the next transfer.",
           *           "meaning": "The bank reports the correct routing number and account number for future entries (C03)",
           *           "who_acts": "client",
           *           "try_again": "no",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "C03",
           *               "network_reason_code_message": "Corrected routing number and account number"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "notification_of_change_4",
           *           "reason_code_message": "Paid, but the name of the account holder is different. Correct it before the next transfer.",
           *           "meaning": "The bank reports the correct name for future entries (C04)",
           *           "who_acts": "client",
           *           "try_again": "no",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "C04",
           *               "network_reason_code_message": "Corrected name"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "notification_of_change_5",
           *           "reason_code_message": "Paid, but the account has another type. Correct account_type before the next transfer.",
           *           "meaning": "The bank reports the correct transaction code for future entries: checking or savings (C05)",
           *           "who_acts": "client",
           *           "try_again": "no",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "C05",
           *               "network_reason_code_message": "Corrected transaction code, which sets the account type"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "notification_of_change_6",
           *           "reason_code_message": "Paid, but the account number and account type have changed. Correct both before the next transfer.",
           *           "meaning": "The bank reports the correct account number and transaction code for future entries (C06)",
           *           "who_acts": "client",
           *           "try_again": "no",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "C06",
           *               "network_reason_code_message": "Corrected account number and transaction code"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "notification_of_change_7",
           *           "reason_code_message": "Paid, but the routing number, account number and account type have changed. Correct all three before the next transfer.",
           *           "meaning": "The bank reports the correct routing number, account number and transaction code for future entries (C07)",
           *           "who_acts": "client",
           *           "try_again": "no",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "C07",
           *               "network_reason_code_message": "Corrected routing number, account number and transaction code"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "notification_of_change_9",
           *           "reason_code_message": "Paid, but the identification of the receiver is different. Correct it before the next transfer.",
           *           "meaning": "The bank reports the correct individual identification number for future entries (C09)",
           *           "who_acts": "client",
           *           "try_again": "no",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "C09",
           *               "network_reason_code_message": "Corrected individual identification number"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "notification_of_change_13",
           *           "reason_code_message": "Paid, but the addenda records had a wrong format. The operator must correct how they are generated.",
           *           "meaning": "The bank could read the entry, but not its addenda records (C13)",
           *           "who_acts": "operator",
           *           "try_again": "no",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "C13",
           *               "network_reason_code_message": "Wrong format of the addenda records"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "regulatory_error",
           *           "reason_code_message": "The bank rejected the payment for legal reasons. Ask the account holder to contact the bank.",
           *           "meaning": "A law, a regulation or a limit on the participation of the bank forbids the entry",
           *           "who_acts": "account_holder",
           *           "try_again": "after_correction",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "R34",
           *               "network_reason_code_message": "An authority limits the participation of the bank"
           *             },
           *             {
           *               "network_reason_code": "R90",
           *               "network_reason_code_message": "Rejected for legal or regulatory reasons"
           *             },
           *             {
           *               "network_reason_code": "RR04",
           *               "network_reason_code_message": "Rejected for regulatory reasons"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "unauthorized_transfer",
           *           "reason_code_message": "The account holder says that the debit was not authorized. Do not debit again without a new authorization.",
           *           "meaning": "The account holder disputes or has revoked the authorization, or it covered another kind of debit",
           *           "who_acts": "client",
           *           "try_again": "no",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "R05",
           *               "network_reason_code_message": "A consumer account was debited with a corporate entry without authorization"
           *             },
           *             {
           *               "network_reason_code": "R07",
           *               "network_reason_code_message": "The account holder has revoked the authorization"
           *             },
           *             {
           *               "network_reason_code": "R10",
           *               "network_reason_code_message": "The account holder does not know the originator or did not authorize the debit"
           *             },
           *             {
           *               "network_reason_code": "R11",
           *               "network_reason_code_message": "The account holder says that the entry does not match the authorization"
           *             },
           *             {
           *               "network_reason_code": "R29",
           *               "network_reason_code_message": "The company that holds the account did not authorize the debit"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "unavailable_financial_institution",
           *           "reason_code_message": "The bank cannot be reached. Try again later.",
           *           "meaning": "The bank or its network is down, is signed off or does not settle",
           *           "who_acts": "bank",
           *           "try_again": "later",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "9910",
           *               "network_reason_code_message": "The bank of the payee is signed off from the network"
           *             },
           *             {
           *               "network_reason_code": "9912",
           *               "network_reason_code_message": "The network has no connection to the bank of the payee"
           *             },
           *             {
           *               "network_reason_code": "9948",
           *               "network_reason_code_message": "The network is suspended"
           *             },
           *             {
           *               "network_reason_code": "R32",
           *               "network_reason_code_message": "The bank cannot settle the entry"
           *             },
           *             {
           *               "network_reason_code": "AB08",
           *               "network_reason_code_message": "The bank of the payee is offline"
           *             },
           *             {
           *               "network_reason_code": "DS24",
           *               "network_reason_code_message": "The bank did not respond in time"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "unexpected_error",
           *           "reason_code_message": "The transfer failed for a reason that the network did not explain. Ask the operator before you try again.",
           *           "meaning": "The network gave no code, or a code that says nothing about the parties; the operator can look it up",
           *           "who_acts": "operator",
           *           "try_again": "after_correction",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "R18",
           *               "network_reason_code_message": "The effective entry date is not acceptable"
           *             },
           *             {
           *               "network_reason_code": "R27",
           *               "network_reason_code_message": "The trace number is missing or does not match the addenda records"
           *             },
           *             {
           *               "network_reason_code": "R30",
           *               "network_reason_code_message": "The bank does not participate in check truncation"
           *             },
           *             {
           *               "network_reason_code": "R33",
           *               "network_reason_code_message": "The bank returned a destroyed-check entry, as the rules allow"
           *             },
           *             {
           *               "network_reason_code": "R37",
           *               "network_reason_code_message": "The source check of the entry was also presented for payment"
           *             },
           *             {
           *               "network_reason_code": "R38",
           *               "network_reason_code_message": "Payment of the source check was stopped"
           *             },
           *             {
           *               "network_reason_code": "R39",
           *               "network_reason_code_message": "The source document does not allow the entry"
           *             },
           *             {
           *               "network_reason_code": "R40",
           *               "network_reason_code_message": "A federal agency returned the enrollment"
           *             },
           *             {
           *               "network_reason_code": "R41",
           *               "network_reason_code_message": "The enrollment has a wrong transaction code"
           *             },
           *             {
           *               "network_reason_code": "R42",
           *               "network_reason_code_message": "The enrollment has a wrong routing number"
           *             },
           *             {
           *               "network_reason_code": "R43",
           *               "network_reason_code_message": "The enrollment has a wrong account number"
           *             },
           *             {
           *               "network_reason_code": "R44",
           *               "network_reason_code_message": "The enrollment has a wrong identification of the receiver"
           *             },
           *             {
           *               "network_reason_code": "R45",
           *               "network_reason_code_message": "The enrollment has a wrong name of the receiver"
           *             },
           *             {
           *               "network_reason_code": "R46",
           *               "network_reason_code_message": "The enrollment has a wrong representative payee indicator"
           *             },
           *             {
           *               "network_reason_code": "R47",
           *               "network_reason_code_message": "The enrollment is a duplicate"
           *             },
           *             {
           *               "network_reason_code": "R50",
           *               "network_reason_code_message": "State law does not allow the re-presented check"
           *             },
           *             {
           *               "network_reason_code": "R51",
           *               "network_reason_code_message": "The check may not be re-presented as an entry"
           *             },
           *             {
           *               "network_reason_code": "R52",
           *               "network_reason_code_message": "Payment of the re-presented check was stopped"
           *             },
           *             {
           *               "network_reason_code": "R53",
           *               "network_reason_code_message": "Both the check and its re-presented entry were presented"
           *             },
           *             {
           *               "network_reason_code": "R61",
           *               "network_reason_code_message": "The return went to the wrong bank"
           *             },
           *             {
           *               "network_reason_code": "R62",
           *               "network_reason_code_message": "The return of an erroneous entry or its reversal left a party with funds that it is not owed"
           *             },
           *             {
           *               "network_reason_code": "R67",
           *               "network_reason_code_message": "The entry was returned twice"
           *             },
           *             {
           *               "network_reason_code": "R68",
           *               "network_reason_code_message": "The return came too late"
           *             },
           *             {
           *               "network_reason_code": "R69",
           *               "network_reason_code_message": "The return has wrong fields"
           *             },
           *             {
           *               "network_reason_code": "R70",
           *               "network_reason_code_message": "The originating bank (ODFI) does not accept the return, or did not request it"
           *             },
           *             {
           *               "network_reason_code": "R71",
           *               "network_reason_code_message": "The dishonored return went to the wrong bank"
           *             },
           *             {
           *               "network_reason_code": "R72",
           *               "network_reason_code_message": "The dishonored return came too late"
           *             },
           *             {
           *               "network_reason_code": "R73",
           *               "network_reason_code_message": "The bank certifies that its return was in time"
           *             },
           *             {
           *               "network_reason_code": "R74",
           *               "network_reason_code_message": "The bank sends its return again, corrected"
           *             },
           *             {
           *               "network_reason_code": "R75",
           *               "network_reason_code_message": "The return was not a duplicate"
           *             },
           *             {
           *               "network_reason_code": "R76",
           *               "network_reason_code_message": "The bank finds no error in its return"
           *             },
           *             {
           *               "network_reason_code": "R77",
           *               "network_reason_code_message": "The bank does not accept the dishonored return of a reversal"
           *             },
           *             {
           *               "network_reason_code": "R80",
           *               "network_reason_code_message": "The international entry has wrong codes"
           *             },
           *             {
           *               "network_reason_code": "R81",
           *               "network_reason_code_message": "The gateway does not participate in international entries"
           *             },
           *             {
           *               "network_reason_code": "R82",
           *               "network_reason_code_message": "The foreign bank is unknown"
           *             },
           *             {
           *               "network_reason_code": "R83",
           *               "network_reason_code_message": "The foreign bank cannot settle the entry"
           *             },
           *             {
           *               "network_reason_code": "R84",
           *               "network_reason_code_message": "The gateway did not process the entry"
           *             },
           *             {
           *               "network_reason_code": "R85",
           *               "network_reason_code_message": "The entry is international but not coded as international"
           *             },
           *             {
           *               "network_reason_code": "FILE",
           *               "network_reason_code_message": "The originating bank (ODFI) refused the file with the entry"
           *             }
           *           ]
           *         },
           *         {
           *           "reason_code": "unsupported_transfer",
           *           "reason_code_message": "This kind of transfer is not possible for the account. Use another account or speed.",
           *           "meaning": "The account or its bank does not accept this kind of entry, or the bank of the enterprise does not offer it",
           *           "who_acts": "client",
           *           "try_again": "after_correction",
           *           "network_reason_codes": [
           *             {
           *               "network_reason_code": "R20",
           *               "network_reason_code_message": "The account is not a transaction account"
           *             },
           *             {
           *               "network_reason_code": "R23",
           *               "network_reason_code_message": "The account holder refused the credit"
           *             },
           *             {
           *               "network_reason_code": "R31",
           *               "network_reason_code_message": "Returned late by agreement of both banks, as allowed for corporate entries"
           *             },
           *             {
           *               "network_reason_code": "R35",
           *               "network_reason_code_message": "This kind of debit is not allowed on the account"
           *             },
           *             {
           *               "network_reason_code": "R36",
           *               "network_reason_code_message": "This kind of credit is not allowed on the account"
           *             },
           *             {
           *               "network_reason_code": "AG01",
           *               "network_reason_code_message": "This kind of payment is not allowed on the account"
           *             },
           *             {
           *               "network_reason_code": "AG03",
           *               "network_reason_code_message": "The bank does not accept this kind of payment"
           *             },
           *             {
           *               "network_reason_code": "NOAT",
           *               "network_reason_code_message": "The account of the payee does not accept this kind of message"
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ReasonCodesResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getReasonCode: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description A reason code or a network code.
         * @example R03
         */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a reason by its code or by a network code */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "reason_code": {
           *         "reason_code": "invalid_account",
           *         "reason_code_message": "The account number is wrong, or the account does not belong to this holder. Correct the account.",
           *         "meaning": "The bank finds no account with this number, or the account has another holder or type",
           *         "who_acts": "client",
           *         "try_again": "after_correction",
           *         "network_reason_codes": [
           *           {
           *             "network_reason_code": "R03",
           *             "network_reason_code_message": "No account has this number, or it does not belong to the named person"
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': components['schemas']['ReasonCodeResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetReasonCodeUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getBalance: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the balance of the enterprise */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "balance": {
           *         "pending": 0,
           *         "available": 100000000,
           *         "currency": "USD",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       },
           *       "total_balance": {
           *         "pending": 0,
           *         "available": 100000000,
           *         "currency": "USD",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['BalanceResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listLedgerEntries: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
        /** @description Only items created at or after this time. */
        start_time?: components['parameters']['StartTime'];
        /** @description Only items created before this time. */
        end_time?: components['parameters']['EndTime'];
        /** @description Only items of this transfer. */
        transfer_id?: string;
        /** @description Only items that debit or credit this account. */
        account?: components['schemas']['LedgerAccount'];
        /** @description Only items of this subledger. */
        subledger_id?: string;
        /** @description If omitted, the Accept header decides. */
        format?: 'json' | 'csv';
      };
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /**
       * @description List ledger entries, newest first
       *
       *     One page as JSON, or all entries as CSV
       */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "entries": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000004",
           *           "subject_id": "019c15a0-0000-7000-8000-000000000005",
           *           "leg": "none",
           *           "attempt": 1,
           *           "kind": "credit",
           *           "debit_account": "cash",
           *           "credit_account": "available",
           *           "amount": 250000,
           *           "currency": "USD",
           *           "banking_at": "2026-01-31T17:04:05.123Z",
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "position": 17
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['LedgerEntriesResponse'];
          'text/csv': string;
        };
      };
      400: components['responses']['ListLedgerEntriesBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listWebhookConfigurations: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
      };
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the webhook configurations, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "webhook_configurations": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000006",
           *           "enterprise_name": "Acme Payroll",
           *           "data_version": "v2022-09-21",
           *           "event_types": [
           *             "subscribe_all"
           *           ],
           *           "enabled": true,
           *           "url": "https://hooks.example.com/payments",
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "updated_at": "2026-01-31T17:04:05.123Z",
           *           "created_by": "client_3kHcT7mQeW9aYb4Lr0JzXs",
           *           "updated_by": "client_3kHcT7mQeW9aYb4Lr0JzXs"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['WebhookConfigurationsResponse'];
        };
      };
      400: components['responses']['ListWebhookConfigurationsBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createWebhookConfiguration: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description A unique key for each request, chosen by you. A request with the same key runs once: a retry within 30 days returns the first response with `Idempotent-Replayed: true`. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_types": [
         *         "subscribe_all"
         *       ],
         *       "url": "https://hooks.example.com/payments",
         *       "enabled": true
         *     }
         */
        'application/json': components['schemas']['WebhookConfigurationRequest'];
      };
    };
    responses: {
      /** @description Create a webhook configuration */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "webhook_configuration": {
           *         "id": "019c15a0-0000-7000-8000-000000000006",
           *         "enterprise_name": "Acme Payroll",
           *         "data_version": "v2022-09-21",
           *         "event_types": [
           *           "subscribe_all"
           *         ],
           *         "enabled": true,
           *         "url": "https://hooks.example.com/payments",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "created_by": "client_3kHcT7mQeW9aYb4Lr0JzXs",
           *         "updated_by": "client_3kHcT7mQeW9aYb4Lr0JzXs"
           *       }
           *     }
           */
          'application/json': components['schemas']['WebhookConfigurationResponse'];
        };
      };
      400: components['responses']['CreateWebhookConfigurationBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['IdempotencyKeyInUse'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['IdempotencyKeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getWebhookConfiguration: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000006
         */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a webhook configuration */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "webhook_configuration": {
           *         "id": "019c15a0-0000-7000-8000-000000000006",
           *         "enterprise_name": "Acme Payroll",
           *         "data_version": "v2022-09-21",
           *         "event_types": [
           *           "subscribe_all"
           *         ],
           *         "enabled": true,
           *         "url": "https://hooks.example.com/payments",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "created_by": "client_3kHcT7mQeW9aYb4Lr0JzXs",
           *         "updated_by": "client_3kHcT7mQeW9aYb4Lr0JzXs"
           *       }
           *     }
           */
          'application/json': components['schemas']['WebhookConfigurationResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetWebhookConfigurationUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateWebhookConfiguration: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000006
         */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_types": [
         *         "subscribe_all"
         *       ],
         *       "url": "https://hooks.example.com/payments",
         *       "enabled": true
         *     }
         */
        'application/json': components['schemas']['WebhookConfigurationRequest'];
      };
    };
    responses: {
      /** @description Update a webhook configuration */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "webhook_configuration": {
           *         "id": "019c15a0-0000-7000-8000-000000000006",
           *         "enterprise_name": "Acme Payroll",
           *         "data_version": "v2022-09-21",
           *         "event_types": [
           *           "subscribe_all"
           *         ],
           *         "enabled": true,
           *         "url": "https://hooks.example.com/payments",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z",
           *         "created_by": "client_3kHcT7mQeW9aYb4Lr0JzXs",
           *         "updated_by": "client_3kHcT7mQeW9aYb4Lr0JzXs"
           *       }
           *     }
           */
          'application/json': components['schemas']['WebhookConfigurationResponse'];
        };
      };
      400: components['responses']['UpdateWebhookConfigurationBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetWebhookConfigurationUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteWebhookConfiguration: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000006
         */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete a webhook configuration */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetWebhookConfigurationUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
        /** @description Only items created at or after this time. */
        start_time?: components['parameters']['StartTime'];
        /** @description Only items created before this time. */
        end_time?: components['parameters']['EndTime'];
        /** @description Only items with this status. May be repeated. */
        status?: components['schemas']['DeliveryStatus'][];
      };
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000006
         */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the deliveries to a webhook configuration with their attempts, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "deliveries": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000054",
           *           "event_id": "019c15a0-0000-7000-8000-000000000053",
           *           "event_type": "transfer_updated",
           *           "configuration_id": "019c15a0-0000-7000-8000-000000000006",
           *           "status": "delivered",
           *           "attempts": [
           *             {
           *               "attempted_at": "2026-01-31T17:04:05.123Z",
           *               "duration_ms": 42,
           *               "status_code": 204
           *             }
           *           ],
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['WebhookDeliveriesResponse'];
        };
      };
      400: components['responses']['ListWebhookDeliveriesBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetWebhookConfigurationUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  recoverWebhookDeliveries: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description A unique key for each request, chosen by you. A request with the same key runs once: a retry within 30 days returns the first response with `Idempotent-Replayed: true`. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000006
         */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "since": "2026-01-31T00:00:00Z",
         *       "event_types": [
         *         "transfer_updated"
         *       ],
         *       "status": [
         *         "failed"
         *       ]
         *     }
         */
        'application/json': components['schemas']['RecoverRequest'];
      };
    };
    responses: {
      /** @description Retry failed deliveries since a time */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "recovery": {
           *         "id": "019c15a0-0000-7000-8000-000000000056",
           *         "configuration_id": "019c15a0-0000-7000-8000-000000000006",
           *         "state": "running",
           *         "since": "2026-01-31T17:04:05.123Z",
           *         "event_types": [
           *           "transfer_updated"
           *         ],
           *         "status": [
           *           "failed"
           *         ],
           *         "examined": 2,
           *         "recovered": 0,
           *         "created_by": "client_3kHcT7mQeW9aYb4Lr0JzXs",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['RecoveryResponse'];
        };
      };
      400: components['responses']['RecoverWebhookDeliveriesBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetWebhookConfigurationUnknownId'];
      409: components['responses']['IdempotencyKeyInUse'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['IdempotencyKeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getWebhookRecovery: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000006
         */
        id: components['parameters']['Id'];
        /**
         * @description The id of the recovery.
         * @example 019c15a0-0000-7000-8000-000000000056
         */
        recovery_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the progress of a recovery */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "recovery": {
           *         "id": "019c15a0-0000-7000-8000-000000000056",
           *         "configuration_id": "019c15a0-0000-7000-8000-000000000006",
           *         "state": "completed",
           *         "since": "2026-01-31T17:04:05.123Z",
           *         "event_types": [
           *           "transfer_updated"
           *         ],
           *         "status": [
           *           "failed"
           *         ],
           *         "examined": 2,
           *         "recovered": 0,
           *         "created_by": "client_3kHcT7mQeW9aYb4Lr0JzXs",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['RecoveryResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetWebhookRecoveryUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  testWebhookConfiguration: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000006
         */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "event_type": "transfer_created"
         *     }
         */
        'application/json': components['schemas']['TestRequest'];
      };
    };
    responses: {
      /** @description Send a sample event to a webhook configuration and return the result */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "test": {
           *         "event_id": "019c15a0-0000-7000-8000-000000000009",
           *         "event_type": "transfer_created",
           *         "delivered": true,
           *         "attempted_at": "2026-01-31T17:04:05.123Z",
           *         "duration_ms": 42,
           *         "status_code": 204,
           *         "response_body": ""
           *       }
           *     }
           */
          'application/json': components['schemas']['WebhookTestResponse'];
        };
      };
      400: components['responses']['TestWebhookConfigurationBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetWebhookConfigurationUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listWebhookEvents: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: number;
        /** @description Only items created at or after this time. */
        start_time?: components['parameters']['StartTime'];
        /** @description Only items created before this time. */
        end_time?: components['parameters']['EndTime'];
        /** @description Only items of this type. May be repeated. */
        event_type?: components['parameters']['EventType'];
        /** @description Only items about this resource. */
        resource_id?: components['parameters']['ResourceId'];
      };
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the events of the last 30 days, oldest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "events": [
           *         {
           *           "event_id": "019c15a0-0000-7000-8000-000000000049",
           *           "event_type": "transfer_created",
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "event_data": {
           *             "transfer": {
           *               "id": "019c15a0-0000-7000-8000-000000000047",
           *               "transfer_reference_id": "payout-0001",
           *               "amount": 12500,
           *               "currency": "USD",
           *               "speed": "standard",
           *               "destination": {
           *                 "account_reference_id": "jane-checking",
           *                 "customer_reference_id": "jane-doe"
           *               },
           *               "status": "created",
           *               "account_statement_descriptor": "ACME PAYROLL",
           *               "created_at": "2026-01-31T17:04:05.123Z",
           *               "updated_at": "2026-01-31T17:04:05.123Z",
           *               "metadata": {
           *                 "run": "2026-01"
           *               },
           *               "created_by": "client_3kHcT7mQeW9aYb4Lr0JzXs"
           *             }
           *           },
           *           "sequence": 1,
           *           "position": 17
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['WebhookEventsResponse'];
        };
      };
      400: components['responses']['ListWebhookEventsBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getWebhookEvent: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000049
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read an event */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "event": {
           *         "event_id": "019c15a0-0000-7000-8000-000000000049",
           *         "event_type": "transfer_created",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "event_data": {
           *           "transfer": {
           *             "id": "019c15a0-0000-7000-8000-000000000047",
           *             "transfer_reference_id": "payout-0001",
           *             "amount": 12500,
           *             "currency": "USD",
           *             "speed": "standard",
           *             "destination": {
           *               "account_reference_id": "jane-checking",
           *               "customer_reference_id": "jane-doe"
           *             },
           *             "status": "created",
           *             "account_statement_descriptor": "ACME PAYROLL",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "updated_at": "2026-01-31T17:04:05.123Z",
           *             "metadata": {
           *               "run": "2026-01"
           *             },
           *             "created_by": "client_3kHcT7mQeW9aYb4Lr0JzXs"
           *           }
           *         },
           *         "sequence": 1,
           *         "position": 17
           *       }
           *     }
           */
          'application/json': components['schemas']['WebhookEventResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetWebhookEventUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listEventDeliveries: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000049
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the deliveries of an event to all webhook configurations */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "deliveries": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000055",
           *           "event_id": "019c15a0-0000-7000-8000-000000000049",
           *           "event_type": "transfer_created",
           *           "configuration_id": "019c15a0-0000-7000-8000-000000000006",
           *           "status": "delivered",
           *           "attempts": [
           *             {
           *               "attempted_at": "2026-01-31T17:04:05.123Z",
           *               "duration_ms": 42,
           *               "status_code": 204
           *             }
           *           ],
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['WebhookDeliveriesResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetWebhookEventUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  redeliverWebhookEvent: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000049
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Resend an event to every configuration that subscribes to it */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "deliveries": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000055",
           *           "configuration_id": "019c15a0-0000-7000-8000-000000000006"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['RedeliveryResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['GetWebhookEventUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  invokeWebhook: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description A unique key for each request, chosen by you. A request with the same key runs once: a retry within 30 days returns the first response with `Idempotent-Replayed: true`. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_type": "transfer_updated",
         *       "data": {
         *         "transfer": {
         *           "status": "completed"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['InvokeRequest'];
      };
    };
    responses: {
      /** @description Send a test event with "test": true in its body */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "event": {
           *         "event_id": "019c15a0-0000-7000-8000-000000000057",
           *         "event_type": "transfer_updated",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "sequence": 1,
           *         "test": true,
           *         "event_data": {
           *           "transfer": {
           *             "status": "completed"
           *           }
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['TestEventResponse'];
        };
      };
      400: components['responses']['InvokeWebhookBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['IdempotencyKeyInUse'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['IdempotencyKeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getWebhookKeypair: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the public key that verifies webhooks */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "enterprise_keypair": {
           *         "id": "019c15a0-0000-7000-8000-000000000007",
           *         "enterprise_name": "Acme Payroll",
           *         "public_key": "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A...\n-----END PUBLIC KEY-----\n",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['EnterpriseKeypairResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createWebhookKeypair: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Create the key pair that signs webhooks, or read the existing one */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "enterprise_keypair": {
           *         "id": "019c15a0-0000-7000-8000-000000000007",
           *         "enterprise_name": "Acme Payroll",
           *         "public_key": "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A...\n-----END PUBLIC KEY-----\n",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['EnterpriseKeypairResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  rotateWebhookKeypair: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Rotate the key pair that signs webhooks */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "enterprise_keypair": {
           *         "id": "019c15a0-0000-7000-8000-000000000008",
           *         "enterprise_name": "Acme Payroll",
           *         "public_key": "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A...\n-----END PUBLIC KEY-----\n",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['EnterpriseKeypairResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getWebhookSecret: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000006
         */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the secret of a webhook configuration */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
           *     }
           */
          'application/json': components['schemas']['WebhookSecretResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['GetWebhookSecretStepUpRequiredOrForbidden'];
      404: components['responses']['GetWebhookConfigurationUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000006
         */
        id: components['parameters']['Id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Rotate the secret of a webhook configuration; the old one also signs for 24 hours */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
           *     }
           */
          'application/json': components['schemas']['WebhookSecretResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['GetWebhookSecretStepUpRequiredOrForbidden'];
      404: components['responses']['GetWebhookConfigurationUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  streamEvents: {
    parameters: {
      query?: {
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: number;
        /** @description Only items of this type. May be repeated. */
        event_type?: components['parameters']['EventType'];
        /** @description Only items about this resource. */
        resource_id?: components['parameters']['ResourceId'];
        /** @description `none` leaves out `event_data`, and names the resource. */
        data?: 'full' | 'none';
        /** @description `false` ends the stream when it has reached the last event. */
        follow?: 'true' | 'false';
      };
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /**
       * @description Stream the events as they are published
       *
       *     The events
       */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
          'application/x-ndjson': string;
        };
      };
      400: components['responses']['StreamEventsBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  creditSandboxBalance: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description A unique key for each request, chosen by you. A request with the same key runs once: a retry within 30 days returns the first response with `Idempotent-Replayed: true`. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "amount": 250000
         *     }
         */
        'application/json': components['schemas']['SandboxCreditRequest'];
      };
    };
    responses: {
      /** @description Add money to the available balance in the sandbox */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotent-Replayed': components['headers']['Idempotent-Replayed'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "balance": {
           *         "pending": 0,
           *         "available": 100250000,
           *         "currency": "USD",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       },
           *       "total_balance": {
           *         "pending": 0,
           *         "available": 100250000,
           *         "currency": "USD",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['BalanceResponse'];
        };
      };
      400: components['responses']['CreditSandboxBalanceBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['IdempotencyKeyInUse'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['IdempotencyKeyReused'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getSandboxClock: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the banking clock */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "clock": {
           *         "banking_time": "2026-01-31T17:04:05.123Z",
           *         "banking_date": "2026-02-03",
           *         "is_banking_day": true,
           *         "offset_seconds": 259200
           *       }
           *     }
           */
          'application/json': components['schemas']['ClockResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  advanceSandboxClock: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "banking_days": 3
         *     }
         */
        'application/json': components['schemas']['AdvanceClockRequest'];
      };
    };
    responses: {
      /** @description Advance the banking clock */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "clock": {
           *         "banking_time": "2026-01-31T17:04:05.123Z",
           *         "banking_date": "2026-02-03",
           *         "is_banking_day": true,
           *         "offset_seconds": 259200
           *       }
           *     }
           */
          'application/json': components['schemas']['ClockResponse'];
        };
      };
      400: components['responses']['AdvanceSandboxClockBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  setTransferOutcome: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000047
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "kind": "return",
         *       "code": "R03"
         *     }
         */
        'application/json': components['schemas']['AskOutcomeRequest'];
      };
    };
    responses: {
      /** @description Set the outcome of a transfer */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "The requested outcome is scheduled."
           *     }
           */
          'application/json': components['schemas']['SandboxMessageResponse'];
        };
      };
      400: components['responses']['SetTransferOutcomeBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFoundOrUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  resetSandbox: {
    parameters: {
      query?: never;
      header: {
        /** @description The API version. */
        'Service-Version': components['parameters']['ServiceVersion'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Reset the sandbox */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "message": "The balance and the clock are reset."
           *     }
           */
          'application/json': components['schemas']['SandboxMessageResponse'];
        };
      };
      400: components['responses']['InvalidServiceVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listClients: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the clients, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "clients": [
           *         {
           *           "client_id": "client_5pUqZx8Rk2Vd6Ns0000071",
           *           "scopes": [
           *             "read:transfers",
           *             "read:balances"
           *           ],
           *           "created_at": "2026-01-31T17:04:05.123Z"
           *         },
           *         {
           *           "client_id": "client_3kHcT7mQeW9aYb4Lr0JzXs",
           *           "scopes": [
           *             "read:persons",
           *             "write:persons",
           *             "read:businesses",
           *             "write:businesses",
           *             "read:external-accounts",
           *             "write:external-accounts",
           *             "read:transfers",
           *             "write:transfers",
           *             "read:balances",
           *             "write:balances",
           *             "read:ledger",
           *             "write:ledger",
           *             "read:webhook-configurations",
           *             "write:webhook-configurations",
           *             "read:webhook-secret",
           *             "write:webhook-secret",
           *             "invoke:webhook",
           *             "read:verify-accounts",
           *             "write:verify-accounts",
           *             "read:schedules",
           *             "write:schedules",
           *             "read:approvals",
           *             "read:subledgers",
           *             "write:subledgers",
           *             "read:booktransfers",
           *             "write:booktransfers"
           *           ],
           *           "created_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ClientsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ListClientsForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createClient: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "scopes": [
         *         "read:transfers",
         *         "read:balances"
         *       ]
         *     }
         */
        'application/json': components['schemas']['NewClientRequest'];
      };
    };
    responses: {
      /** @description Create client credentials (at most two enabled clients) */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "client": {
           *         "client_id": "client_5pUqZx8Rk2Vd6Ns0000071",
           *         "scopes": [
           *           "read:transfers",
           *           "read:balances"
           *         ],
           *         "created_at": "2026-01-31T17:04:05.123Z"
           *       },
           *       "client_secret": "the-secret-that-was-shown-once"
           *     }
           */
          'application/json': components['schemas']['NewClientResponse'];
        };
      };
      400: components['responses']['CreateClientBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['CreateClientForbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  disableClient: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example client_5pUqZx8Rk2Vd6Ns0000071
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Disable a client; its requests are rejected within 5 seconds */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "client": {
           *         "client_id": "client_5pUqZx8Rk2Vd6Ns0000071",
           *         "scopes": [
           *           "read:transfers",
           *           "read:balances"
           *         ],
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "disabled_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ClientResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['CreateClientForbidden'];
      404: components['responses']['DisableClientUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listApiKeys: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the API keys, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "api_keys": [
           *         {
           *           "id": "k7Rw2mQz0072",
           *           "environment": "sandbox",
           *           "created_at": "2026-01-31T17:04:05.123Z"
           *         },
           *         {
           *           "id": "k7Rw2mQz0073",
           *           "environment": "sandbox",
           *           "created_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ApiKeysResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ListClientsForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createApiKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Create an API key */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "api_key": {
           *         "id": "k7Rw2mQz0072",
           *         "environment": "sandbox",
           *         "created_at": "2026-01-31T17:04:05.123Z"
           *       },
           *       "key": "psk_sandbox_the-random-part-and-its-checksum"
           *     }
           */
          'application/json': components['schemas']['NewApiKeyResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['CreateClientForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  revokeApiKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example k7Rw2mQz0072
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Revoke an API key; requests with it are rejected within 5 seconds */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "api_key": {
           *         "id": "k7Rw2mQz0072",
           *         "environment": "sandbox",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "revoked_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ApiKeyResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['CreateClientForbidden'];
      404: components['responses']['DisableClientUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listUsers: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the portal users, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "users": [
           *         {
           *           "name": "maria@acme.example",
           *           "role": "payment_initiator",
           *           "mfa": false,
           *           "must_change_password": true,
           *           "created_at": "2026-01-31T17:04:05.123Z"
           *         },
           *         {
           *           "name": "sam@acme.example",
           *           "role": "payment_approver",
           *           "mfa": false,
           *           "must_change_password": true,
           *           "created_at": "2026-01-31T17:04:05.123Z"
           *         },
           *         {
           *           "name": "portal@acme.example",
           *           "role": "admin",
           *           "mfa": false,
           *           "must_change_password": false,
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "last_seen_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['UsersResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ListUsersForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "maria@acme.example",
         *       "role": "payment_initiator"
         *     }
         */
        'application/json': components['schemas']['NewUserRequest'];
      };
    };
    responses: {
      /** @description Create a portal user */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "name": "maria@acme.example",
           *         "role": "payment_initiator",
           *         "mfa": false,
           *         "must_change_password": true,
           *         "created_at": "2026-01-31T17:04:05.123Z"
           *       },
           *       "password": "the-password-that-is-shown-once"
           *     }
           */
          'application/json': components['schemas']['NewUserResponse'];
        };
      };
      400: components['responses']['CreateUserBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['CreateUserForbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  disableUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example maria@acme.example
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Disable the portal user of this name */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "name": "maria@acme.example",
           *         "role": "read_only",
           *         "mfa": false,
           *         "must_change_password": true,
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "disabled_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['UserResponse'];
        };
      };
      400: components['responses']['DisableUserBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['CreateUserForbidden'];
      404: components['responses']['DisableClientUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example maria@acme.example
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "role": "read_only"
         *     }
         */
        'application/json': components['schemas']['UserRoleRequest'];
      };
    };
    responses: {
      /** @description Change the role of the portal user of this name */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "name": "maria@acme.example",
           *         "role": "read_only",
           *         "mfa": false,
           *         "must_change_password": true,
           *         "created_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['UserResponse'];
        };
      };
      400: components['responses']['UpdateUserBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['CreateUserForbidden'];
      404: components['responses']['DisableClientUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  enableUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example maria@acme.example
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Enable the disabled portal user of this name */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "name": "maria@acme.example",
           *         "role": "read_only",
           *         "mfa": false,
           *         "must_change_password": true,
           *         "created_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['UserResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['CreateUserForbidden'];
      404: components['responses']['DisableClientUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  resetUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example maria@acme.example
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Reset the password and second factor of the portal user of this name */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "user": {
           *         "name": "maria@acme.example",
           *         "role": "read_only",
           *         "mfa": false,
           *         "must_change_password": true,
           *         "created_at": "2026-01-31T17:04:05.123Z"
           *       },
           *       "password": "the-password-that-is-shown-once"
           *     }
           */
          'application/json': components['schemas']['NewUserResponse'];
        };
      };
      400: components['responses']['ResetUserBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['CreateUserForbidden'];
      404: components['responses']['DisableClientUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getSettings: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the settings of the enterprise */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "settings": {
           *         "require_api_key": false,
           *         "customer_requirements": "at_transfer",
           *         "unique_account_details": false,
           *         "require_mfa": false,
           *         "portal_idle_minutes": 30,
           *         "portal_session_hours": 12
           *       }
           *     }
           */
          'application/json': components['schemas']['SettingsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['GetSettingsForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateSettings: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "unique_account_details": true
         *     }
         */
        'application/json': components['schemas']['SettingsRequest'];
      };
    };
    responses: {
      /** @description Update the settings of the enterprise */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "settings": {
           *         "require_api_key": false,
           *         "customer_requirements": "at_transfer",
           *         "unique_account_details": true,
           *         "require_mfa": false,
           *         "portal_idle_minutes": 30,
           *         "portal_session_hours": 12
           *       }
           *     }
           */
          'application/json': components['schemas']['SettingsResponse'];
        };
      };
      400: components['responses']['UpdateSettingsBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['UpdateSettingsForbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listAuditEntries: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
        /** @description Only items created at or after this time. */
        start_time?: components['parameters']['StartTime'];
        /** @description Only items created before this time. */
        end_time?: components['parameters']['EndTime'];
        /** @description Only items with this action. */
        action?: string;
        /** @description Only items about subjects of this type. */
        subject_type?: string;
        /** @description Only items about this subject. */
        subject_id?: string;
        /** @description Only items of this client id or portal user, or of the command line (`cli`). */
        actor?: string;
      };
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the audit log of the enterprise, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "entries": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000074",
           *           "action": "user.disabled",
           *           "subject_type": "user",
           *           "subject_id": "maria@acme.example",
           *           "actor": "portal@acme.example",
           *           "request_id": "019c15a0-0000-7000-8000-000000000075",
           *           "remote_address": "203.0.113.7",
           *           "before": {
           *             "mfa": false,
           *             "name": "maria@acme.example",
           *             "role": "read_only",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "must_change_password": true
           *           },
           *           "after": {
           *             "mfa": false,
           *             "name": "maria@acme.example",
           *             "role": "read_only",
           *             "created_at": "2026-01-31T17:04:05.123Z",
           *             "disabled_at": "2026-01-31T17:04:05.123Z",
           *             "must_change_password": true
           *           },
           *           "created_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['AuditResponse'];
        };
      };
      400: components['responses']['ListAuditEntriesBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ListAuditEntriesForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  logInToPortal: {
    parameters: {
      query?: never;
      header: {
        /** @description Says that the page of the portal sends the request. A form of another site cannot send it. */
        'X-Portal': components['parameters']['FromPage'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "li@acme.example",
         *       "password": "the-password-that-is-shown-once"
         *     }
         */
        'application/json': components['schemas']['LogInRequest'];
      };
    };
    responses: {
      /** @description Log in to the portal */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session": {
           *         "access_token": "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl",
           *         "expires_in": 600,
           *         "idle_expires_in": 1800,
           *         "absolute_expires_at": "2026-01-31T17:04:05.123Z",
           *         "must_change_password": true,
           *         "must_enroll_mfa": false
           *       }
           *     }
           */
          'application/json': components['schemas']['BrowserLogInResponse'];
        };
      };
      400: components['responses']['LogInToPortalBadRequest'];
      401: components['responses']['CreateSessionUnauthorized'];
      403: components['responses']['LogInToPortalForbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  logOutOfPortal: {
    parameters: {
      query?: never;
      header: {
        /** @description Says that the page of the portal sends the request. A form of another site cannot send it. */
        'X-Portal': components['parameters']['FromPage'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Log out of the portal */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      403: components['responses']['LogInToPortalForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  completeMfa: {
    parameters: {
      query?: never;
      header: {
        /** @description Says that the page of the portal sends the request. A form of another site cannot send it. */
        'X-Portal': components['parameters']['FromPage'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "pmf_the-login-and-its-hash",
         *       "code": "k7rw2-mqz77"
         *     }
         */
        'application/json': components['schemas']['MfaRequest'];
      };
    };
    responses: {
      /** @description Complete a login with a code */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session": {
           *         "access_token": "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl",
           *         "expires_in": 600,
           *         "idle_expires_in": 1800,
           *         "absolute_expires_at": "2026-01-31T17:04:05.123Z",
           *         "must_change_password": false,
           *         "must_enroll_mfa": false
           *       }
           *     }
           */
          'application/json': components['schemas']['BrowserSessionResponse'];
        };
      };
      400: components['responses']['CompleteMfaBadRequest'];
      401: components['responses']['CompleteMfaUnauthorized'];
      403: components['responses']['LogInToPortalForbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  refreshBrowserSession: {
    parameters: {
      query?: never;
      header: {
        /** @description Says that the page of the portal sends the request. A form of another site cannot send it. */
        'X-Portal': components['parameters']['FromPage'];
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Exchange the session cookie for the next one and an access token */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session": {
           *         "access_token": "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl",
           *         "expires_in": 600,
           *         "idle_expires_in": 1800,
           *         "absolute_expires_at": "2026-01-31T17:04:05.123Z",
           *         "must_change_password": false,
           *         "must_enroll_mfa": false
           *       }
           *     }
           */
          'application/json': components['schemas']['BrowserSessionResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['RefreshBrowserSessionUnauthorized'];
      403: components['responses']['LogInToPortalForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  stepUpSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "password": "twelve blue lamps at dawn"
         *     }
         */
        'application/json': components['schemas']['StepUpRequest'];
      };
    };
    responses: {
      /** @description Authenticate again within a session */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session": {
           *         "access_token": "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl",
           *         "expires_in": 600,
           *         "idle_expires_in": 1800,
           *         "absolute_expires_at": "2026-01-31T17:04:05.123Z",
           *         "must_change_password": false,
           *         "must_enroll_mfa": false
           *       }
           *     }
           */
          'application/json': components['schemas']['BrowserSessionResponse'];
        };
      };
      400: components['responses']['StepUpSessionBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrSessionRequired'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getMe: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the user who is logged in */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "me": {
           *         "name": "li@acme.example",
           *         "role": "developer",
           *         "scopes": [
           *           "read:persons",
           *           "read:businesses",
           *           "read:external-accounts",
           *           "read:transfers",
           *           "read:balances",
           *           "read:ledger",
           *           "read:webhook-configurations",
           *           "read:verify-accounts",
           *           "read:schedules",
           *           "read:approvals",
           *           "read:subledgers",
           *           "read:booktransfers",
           *           "write:webhook-configurations",
           *           "read:webhook-secret",
           *           "write:webhook-secret",
           *           "invoke:webhook",
           *           "read:credentials",
           *           "write:credentials",
           *           "read:settings",
           *           "read:rails",
           *           "read:controls",
           *           "read:me",
           *           "write:me"
           *         ],
           *         "enterprise": {
           *           "id": "019c15a0-0000-7000-8000-000000000076",
           *           "name": "Acme Payroll",
           *           "environment": "sandbox"
           *         },
           *         "mfa": false,
           *         "must_change_password": false,
           *         "must_enroll_mfa": false,
           *         "preferences": {}
           *       }
           *     }
           */
          'application/json': components['schemas']['MeResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['GetMeForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateMe: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "preferences": {
         *         "theme": "dark",
         *         "time_zone": "America/New_York"
         *       }
         *     }
         */
        'application/json': components['schemas']['MeRequest'];
      };
    };
    responses: {
      /** @description Update the preferences of the user who is logged in */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "me": {
           *         "name": "li@acme.example",
           *         "role": "developer",
           *         "scopes": [
           *           "read:persons",
           *           "read:businesses",
           *           "read:external-accounts",
           *           "read:transfers",
           *           "read:balances",
           *           "read:ledger",
           *           "read:webhook-configurations",
           *           "read:verify-accounts",
           *           "read:schedules",
           *           "read:approvals",
           *           "read:subledgers",
           *           "read:booktransfers",
           *           "write:webhook-configurations",
           *           "read:webhook-secret",
           *           "write:webhook-secret",
           *           "invoke:webhook",
           *           "read:credentials",
           *           "write:credentials",
           *           "read:settings",
           *           "read:rails",
           *           "read:controls",
           *           "read:me",
           *           "write:me"
           *         ],
           *         "enterprise": {
           *           "id": "019c15a0-0000-7000-8000-000000000076",
           *           "name": "Acme Payroll",
           *           "environment": "sandbox"
           *         },
           *         "mfa": false,
           *         "must_change_password": false,
           *         "must_enroll_mfa": false,
           *         "preferences": {
           *           "theme": "dark",
           *           "time_zone": "America/New_York"
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['MeResponse'];
        };
      };
      400: components['responses']['UpdateMeBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['UpdateMeForbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  changePassword: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "current_password": "the-password-that-is-shown-once",
         *       "new_password": "twelve blue lamps at dawn"
         *     }
         */
        'application/json': components['schemas']['PasswordRequest'];
      };
    };
    responses: {
      /** @description Change the password of the user who is logged in */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session": {
           *         "access_token": "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl",
           *         "expires_in": 600,
           *         "idle_expires_in": 1800,
           *         "absolute_expires_at": "2026-01-31T17:04:05.123Z",
           *         "must_change_password": false,
           *         "must_enroll_mfa": false
           *       }
           *     }
           */
          'application/json': components['schemas']['ContinuedSessionResponse'];
        };
      };
      400: components['responses']['ChangePasswordBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['UpdateMeForbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  beginMfa: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Begin to set up a second factor */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
           *       "otpauth_uri": "otpauth://totp/Acme%20Payroll%3Ali%40acme.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme%20Payroll&algorithm=SHA1&digits=6&period=30",
           *       "recovery_codes": [
           *         "k7rw2-mqz77",
           *         "k7rw2-mqz78",
           *         "k7rw2-mqz79",
           *         "k7rw2-mqz80",
           *         "k7rw2-mqz81",
           *         "k7rw2-mqz82",
           *         "k7rw2-mqz83",
           *         "k7rw2-mqz84",
           *         "k7rw2-mqz85",
           *         "k7rw2-mqz86"
           *       ]
           *     }
           */
          'application/json': components['schemas']['NewSecondFactorResponse'];
        };
      };
      400: components['responses']['BeginMfaBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['UpdateMeForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  removeMfa: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Remove the second factor */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session": {
           *         "access_token": "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl",
           *         "expires_in": 600,
           *         "idle_expires_in": 1800,
           *         "absolute_expires_at": "2026-01-31T17:04:05.123Z",
           *         "must_change_password": false,
           *         "must_enroll_mfa": false
           *       }
           *     }
           */
          'application/json': components['schemas']['ContinuedSessionResponse'];
        };
      };
      400: components['responses']['RemoveMfaBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['RemoveMfaStepUpRequiredOrForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  confirmMfa: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "code": "287082"
         *     }
         */
        'application/json': components['schemas']['CodeRequest'];
      };
    };
    responses: {
      /** @description Confirm the second factor with its first code */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "session": {
           *         "access_token": "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl",
           *         "expires_in": 600,
           *         "idle_expires_in": 1800,
           *         "absolute_expires_at": "2026-01-31T17:04:05.123Z",
           *         "must_change_password": false,
           *         "must_enroll_mfa": false
           *       }
           *     }
           */
          'application/json': components['schemas']['ContinuedSessionResponse'];
        };
      };
      400: components['responses']['ConfirmMfaBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['UpdateMeForbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listSessions: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the sessions of the user who is logged in */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "sessions": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000087",
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "last_seen_at": "2026-01-31T17:04:05.123Z",
           *           "address": "203.0.113.7",
           *           "current": false
           *         },
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000088",
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "last_seen_at": "2026-01-31T17:04:05.123Z",
           *           "address": "203.0.113.7",
           *           "agent": "Mozilla/5.0",
           *           "current": true
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['SessionsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['GetMeForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  endSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000087
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description End a session of the user who is logged in */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['UpdateMeForbidden'];
      404: components['responses']['EndSessionUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getPortalOverview: {
    parameters: {
      query?: {
        /** @description Only items created at or after this time. */
        start_time?: components['parameters']['StartTime'];
        /** @description Only items created before this time. */
        end_time?: components['parameters']['EndTime'];
        /** @description Whether the figures are by hour or by day. Without it the response has none. */
        step?: 'hour' | 'day';
      };
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the overview of the home page */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "overview": {
           *         "transfers": {
           *           "counted_since": "2026-01-31T17:04:05.123Z",
           *           "statuses": [
           *             {
           *               "status": "completed",
           *               "count": 2,
           *               "amount": 25000
           *             },
           *             {
           *               "status": "failed",
           *               "count": 6,
           *               "amount": 75000
           *             }
           *           ],
           *           "reasons": [
           *             {
           *               "reason_code": "approval_expired",
           *               "count": 3
           *             },
           *             {
           *               "reason_code": "approval_rejected",
           *               "count": 1
           *             },
           *             {
           *               "reason_code": "canceled_transfer",
           *               "count": 1
           *             },
           *             {
           *               "reason_code": "invalid_account",
           *               "count": 1
           *             }
           *           ],
           *           "latest": [
           *             {
           *               "id": "019c15a0-0000-7000-8000-000000000048",
           *               "transfer_reference_id": "payout-0002",
           *               "amount": 12500,
           *               "currency": "USD",
           *               "speed": "standard",
           *               "destination": {
           *                 "account_reference_id": "jane-checking",
           *                 "customer_reference_id": "jane-doe"
           *               },
           *               "status": "failed",
           *               "created_at": "2026-01-31T17:04:05.123Z"
           *             },
           *             {
           *               "id": "019c15a0-0000-7000-8000-000000000047",
           *               "transfer_reference_id": "payout-0001",
           *               "amount": 12500,
           *               "currency": "USD",
           *               "speed": "standard",
           *               "destination": {
           *                 "account_reference_id": "jane-checking",
           *                 "customer_reference_id": "jane-doe"
           *               },
           *               "status": "failed",
           *               "created_at": "2026-01-31T17:04:05.123Z"
           *             },
           *             {
           *               "id": "019c15a0-0000-7000-8000-000000000038",
           *               "transfer_reference_id": "gift-0001",
           *               "amount": 12500,
           *               "currency": "USD",
           *               "speed": "standard",
           *               "destination": {
           *                 "account_reference_id": "jane-checking",
           *                 "customer_reference_id": "jane-doe"
           *               },
           *               "status": "failed",
           *               "created_at": "2026-01-31T17:04:05.123Z"
           *             },
           *             {
           *               "id": "019c15a0-0000-7000-8000-000000000037",
           *               "transfer_reference_id": "advance-0001",
           *               "amount": 12500,
           *               "currency": "USD",
           *               "speed": "standard",
           *               "destination": {
           *                 "account_reference_id": "jane-checking",
           *                 "customer_reference_id": "jane-doe"
           *               },
           *               "status": "failed",
           *               "created_at": "2026-01-31T17:04:05.123Z"
           *             },
           *             {
           *               "id": "019c15a0-0000-7000-8000-000000000036",
           *               "transfer_reference_id": "bonus-0004",
           *               "amount": 12500,
           *               "currency": "USD",
           *               "speed": "standard",
           *               "destination": {
           *                 "account_reference_id": "jane-checking",
           *                 "customer_reference_id": "jane-doe"
           *               },
           *               "status": "failed",
           *               "created_at": "2026-01-31T17:04:05.123Z"
           *             },
           *             {
           *               "id": "019c15a0-0000-7000-8000-000000000034",
           *               "transfer_reference_id": "bonus-0003",
           *               "amount": 12500,
           *               "currency": "USD",
           *               "speed": "standard",
           *               "destination": {
           *                 "account_reference_id": "jane-checking",
           *                 "customer_reference_id": "jane-doe"
           *               },
           *               "status": "completed",
           *               "created_at": "2026-01-31T17:04:05.123Z"
           *             },
           *             {
           *               "id": "019c15a0-0000-7000-8000-000000000032",
           *               "transfer_reference_id": "bonus-0002",
           *               "amount": 12500,
           *               "currency": "USD",
           *               "speed": "standard",
           *               "destination": {
           *                 "account_reference_id": "jane-checking",
           *                 "customer_reference_id": "jane-doe"
           *               },
           *               "status": "failed",
           *               "created_at": "2026-01-31T17:04:05.123Z"
           *             },
           *             {
           *               "id": "019c15a0-0000-7000-8000-000000000030",
           *               "transfer_reference_id": "bonus-0001",
           *               "amount": 12500,
           *               "currency": "USD",
           *               "speed": "standard",
           *               "destination": {
           *                 "account_reference_id": "jane-checking",
           *                 "customer_reference_id": "jane-doe"
           *               },
           *               "status": "completed",
           *               "created_at": "2026-01-31T17:04:05.123Z"
           *             }
           *           ],
           *           "figures": {
           *             "series": [
           *               {
           *                 "at": "2026-01-31T17:04:05.123Z",
           *                 "created": 8,
           *                 "completed": 2,
           *                 "settled": 0,
           *                 "failed": 6,
           *                 "returned": 1,
           *                 "p50_s": 2.417,
           *                 "p95_s": 2.417,
           *                 "speeds": [
           *                   {
           *                     "speed": "standard",
           *                     "created": 8,
           *                     "completed": 2,
           *                     "p50_s": 2.417,
           *                     "p95_s": 2.417
           *                   }
           *                 ],
           *                 "amount_out": 25000,
           *                 "amount_in": 0
           *               }
           *             ],
           *             "totals": {
           *               "created": 8,
           *               "completed": 2,
           *               "settled": 0,
           *               "failed": 6,
           *               "returned": 1,
           *               "p50_s": 2.417,
           *               "p95_s": 2.417,
           *               "speeds": [
           *                 {
           *                   "speed": "standard",
           *                   "created": 8,
           *                   "completed": 2,
           *                   "p50_s": 2.417,
           *                   "p95_s": 2.417
           *                 }
           *               ],
           *               "amount_out": 25000,
           *               "amount_in": 0
           *             },
           *             "previous": {
           *               "created": 0,
           *               "completed": 0,
           *               "settled": 0,
           *               "failed": 0,
           *               "returned": 0,
           *               "speeds": [],
           *               "amount_out": 0,
           *               "amount_in": 0
           *             }
           *           },
           *           "debit_returns": {
           *             "counted_since": "2026-01-31T17:04:05.123Z",
           *             "debits": 0,
           *             "unauthorized": 0,
           *             "limit": 0.005
           *           }
           *         },
           *         "balance": {
           *           "available": 100224999,
           *           "pending": 1,
           *           "reserved": 0,
           *           "currency": "USD",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         },
           *         "attention": [
           *           {
           *             "kind": "returned_legs",
           *             "count": 1
           *           },
           *           {
           *             "kind": "open_breaks",
           *             "count": 0
           *           },
           *           {
           *             "kind": "account_corrections",
           *             "count": 0
           *           },
           *           {
           *             "kind": "failing_endpoints",
           *             "count": 0
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': components['schemas']['OverviewResponse'];
        };
      };
      400: components['responses']['GetPortalOverviewBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['GetMeForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getPortalAttention: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read what needs attention */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "attention": [
           *         {
           *           "kind": "returned_legs",
           *           "count": 1
           *         },
           *         {
           *           "kind": "open_breaks",
           *           "count": 0
           *         },
           *         {
           *           "kind": "account_corrections",
           *           "count": 0
           *         },
           *         {
           *           "kind": "failing_endpoints",
           *           "count": 0
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['AttentionResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['GetMeForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  searchPortal: {
    parameters: {
      query: {
        /** @description What to search for. */
        q: string;
      };
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Search transfers, customers and accounts */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "hits": [
           *         {
           *           "type": "transfer",
           *           "id": "019c15a0-0000-7000-8000-000000000047",
           *           "title": "payout-0001",
           *           "subtitle": "jane-doe",
           *           "status": "failed",
           *           "amount": 12500
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['SearchResponse'];
        };
      };
      400: components['responses']['SearchPortalBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['GetMeForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listViews: {
    parameters: {
      query?: {
        /** @description Only views of this page. */
        page?: 'transfers';
      };
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List saved views, by name */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "views": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000062",
           *           "page": "transfers",
           *           "name": "Failed transfers",
           *           "query": "status=failed",
           *           "shared": true,
           *           "created_by": "portal@acme.example",
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ViewsResponse'];
        };
      };
      400: components['responses']['ListViewsBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['GetMeForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createView: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "page": "transfers",
         *       "name": "Failed transfers",
         *       "query": "status=failed",
         *       "shared": true
         *     }
         */
        'application/json': components['schemas']['ViewRequest'];
      };
    };
    responses: {
      /** @description Save a view */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "view": {
           *         "page": "transfers",
           *         "name": "Failed transfers",
           *         "query": "status=failed",
           *         "shared": true,
           *         "id": "019c15a0-0000-7000-8000-000000000062",
           *         "created_by": "portal@acme.example",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ViewResponse'];
        };
      };
      400: components['responses']['CreateViewBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['UpdateMeForbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replaceView: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000062
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "page": "transfers",
         *       "name": "Failed transfers",
         *       "query": "status=failed",
         *       "shared": true,
         *       "columns": [
         *         "reference",
         *         "amount",
         *         "created"
         *       ]
         *     }
         */
        'application/json': components['schemas']['ViewRequest'];
      };
    };
    responses: {
      /** @description Replace a saved view */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "view": {
           *         "page": "transfers",
           *         "name": "Failed transfers",
           *         "query": "status=failed",
           *         "columns": [
           *           "reference",
           *           "amount",
           *           "created"
           *         ],
           *         "shared": true,
           *         "id": "019c15a0-0000-7000-8000-000000000062",
           *         "created_by": "portal@acme.example",
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['ViewResponse'];
        };
      };
      400: components['responses']['ReplaceViewBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['UpdateMeForbidden'];
      404: components['responses']['ReplaceViewUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteView: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000062
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete a saved view */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['UpdateMeForbidden'];
      404: components['responses']['ReplaceViewUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listRefusedRequests: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
        /** @description Only requests that were answered with this code. */
        error_code?: string;
        /** @description Only requests with this `X-Request-Id`. */
        request_id?: string;
      };
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List refused requests, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "requests": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000063",
           *           "method": "GET",
           *           "route": "/deliver/transfers/{id}",
           *           "status": 404,
           *           "request_id": "019c15a0-0000-7000-8000-000000000064",
           *           "credential": "client_3kHcT7mQeW9aYb4Lr0JzXs",
           *           "duration_ms": 42,
           *           "at": "2026-01-31T17:04:05.123Z",
           *           "error_code": "unknown_id"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['RefusedRequestsResponse'];
        };
      };
      400: components['responses']['ListRefusedRequestsBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ListClientsForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getPortalHealth: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read how the work of the enterprise goes */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "health": {
           *         "status": "ok",
           *         "reasons": [],
           *         "queues": [],
           *         "dead_letters": 0,
           *         "violations": 0,
           *         "endpoints": {
           *           "enabled": 1,
           *           "failing": 0,
           *           "figures": [
           *             {
           *               "configuration_id": "019c15a0-0000-7000-8000-000000000006",
           *               "attempted_count": 320,
           *               "delivered_count": 317,
           *               "p95_ms": 84
           *             }
           *           ]
           *         },
           *         "open_breaks": 0
           *       }
           *     }
           */
          'application/json': components['schemas']['HealthResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['GetMeForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getPortalReconciliation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read the open differences with the bank */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "reconciliation": {
           *         "counts": [],
           *         "breaks": []
           *       }
           *     }
           */
          'application/json': components['schemas']['ReconciliationResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['GetPortalReconciliationForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listBatches: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: number;
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
      };
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List batches, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "batches": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000065",
           *           "legs": 3,
           *           "rails": [
           *             "ach"
           *           ],
           *           "submitted": 0,
           *           "accepted": 0,
           *           "settled": 2,
           *           "returned": 1,
           *           "rejected": 0,
           *           "amount_out": 37500,
           *           "amount_in": 0,
           *           "window_at": "2026-01-31T17:04:05.123Z",
           *           "handed_over_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['BatchesResponse'];
        };
      };
      400: components['responses']['ListBatchesBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ListBatchesForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getBatch: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000065
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Read a batch with its legs */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "batch": {
           *         "id": "019c15a0-0000-7000-8000-000000000065",
           *         "legs": 3,
           *         "rails": [
           *           "ach"
           *         ],
           *         "submitted": 0,
           *         "accepted": 0,
           *         "settled": 2,
           *         "returned": 1,
           *         "rejected": 0,
           *         "amount_out": 37500,
           *         "amount_in": 0,
           *         "window_at": "2026-01-31T17:04:05.123Z",
           *         "handed_over_at": "2026-01-31T17:04:05.123Z",
           *         "entries": [
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000066",
           *             "transfer_id": "019c15a0-0000-7000-8000-000000000030",
           *             "side": "destination",
           *             "rail": "ach",
           *             "status": "settled",
           *             "end_to_end_id": "019c15a000007000800000000000000a",
           *             "amount": 12500,
           *             "effective_date": "2026-02-03",
           *             "trace_number": "021000020000001",
           *             "window_at": "2026-01-31T17:04:05.123Z"
           *           },
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000067",
           *             "transfer_id": "019c15a0-0000-7000-8000-000000000034",
           *             "side": "destination",
           *             "rail": "ach",
           *             "status": "settled",
           *             "end_to_end_id": "019c15a000007000800000000000000a",
           *             "amount": 12500,
           *             "effective_date": "2026-02-03",
           *             "trace_number": "021000020000001",
           *             "window_at": "2026-01-31T17:04:05.123Z"
           *           },
           *           {
           *             "id": "019c15a0-0000-7000-8000-000000000068",
           *             "transfer_id": "019c15a0-0000-7000-8000-000000000047",
           *             "side": "destination",
           *             "rail": "ach",
           *             "status": "returned",
           *             "end_to_end_id": "019c15a000007000800000000000000a",
           *             "amount": 12500,
           *             "effective_date": "2026-02-03",
           *             "trace_number": "021000020000001",
           *             "window_at": "2026-01-31T17:04:05.123Z"
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': components['schemas']['BatchResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ListBatchesForbidden'];
      404: components['responses']['GetBatchUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listBankWindows: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the windows of today */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "connections": [
           *         {
           *           "name": "first-bank",
           *           "bank": "FIRST BANK",
           *           "shared": false
           *         }
           *       ],
           *       "windows": [
           *         {
           *           "connection": "first-bank",
           *           "rail": "same_day_ach",
           *           "window_at": "2026-01-31T17:04:05.123Z",
           *           "cutoff_at": "2026-01-31T17:04:05.123Z",
           *           "effective_date": "2026-02-03",
           *           "settles_at": "2026-01-31T17:04:05.123Z",
           *           "waiting": 0
           *         },
           *         {
           *           "connection": "first-bank",
           *           "rail": "ach",
           *           "window_at": "2026-01-31T17:04:05.123Z",
           *           "cutoff_at": "2026-01-31T17:04:05.123Z",
           *           "effective_date": "2026-02-03",
           *           "settles_at": "2026-01-31T17:04:05.123Z",
           *           "waiting": 0
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['BankWindowsResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ListBankWindowsForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listBankFiles: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
        /** @description Only items in this state. May be repeated. */
        state?: (
          | 'building'
          | 'closing'
          | 'sealed'
          | 'held'
          | 'uploading'
          | 'doubtful'
          | 'uploaded'
          | 'acknowledged'
          | 'refused'
          | 'withdrawn'
          | 'resubmitted'
          | 'failed'
          | 'dropped'
          | 'closed'
        )[];
      };
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List files to banks, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "files": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000058",
           *           "connection": "first-bank",
           *           "shared": false,
           *           "rail": "ach",
           *           "window_at": "2026-01-31T17:04:05.123Z",
           *           "part": 1,
           *           "state": "doubtful",
           *           "file_name": "1234567890_20260715_2.ach",
           *           "cut_at": "2026-01-31T17:04:05.123Z",
           *           "cutoff_at": "2026-01-31T17:04:05.123Z",
           *           "released_by": [],
           *           "batches": 1,
           *           "entries": 1,
           *           "debit": 0,
           *           "credit": 12500,
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         },
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000059",
           *           "connection": "first-bank",
           *           "shared": false,
           *           "rail": "ach",
           *           "window_at": "2026-01-31T17:04:05.123Z",
           *           "part": 1,
           *           "state": "sealed",
           *           "file_name": "1234567890_20260715_1.ach",
           *           "cut_at": "2026-01-31T17:04:05.123Z",
           *           "cutoff_at": "2026-01-31T17:04:05.123Z",
           *           "released_by": [],
           *           "batches": 1,
           *           "entries": 1,
           *           "debit": 0,
           *           "credit": 12500,
           *           "created_at": "2026-01-31T17:04:05.123Z",
           *           "updated_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['BankFilesResponse'];
        };
      };
      400: components['responses']['ListBankFilesBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ListBankWindowsForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getBankFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000059
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a file to a bank */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "file": {
           *         "id": "019c15a0-0000-7000-8000-000000000059",
           *         "connection": "first-bank",
           *         "shared": false,
           *         "rail": "ach",
           *         "window_at": "2026-01-31T17:04:05.123Z",
           *         "part": 1,
           *         "state": "sealed",
           *         "file_name": "1234567890_20260715_1.ach",
           *         "cut_at": "2026-01-31T17:04:05.123Z",
           *         "cutoff_at": "2026-01-31T17:04:05.123Z",
           *         "released_by": [],
           *         "batches": 1,
           *         "entries": 1,
           *         "debit": 0,
           *         "credit": 12500,
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       },
           *       "batches": [
           *         {
           *           "batch_number": 1,
           *           "sec": "PPD",
           *           "company_id": "1234567890",
           *           "company_name": "ACME CORP",
           *           "description": "PAYMENT",
           *           "effective_entry_date": "260716",
           *           "entries": 1,
           *           "debit": 0,
           *           "credit": 12500,
           *           "first_trace": "091000010000100",
           *           "last_trace": "091000010000100"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['BankFileWithBatchesResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ListBankWindowsForbidden'];
      404: components['responses']['GetBankFileUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listBankFileEntries: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
      };
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000059
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the entries of a file, in its order */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "entries": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000060",
           *           "end_to_end_id": "019c15a000007000800000000000000a",
           *           "direction": "credit",
           *           "amount": 12500,
           *           "state": "filed",
           *           "sec": "PPD",
           *           "transaction_code": 22,
           *           "routing_number": "021000021",
           *           "account_number": "*****7890",
           *           "name": "ADA BYRON",
           *           "individual_id": "REFERENCE000001",
           *           "trace_number": "021000020000001",
           *           "effective_date": "2026-02-03",
           *           "settles_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['BankFileEntriesResponse'];
        };
      };
      400: components['responses']['ListBankFileEntriesBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ListBankWindowsForbidden'];
      404: components['responses']['GetBankFileUnknownId'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  holdBankFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000059
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "The bank asks to wait"
         *     }
         */
        'application/json': components['schemas']['DecisionRequest'];
      };
    };
    responses: {
      /** @description Hold a file */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "file": {
           *         "id": "019c15a0-0000-7000-8000-000000000059",
           *         "connection": "first-bank",
           *         "shared": false,
           *         "rail": "ach",
           *         "window_at": "2026-01-31T17:04:05.123Z",
           *         "part": 1,
           *         "state": "held",
           *         "reason": "operator",
           *         "file_name": "1234567890_20260715_1.ach",
           *         "cut_at": "2026-01-31T17:04:05.123Z",
           *         "cutoff_at": "2026-01-31T17:04:05.123Z",
           *         "released_by": [],
           *         "batches": 1,
           *         "entries": 1,
           *         "debit": 0,
           *         "credit": 12500,
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['BankFileResponse'];
        };
      };
      400: components['responses']['HoldBankFileBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrSharedConnection'];
      404: components['responses']['GetBankFileUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  releaseBankFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000059
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "The bank is ready"
         *     }
         */
        'application/json': components['schemas']['DecisionRequest'];
      };
    };
    responses: {
      /** @description Release a held file */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "file": {
           *         "id": "019c15a0-0000-7000-8000-000000000059",
           *         "connection": "first-bank",
           *         "shared": false,
           *         "rail": "ach",
           *         "window_at": "2026-01-31T17:04:05.123Z",
           *         "part": 1,
           *         "state": "sealed",
           *         "file_name": "1234567890_20260715_1.ach",
           *         "cut_at": "2026-01-31T17:04:05.123Z",
           *         "cutoff_at": "2026-01-31T17:04:05.123Z",
           *         "released_by": [
           *           "portal@acme.example"
           *         ],
           *         "batches": 1,
           *         "entries": 1,
           *         "debit": 0,
           *         "credit": 12500,
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['BankFileResponse'];
        };
      };
      400: components['responses']['ReleaseBankFileBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrSharedConnection'];
      404: components['responses']['GetBankFileUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  resubmitBankFile: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000058
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "The bank has not received it"
         *     }
         */
        'application/json': components['schemas']['ResubmissionRequest'];
      };
    };
    responses: {
      /** @description Resubmit a file */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "file": {
           *         "id": "019c15a0-0000-7000-8000-000000000058",
           *         "connection": "first-bank",
           *         "shared": false,
           *         "rail": "ach",
           *         "window_at": "2026-01-31T17:04:05.123Z",
           *         "part": 1,
           *         "state": "sealed",
           *         "file_name": "1234567890_20260715_2.ach",
           *         "cut_at": "2026-01-31T17:04:05.123Z",
           *         "cutoff_at": "2026-01-31T17:04:05.123Z",
           *         "released_by": [],
           *         "batches": 1,
           *         "entries": 1,
           *         "debit": 0,
           *         "credit": 12500,
           *         "created_at": "2026-01-31T17:04:05.123Z",
           *         "updated_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['BankFileResponse'];
        };
      };
      400: components['responses']['ResubmitBankFileBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrSharedConnection'];
      404: components['responses']['GetBankFileUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listRailExceptions: {
    parameters: {
      query?: {
        /** @description Page size. */
        size?: components['parameters']['Size'];
        /** @description How many items to skip. For long lists `after` is faster. */
        index?: components['parameters']['Index'];
        /** @description Start after this item: the `id` of the last item of the previous page. `Link` contains it. */
        after?: components['parameters']['After'];
        /** @description Only items in this state. May be repeated. */
        state?: ('open' | 'resolved')[];
      };
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List exceptions of files from banks, newest first */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          Link: components['headers']['Link'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "exceptions": [
           *         {
           *           "id": "019c15a0-0000-7000-8000-000000000061",
           *           "connection": "first-bank",
           *           "kind": "untimely_return",
           *           "meaning": "A return was booked, but came later than the rules allow.",
           *           "matchable": false,
           *           "state": "open",
           *           "code": "R01",
           *           "direction": "credit",
           *           "amount": 12500,
           *           "original_trace_number": "091000010000001",
           *           "detail": "a detail",
           *           "created_at": "2026-01-31T17:04:05.123Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['RailExceptionsResponse'];
        };
      };
      400: components['responses']['ListRailExceptionsBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ListBankWindowsForbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  resolveRailException: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The id of the resource.
         * @example 019c15a0-0000-7000-8000-000000000061
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Settled by wire"
         *     }
         */
        'application/json': components['schemas']['ResolutionRequest'];
      };
    };
    responses: {
      /** @description Resolve an exception */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "exception": {
           *         "id": "019c15a0-0000-7000-8000-000000000061",
           *         "connection": "first-bank",
           *         "kind": "untimely_return",
           *         "meaning": "A return was booked, but came later than the rules allow.",
           *         "matchable": false,
           *         "state": "resolved",
           *         "code": "R01",
           *         "direction": "credit",
           *         "amount": 12500,
           *         "original_trace_number": "091000010000001",
           *         "detail": "a detail",
           *         "resolution": "ignored: Settled by wire",
           *         "resolved_by": "portal@acme.example",
           *         "resolved_at": "2026-01-31T17:04:05.123Z",
           *         "created_at": "2026-01-31T17:04:05.123Z"
           *       }
           *     }
           */
          'application/json': components['schemas']['RailExceptionResponse'];
        };
      };
      400: components['responses']['ResolveRailExceptionBadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ResolveRailExceptionForbidden'];
      404: components['responses']['GetBankFileUnknownId'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  checkLiveness: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Check that the process runs */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "live"
           *     }
           */
          'application/json': components['schemas']['LivenessResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  checkStartup: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Check that the process has started */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "started"
           *     }
           */
          'application/json': components['schemas']['StartupResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      /** @description Not started yet. */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "starting"
           *     }
           */
          'application/json': components['schemas']['StartupResponse'];
        };
      };
    };
  };
  checkReadiness: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id for the request. It is returned in the response and written to the logs. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Check that the process can accept requests */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ready",
           *       "checks": {
           *         "database": "ok",
           *         "queue": "ok",
           *         "outbox": "ok",
           *         "clock": "ok"
           *       }
           *     }
           */
          'application/json': components['schemas']['ReadinessResponse'];
        };
      };
      400: components['responses']['BadRequest'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      /** @description Not ready. The failing checks are listed in `checks`. */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "not_ready",
           *       "checks": {
           *         "database": "down",
           *         "queue": "degraded",
           *         "outbox": "degraded"
           *       }
           *     }
           */
          'application/json': components['schemas']['ReadinessResponse'];
        };
      };
    };
  };
  receivePersonCreated: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000089",
         *       "event_type": "person_created",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 1,
         *       "event_data": {
         *         "person": {
         *           "id": "019c15a0-0000-7000-8000-000000000010",
         *           "customer_reference_id": "jane-doe",
         *           "first_name": "Jane",
         *           "middle_name": "Q.",
         *           "last_name": "Doe",
         *           "status": "created",
         *           "addresses": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000011",
         *               "type": "home",
         *               "address1": "1 Main Street",
         *               "city": "Springfield",
         *               "state": "IL",
         *               "zip5": "62701",
         *               "country": "US",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "contacts": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000012",
         *               "type": "email",
         *               "value": "jane.doe@example.com",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             },
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000013",
         *               "type": "phone",
         *               "value": "2175550123",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z",
         *           "metadata": {
         *             "department": "payroll"
         *           }
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['PersonEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receivePersonVerified: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000090",
         *       "event_type": "person_verified",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 2,
         *       "event_data": {
         *         "person": {
         *           "id": "019c15a0-0000-7000-8000-000000000010",
         *           "customer_reference_id": "jane-doe",
         *           "first_name": "Jane",
         *           "middle_name": "Q.",
         *           "last_name": "Doe",
         *           "status": "verified",
         *           "addresses": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000011",
         *               "type": "home",
         *               "address1": "1 Main Street",
         *               "city": "Springfield",
         *               "state": "IL",
         *               "zip5": "62701",
         *               "country": "US",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "contacts": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000012",
         *               "type": "email",
         *               "value": "jane.doe@example.com",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             },
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000013",
         *               "type": "phone",
         *               "value": "2175550123",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z",
         *           "metadata": {
         *             "department": "payroll"
         *           }
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['PersonEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receivePersonRejected: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000091",
         *       "event_type": "person_rejected",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 2,
         *       "event_data": {
         *         "person": {
         *           "id": "019c15a0-0000-7000-8000-000000000014",
         *           "customer_reference_id": "rejected",
         *           "first_name": "Rejected",
         *           "middle_name": "Q.",
         *           "last_name": "Person",
         *           "status": "rejected",
         *           "status_reasons": [
         *             {
         *               "reason_code": "invalid_name",
         *               "reason_code_message": "The name could not be confirmed"
         *             }
         *           ],
         *           "addresses": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000015",
         *               "type": "home",
         *               "address1": "1 Main Street",
         *               "city": "Springfield",
         *               "state": "IL",
         *               "zip5": "62701",
         *               "country": "US",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z",
         *           "metadata": {
         *             "department": "payroll"
         *           }
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['PersonEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receivePersonRestricted: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000092",
         *       "event_type": "person_restricted",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 2,
         *       "event_data": {
         *         "person": {
         *           "id": "019c15a0-0000-7000-8000-000000000016",
         *           "customer_reference_id": "restricted",
         *           "first_name": "Restricted",
         *           "middle_name": "Q.",
         *           "last_name": "Person",
         *           "status": "restricted",
         *           "status_reasons": [
         *             {
         *               "reason_code": "matched_watchlist",
         *               "reason_code_message": "The name is on a watch list"
         *             }
         *           ],
         *           "addresses": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000017",
         *               "type": "home",
         *               "address1": "1 Main Street",
         *               "city": "Springfield",
         *               "state": "IL",
         *               "zip5": "62701",
         *               "country": "US",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z",
         *           "metadata": {
         *             "department": "payroll"
         *           }
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['PersonEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receivePersonUnverified: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000093",
         *       "event_type": "person_unverified",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 3,
         *       "event_data": {
         *         "person": {
         *           "id": "019c15a0-0000-7000-8000-000000000014",
         *           "customer_reference_id": "rejected",
         *           "first_name": "Regina",
         *           "middle_name": "Q.",
         *           "last_name": "Person",
         *           "status": "created",
         *           "addresses": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000015",
         *               "type": "home",
         *               "address1": "1 Main Street",
         *               "city": "Springfield",
         *               "state": "IL",
         *               "zip5": "62701",
         *               "country": "US",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z",
         *           "metadata": {
         *             "department": "payroll"
         *           }
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['PersonEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receivePersonClosed: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000094",
         *       "event_type": "person_closed",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 3,
         *       "event_data": {
         *         "person": {
         *           "id": "019c15a0-0000-7000-8000-000000000010",
         *           "customer_reference_id": "jane-doe",
         *           "first_name": "Jane",
         *           "middle_name": "Q.",
         *           "last_name": "Doe",
         *           "status": "closed",
         *           "addresses": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000011",
         *               "type": "home",
         *               "address1": "1 Main Street",
         *               "city": "Springfield",
         *               "state": "IL",
         *               "zip5": "62701",
         *               "country": "US",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "contacts": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000012",
         *               "type": "email",
         *               "value": "jane.doe@example.com",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             },
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000013",
         *               "type": "phone",
         *               "value": "2175550123",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z",
         *           "closed_at": "2026-01-31T17:04:05.123Z",
         *           "metadata": {
         *             "department": "sales"
         *           }
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['PersonEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveBusinessCreated: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000095",
         *       "event_type": "business_created",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 1,
         *       "event_data": {
         *         "business": {
         *           "id": "019c15a0-0000-7000-8000-000000000018",
         *           "customer_reference_id": "northwind",
         *           "legal_name": "Northwind Trading LLC",
         *           "business_name": "Northwind",
         *           "entity_type": "limited_liability_company",
         *           "tax_id_type": "ein",
         *           "incorporation_date": "2009-06-15",
         *           "status": "created",
         *           "addresses": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000019",
         *               "type": "legal",
         *               "address1": "500 Market Street",
         *               "city": "San Francisco",
         *               "state": "CA",
         *               "zip5": "94105",
         *               "country": "US",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "contacts": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000020",
         *               "type": "website",
         *               "value": "www.northwind.com",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z",
         *           "metadata": {
         *             "segment": "supplier"
         *           }
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['BusinessEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveBusinessVerified: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000096",
         *       "event_type": "business_verified",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 2,
         *       "event_data": {
         *         "business": {
         *           "id": "019c15a0-0000-7000-8000-000000000018",
         *           "customer_reference_id": "northwind",
         *           "legal_name": "Northwind Trading LLC",
         *           "business_name": "Northwind",
         *           "entity_type": "limited_liability_company",
         *           "tax_id_type": "ein",
         *           "incorporation_date": "2009-06-15",
         *           "status": "verified",
         *           "addresses": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000019",
         *               "type": "legal",
         *               "address1": "500 Market Street",
         *               "city": "San Francisco",
         *               "state": "CA",
         *               "zip5": "94105",
         *               "country": "US",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "contacts": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000020",
         *               "type": "website",
         *               "value": "www.northwind.com",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z",
         *           "metadata": {
         *             "segment": "supplier"
         *           }
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['BusinessEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveBusinessRejected: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000097",
         *       "event_type": "business_rejected",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 2,
         *       "event_data": {
         *         "business": {
         *           "id": "019c15a0-0000-7000-8000-000000000021",
         *           "customer_reference_id": "rejected-business",
         *           "legal_name": "Rejected Business",
         *           "business_name": "Northwind",
         *           "entity_type": "limited_liability_company",
         *           "tax_id_type": "ein",
         *           "incorporation_date": "2009-06-15",
         *           "status": "rejected",
         *           "status_reasons": [
         *             {
         *               "reason_code": "invalid_name",
         *               "reason_code_message": "The name could not be confirmed"
         *             }
         *           ],
         *           "addresses": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000022",
         *               "type": "legal",
         *               "address1": "500 Market Street",
         *               "city": "San Francisco",
         *               "state": "CA",
         *               "zip5": "94105",
         *               "country": "US",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "contacts": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000023",
         *               "type": "website",
         *               "value": "www.northwind.com",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z",
         *           "metadata": {
         *             "segment": "supplier"
         *           }
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['BusinessEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveBusinessRestricted: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000098",
         *       "event_type": "business_restricted",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 2,
         *       "event_data": {
         *         "business": {
         *           "id": "019c15a0-0000-7000-8000-000000000024",
         *           "customer_reference_id": "restricted-business",
         *           "legal_name": "Restricted Business",
         *           "business_name": "Northwind",
         *           "entity_type": "limited_liability_company",
         *           "tax_id_type": "ein",
         *           "incorporation_date": "2009-06-15",
         *           "status": "restricted",
         *           "status_reasons": [
         *             {
         *               "reason_code": "matched_watchlist",
         *               "reason_code_message": "The name is on a watch list"
         *             }
         *           ],
         *           "addresses": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000025",
         *               "type": "legal",
         *               "address1": "500 Market Street",
         *               "city": "San Francisco",
         *               "state": "CA",
         *               "zip5": "94105",
         *               "country": "US",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "contacts": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000026",
         *               "type": "website",
         *               "value": "www.northwind.com",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z",
         *           "metadata": {
         *             "segment": "supplier"
         *           }
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['BusinessEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveBusinessUnverified: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000099",
         *       "event_type": "business_unverified",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 3,
         *       "event_data": {
         *         "business": {
         *           "id": "019c15a0-0000-7000-8000-000000000021",
         *           "customer_reference_id": "rejected-business",
         *           "legal_name": "Southwind Trading LLC",
         *           "business_name": "Northwind",
         *           "entity_type": "limited_liability_company",
         *           "tax_id_type": "ein",
         *           "incorporation_date": "2009-06-15",
         *           "status": "created",
         *           "addresses": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000022",
         *               "type": "legal",
         *               "address1": "500 Market Street",
         *               "city": "San Francisco",
         *               "state": "CA",
         *               "zip5": "94105",
         *               "country": "US",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "contacts": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000023",
         *               "type": "website",
         *               "value": "www.northwind.com",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z",
         *           "metadata": {
         *             "segment": "supplier"
         *           }
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['BusinessEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveBusinessClosed: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000070",
         *       "event_type": "business_closed",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 3,
         *       "event_data": {
         *         "business": {
         *           "id": "019c15a0-0000-7000-8000-000000000018",
         *           "customer_reference_id": "northwind",
         *           "legal_name": "Northwind Trading LLC",
         *           "business_name": "Northwind Foods",
         *           "entity_type": "limited_liability_company",
         *           "tax_id_type": "ein",
         *           "incorporation_date": "2009-06-15",
         *           "status": "closed",
         *           "addresses": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000019",
         *               "type": "legal",
         *               "address1": "500 Market Street",
         *               "city": "San Francisco",
         *               "state": "CA",
         *               "zip5": "94105",
         *               "country": "US",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "contacts": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000020",
         *               "type": "website",
         *               "value": "www.northwind.com",
         *               "created_at": "2026-01-31T17:04:05.123Z",
         *               "updated_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z",
         *           "closed_at": "2026-01-31T17:04:05.123Z",
         *           "metadata": {
         *             "segment": "supplier"
         *           }
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['BusinessEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveExternalAccountCreated: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000100",
         *       "event_type": "external_account_created",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 1,
         *       "event_data": {
         *         "external_account": {
         *           "id": "019c15a0-0000-7000-8000-000000000027",
         *           "account_reference_id": "jane-checking",
         *           "customer_reference_id": "jane-doe",
         *           "customer_resource_type": "person",
         *           "account_type": "checking",
         *           "account_number": "*****6789",
         *           "routing_number": "021000021",
         *           "account_holder_name": "Jane Q. Doe",
         *           "status": "created",
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['ExternalAccountEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveExternalAccountVerified: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000101",
         *       "event_type": "external_account_verified",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 2,
         *       "event_data": {
         *         "external_account": {
         *           "id": "019c15a0-0000-7000-8000-000000000027",
         *           "account_reference_id": "jane-checking",
         *           "customer_reference_id": "jane-doe",
         *           "customer_resource_type": "person",
         *           "account_type": "checking",
         *           "account_number": "*****6789",
         *           "routing_number": "021000021",
         *           "account_holder_name": "Jane Q. Doe",
         *           "status": "verified",
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['ExternalAccountEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveExternalAccountRejected: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000102",
         *       "event_type": "external_account_rejected",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 2,
         *       "event_data": {
         *         "external_account": {
         *           "id": "019c15a0-0000-7000-8000-000000000028",
         *           "account_reference_id": "rejected",
         *           "customer_reference_id": "jane-doe",
         *           "customer_resource_type": "person",
         *           "account_type": "checking",
         *           "account_number": "*****6789",
         *           "routing_number": "021000021",
         *           "account_holder_name": "rejected account",
         *           "status": "rejected",
         *           "status_reasons": [
         *             {
         *               "reason_code": "invalid_account",
         *               "reason_code_message": "The account could not be confirmed"
         *             }
         *           ],
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['ExternalAccountEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveExternalAccountRestricted: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000103",
         *       "event_type": "external_account_restricted",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 2,
         *       "event_data": {
         *         "external_account": {
         *           "id": "019c15a0-0000-7000-8000-000000000029",
         *           "account_reference_id": "restricted",
         *           "customer_reference_id": "jane-doe",
         *           "customer_resource_type": "person",
         *           "account_type": "checking",
         *           "account_number": "*****6789",
         *           "routing_number": "021000021",
         *           "account_holder_name": "restricted account",
         *           "status": "restricted",
         *           "status_reasons": [
         *             {
         *               "reason_code": "blocked_account",
         *               "reason_code_message": "The account is blocked"
         *             }
         *           ],
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['ExternalAccountEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveExternalAccountUnverified: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000104",
         *       "event_type": "external_account_unverified",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 3,
         *       "event_data": {
         *         "external_account": {
         *           "id": "019c15a0-0000-7000-8000-000000000028",
         *           "account_reference_id": "rejected",
         *           "customer_reference_id": "jane-doe",
         *           "customer_resource_type": "person",
         *           "account_type": "checking",
         *           "account_number": "*****6789",
         *           "routing_number": "021000021",
         *           "account_holder_name": "Jane Doe",
         *           "status": "created",
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['ExternalAccountEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveExternalAccountClosed: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000105",
         *       "event_type": "external_account_closed",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 3,
         *       "event_data": {
         *         "external_account": {
         *           "id": "019c15a0-0000-7000-8000-000000000027",
         *           "account_reference_id": "jane-checking",
         *           "customer_reference_id": "jane-doe",
         *           "customer_resource_type": "person",
         *           "account_type": "checking",
         *           "account_number": "*****6789",
         *           "routing_number": "021000021",
         *           "account_holder_name": "Jane Q. Doe",
         *           "status": "closed",
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z",
         *           "closed_at": "2026-01-31T17:04:05.123Z",
         *           "metadata": {
         *             "primary": true
         *           }
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['ExternalAccountEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveTransferCreated: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000106",
         *       "event_type": "transfer_created",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 1,
         *       "event_data": {
         *         "transfer": {
         *           "id": "019c15a0-0000-7000-8000-000000000030",
         *           "transfer_reference_id": "bonus-0001",
         *           "amount": 12500,
         *           "currency": "USD",
         *           "speed": "standard",
         *           "destination": {
         *             "account_reference_id": "jane-checking",
         *             "customer_reference_id": "jane-doe"
         *           },
         *           "status": "created",
         *           "account_statement_descriptor": "ACME PAYROLL",
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z",
         *           "metadata": {
         *             "kind": "bonus"
         *           },
         *           "created_by": "client_3kHcT7mQeW9aYb4Lr0JzXs"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['TransferEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveTransferUpdated: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000053",
         *       "event_type": "transfer_updated",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 5,
         *       "event_data": {
         *         "transfer": {
         *           "id": "019c15a0-0000-7000-8000-000000000047",
         *           "transfer_reference_id": "payout-0001",
         *           "amount": 12500,
         *           "currency": "USD",
         *           "speed": "standard",
         *           "destination": {
         *             "account_reference_id": "jane-checking",
         *             "customer_reference_id": "jane-doe",
         *             "trace_number": "021000020000001",
         *             "return_trace_number": "021000020000002"
         *           },
         *           "status": "failed",
         *           "status_reasons": [
         *             {
         *               "destination": {
         *                 "reason_code": "invalid_account",
         *                 "reason_code_message": "The account number is wrong, or the account does not belong to this holder. Correct the account.",
         *                 "network_reason_code": "R03",
         *                 "network_reason_code_message": "No account has this number, or it does not belong to the named person",
         *                 "network_reason_code_rail_type": "ach"
         *               }
         *             }
         *           ],
         *           "account_statement_descriptor": "ACME PAYROLL",
         *           "estimated_funds_delivery_date": "2026-01-31T17:04:05.123Z",
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z",
         *           "metadata": {
         *             "run": "2026-02"
         *           },
         *           "created_by": "client_3kHcT7mQeW9aYb4Lr0JzXs"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['TransferEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveVerifyAccountUpdated: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000107",
         *       "event_type": "verify_account_updated",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 4,
         *       "event_data": {
         *         "account": {
         *           "id": "019c15a0-0000-7000-8000-000000000046",
         *           "account_number": "*****4321",
         *           "routing_number": "021000021",
         *           "account_holder_name": "Jane Q. Doe",
         *           "type": "control_ownership",
         *           "sender_name": "Acme Payroll",
         *           "verification_status": "valid",
         *           "evidence": {
         *             "provider": "sandbox",
         *             "checked_at": "2026-01-31T17:04:05.123Z"
         *           },
         *           "ownership_status": "full",
         *           "person": {
         *             "last_name": "Doe",
         *             "first_name": "Jane",
         *             "ssn_match": true,
         *             "last_name_match": true,
         *             "first_name_match": true
         *           },
         *           "control_status": "valid",
         *           "debit_status": "pending",
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['VerifyAccountEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveScheduleCreated: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000108",
         *       "event_type": "schedule_created",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 1,
         *       "event_data": {
         *         "schedule": {
         *           "id": "019c15a0-0000-7000-8000-000000000042",
         *           "schedule_reference_id": "payroll-jane",
         *           "amount": 12500,
         *           "currency": "USD",
         *           "speed": "standard",
         *           "destination": {
         *             "account_reference_id": "jane-checking",
         *             "customer_reference_id": "jane-doe"
         *           },
         *           "account_statement_descriptor": "ACME PAYROLL",
         *           "start_date": "2030-01-01",
         *           "recurrence": "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
         *           "rrule_readable": "Monthly on Monday, Tuesday, Wednesday, Thursday, and Friday, only the last of these in the month",
         *           "missed": "run",
         *           "end_on_failures": 3,
         *           "status": "active",
         *           "next_payment_date": "2030-01-31",
         *           "runs": {
         *             "made": 0,
         *             "failed": 0,
         *             "skipped": 0
         *           },
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['ScheduleEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveScheduleUpdated: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000109",
         *       "event_type": "schedule_updated",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 4,
         *       "event_data": {
         *         "schedule": {
         *           "id": "019c15a0-0000-7000-8000-000000000042",
         *           "schedule_reference_id": "payroll-jane",
         *           "amount": 12500,
         *           "currency": "USD",
         *           "speed": "standard",
         *           "destination": {
         *             "account_reference_id": "jane-checking",
         *             "customer_reference_id": "jane-doe"
         *           },
         *           "account_statement_descriptor": "ACME PAYROLL",
         *           "start_date": "2030-01-01",
         *           "recurrence": "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
         *           "rrule_readable": "Monthly on Monday, Tuesday, Wednesday, Thursday, and Friday, only the last of these in the month",
         *           "missed": "run",
         *           "end_on_failures": 3,
         *           "status": "inactive",
         *           "next_payment_date": "2030-01-31",
         *           "ended_at": "2026-01-31T17:04:05.123Z",
         *           "end_reason": "deleted",
         *           "runs": {
         *             "made": 0,
         *             "failed": 0,
         *             "skipped": 0
         *           },
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['ScheduleEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveApprovalRequested: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000110",
         *       "event_type": "approval_requested",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 1,
         *       "event_data": {
         *         "approval": {
         *           "id": "019c15a0-0000-7000-8000-000000000031",
         *           "subject_type": "transfer",
         *           "subject_id": "019c15a0-0000-7000-8000-000000000030",
         *           "subject": {
         *             "transfer_reference_id": "bonus-0001",
         *             "use_case": "payout",
         *             "amount": 12500,
         *             "currency": "USD",
         *             "speed": "standard",
         *             "destination": {
         *               "account_reference_id": "jane-checking",
         *               "customer_reference_id": "jane-doe",
         *               "account_id": "019c15a0-0000-7000-8000-000000000027",
         *               "details_version": 1
         *             },
         *             "account_statement_descriptor": "ACME PAYROLL"
         *           },
         *           "digest": "LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ",
         *           "status": "pending",
         *           "policies": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000001",
         *               "name": "Bonuses",
         *               "required": 1,
         *               "given": 0
         *             }
         *           ],
         *           "decisions": [],
         *           "requested_by": "client_3kHcT7mQeW9aYb4Lr0JzXs",
         *           "requested_at": "2026-01-31T17:04:05.123Z",
         *           "expires_at": "2026-01-31T17:04:05.123Z"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['ApprovalEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveApprovalDecided: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000111",
         *       "event_type": "approval_decided",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 2,
         *       "event_data": {
         *         "approval": {
         *           "id": "019c15a0-0000-7000-8000-000000000031",
         *           "subject_type": "transfer",
         *           "subject_id": "019c15a0-0000-7000-8000-000000000030",
         *           "subject": {
         *             "speed": "standard",
         *             "amount": 12500,
         *             "currency": "USD",
         *             "use_case": "payout",
         *             "destination": {
         *               "account_id": "019c15a0-0000-7000-8000-000000000027",
         *               "details_version": 1,
         *               "account_reference_id": "jane-checking",
         *               "customer_reference_id": "jane-doe"
         *             },
         *             "transfer_reference_id": "bonus-0001",
         *             "account_statement_descriptor": "ACME PAYROLL"
         *           },
         *           "digest": "LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ",
         *           "status": "approved",
         *           "policies": [
         *             {
         *               "id": "019c15a0-0000-7000-8000-000000000001",
         *               "name": "Bonuses",
         *               "required": 1,
         *               "given": 1
         *             }
         *           ],
         *           "decisions": [
         *             {
         *               "user": "portal@acme.example",
         *               "decision": "approve",
         *               "comment": "Checked against the invoice",
         *               "decided_at": "2026-01-31T17:04:05.123Z"
         *             }
         *           ],
         *           "requested_by": "client_3kHcT7mQeW9aYb4Lr0JzXs",
         *           "requested_at": "2026-01-31T17:04:05.123Z",
         *           "expires_at": "2026-01-31T17:04:05.123Z",
         *           "decided_at": "2026-01-31T17:04:05.123Z"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['ApprovalEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveSubledgerCreated: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000112",
         *       "event_type": "subledger_created",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 1,
         *       "event_data": {
         *         "subledger": {
         *           "id": "019c15a0-0000-7000-8000-000000000043",
         *           "subledger_reference_id": "jane-wallet",
         *           "customer_reference_id": "jane-doe",
         *           "customer_resource_type": "person",
         *           "status": "created",
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['SubledgerEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  receiveBookTransferUpdated: {
    parameters: {
      query?: never;
      header: {
        /** @description The `event_id`: the same for every attempt. */
        'webhook-id': components['parameters']['WebhookId'];
        /** @description Time of the attempt, in seconds since 1970-01-01T00:00:00Z. */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /** @description HMAC-SHA256 as in the Standard Webhooks specification, with the secret of the configuration: `v1,` and base64. For 24 hours after a rotation of the secret there are two signatures, separated by a space. */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /** @description RSA with SHA-256 (PKCS#1 v1.5) over the body and its `created_at`, in base64. Verify it with the public key from `GET /webhooks/secret`. */
        Signature: components['parameters']['Signature'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "event_id": "019c15a0-0000-7000-8000-000000000113",
         *       "event_type": "book_transfer_updated",
         *       "data_version": "v2022-09-21",
         *       "created_at": "2026-01-31T17:04:05.123Z",
         *       "sequence": 1,
         *       "event_data": {
         *         "book_transfer": {
         *           "id": "019c15a0-0000-7000-8000-000000000045",
         *           "book_transfer_reference_id": "empty-jane-1",
         *           "amount": 12500,
         *           "currency": "USD",
         *           "status": "completed",
         *           "source": {
         *             "subledger_reference_id": "jane-wallet"
         *           },
         *           "created_by": "client_3kHcT7mQeW9aYb4Lr0JzXs",
         *           "created_at": "2026-01-31T17:04:05.123Z",
         *           "updated_at": "2026-01-31T17:04:05.123Z"
         *         }
         *       }
         *     }
         */
        'application/json': components['schemas']['BookTransferEvent'] | components['schemas']['MadeUpEvent'];
      };
    };
    responses: {
      /** @description Gone. The configuration is disabled immediately. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. The body is ignored, but must be complete within 30 seconds. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 429, the service respects `Retry-After`. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not accepted. The delivery is retried. With 503, the service respects `Retry-After`. */
      '5XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
