import { accountErrors } from '@payments/accounts';
import {
  authErrors,
  linkErrors,
  logInErrors,
  mfaErrors,
  passwordErrors,
  portalErrors,
  refreshErrors,
  sessionErrors,
  stepUpErrors,
  tokenErrors,
} from '@payments/auth';
import { addressErrors, businessErrors, customerErrors, personErrors } from '@payments/customers';
import { ledgerErrors } from '@payments/ledger';
import { railsErrors } from '@payments/rails';
import { batchErrors, viewErrors } from '@payments/portal';
import { approvalErrors, limitErrors, policyErrors } from '@payments/controls';
import { bulkErrors } from '@payments/bulk';
import { reportErrors } from '@payments/reports';
import { scheduleErrors } from '@payments/schedules';
import { bookTransferErrors, subledgerErrors } from '@payments/subledgers';
import { reasonErrors, sandboxErrors, transferErrors, transferGroupErrors } from '@payments/transfers';
import { verifyErrors } from '@payments/verify';
import { eventErrors, recoveryErrors, streamErrors, webhookErrors } from '@payments/webhooks';
import { EVERY_OPERATION, httpErrors, idempotencyErrors } from '@payments/http';
import type { DocumentedErrors, DocumentedTable } from '@payments/http';

/** Reported to the operator of the service, never to a client. */
const operatorOnly: readonly string[] = ['enterprise_name_taken', 'unknown_owner', 'credit_reference_taken'];

const { unauthorized, forbidden, ...ofTokens } = authErrors.definitions;
const { unauthorized: endedSession, unknown_id: ofSession } = sessionErrors.definitions;
const { unauthorized: wrongPassword } = logInErrors.definitions;
const { unauthorized: lostLogin, ...ofCodes } = mfaErrors.definitions;
const { step_up_required, ...ofStepUp } = stepUpErrors.definitions;
const { unknown_id: ofBusiness } = businessErrors.definitions;
const { invalid_after: beforeLog } = streamErrors.definitions;
// The same code as for a missing scope, with another message.
const { forbidden: _notShared, unknown_id: ofView, ...ofViews } = viewErrors.definitions;
const { unknown_id: ofApproval, missing_comment, ...ofDecisions } = approvalErrors.definitions;
const { unknown_id: ofPolicy, still_enabled, ...ofPolicies } = policyErrors.definitions;
const { unknown_id: ofLimit, still_enabled: _ofLimits, ...ofLimits } = limitErrors.definitions;
const { unknown_id: ofBulk, duplicate_bulk_reference_id, invalid_execute_at, ...ofBulkSteps } = bulkErrors.definitions;
const { bulk_not_uploading, bulk_not_ready, bulk_not_cancelable, ...ofFiles } = ofBulkSteps;
const { missing_parts, bulk_empty, too_many_rows, expected_rows_mismatch, ...ofParts } = ofFiles;
const { unknown_id: ofReport, report_not_ready, too_many_reports, ...ofAllReports } = reportErrors.definitions;
// Every operation has a `forbidden`.
const { forbidden: _ofAudit, invalid_filters, ...ofReports } = ofAllReports;
const { missing_date, invalid_date, missing_start_date, missing_end_date, invalid_end_date, ...ofPeriods } = ofReports;
const ofDays = { missing_date, invalid_date, missing_start_date, missing_end_date, invalid_end_date };
const { unknown_id: ofTransfer, ...partyErrors } = transferErrors.definitions;
const {
  duplicate_transfer_reference_id: _,
  transfer_not_cancelable: __,
  invalid_transfer_group_id: ___,
  ...ofParties
} = partyErrors;

const { unknown_id: ofSubledger, ...ofSubledgers } = subledgerErrors.definitions;
const { unknown_id: ofBookTransfer, ...ofBookTransfers } = bookTransferErrors.definitions;

