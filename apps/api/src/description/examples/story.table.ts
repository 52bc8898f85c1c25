import type { Step } from '@payments/http';

/** The initial values of the story, as the examples show them. */
export const GIVEN = {
  credentials: {
    client_id: 'client_3kHcT7mQeW9aYb4Lr0JzXs',
    client_secret: 'the-secret-that-was-shown-once',
    name: 'portal@acme.example',
    password: 'correct-horse-battery-staple',
    enterprise_name: 'Acme Payroll',
  },
  receiver: { url: 'https://hooks.example.com/payments' },
  /** What the authenticator app shows. */
  app: { code: '287082' },
};

const FIRST_PASSWORD = 'seven gray herons wait';
const NEW_PASSWORD = 'twelve blue lamps at dawn';

const jane = {
  customer_reference_id: 'jane-doe',
  first_name: 'Jane',
  middle_name: 'Q.',
  last_name: 'Doe',
  date_of_birth: '1990-02-28',
  social_security_number: '123-45-6789',
  addresses: [
    { type: 'home', address1: '1 Main Street', city: 'Springfield', state: 'IL', country: 'US', zip5: '62701' },
  ],
  contacts: [
    { type: 'email', value: 'jane.doe@example.com' },
    { type: 'phone', value: '2175550123' },
  ],
  metadata: { department: 'payroll' },
};

const acme = {
  customer_reference_id: 'northwind',
  legal_name: 'Northwind Trading LLC',
  business_name: 'Northwind',
  entity_type: 'limited_liability_company',
  tax_id: '123456789',
  tax_id_type: 'ein',
  incorporation_date: '2009-06-15',
  addresses: [
    { type: 'legal', address1: '500 Market Street', city: 'San Francisco', state: 'CA', country: 'US', zip5: '94105' },
  ],
  contacts: [{ type: 'website', value: 'www.northwind.com' }],
  metadata: { segment: 'supplier' },
};

const account = {
  account_reference_id: 'jane-checking',
  customer_reference_id: 'jane-doe',
  customer_resource_type: 'person',
  account_type: 'checking',
  account_number: '123456789',
  routing_number: '021000021',
  account_holder_name: 'Jane Q. Doe',
};

const payout = {
  transfer_reference_id: 'payout-0001',
  destination: { account_reference_id: 'jane-checking', customer_reference_id: 'jane-doe' },
  amount: 12_500,
  currency: 'USD',
  speed: 'standard',
  account_statement_descriptor: 'ACME PAYROLL',
  metadata: { run: '2026-01' },
};

/** Bonuses need an approval, advances that of one user, and gifts that of a user who has just given a code. */
const policy = {
  name: 'Bonuses',
  applies_to: ['transfer'],
  conditions: [{ field: 'metadata', operator: 'equals', value: { key: 'kind', value: 'bonus' } }],
  required: 1,
  approvers: { roles: ['admin', 'payment_approver'] },
  enabled: true,
};
const limit = {
  ...{ name: 'Payouts of a day', per: 'enterprise', direction: 'out', window: 'day' },
  ...{ max_amount: 50_000_000, action: 'refuse', enabled: true },
};
const bonus = (reference: string, kind = 'bonus') => ({
  ...payout,
  transfer_reference_id: reference,
  metadata: { kind },
});
const pendingOf = (transfer: string) => ({ subject_id: `{${transfer}.transfer.id}` });

/** The last weekday of each month. */
const PAYDAYS = 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1';

