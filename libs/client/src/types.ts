import type { paths } from './openapi.generated.js';

export type Path = keyof paths;
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Operation<P extends Path, M extends Method> = NonNullable<paths[P][M]>;
type Success<Responses> = Responses[Extract<keyof Responses, 200 | 201 | 202>];

/** The methods that a path has. */
export type MethodOf<P extends Path> = {
  [M in Method]: [Operation<P, M>] extends [never] ? never : M;
}[Method];

/** The JSON body of an operation's request. */
export type BodyOf<P extends Path, M extends Method> =
  Operation<P, M> extends { requestBody?: infer Given }
    ? NonNullable<Given> extends { content: { 'application/json': infer Json } }
      ? Json
      : never
    : never;

/** The query of an operation's request. */
export type QueryOf<P extends Path, M extends Method> =
  Operation<P, M> extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

/** The JSON of an operation's success response; `undefined` for an empty one. */
export type ResponseOf<P extends Path, M extends Method> =
  Operation<P, M> extends { responses: infer Responses }
    ? Success<Responses> extends { content: { 'application/json': infer Json } }
      ? Json
      : undefined
    : undefined;

export type Person = ResponseOf<'/deliver/persons/{id}', 'get'>['person'];
export type NewPerson = BodyOf<'/deliver/persons', 'post'>;
export type PersonChanges = BodyOf<'/deliver/persons/{id}', 'patch'>;
export type PersonQuery = QueryOf<'/deliver/persons', 'get'>;

export type Business = ResponseOf<'/deliver/businesses/{id}', 'get'>['business'];
export type NewBusiness = BodyOf<'/deliver/businesses', 'post'>;
export type BusinessChanges = BodyOf<'/deliver/businesses/{id}', 'patch'>;
export type BusinessQuery = QueryOf<'/deliver/businesses', 'get'>;

export type ExternalAccount = ResponseOf<'/deliver/external/accounts/{id}', 'get'>['external_account'];
export type NewExternalAccount = BodyOf<'/deliver/external/accounts', 'post'>;
export type ExternalAccountChanges = BodyOf<'/deliver/external/accounts/{id}', 'patch'>;
export type ExternalAccountQuery = QueryOf<'/deliver/external/accounts', 'get'>;

export type Transfer = ResponseOf<'/deliver/transfers/{id}', 'get'>['transfer'];
export type NewTransfer = BodyOf<'/deliver/transfers', 'post'>;
export type TransferQuery = QueryOf<'/deliver/transfers', 'get'>;

export type SummedTransferGroup = ResponseOf<'/deliver/transfer-groups/{id}', 'get'>['transfer_group'];
export type TransferGroup = ResponseOf<'/deliver/transfer-groups', 'get'>['transfer_groups'][number];
export type NewTransferGroup = BodyOf<'/deliver/transfer-groups', 'post'>;
export type TransferGroupQuery = QueryOf<'/deliver/transfer-groups', 'get'>;

export type Schedule = ResponseOf<'/deliver/schedules/{id}', 'get'>['schedule'];
export type NewSchedule = BodyOf<'/deliver/schedules', 'post'>;
export type ScheduleQuery = QueryOf<'/deliver/schedules', 'get'>;
export type Subledger = ResponseOf<'/deliver/subledgers/{id}', 'get'>['subledger'];
export type NewSubledger = BodyOf<'/deliver/subledgers', 'post'>;
export type SubledgerQuery = QueryOf<'/deliver/subledgers', 'get'>;
export type SubledgerBalance = ResponseOf<'/deliver/balance/subledgers/{id}', 'get'>['balance'];
export type SubledgerBalanceQuery = QueryOf<'/deliver/balance/subledgers', 'get'>;
export type BookTransfer = ResponseOf<'/deliver/booktransfers/{id}', 'get'>['book_transfer'];
export type NewBookTransfer = BodyOf<'/deliver/booktransfers', 'post'>;
export type BookTransferQuery = QueryOf<'/deliver/booktransfers', 'get'>;
export type Approval = ResponseOf<'/deliver/approvals/{id}', 'get'>['approval'];
export type ApprovalQuery = QueryOf<'/deliver/approvals', 'get'>;
export type DecisionOutcome = ResponseOf<'/deliver/approvals/decide', 'post'>['results'][number];
/** The approval that a change waits for with the setting `dual_control`. */
export type PendingChange = NonNullable<ResponseOf<'/portal/policies', 'post'>['approval']>;
/** What is in force, or will be created. While it has an `approval`, the change is not made: another administrator decides. */
export type Changed<Resource> = Resource & { readonly approval?: PendingChange };
export type Policy = ResponseOf<'/portal/policies/{id}', 'get'>['policy'];
export type Limit = ResponseOf<'/portal/limits/{id}', 'get'>['limit'];
export type NewLimit = BodyOf<'/portal/limits', 'post'>;
export type UsedLimit = ResponseOf<'/deliver/limits', 'get'>['limits'][number];
export type ReturnRates = ResponseOf<'/deliver/return-rates', 'get'>['return_rates'][number];
export type NewPolicy = BodyOf<'/portal/policies', 'post'>;
export type BulkTransfer = ResponseOf<'/deliver/bulk-transfers/{id}', 'get'>['bulk_transfer'];
export type NewBulkTransfer = BodyOf<'/deliver/bulk-transfers', 'post'>;
export type BulkTransferQuery = QueryOf<'/deliver/bulk-transfers', 'get'>;
export type BulkPart = ResponseOf<'/deliver/bulk-transfers/{id}/parts', 'get'>['parts'][number];
export type BulkRow = ResponseOf<'/deliver/bulk-transfers/{id}/rows', 'get'>['rows'][number];
export type BulkRowQuery = QueryOf<'/deliver/bulk-transfers/{id}/rows', 'get'>;
export type Report = ResponseOf<'/deliver/reports/{id}', 'get'>['report'];
export type NewReconReport = BodyOf<'/deliver/reports/recon', 'post'>;
export type NewExportReport = BodyOf<'/deliver/reports/exports', 'post'>;
export type NewStatementReport = BodyOf<'/deliver/reports/statements', 'post'>;
export type ReportQuery = QueryOf<'/deliver/reports', 'get'>;
export type ReconReportQuery = QueryOf<'/deliver/reports/recon', 'get'>;
export type BalanceStatementQuery = QueryOf<'/deliver/reports/balances', 'get'>;
export type BalanceStatement = ResponseOf<'/deliver/reports/balances', 'get'>['balance_statement_summary_report'];
export type Occurrence = ResponseOf<'/deliver/schedules/{id}/occurrences', 'get'>['occurrences'][number];
export type OccurrenceQuery = QueryOf<'/deliver/schedules/{id}/occurrences', 'get'>;
export type RecurrencePreview = ResponseOf<'/deliver/schedules/rrule', 'post'>;

export type VerifyAccount = ResponseOf<'/verify/accounts/{id}', 'get'>['account'];
export type NewVerifyAccount = BodyOf<'/verify/accounts', 'post'>;
export type VerifyAccountQuery = QueryOf<'/verify/accounts', 'get'>;

export type WebhookConfiguration = ResponseOf<'/webhooks/configurations/{id}', 'get'>['webhook_configuration'];
export type NewWebhookConfiguration = BodyOf<'/webhooks/configurations', 'post'>;
