import { createHash } from 'node:crypto';
import { newId } from '@payments/kernel';
import { valueAt } from '@payments/http';
import type { DescribedOperation } from '@payments/http';
import { story } from '../../apps/api/src/description/examples/story.table.js';
import type { ErrorScene } from '../support/error-scene.js';
import type { ExampleResponse, ExampleRequest } from '../support/recorded-examples.js';

/** An error that an operation is described with. */
interface ErrorCase {
  readonly operation: DescribedOperation;
  /** The operation's own example, with which nothing is wrong. */
  readonly request: ExampleRequest;
  /** The field that the error is about. */
  readonly field?: string;
}

/** Sends the operation's example with one thing wrong. */
export type Recipe = (given: ErrorCase, scene: ErrorScene) => Promise<ExampleResponse>;

/** What the story has made, and has disabled. */
interface DisabledClient {
  readonly client: { readonly client_id: string };
  readonly client_secret: string;
}

function wrong(spoil: (given: ErrorCase) => Partial<ExampleRequest>): Recipe {
  return (given, scene) => scene.send({ ...given.request, ...spoil(given) });
}

/** Sends the decision about a transfer of the story. */
async function decideOn(step: string, { request }: ErrorCase, scene: ErrorScene): Promise<ExampleResponse> {
  const subject_id = String(valueAt(scene.story.said, `${step}.transfer.id`));
  const { body: _, ...reading } = request;
  const look = { ...reading, method: 'GET', path: '/deliver/approvals', ids: {}, query: { subject_id } } as const;
  const { text } = await scene.send(look);
  const { approvals } = JSON.parse(text) as { readonly approvals: readonly { readonly id: string; digest: string }[] };
  const { id, digest } = approvals[0]!;
  return scene.send({ ...request, ids: { id }, body: { ...(request.body as object), digest } });
}

/** Closes a new subledger while the debit of a new party, which is not verified yet, names it. */
async function closeUsed({ request }: ErrorCase, scene: ErrorScene): Promise<ExampleResponse> {
  const name = newId();
  const headers = { ...request.headers, 'content-type': 'application/json' };
  const create = (path: string, body: object) =>
    scene.send({ ...request, method: 'POST', headers, ids: {}, path, body });
  const customer_reference_id = String(valueAt(scene.story.said, 'credentials.enterprise_name'));
  const made = await create('/deliver/subledgers', { subledger_reference_id: name, customer_reference_id });
  const { subledger } = JSON.parse(made.text) as { readonly subledger: { readonly id: string } };
  await create('/deliver/businesses', { customer_reference_id: name, legal_name: 'Southwind LLC' });
  const party = { account_reference_id: name, customer_reference_id: name };
  await create('/deliver/external/accounts', {
    ...{ ...party, customer_resource_type: 'business', account_type: 'checking' },
    ...{ account_number: '123456799', routing_number: '021000021', account_holder_name: 'Southwind LLC' },
  });
  await create('/deliver/transfers', {
    ...{ transfer_reference_id: name, subledger_reference_id: name, source: party },
    ...{ amount: 100, currency: 'USD', speed: 'standard' },
  });
  return scene.send({ ...request, ids: { id: subledger.id } });
}

/** Makes a policy or a limit as the story did, and deletes it although it is enabled. */
async function deleteEnabled({ request }: ErrorCase, scene: ErrorScene): Promise<ExampleResponse> {
  const operation = request.path.includes('/limits/') ? 'createLimit' : 'createPolicy';
  const creation = story.find((step) => step.operation === operation && step.aside === undefined)!;
  const made = await scene.send(scene.story.requestOf(creation));
  const [{ id }] = Object.values(JSON.parse(made.text) as Record<string, { readonly id: string }>) as [{ id: string }];
  return scene.sendUnderDualControl({ ...request, ids: { id } });
}

const withHeaders = (headers: Record<string, string>) =>
  wrong(({ request }) => ({ headers: { ...request.headers, ...headers } }));
const withField = (name: string, value: unknown) =>
  wrong(({ request }) => ({ body: { ...(request.body as object), [name]: value } }));
const withBody = (body: string, type: string) =>
  wrong(({ request }) => ({ body, headers: { ...request.headers, 'content-type': type } }));

