const INTRODUCTION = `# Payments Service

> A self-hosted US bank-payments API: register businesses, persons and their bank accounts; send payouts, direct debits,
> deposits and account-to-account transfers; receive signed webhooks when their status changes.

## Rules for client programs

- Get a token with POST /oauth/token { client_id, client_secret }; it is valid for an hour. Send it as
  \`Authorization: Bearer …\`, with \`Service-Version: v2022-09-21\`, on every other call.
- Amounts are whole cents of US dollars. Times are UTC in ISO 8601. Ids are UUIDs; you choose reference ids.
- Send a unique \`Idempotency-Key\` with every POST that creates. If you get no response, retry with the same key. The
  request runs once; \`Idempotent-Replayed: true\` marks a stored response.
- A payout has a \`destination\`, a direct debit a \`source\`, a deposit and an account-to-account transfer have both.
- Errors are { error_code, message, details }; decide by \`error_code\`. On 429 and 503 wait as \`Retry-After\` says. After a 5xx
  or a lost connection the request may or may not have been done.
- Lists are newest first; \`Link: <…>; rel="next"\` links to the next page. Events are oldest first.
- An unknown query parameter is rejected with \`invalid_query_parameter\`; an unknown field of a body is ignored.
- A transfer is not final when it is created: follow its status by webhook or GET. Even a settled transfer may be returned.
- Check the signature of a webhook over its raw body before you parse it. Events may arrive twice; store the \`event_id\`.
- In the sandbox the last two digits of an amount decide how a transfer ends, and POST /sandbox/clock/advance advances time.`;

/** Paths in the repository; the service serves only the first two. */
const LINKS = `## Read more

- [OpenAPI description](/openapi.json): every operation, field, error and event
- [Reference](/docs): the same as a web page
- First payment: docs/guides/first-payment.md
- Webhooks: docs/guides/webhooks.md, docs/reference/webhooks.md
- Errors and retries: docs/guides/errors-and-retries.md, docs/reference/errors.generated.md
- Sandbox: docs/guides/sandbox.md, docs/reference/sandbox.md
- TypeScript client: libs/client/README.md`;

/** The text of `/llms.txt` before the operations. */
export const LLMS_INTRODUCTION = `${INTRODUCTION}\n\n${LINKS}`;