const PERSON = { id: '{createPerson.person.id}' };
const BUSINESS = { id: '{createBusiness.business.id}' };
const REJECTED_PERSON = { id: '{createRejectedPerson.person.id}' };
const REJECTED_BUSINESS = { id: '{createRejectedBusiness.business.id}' };
const REJECTED_ACCOUNT = { id: '{createRejectedAccount.external_account.id}' };
const ACCOUNT = { id: '{createExternalAccount.external_account.id}' };
const SEALED_FILE = { id: '{listBankFiles.files.1.id}' };
const STATEMENT = { id: '{listBankStatements.statements.0.id}' };
const TRANSFER = { id: '{createTransfer.transfer.id}' };
const GROUP = { id: '{createTransferGroup.transfer_group.id}' };
const LIMIT = { id: '{createLimit.limit.id}' };
const POLICY = { id: '{createPolicy.policy.id}' };
const SUBLEDGER = { id: '{createSubledger.subledger.id}' };
const SCHEDULE = { id: '{createSchedule.schedule.id}' };
const BULK = { id: '{createBulkTransfer.bulk_transfer.id}' };
const CANCELED_BULK = { id: '{createSecondBulkTransfer.bulk_transfer.id}' };
/** The second row names an account that does not exist. */
const PAYROLL = `transfer_reference_id,amount,currency,speed,destination_customer_reference_id,destination_account_reference_id
payroll-0001,12500,USD,standard,jane-doe,jane-checking
payroll-0002,9900,USD,standard,jane-doe,jane-savings
`;
const PART = {
  body: PAYROLL,
  headers: {
    'content-type': 'text/csv',
    'content-digest': 'sha-256=:ScQChxbfv5nJSGnM6RenY0rWQkTDVbmjXjcmVfeJaAE=:',
  },
} as const;
const REPORT = { id: '{createReconReport.report.id}' };
/** From the funding of the subledger until it was closed. */
const PERIOD = {
  start_time: '{createSubledger.subledger.created_at}',
  end_time: '{createBulkTransfer.bulk_transfer.created_at}',
};
const VERIFICATION = { id: '{createVerifyAccount.account.id}' };
const CONFIGURATION = { id: '{createWebhookConfiguration.webhook_configuration.id}' };
const failed = { page: 'transfers', name: 'Failed transfers', query: 'status=failed', shared: true };
const configuration = { event_types: ['subscribe_all'], url: '{receiver.url}', enabled: true };