/** Where the errors of a table are returned: the errors that no single field rule finds. */
const tables: readonly DocumentedTable[] = [
  {
    group: EVERY_OPERATION,
    definitions: {
      ...httpErrors.definitions,
      unauthorized,
      forbidden,
      step_up_required,
      ...idempotencyErrors.definitions,
    },
  },
  { group: 'Authentication', definitions: ofTokens },
  { group: 'Authentication', definitions: tokenErrors.definitions, returnedBy: /\/oauth\/token$/ },
  { group: 'Authentication', definitions: logInErrors.definitions, returnedBy: /\/authenticate$/ },
  { group: 'Authentication', definitions: refreshErrors.definitions, returnedBy: /\/refresh$/ },
  { group: 'Authentication', definitions: linkErrors.definitions, returnedBy: /\/authenticate\/password$/ },
  { group: 'Persons', definitions: { ...customerErrors.definitions, ...personErrors.definitions } },
  { group: 'Businesses', definitions: { ...customerErrors.definitions, ...businessErrors.definitions } },
  { group: 'Businesses', definitions: addressErrors.definitions, returnedBy: /^PATCH / },
  { group: 'External accounts', definitions: accountErrors.definitions },
  { group: 'External accounts', definitions: personErrors.definitions, returnedBy: /^GET \/deliver\/persons\// },
  { group: 'External accounts', definitions: { unknown_id: ofBusiness }, returnedBy: /^GET \/deliver\/businesses\// },
  { group: 'Transfers', definitions: transferErrors.definitions },
  { group: 'Transfer groups', definitions: transferGroupErrors.definitions },
  { group: 'Schedules', definitions: scheduleErrors.definitions },
  { group: 'Schedules', definitions: ofParties, returnedBy: /^POST .*\/schedules$/ },
  { group: 'Subledgers', definitions: { unknown_id: ofSubledger }, returnedBy: /\/subledgers\/\{id\}$/ },
  { group: 'Subledgers', definitions: { unknown_id: ofBookTransfer }, returnedBy: /\/booktransfers\/\{id\}$/ },
  { group: 'Subledgers', definitions: { ...ofSubledgers, ...ofBookTransfers } },
  { group: 'Bulk transfers', definitions: { unknown_id: ofBulk }, returnedBy: /\/bulk-transfers\/\{id\}/ },
  {
    group: 'Bulk transfers',
    definitions: { duplicate_bulk_reference_id, invalid_execute_at },
    returnedBy: /^POST .*\/bulk-transfers$/,
  },
  { group: 'Bulk transfers', definitions: { bulk_not_uploading, ...ofParts }, returnedBy: /\/parts\/\{number\}$/ },
  {
    group: 'Bulk transfers',
    definitions: {
      ...{ bulk_not_uploading, missing_parts, invalid_part: ofParts.invalid_part, bulk_empty, too_many_rows },
      expected_rows_mismatch,
    },
    returnedBy: /\/bulk-transfers\/\{id\}\/submit$/,
  },
  { group: 'Bulk transfers', definitions: { bulk_not_ready }, returnedBy: /\/confirm$/ },
  {
    group: 'Bulk transfers',
    definitions: { bulk_not_cancelable },
    returnedBy: /\/bulk-transfers\/\{id\}\/cancel$/,
  },
  { group: 'Reports', definitions: { unknown_id: ofReport }, returnedBy: /\/reports\/.*\{id\}/ },
  { group: 'Reports', definitions: ofPeriods, returnedBy: /^POST .*\/reports\/recon$|\/reports\/balances$/ },
  {
    group: 'Reports',
    definitions: { ...ofDays, invalid_subledger_reference_id: ofPeriods.invalid_subledger_reference_id },
    returnedBy: /^POST .*\/reports\/statements$/,
  },
  {
    group: 'Reports',
    definitions: { invalid_filters, invalid_end_time: ofPeriods.invalid_end_time },
    returnedBy: /^POST .*\/reports\/exports$/,
  },
  { group: 'Reports', definitions: { too_many_reports }, returnedBy: /^POST .*\/reports\// },
  { group: 'Reports', definitions: { report_not_ready }, returnedBy: /\/download$/ },
  { group: 'Controls', definitions: { unknown_id: ofPolicy }, returnedBy: /\/policies\/\{id\}$/ },
  { group: 'Controls', definitions: { still_enabled }, returnedBy: /^DELETE .*\/(policies|limits)/ },
  { group: 'Controls', definitions: ofPolicies, returnedBy: /^(POST|PUT) .*\/policies/ },
  { group: 'Controls', definitions: { unknown_id: ofLimit }, returnedBy: /\/limits\/\{id\}$/ },
  { group: 'Controls', definitions: ofLimits, returnedBy: /^(POST|PUT) .*\/limits/ },
  { group: 'Controls', definitions: { unknown_id: ofApproval }, returnedBy: /\/approvals\/\{id\}/ },
  { group: 'Controls', definitions: ofDecisions, returnedBy: /\/(approve|reject)$/ },
  { group: 'Controls', definitions: { missing_comment }, returnedBy: /\/decide$/ },
  { group: 'Bank files', definitions: railsErrors.definitions },
  { group: 'Verify', definitions: verifyErrors.definitions },
  { group: 'Sandbox', definitions: sandboxErrors.definitions },
  { group: 'Sandbox', definitions: { unknown_id: ofTransfer }, returnedBy: /\/outcome$/ },
  { group: 'Reason codes', definitions: reasonErrors.definitions },
  { group: 'Ledger', definitions: ledgerErrors.definitions },
  { group: 'Portal', definitions: portalErrors.definitions },
  { group: 'Portal pages', definitions: { unknown_id: ofView }, returnedBy: /\/views\/\{id\}$/ },
  { group: 'Portal pages', definitions: ofViews, returnedBy: /^(POST|PUT) .*\/views/ },
  { group: 'Portal pages', definitions: batchErrors.definitions, returnedBy: /\/batches\// },
  { group: 'Portal sessions', definitions: { unauthorized: wrongPassword }, returnedBy: /^POST .*\/session$/ },
  { group: 'Portal sessions', definitions: { unauthorized: endedSession }, returnedBy: /\/session\/refresh$/ },
  { group: 'Portal sessions', definitions: { unauthorized: lostLogin }, returnedBy: /\/session\/mfa$/ },
  { group: 'Portal sessions', definitions: { ...ofCodes, unknown_id: ofSession } },
  { group: 'Portal sessions', definitions: passwordErrors.definitions, returnedBy: /\/password$/ },
  { group: 'Portal sessions', definitions: ofStepUp, returnedBy: /\/step-up$/ },
  { group: 'Webhooks', definitions: webhookErrors.definitions },
  { group: 'Webhooks', definitions: eventErrors.definitions, returnedBy: /\/events\/\{id\}/ },
  { group: 'Webhooks', definitions: { invalid_after: beforeLog }, returnedBy: /\/events\/stream$/ },
  { group: 'Webhooks', definitions: recoveryErrors.definitions, returnedBy: /\/recoveries\// },
];

const CREATING = /^POST /;
const CHANGING = /^(PUT|PATCH) /;

/** The operations that can return an error. */
const returnedBy: Readonly<Record<string, RegExp>> = {
  unknown_id: /^\S+ \/(?!deliver\/(persons|businesses)\/\{id\}\/).*\{(id|code)\}/,
  'Webhooks unknown_id': /\/configurations\/\{id\}(?!\/recoveries)/,
  duplicate_customer_reference_id: CREATING,
  duplicate_account_reference_id: CREATING,
  duplicate_transfer_reference_id: CREATING,
  unknown_account_reference_id: /^PUT .*\/accounts$/,
  invalid_account_reference_id: CHANGING,
  duplicate_name: CREATING,
  too_many_clients: /^POST .*\/clients$/,
  last_administrator: /^POST .*\/users\/\{id\}\/disable$|^PATCH .*\/users\/\{id\}$/,
  own_user: /^PATCH .*\/users\/\{id\}$|\/users\/\{id\}\/(reset|link)$/,
  too_many_webhook_configurations: /^POST .*\/configurations$/,
  resource_closed: CHANGING,
  transfer_not_cancelable: /\/cancel$/,
  unknown_enterprise_external_account: /^POST .*\/transfers$/,
  'Transfers missing_tax_id': /^POST .*\/transfers$/,
  'Transfers missing_addresses': /^POST .*\/transfers$/,
  outcome_not_possible: /\/outcome$/,
  invalid_code: /\/(session\/mfa|mfa\/confirm|step-up)$/,
  mfa_already_enrolled: /^POST .*\/me\/mfa/,
  mfa_not_enrolled: /^POST .*\/confirm$|^DELETE .*\/mfa$/,
  'Verify missing_account_number': /^POST \/verify\/accounts$/,
  'Verify missing_routing_number': /^POST \/verify\/accounts$/,
  duplicate_schedule_reference_id: CREATING,
  invalid_schedule_start_date: /^POST .*\/schedules$/,
  invalid_schedule_recurrence: /^POST .*\/(schedules|rrule)$/,
  too_many_schedules: /^POST .*\/schedules$/,
  invalid_transfer_group_id: /^POST .*\/transfers$/,
  duplicate_transfer_group_reference_id: CREATING,
  invalid_transfer_group_source_account_reference_id: CREATING,
  invalid_transfer_group_source_customer_reference_id: CREATING,
  invalid_transfer_group_destination_account_reference_id: CREATING,
  invalid_transfer_group_destination_customer_reference_id: CREATING,
  invalid_subledger_reference_id: /^POST .*\/(transfers|schedules)$/,
  missing_subledger_reference_id: /^POST .*\/(transfers|schedules)$/,
  duplicate_subledger_reference_id: CREATING,
  'Subledgers invalid_customer_reference_id': CREATING,
  too_many_subledgers: /^POST .*\/subledgers$/,
  subledger_not_empty: /^DELETE .*\/subledgers/,
  subledger_in_use: /^DELETE .*\/subledgers/,
  duplicate_book_transfer_reference_id: CREATING,
  invalid_book_transfer_source_subledger_reference_id: CREATING,
  invalid_book_transfer_destination_subledger_reference_id: CREATING,
  schedule_ended: /\/(pause|resume)$/,
  shared_connection: /^POST .*\/rails\/files\//,
  bank_file_not_changeable: /^POST .*\/rails\/files\//,
  exception_not_resolvable: /\/resolve$/,
  account_not_valid: /\/debits$/,
  control_not_requested: /\/control$/,
  control_canceled: /\/control$/,
  invalid_statement_code: /\/control$/,
};

export const documentedErrors: DocumentedErrors = { tables, returnedBy, operatorOnly };
