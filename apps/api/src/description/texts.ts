import { SERVICE_VERSION } from '@payments/http';
import { WEBHOOK_TAG } from './webhooks.js';

export const TITLE = 'Payments Service';

export const INTRODUCTION = `US bank payments: register businesses, persons and their bank accounts, move dollars between them at three
speeds, and hear by signed webhook what became of it.

## The first request

Exchange your client credentials for a token, which is good for one hour, and send it with every call together with the
version of the interface:

\`\`\`sh
curl -s {base_url}/oauth/token -H 'Content-Type: application/json' \\
  -d '{ "client_id": "…", "client_secret": "…" }'

curl -s {base_url}/deliver/persons \\
  -H 'Authorization: Bearer …' -H 'Service-Version: ${SERVICE_VERSION}'
\`\`\`

On this page: run **POST /oauth/token**, press **Authorize**, and paste the \`access_token\`.

## What holds everywhere

- Amounts are whole **cents** of US dollars. Times are UTC, as \`2026-01-31T17:04:05.123Z\`.
- An error has an \`error_code\` for programs, a \`message\` for people, and in \`details.errors\` every field at fault.
- Text is judged in Unicode normalization form C. It must not be blank, and must not hold control or bidirectional
  characters.
- A field that may be left out may be \`null\`. Unknown fields are ignored; unknown query parameters are refused.
- With an \`Idempotency-Key\` a creation that is sent again is done once.
- Lists are newest first. \`Link\` tells where a list goes on.
- Both servers answer the same; the vault address is the one for account numbers, social security numbers and tax ids.
`;

/** In the order in which a reader needs them. */
export const TAGS: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'Authentication', description: 'Tokens for programs and for the users of the portal.' },
  { name: 'Persons', description: 'Customers who are people. They are verified after they were created.' },
  { name: 'Businesses', description: 'Customers which are companies. They are verified after they were created.' },
  { name: 'External accounts', description: 'Bank accounts of customers, and of the enterprise itself.' },
  {
    name: 'Transfers',
    description:
      'Payouts (a destination only), direct debits (a source only), deposits and account-to-account transfers (both).',
  },
  { name: 'Rails', description: 'By which networks a bank can be reached.' },
  { name: 'Reason codes', description: 'Why a transfer ended as it did, and what to do about it.' },
  { name: 'Ledger', description: 'What the enterprise has, and every entry behind it.' },
  { name: 'Webhooks', description: 'Who is told of events, what was sent, and sending it again.' },
  { name: WEBHOOK_TAG, description: 'What the service sends to your address. Answer with any 2xx.' },
  { name: 'Sandbox', description: 'Time, money and outcomes to order. In production these addresses do not exist.' },
  { name: 'Portal', description: 'What the users of an enterprise administer: credentials, users, settings, audit.' },
  { name: 'Operations', description: 'Whether the service is well.' },
];

/** Of the parameters of lists, which mean the same everywhere. */
export const PARAMETER_TEXTS: Readonly<Record<string, string>> = {
  size: 'How many to answer.',
  index: 'How many to leave out at the beginning. With long lists `after` is faster.',
  after: 'Go on after this one: the `id` of the last that was answered, as `Link` has it.',
  start_time: 'Those created then or later.',
  end_time: 'Those created before.',
  status: 'Those in this status; may be repeated.',
  event_type: 'Those of this type; may be repeated.',
  customer_reference_id: 'Those of the customer with this reference.',
  account_reference_id: 'Those of the account with this reference.',
  transfer_reference_id: 'The one with this reference.',
  first_name: 'Those with exactly this first name.',
  last_name: 'Those with exactly this last name.',
  legal_name: 'Those with exactly this legal name.',
  resource_id: 'Those about this resource.',
  transfer_id: 'Those of this transfer.',
  account: 'Those that debit or credit this account.',
  'If-None-Match': 'The `ETag` of an earlier answer; 304 when it still holds.',
  format: 'Left out, the Accept header decides.',
  action: 'Those of this action.',
  subject_type: 'Those about subjects of this type.',
  subject_id: 'Those about this subject.',
  actor: 'Those of this client id, portal user or command line.',
  id: 'The id of the resource.',
  recovery_id: 'The id of the recovery.',
  code: 'A reason, or a code of a network.',
};
