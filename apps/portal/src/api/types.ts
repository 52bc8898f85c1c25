import type { components } from '@payments/client';

type Schemas = components['schemas'];

export type Transfer = Schemas['Transfer'];
export type TransferPreview = Schemas['TransferPreview'];
export type TransferQuestion = Schemas['PreviewTransferRequest'];
export type LegExplanation = Schemas['LegExplanation'];
export type ReasonCode = Schemas['ReasonCodeName'];
export type StatusChange = Schemas['StatusChange'];
export type Person = Schemas['Person'];
export type Business = Schemas['Business'];
export type ExternalAccount = Schemas['ExternalAccount'];
export type NewPerson = Schemas['PersonRequest'];
export type NewBusiness = Schemas['BusinessRequest'];
export type NewExternalAccount = Schemas['ExternalAccountRequest'];
export type LedgerEntry = Schemas['LedgerEntry'];
export type WebhookConfiguration = Schemas['WebhookConfiguration'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type WebhookEvent = Schemas['WebhookEvent'];
export type WebhookAttempt = Schemas['WebhookAttempt'];
export type AuditEntry = Schemas['AuditEntry'];
export type Schedule = Schemas['Schedule'];
export type NewSchedule = Schemas['CreateScheduleRequest'];
export type RecurrenceQuestion = Schemas['PreviewRecurrenceRequest'];
export type Report = Schemas['Report'];
export type BulkTransfer = Schemas['BulkTransfer'];
export type BulkRow = Schemas['BulkRow'];
export type EntryBalance = Schemas['ReportEntryBalance'];
export type Occurrence = Schemas['Occurrence'];
export type BankFile = Schemas['BankFile'];
export type BankFileBatch = Schemas['BankFileBatch'];
export type BankFileEntry = Schemas['BankFileEntry'];
export type BankWindow = Schemas['BankWindow'];
export type BankStatement = Schemas['BankStatement'];
export type BankStatementLine = Schemas['BankStatementLine'];
export type BankBreak = Schemas['BankBreak'];
export type RailException = Schemas['RailException'];
export type Verification = Schemas['VerifyAccount'];
export type User = Schemas['User'];
export type RequestedPassword = Schemas['RequestedPasswordResponse'];
export type UserRole = Schemas['UserRole'];
export type Client = Schemas['Client'];
export type ApiKey = Schemas['ApiKey'];
export type Scope = Schemas['Scope'];
export type Settings = Schemas['Settings'];
export type UserSession = Schemas['UserSession'];
export type NewOutcome = Schemas['AskOutcomeRequest'];
export type Approval = Schemas['Approval'];
export type PaidAccount = Schemas['PaidAccount'];
export type Policy = Schemas['Policy'];
export type PolicyCondition = Schemas['PolicyCondition'];
export type PolicyDryRun = Schemas['PolicyDryRun'];
export type NewPolicy = Schemas['PolicyRequest'];
export type Limit = Schemas['Limit'];
export type NewLimit = Schemas['LimitRequest'];
export type UsedLimit = Schemas['UsedLimit'];
export type ReturnRates = Schemas['ReturnRates'];
export type Subledger = Schemas['Subledger'];
export type SubledgerAmounts = Schemas['SubledgerAmountsResponse'];
export type BookTransferBody = Schemas['CreateBookTransferRequest'];
export type BookTransfer = Schemas['BookTransfer'];
export type EventType = Schemas['EventType'];
export type EventSubscription = Schemas['EventSubscription'];

export type SavedView = Schemas['SavedView'];
export type RefusedRequest = Schemas['RefusedRequest'];
export type Health = Schemas['EnterpriseHealth'];
export type EndpointFigures = Schemas['EndpointFigures'];
export type ReconciliationBreak = Schemas['ReconciliationBreak'];
export type Batch = Schemas['Batch'];
export type BatchEntry = Schemas['BatchEntry'];
export type Overview = Schemas['Overview'];
export type SearchHit = Schemas['SearchHit'];

export type CustomerKind = 'persons' | 'businesses';
export type Customer = (Person & { readonly kind: 'persons' }) | (Business & { readonly kind: 'businesses' });

export const nameOf = (customer: Person | Business): string =>
  'legal_name' in customer
    ? customer.legal_name
    : [customer.first_name, customer.middle_name, customer.last_name].filter(Boolean).join(' ');
