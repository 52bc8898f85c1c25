import { SERVICE_VERSION } from '@payments/http';
import type { ApiTexts } from '@payments/http';
import { webhooks } from './examples/webhooks.table.js';
import { story } from './examples/story.js';
import { operationRules, SECURITY_SCHEMES } from './operations.js';
import { moreSchemas, schemaNames } from './schemas.js';
import { describeWebhooks, eventSchemas, WEBHOOK_PARAMETERS, WEBHOOK_TAG } from './webhooks.js';

export const TITLE = 'Payments Service';

const INTRODUCTION = `US bank payments: register businesses, persons and their bank accounts, move dollars between them at three
speeds, and receive signed webhooks when their status changes.

## The first request

Exchange your client credentials for a token, which is valid for one hour. Send the token and the API version with every
request:

\`\`\`sh
curl -s {base_url}/oauth/token -H 'Content-Type: application/json' \\
  -d '{ "client_id": "…", "client_secret": "…" }'

curl -s {base_url}/deliver/persons \\
  -H 'Authorization: Bearer …' -H 'Service-Version: ${SERVICE_VERSION}'
\`\`\`

On this page: run **POST /oauth/token**, select **Authorize**, and paste the \`access_token\`.

## General rules

- Amounts are whole **cents** of US dollars. Times are UTC, as \`2026-01-31T17:04:05.123Z\`.
- An error has an \`error_code\` for programs, a \`message\` for people, and every invalid field in \`details.errors\`.
- Text is validated in Unicode normalization form C. It must not be blank, and must not contain control, bidirectional or
  invisible characters.
- Optional fields may be \`null\`. Unknown fields are ignored; unknown query parameters are rejected.
- With an \`Idempotency-Key\`, a POST that creates a resource can be retried and runs once.
- Lists are newest first. The \`Link\` header has the next page.
- Both servers offer the same operations. Use the vault URL for account numbers, Social Security numbers and tax ids.
`;

export const TAGS: ApiTexts['tags'] = [
  { name: 'Authentication', description: 'Tokens for programs and for portal users.' },
  { name: 'Persons', description: 'Customers who are people. They are verified after creation.' },
  { name: 'Businesses', description: 'Customers that are companies. They are verified after creation.' },
  { name: 'External accounts', description: 'Bank accounts of customers and of the enterprise.' },
  {
    name: 'Transfers',
    description:
      'Payouts (a destination only), direct debits (a source only), deposits and account-to-account transfers (both).',
  },
  {
    name: 'Transfer groups',
    description: 'Labels that keep transfers together, with their totals.',
  },
  {
    name: 'Schedules',
    description: 'Transfers that repeat: on the dates of a rule, each exactly once.',
  },
  {
    name: 'Subledgers',
    description: 'Balances inside the money of the enterprise, and book transfers between them.',
  },
  {
    name: 'Bulk transfers',
    description: 'Files of transfers, sent in parts: all rows or each good one, each exactly once.',
  },
  {
    name: 'Reports',
    description: 'Files for finance, made by a worker, and balance statements. Their rows add up to the balances.',
  },
  {
    name: 'Controls',
    description:
      'Policies that hold payments until users have approved them, these approvals, and limits of what is paid.',
  },
  {
    name: 'Verify',
    description:
      'Verifications of bank accounts: whether an account exists, who owns it, who controls it, and whether it can be debited.',
  },
  { name: 'Rails', description: 'Which payment networks reach a bank.' },
  { name: 'Reason codes', description: 'Why a transfer has its status, and what to do about it.' },
  { name: 'Ledger', description: 'The balance of the enterprise, and its ledger entries.' },
  { name: 'Webhooks', description: 'Webhook configurations, events, deliveries and retries.' },
  { name: WEBHOOK_TAG, description: 'What the service sends to your endpoint. Respond with any 2xx.' },
  {
    name: 'Sandbox',
    description: 'Control time, balance and outcomes in the sandbox. These routes do not exist in production.',
  },
  { name: 'Portal', description: 'Administration of an enterprise: credentials, users, settings and audit log.' },
  {
    name: 'Portal sessions',
    description: 'What the page of the portal calls: log in, the session, and the user who is logged in.',
  },
  {
    name: 'Portal pages',
    description:
      'What pages of the portal show beyond single resources: an overview, a search, saved views, refused requests, health and batches.',
  },
  {
    name: 'Bank files',
    description:
      'Files to banks with payments of the enterprise, for portal users. A file may hold payments of several enterprises; each sees its own.',
  },
  { name: 'Operations', description: 'Health of the service.' },
];