/** Another number of parts, or another part. */
function anotherFile({ id }: DescribedOperation, { headers }: ExampleRequest): Partial<ExampleRequest> {
  if (id === 'submitBulkTransfer') return { body: { parts: 2 } };
  const digest = createHash('sha256').update(ANOTHER_PART).digest('base64');
  return { body: ANOTHER_PART, headers: { ...headers, 'content-digest': `sha-256=:${digest}:` } };
}

const ANOTHER_PART = 'transfer_reference_id\nother\n';
const isOfPortal = ({ portal }: DescribedOperation) => portal;
const KEY_AT_WORK = 'at-work';
const TOO_LONG = 'x'.repeat(256);
const TOO_LARGE = ' '.repeat(65_537);

/** By the code of the error, or by operation and code where the operation has its own way. */
export const recipes: Readonly<Record<string, Recipe>> = {
  bad_request: ({ request }, scene) => scene.sendBroken(request),
  invalid_service_version: withHeaders({ 'service-version': 'v2000-01-01' }),

  unauthorized: wrong(({ request: { headers } }) => {
    const { authorization: _, ...others } = headers;
    return { headers: others };
  }),
  'createToken unauthorized': withField('client_secret', 'wrong'),
  'createSession unauthorized': withField('password', 'wrong'),
  // The story has used the link.
  'setPassword unauthorized': wrong(() => ({})),
  'refreshSession unauthorized': withField('refresh_token', 'wrong'),
  'createSession mfa_required': ({ request }, scene) => scene.sendWithSecondFactor(request),
  'logInToPortal unauthorized': withField('password', 'wrong'),
  'completeMfa unauthorized': withField('token', 'wrong'),
  session_required: (given, scene) => {
    const token = String(valueAt(scene.story.said, 'createSession.access_token'));
    return withHeaders({ authorization: `Bearer ${token}` })(given, scene);
  },
  step_up_required: ({ request }, scene) => scene.sendFromOldSession(request),
  mfa_already_enrolled: ({ request }, scene) => scene.sendWithSecondFactor(request),
  // The story has removed it.
  mfa_not_enrolled: wrong(() => ({})),
  'refreshBrowserSession unauthorized': withHeaders({ cookie: 'payments-session=wrong' }),

  forbidden: (given, scene) => {
    if (given.operation.browser) return withHeaders({ 'x-portal': '' })(given, scene);
    if (!isOfPortal(given.operation)) return withHeaders({ 'x-api-key': 'psk_sandbox_wrong' })(given, scene);
    const token = String(valueAt(scene.story.said, 'createToken.access_token'));
    return withHeaders({ authorization: `Bearer ${token}` })(given, scene);
  },
  'createToken forbidden': ({ request }, scene) => {
    const { client, client_secret } = scene.story.said['createClient'] as DisabledClient;
    return scene.send({ ...request, body: { client_id: client.client_id, client_secret } });
  },

  not_found: ({ request }, scene) => scene.sendToProduction(request),
  unknown_id: wrong(({ request: { ids } }) => ({ ids: { ...ids, [Object.keys(ids).at(-1)!]: newId() } })),

  payload_too_large: withBody(TOO_LARGE, 'application/json'),
  unsupported_media_type: (given, scene) => {
    // Any other media type is not of the page.
    if (given.operation.browser) return withHeaders({ 'content-encoding': 'gzip' })(given, scene);
    return withBody('{}', 'text/plain')(given, scene);
  },

  idempotency_key_in_use: ({ request }, scene) => scene.sendBesideTwin(request, KEY_AT_WORK),
  // The story has sent the key already, with a body in which nothing else stood.
  idempotency_key_reused: wrong(({ operation, request: { headers, body } }) => ({
    headers: { ...headers, 'idempotency-key': operation.id },
    body: { ...(body as object), another: 'field' },
  })),

  too_many_requests: ({ operation, request }, scene) => {
    if (operation.scope === undefined) return scene.sendTooOften(request, 'nobody');
    const isOfUser = isOfPortal(operation) || request.headers['x-api-key'] !== undefined;
    return scene.sendTooOften(request, isOfUser ? 'user' : 'client');
  },
  // The token of the story is spent: a request that is let through would end the session that others are of.
  'refreshSession too_many_requests': ({ request }, scene) =>
    scene.sendTooOften({ ...request, body: { refresh_token: 'wrong' } }, 'nobody'),
  // The user of the example has another password by now, and wrong ones would lock the name first.
  'logInToPortal too_many_requests': ({ request }, scene) => {
    const { name, password } = scene.story.said['credentials'] as { name: string; password: string };
    return scene.sendTooOften({ ...request, body: { name, password } }, 'nobody');
  },
  internal_server_error: ({ request }, scene) => scene.sendFailing(request),
  service_unavailable: ({ request }, scene) => scene.sendWhileBusy(request),
  'checkStartup 503': ({ request }, scene) => scene.sendToProduction(request),
  'checkReadiness 503': ({ request }, scene) => scene.sendWithoutDatabase(request),

  'checkEligibility missing_routing_numbers': wrong(() => ({ body: {} })),
  own_user: ({ request }, scene) =>
    scene.send({ ...request, ids: { id: String(valueAt(scene.story.said, 'credentials.name')) } }),
  last_administrator: ({ request }, scene) =>
    scene.send({ ...request, ids: { id: String(valueAt(scene.story.said, 'credentials.name')) } }),

  // Of one that the sandbox never finds valid.
  account_not_valid: async ({ request }, scene) => {
    const headers = { ...request.headers, 'content-type': 'application/json' };
    const body = { account_number: '987654399', routing_number: '021000021', account_holder_name: 'failed' };
    const made = await scene.send({ ...request, headers, path: '/verify/accounts', ids: {}, body });
    const { account } = JSON.parse(made.text) as { readonly account: { readonly id: string } };
    return scene.send({ ...request, ids: { id: account.id } });
  },

  subledger_in_use: closeUsed,

  // The story has ended it already.
  schedule_ended: wrong(() => ({})),

  'putBulkTransferPart unknown_id': wrong(({ request: { ids } }) => ({ ids: { ...ids, id: newId() } })),
  'putBulkTransferPart payload_too_large': withBody(' '.repeat(1024 * 1024 + 1), 'text/csv'),
  invalid_content_digest: withHeaders({ 'content-digest': 'sha-256=:AAAA:' }),
  // The story has submitted it already.
  bulk_not_uploading: wrong(({ operation, request }) => anotherFile(operation, request)),
  part_conflict: (given, scene) => {
    const id = String(valueAt(scene.story.said, 'createThirdBulkTransfer.bulk_transfer.id'));
    return wrong(({ operation, request }) => ({ ...anotherFile(operation, request), ids: { number: '1', id } }))(
      given,
      scene,
    );
  },
  bulk_not_ready: (given, scene) => {
    const id = String(valueAt(scene.story.said, 'createSecondBulkTransfer.bulk_transfer.id'));
    return wrong(() => ({ ids: { id } }))(given, scene);
  },
  bulk_not_cancelable: (given, scene) => {
    const id = String(valueAt(scene.story.said, 'createBulkTransfer.bulk_transfer.id'));
    return wrong(() => ({ ids: { id } }))(given, scene);
  },

  report_not_ready: ({ request }, scene) => scene.sendBesideReports(1, (id) => ({ ...request, ids: { id } })),
  too_many_reports: ({ request }, scene) => scene.sendBesideReports(20, () => request),

  shared_connection: ({ request }, scene) => scene.sendOverUnknownConnection(request),

  'giveApproval step_up_required': (given, scene) => decideOn('createGiftTransfer', given, scene),
  'rejectApproval step_up_required': (given, scene) => decideOn('createGiftTransfer', given, scene),
  own_approval_forbidden: (given, scene) => decideOn('createOwnTransfer', given, scene),
  still_enabled: deleteEnabled,
  not_an_approver: (given, scene) => decideOn('createUnapprovableTransfer', given, scene),

  // The story has canceled it already.
  transfer_not_cancelable: wrong(() => ({})),
};

/** By the first word of the code of an error about a field, whichever field it is. */
export const fieldRecipes: Readonly<Record<string, Recipe>> = {
  missing: wrong(({ request: { method, query, body }, field }) => {
    const { [field!]: _, ...others } = (method === 'GET' ? query : body) as Readonly<Record<string, string>>;
    return method === 'GET' ? { query: others } : { body: others };
  }),
  invalid: wrong(({ request: { method, query, body }, field }) =>
    method === 'GET' ? { query: { ...query, [field!]: TOO_LONG } } : { body: { ...(body as object), [field!]: [] } },
  ),
};