/** Requests in an order in which each one works; the responses are recorded next to it. */
export const story: readonly Step[] = [
  { operation: 'checkLiveness', as: 'nobody' },
  { operation: 'checkStartup', as: 'nobody' },
  { operation: 'checkReadiness', as: 'nobody' },
  {
    operation: 'createToken',
    as: 'nobody',
    body: { client_id: '{credentials.client_id}', client_secret: '{credentials.client_secret}' },
  },
  { operation: 'listSigningKeys', as: 'nobody' },
  {
    operation: 'createSession',
    as: 'nobody',
    body: { name: '{credentials.name}', password: '{credentials.password}' },
  },
  { operation: 'refreshSession', as: 'nobody', body: { refresh_token: '{createSession.refresh_token}' } },

  {
    operation: 'createUser',
    aside: 'createApprover',
    as: 'portal',
    body: { name: 'sam@acme.example', role: 'payment_approver' },
  },
  // Before the first transfer, after which a policy takes seconds.
  { operation: 'createPolicy', as: 'portal', body: policy },
  {
    operation: 'createPolicy',
    aside: 'createPolicyOfAdvances',
    as: 'portal',
    body: {
      ...{ ...policy, name: 'Advances', approvers: { users: ['sam@acme.example'] } },
      conditions: [{ field: 'metadata', operator: 'equals', value: { key: 'kind', value: 'advance' } }],
    },
  },
  {
    operation: 'createPolicy',
    aside: 'createPolicyOfGifts',
    as: 'portal',
    body: {
      ...{ ...policy, name: 'Gifts', step_up: true },
      conditions: [{ field: 'metadata', operator: 'equals', value: { key: 'kind', value: 'gift' } }],
    },
  },
  { operation: 'listPolicies', as: 'portal' },
  { operation: 'getPolicy', as: 'portal', path: POLICY },
  { operation: 'replacePolicy', as: 'portal', path: POLICY, body: { ...policy, expires_after_hours: 48 } },

  { operation: 'createLimit', as: 'portal', body: limit },
  { operation: 'listLimits', as: 'portal' },
  { operation: 'getLimit', as: 'portal', path: LIMIT },
  { operation: 'replaceLimit', as: 'portal', path: LIMIT, body: { ...limit, max_count: 500 } },
  { operation: 'listOwnLimits' },
  { operation: 'getReturnRates' },

  { operation: 'getBalance' },
  { operation: 'listDayBalances' },
  { operation: 'creditSandboxBalance', body: { amount: 250_000 } },
  { operation: 'listLedgerEntries', query: { size: '1' } },

  { operation: 'createWebhookConfiguration', body: configuration },
  { operation: 'listWebhookConfigurations', query: { size: '10' } },
  { operation: 'getWebhookConfiguration', path: CONFIGURATION },
  { operation: 'updateWebhookConfiguration', path: CONFIGURATION, body: configuration },
  { operation: 'getWebhookSecret', path: CONFIGURATION },
  { operation: 'rotateWebhookSecret', path: CONFIGURATION },
  { operation: 'createWebhookKeypair' },
  { operation: 'getWebhookKeypair' },
  { operation: 'rotateWebhookKeypair' },
  { operation: 'testWebhookConfiguration', path: CONFIGURATION, body: { event_type: 'transfer_created' } },

  { operation: 'createPerson', body: jane },
  { operation: 'getPerson', path: PERSON, until: { 'person.status': 'verified' } },
  { operation: 'listPersons', query: { size: '10', status: 'verified' } },
  { operation: 'replacePersonByReference', body: jane },
  { operation: 'replacePerson', path: PERSON, body: jane },
  { operation: 'updatePerson', path: PERSON, body: { metadata: { department: 'sales' } } },

  {
    operation: 'createPerson',
    aside: 'createRejectedPerson',
    body: { ...jane, customer_reference_id: 'rejected', first_name: 'Rejected', last_name: 'Person', contacts: null },
  },
  {
    operation: 'getPerson',
    aside: 'getRejectedPerson',
    path: REJECTED_PERSON,
    until: { 'person.status': 'rejected' },
  },
  { operation: 'updatePerson', aside: 'correctRejectedPerson', path: REJECTED_PERSON, body: { first_name: 'Regina' } },
  {
    operation: 'createPerson',
    aside: 'createRestrictedPerson',
    body: {
      ...jane,
      customer_reference_id: 'restricted',
      first_name: 'Restricted',
      last_name: 'Person',
      contacts: null,
    },
  },
  {
    operation: 'getPerson',
    aside: 'getRestrictedPerson',
    path: { id: '{createRestrictedPerson.person.id}' },
    until: { 'person.status': 'restricted' },
  },

  { operation: 'createBusiness', body: acme },
  { operation: 'getBusiness', path: BUSINESS, until: { 'business.status': 'verified' } },
  { operation: 'listBusinesses', query: { customer_reference_id: 'northwind' } },
  { operation: 'replaceBusinessByReference', body: acme },
  { operation: 'replaceBusiness', path: BUSINESS, body: acme },
  { operation: 'updateBusiness', path: BUSINESS, body: { business_name: 'Northwind Foods' } },

  {
    operation: 'createBusiness',
    aside: 'createRejectedBusiness',
    body: { ...acme, customer_reference_id: 'rejected-business', legal_name: 'Rejected Business' },
  },
  {
    operation: 'getBusiness',
    aside: 'getRejectedBusiness',
    path: REJECTED_BUSINESS,
    until: { 'business.status': 'rejected' },
  },
  {
    operation: 'updateBusiness',
    aside: 'correctRejectedBusiness',
    path: REJECTED_BUSINESS,
    body: { legal_name: 'Southwind Trading LLC' },
  },
  {
    operation: 'createBusiness',
    aside: 'createRestrictedBusiness',
    body: { ...acme, customer_reference_id: 'restricted-business', legal_name: 'Restricted Business' },
  },
  {
    operation: 'getBusiness',
    aside: 'getRestrictedBusiness',
    path: { id: '{createRestrictedBusiness.business.id}' },
    until: { 'business.status': 'restricted' },
  },

  { operation: 'createExternalAccount', body: account },
  { operation: 'getExternalAccount', path: ACCOUNT, until: { 'external_account.status': 'verified' } },
  { operation: 'listExternalAccounts', query: { account_reference_id: 'jane-checking' } },
  { operation: 'listPersonExternalAccounts', path: PERSON },
  { operation: 'listBusinessExternalAccounts', path: BUSINESS },
  { operation: 'replaceExternalAccountByReference', body: account },
  { operation: 'replaceExternalAccount', path: ACCOUNT, body: account },
  { operation: 'updateExternalAccount', path: ACCOUNT, body: { metadata: { primary: true } } },

  {
    operation: 'createExternalAccount',
    aside: 'createRejectedAccount',
    body: { ...account, account_reference_id: 'rejected', account_holder_name: 'rejected account' },
  },
  {
    operation: 'getExternalAccount',
    aside: 'getRejectedAccount',
    path: REJECTED_ACCOUNT,
    until: { 'external_account.status': 'rejected' },
  },
  {
    operation: 'updateExternalAccount',
    aside: 'correctRejectedAccount',
    path: REJECTED_ACCOUNT,
    body: { account_holder_name: 'Jane Doe' },
  },
  {
    operation: 'createExternalAccount',
    aside: 'createRestrictedAccount',
    body: { ...account, account_reference_id: 'restricted', account_holder_name: 'restricted account' },
  },
  {
    operation: 'getExternalAccount',
    aside: 'getRestrictedAccount',
    path: { id: '{createRestrictedAccount.external_account.id}' },
    until: { 'external_account.status': 'restricted' },
  },

  { operation: 'createTransfer', aside: 'createHeldTransfer', body: bonus('bonus-0001') },
  { operation: 'listApprovals', query: pendingOf('createHeldTransfer'), until: { 'approvals.length': 1 } },
  { operation: 'getApproval', path: { id: '{listApprovals.approvals.0.id}' } },
  {
    operation: 'giveApproval',
    as: 'portal',
    path: { id: '{listApprovals.approvals.0.id}' },
    body: { digest: '{listApprovals.approvals.0.digest}', comment: 'Checked against the invoice' },
  },
  { operation: 'createTransfer', aside: 'createRejectedTransfer', body: bonus('bonus-0002') },
  {
    operation: 'listApprovals',
    aside: 'listOtherApprovals',
    query: pendingOf('createRejectedTransfer'),
    until: { 'approvals.length': 1 },
  },
  {
    operation: 'rejectApproval',
    as: 'portal',
    path: { id: '{listOtherApprovals.approvals.0.id}' },
    body: { digest: '{listOtherApprovals.approvals.0.digest}', comment: 'No invoice' },
  },
  { operation: 'createTransfer', aside: 'createThirdTransfer', body: bonus('bonus-0003') },
  {
    operation: 'listApprovals',
    aside: 'listThirdApprovals',
    query: pendingOf('createThirdTransfer'),
    until: { 'approvals.length': 1 },
  },
  {
    operation: 'decideApprovals',
    as: 'portal',
    body: {
      decision: 'approve',
      comment: 'Checked against the invoice',
      items: [
        { id: '{listThirdApprovals.approvals.0.id}', digest: '{listThirdApprovals.approvals.0.digest}' },
        { id: '{listOtherApprovals.approvals.0.id}', digest: '{listOtherApprovals.approvals.0.digest}' },
      ],
    },
  },
  // What cannot be decided.
  { operation: 'createTransfer', aside: 'createOwnTransfer', as: 'portal', body: bonus('bonus-0004') },
  { operation: 'createTransfer', aside: 'createUnapprovableTransfer', body: bonus('advance-0001', 'advance') },
  { operation: 'createTransfer', aside: 'createGiftTransfer', body: bonus('gift-0001', 'gift') },
  ...['createOwnTransfer', 'createUnapprovableTransfer', 'createGiftTransfer'].map((transfer) => ({
    operation: 'listApprovals',
    aside: `${transfer.replace('create', 'list')}s`,
    query: pendingOf(transfer),
    until: { 'approvals.length': 1 },
  })),

  {
    operation: 'previewRecurrence',
    body: { start_date: '2027-01-01', recurrence: PAYDAYS, occurrence_count: 3, speed: 'standard' },
  },
  {
    operation: 'createSchedule',
    body: {
      schedule_reference_id: 'payroll-jane',
      destination: { account_reference_id: 'jane-checking', customer_reference_id: 'jane-doe' },
      amount: 12_500,
      currency: 'USD',
      speed: 'standard',
      start_date: '2030-01-01',
      recurrence: PAYDAYS,
      account_statement_descriptor: 'ACME PAYROLL',
      missed: 'run',
      end_on_failures: 3,
    },
  },
  { operation: 'getSchedule', path: SCHEDULE },
  { operation: 'listSchedules', query: { size: '10', status: 'active' } },
  { operation: 'pauseSchedule', path: SCHEDULE },
  { operation: 'resumeSchedule', path: SCHEDULE },
  { operation: 'listOccurrences', path: SCHEDULE, query: { size: '10' } },
  { operation: 'deleteSchedule', path: SCHEDULE },
  { operation: 'createSubledger', body: { subledger_reference_id: 'jane-wallet', customer_reference_id: 'jane-doe' } },
  {
    operation: 'createBookTransfer',
    body: {
      book_transfer_reference_id: 'fund-jane-1',
      amount: 12_500,
      currency: 'USD',
      destination: { subledger_reference_id: 'jane-wallet' },
      metadata: { batch: 'january' },
    },
  },
  { operation: 'getBookTransfer', path: { id: '{createBookTransfer.book_transfer.id}' } },
  { operation: 'listBookTransfers', query: { size: '10', subledger_reference_id: 'jane-wallet' } },
  { operation: 'getSubledger', path: SUBLEDGER },
  { operation: 'listSubledgers', query: { size: '10', customer_reference_id: 'jane-doe' } },
  { operation: 'getSubledgerBalance', path: SUBLEDGER },
  { operation: 'listSubledgerBalances', query: { size: '10' } },
  {
    operation: 'createBookTransfer',
    aside: 'emptySubledger',
    body: {
      book_transfer_reference_id: 'empty-jane-1',
      amount: 12_500,
      currency: 'USD',
      source: { subledger_reference_id: 'jane-wallet' },
    },
  },
  { operation: 'closeSubledger', path: SUBLEDGER },
  {
    operation: 'createBulkTransfer',
    body: {
      bulk_reference_id: 'payroll-2027-01',
      ...{ mode: 'each', format: 'csv', expected_rows: 2, on_duplicate: 'reject', review: true },
      metadata: { run: 'january' },
    },
  },
  { operation: 'putBulkTransferPart', path: { number: '1', ...BULK }, ...PART },
  { operation: 'listBulkTransferParts', path: BULK },
  { operation: 'submitBulkTransfer', path: BULK, body: { parts: 1 } },
  {
    operation: 'getBulkTransfer',
    aside: 'waitForBulkTransfer',
    path: BULK,
    until: { 'bulk_transfer.status': 'ready' },
  },
  { operation: 'confirmBulkTransfer', path: BULK },
  { operation: 'getBulkTransfer', path: BULK, until: { 'bulk_transfer.status': 'completed_with_errors' } },
  { operation: 'listBulkTransferRows', path: BULK, query: { size: '10' } },
  { operation: 'getBulkTransferErrors', path: BULK },
  { operation: 'listBulkTransfers', query: { size: '10', status: 'completed_with_errors' } },
  {
    operation: 'createBulkTransfer',
    aside: 'createThirdBulkTransfer',
    body: { bulk_reference_id: 'payroll-2027-03', mode: 'each', format: 'csv' },
  },
  {
    operation: 'putBulkTransferPart',
    aside: 'putThirdPart',
    path: { number: '1', id: '{createThirdBulkTransfer.bulk_transfer.id}' },
    ...PART,
  },
  {
    operation: 'createBulkTransfer',
    aside: 'createSecondBulkTransfer',
    body: { bulk_reference_id: 'payroll-2027-02', mode: 'all', format: 'ndjson' },
  },
  { operation: 'cancelBulkTransfer', path: CANCELED_BULK },
  {
    operation: 'createReconReport',
    body: { ...PERIOD, report_scope: 'subledger', subledger_reference_id: 'jane-wallet' },
  },
  { operation: 'getReconReport', path: REPORT, until: { 'report.status': 'completed' } },
  { operation: 'listReconReports', query: { size: '10', status: 'completed' } },
  { operation: 'getReport', path: REPORT },
  { operation: 'listReports', query: { size: '10', kind: 'recon' } },
  { operation: 'downloadReport', path: REPORT },
  {
    operation: 'getBalanceStatement',
    query: { ...PERIOD, report_scope: 'subledger', subledger_reference_id: 'jane-wallet' },
  },
  {
    operation: 'createReconReport',
    aside: 'createSecondReconReport',
    body: { ...PERIOD, report_scope: 'enterprise' },
  },
  { operation: 'createStatementReport', body: { format: 'camt053', date: '2026-01-31' } },
  {
    operation: 'createExportReport',
    body: { ...PERIOD, resource: 'transfers', format: 'csv', filters: { status: ['completed', 'failed'] } },
  },
  { operation: 'deleteReport', path: { id: '{createSecondReconReport.report.id}' } },
  {
    operation: 'createVerifyAccount',
    body: {
      account_number: '987654321',
      routing_number: '021000021',
      account_holder_name: 'Jane Q. Doe',
      type: 'control_ownership',
      person: { first_name: 'Jane', last_name: 'Doe', ssn: '6789' },
      sender_name: 'Acme Payroll',
    },
  },
  { operation: 'getVerifyAccount', path: VERIFICATION, until: { 'account.ownership_status': 'full' } },
  { operation: 'listVerifyAccounts', query: { size: '10', verification_status: 'valid' } },
  { operation: 'searchVerifyAccounts', body: { account_number: '987654321', routing_number: '021000021' } },
  { operation: 'confirmVerifyAccountControl', path: VERIFICATION, body: { statement_code: '0000' } },
  { operation: 'checkVerifyAccountDebit', path: VERIFICATION },

  {
    operation: 'createTransfer',
    aside: 'createReturnedDebit',
    body: {
      transfer_reference_id: 'debit-0001',
      source: { account_reference_id: 'jane-checking', customer_reference_id: 'jane-doe' },
      ...{ amount: 12_500, currency: 'USD', speed: 'standard' },
    },
  },
  {
    operation: 'setTransferOutcome',
    aside: 'returnDebit',
    path: { id: '{createReturnedDebit.transfer.id}' },
    body: { kind: 'return', code: 'R10' },
  },
  { operation: 'checkEligibility', body: { routing_number: '021000021', amount: 12_500, speed: 'standard' } },
  { operation: 'listEligibleRoutingNumbers' },
  { operation: 'previewTransfer', body: payout },
  {
    operation: 'tryPolicy',
    as: 'portal',
    body: { applies_to: ['transfer'], conditions: [{ field: 'amount', operator: 'gte', value: 10_000 }] },
  },
  { operation: 'createTransfer', body: payout },
  { operation: 'updateTransfer', path: TRANSFER, body: { metadata: { run: '2026-02' } } },
  {
    operation: 'createTransferGroup',
    body: { transfer_group_reference_id: 'payroll-2026-01', destination: payout.destination },
  },
  {
    operation: 'createTransfer',
    aside: 'createMistakenTransfer',
    body: { ...payout, transfer_reference_id: 'payout-0002', transfer_group_id: GROUP.id },
  },
  { operation: 'cancelTransfer', path: { id: '{createMistakenTransfer.transfer.id}' } },
  { operation: 'setTransferOutcome', path: TRANSFER, body: { kind: 'return', code: 'R03' } },
  { operation: 'getSandboxClock' },
  { operation: 'advanceSandboxClock', body: { banking_days: 3 } },
  { operation: 'getTransfer', path: TRANSFER, until: { 'transfer.status': 'failed' } },
  { operation: 'getTransferHistory', path: TRANSFER },
  { operation: 'explainTransfer', path: TRANSFER },
  { operation: 'listTransfers', query: { transfer_reference_id: 'payout-0001' } },
  { operation: 'getTransferGroup', path: GROUP },
  { operation: 'listTransferGroups', query: { size: '10' } },
  { operation: 'listReasonCodes' },
  { operation: 'getReasonCode', path: { code: 'R03' } },

  {
    operation: 'listWebhookEvents',
    query: { resource_id: '{createTransfer.transfer.id}', size: '1' },
    until: { 'events.0.event_type': 'transfer_created' },
  },
  { operation: 'getWebhookEvent', path: { id: '{listWebhookEvents.events.0.event_id}' } },
  {
    operation: 'listWebhookEvents',
    aside: 'listTransferEvents',
    query: { resource_id: '{createTransfer.transfer.id}' },
    until: { 'events.length': 5 },
  },
  {
    operation: 'listWebhookDeliveries',
    aside: 'listPendingTransferDeliveries',
    path: CONFIGURATION,
    query: { status: 'pending' },
    until: { 'deliveries.length': 0 },
  },
  { operation: 'listWebhookDeliveries', path: CONFIGURATION, query: { status: 'delivered', size: '1' } },
  {
    operation: 'listEventDeliveries',
    path: { id: '{listWebhookEvents.events.0.event_id}' },
    until: { 'deliveries.0.status': 'delivered' },
  },
  { operation: 'redeliverWebhookEvent', path: { id: '{listWebhookEvents.events.0.event_id}' } },
  {
    operation: 'recoverWebhookDeliveries',
    path: CONFIGURATION,
    body: { since: '2026-01-31T00:00:00Z', event_types: ['transfer_updated'], status: ['failed'] },
  },
  {
    operation: 'getWebhookRecovery',
    path: { ...CONFIGURATION, recovery_id: '{recoverWebhookDeliveries.recovery.id}' },
    until: { 'recovery.state': 'completed' },
  },
  {
    operation: 'invokeWebhook',
    body: { event_type: 'transfer_updated', data: { transfer: { status: 'completed' } } },
  },

  { operation: 'listBankWindows', as: 'portal' },
  { operation: 'listBankFiles', as: 'portal', query: { size: '10' } },
  { operation: 'getBankFile', as: 'portal', path: SEALED_FILE },
  { operation: 'listBankFileEntries', as: 'portal', path: SEALED_FILE },
  { operation: 'holdBankFile', as: 'portal', path: SEALED_FILE, body: { reason: 'The bank asks to wait' } },
  { operation: 'releaseBankFile', as: 'portal', path: SEALED_FILE, body: { reason: 'The bank is ready' } },
  {
    operation: 'resubmitBankFile',
    as: 'portal',
    path: { id: '{listBankFiles.files.0.id}' },
    body: { reason: 'The bank has not received it' },
  },
  { operation: 'listRailExceptions', as: 'portal', query: { state: 'open' } },
  {
    operation: 'resolveRailException',
    as: 'portal',
    path: { id: '{listRailExceptions.exceptions.0.id}' },
    body: { reason: 'Settled by wire' },
  },
  { operation: 'listBankStatements', as: 'portal', query: { connection: 'first-bank' } },
  { operation: 'getBankStatement', as: 'portal', path: STATEMENT },
  { operation: 'listBankStatementLines', as: 'portal', path: STATEMENT },
  { operation: 'listBankBreaks', as: 'portal', query: { state: 'open' } },

  { operation: 'getPortalOverview', as: 'portal', query: { step: 'hour' } },
  { operation: 'getPortalAttention', as: 'portal' },
  { operation: 'searchPortal', as: 'portal', query: { q: 'payout-0001' } },
  { operation: 'createView', as: 'portal', body: failed },
  { operation: 'listViews', as: 'portal', query: { page: 'transfers' } },
  {
    operation: 'replaceView',
    as: 'portal',
    path: { id: '{createView.view.id}' },
    body: { ...failed, columns: ['reference', 'amount', 'created'] },
  },
  { operation: 'deleteView', as: 'portal', path: { id: '{createView.view.id}' } },
  {
    operation: 'listRefusedRequests',
    as: 'portal',
    query: { error_code: 'unknown_id', size: '1' },
    until: { 'requests.length': 1 },
  },
  { operation: 'getPortalHealth', as: 'portal', until: { 'health.status': 'ok', 'health.queues.length': 0 } },
  { operation: 'getPortalReconciliation', as: 'portal' },
  { operation: 'listBatches', as: 'portal', query: { size: '1' } },
  { operation: 'getBatch', as: 'portal', path: { id: '{listBatches.batches.0.id}' } },

  { operation: 'closeExternalAccount', path: ACCOUNT },
  { operation: 'closePerson', path: PERSON },
  { operation: 'closeBusiness', path: BUSINESS },

  {
    operation: 'listWebhookDeliveries',
    aside: 'listLastDelivery',
    path: CONFIGURATION,
    query: { status: 'delivered', size: '1' },
    until: { 'deliveries.0.event_type': 'business_closed' },
  },
  {
    operation: 'listWebhookDeliveries',
    aside: 'listPendingDeliveries',
    path: CONFIGURATION,
    query: { status: 'pending' },
    until: { 'deliveries.length': 0 },
  },
  { operation: 'streamEvents', query: { after: '0', follow: 'false', data: 'none' } },
  { operation: 'deleteWebhookConfiguration', path: CONFIGURATION },
  { operation: 'resetSandbox' },

  { operation: 'deletePolicy', as: 'portal', path: POLICY },
  { operation: 'deleteLimit', as: 'portal', path: LIMIT },
  { operation: 'createClient', as: 'portal', body: { scopes: ['read:transfers', 'read:balances'] } },
  { operation: 'listClients', as: 'portal' },
  { operation: 'disableClient', as: 'portal', path: { id: '{createClient.client.client_id}' } },
  { operation: 'createApiKey', as: 'portal' },
  { operation: 'listApiKeys', as: 'portal' },
  { operation: 'revokeApiKey', as: 'portal', path: { id: '{createApiKey.api_key.id}' } },
  { operation: 'createUser', as: 'portal', body: { name: 'maria@acme.example', role: 'payment_initiator' } },
  { operation: 'createPasswordLink', as: 'portal', path: { id: '{createUser.user.name}' } },
  { operation: 'listUsers', as: 'portal' },
  { operation: 'updateUser', as: 'portal', path: { id: '{createUser.user.name}' }, body: { role: 'read_only' } },
  { operation: 'disableUser', as: 'portal', path: { id: '{createUser.user.name}' } },
  { operation: 'enableUser', as: 'portal', path: { id: '{createUser.user.name}' } },
  { operation: 'resetUser', as: 'portal', path: { id: '{createUser.user.name}' } },
  { operation: 'getSettings', as: 'portal' },
  { operation: 'updateSettings', as: 'portal', body: { unique_account_details: true } },
  { operation: 'listAuditEntries', as: 'portal', query: { size: '1', action: 'user.disabled' } },

  {
    operation: 'createUser',
    aside: 'createPageUser',
    as: 'portal',
    body: { name: 'li@acme.example', role: 'developer' },
  },
  { operation: 'setPassword', as: 'nobody', body: { link: '{createPageUser.link}', new_password: FIRST_PASSWORD } },
  {
    operation: 'logInToPortal',
    as: 'browser',
    body: { name: '{createPageUser.user.name}', password: FIRST_PASSWORD },
  },
  {
    operation: 'changePassword',
    as: 'browser',
    body: { current_password: FIRST_PASSWORD, new_password: NEW_PASSWORD },
  },
  { operation: 'refreshBrowserSession', as: 'browser' },
  { operation: 'getMe', as: 'browser' },
  { operation: 'updateMe', as: 'browser', body: { preferences: { theme: 'dark', time_zone: 'America/New_York' } } },
  { operation: 'stepUpSession', as: 'browser', body: { password: NEW_PASSWORD } },
  { operation: 'beginMfa', as: 'browser' },
  { operation: 'confirmMfa', as: 'browser', body: { code: '{app.code}' } },
  {
    operation: 'logInToPortal',
    aside: 'logInWithMfa',
    as: 'browser',
    body: { name: '{createPageUser.user.name}', password: NEW_PASSWORD },
  },
  {
    operation: 'completeMfa',
    as: 'browser',
    body: { token: '{logInWithMfa.mfa.token}', code: '{beginMfa.recovery_codes.0}' },
  },
  { operation: 'removeMfa', as: 'browser' },
  {
    operation: 'createSession',
    aside: 'createOtherSession',
    as: 'nobody',
    body: { name: '{createPageUser.user.name}', password: NEW_PASSWORD },
  },
  { operation: 'listSessions', as: 'browser' },
  { operation: 'endSession', as: 'browser', path: { id: '{listSessions.sessions.0.id}' } },
  { operation: 'logOutOfPortal', as: 'browser' },
];