/** Texts of the list parameters, which mean the same everywhere. */
const PARAMETER_TEXTS: Readonly<Record<string, string>> = {
  size: 'Page size.',
  index: 'How many items to skip. For long lists `after` is faster.',
  after: 'Start after this item: the `id` of the last item of the previous page. `Link` contains it.',
  start_time: 'Only items created at or after this time.',
  end_time: 'Only items created before this time.',
  status: 'Only items with this status. May be repeated.',
  state: 'Only items in this state. May be repeated.',
  event_type: 'Only items of this type. May be repeated.',
  customer_reference_id: 'Only items of the customer with this reference id.',
  account_reference_id: 'Only items of the account with this reference id.',
  transfer_reference_id: 'Only the item with this reference id.',
  schedule_reference_id: 'Only the item with this reference id.',
  transfer_group_id: 'Only items of this group.',
  transfer_group_reference_id: 'Only the item with this reference id.',
  schedule_id: 'Only items of this schedule.',
  bulk_transfer_id: 'Only items of this bulk transfer.',
  closed_with_balance:
    'true: only subledgers that are closed and that a late return left with money, or short of it. false: only the others.',
  created_by: 'Only items that this client or portal user made.',
  amount_min: 'Only items of at least this many cents.',
  amount_max: 'Only items of at most this many cents.',
  use_case: 'Only items of this use case.',
  speed: 'Only items with this speed.',
  rail: 'Only items with a debit or credit on this rail.',
  bulk_reference_id: 'Only the item with this reference id.',
  number: 'The number of the part, from 1.',
  'Content-Digest': 'The SHA-256 of the part, as RFC 9530 writes it.',
  Range: 'The bytes to send, as `bytes=0-1048575`. Anything but one range asks for the whole file.',
  kind: 'Only items of this kind. May be repeated.',
  report_scope: 'Whose money: `total`, `enterprise` or `subledger`.',
  subledger_id: 'Only items of this subledger.',
  subledger_reference_id: 'Only items of the subledger with this reference id.',
  book_transfer_reference_id: 'Only the item with this reference id.',
  reason_code: 'Only items with this reason, on either side.',
  mine: 'Whether to return only what the caller may decide and has not decided.',
  account_number: 'Not allowed in a URL. Send it in the body of `POST /verify/accounts/search`.',
  verification_status: 'Only items with this status. May be repeated.',
  ownership_status: 'Only items with this ownership status. May be repeated.',
  control_status: 'Only items with this control status. May be repeated.',
  debit_status: 'Only items with this debit status. May be repeated.',
  first_name: 'Only items with exactly this first name.',
  last_name: 'Only items with exactly this last name.',
  legal_name: 'Only items with exactly this legal name.',
  resource_id: 'Only items about this resource.',
  transfer_id: 'Only items of this transfer.',
  account: 'Only items that debit or credit this account.',
  'If-None-Match': 'The `ETag` of an earlier response. The response is 304 if nothing has changed.',
  data: '`none` leaves out `event_data`, and names the resource.',
  follow: '`false` ends the stream when it has reached the last event.',
  format: 'If omitted, the Accept header decides.',
  action: 'Only items with this action.',
  subject_type: 'Only items about subjects of this type.',
  subject_id: 'Only items about this subject.',
  actor: 'Only items of this client id or portal user, or of the command line (`cli`).',
  id: 'The id of the resource.',
  recovery_id: 'The id of the recovery.',
  code: 'A reason code or a network code.',
  q: 'What to search for.',
  type: 'Only resources of this type. Repeat the parameter for several.',
  step: 'Whether the figures are by hour or by day. Without it the response has none.',
  page: 'Only views of this page.',
  open: 'Whether to return only lines that nothing matches and nobody explained, or only the others.',
  connection: 'Only items of this connection to a bank.',
  error_code: 'Only requests that were answered with this code.',
  request_id: 'Only requests with this `X-Request-Id`.',
};

/** The texts of the api and its contexts. */
export const texts: ApiTexts = {
  introduction: INTRODUCTION,
  tags: TAGS,
  parameterTexts: PARAMETER_TEXTS,
  securitySchemes: SECURITY_SCHEMES,
  schemaNames,
  moreSchemas,
  errorDetails: ['DuplicateAccount', 'FileProblem'],
  errorFields: {
    attempts_remaining: {
      type: 'integer',
      minimum: 0,
      maximum: 2,
      description: 'With `invalid_statement_code`, if the code was compared: how many attempts are left',
    },
  },
  operationRules,
  story,
  webhooks: { paths: describeWebhooks(webhooks), parameters: WEBHOOK_PARAMETERS, schemasOf: eventSchemas },
};
