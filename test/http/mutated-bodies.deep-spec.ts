import fc from 'fast-check';
import { bulkErrors } from '@payments/bulk';
import { httpErrors, idempotencyErrors } from '@payments/http';
import { describeApplication } from '../../apps/api/src/describe-api.js';
import type { ApiClient } from '../support/api-client.js';
import { account, business, payout, person } from '../support/e2e/bodies.js';
import type { Body } from '../support/e2e/bodies.js';
import { mutatedBytes, mutation, pathId, query } from '../support/e2e/mutations.js';
import type { Mutation } from '../support/e2e/mutations.js';
import { chooseSeed } from '../support/e2e/seeded-random.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { putPart } from '../support/bulk-files.js';
import { WriteCounter } from '../support/write-counter.js';
import { guards } from '../support/guards.js';

guards(
  'apps/api/src',
  'libs/http/src',
  'libs/kernel/src',
  'libs/accounts/src/infrastructure/http',
  'libs/auth/src/infrastructure/http',
  'libs/bulk/src/infrastructure/http',
  'libs/controls/src/infrastructure/http',
  'libs/customers/src/infrastructure/http',
  'libs/ledger/src/infrastructure/http',
  'libs/portal/src/infrastructure/http',
  'libs/rails/src/infrastructure/http',
  'libs/reports/src/infrastructure/http',
  'libs/schedules/src/infrastructure/http',
  'libs/subledgers/src/infrastructure/http',
  'libs/transfers/src/infrastructure/http',
  'libs/verify/src/infrastructure/http',
  'libs/webhooks/src/infrastructure/http',
);

const MUTATIONS_PER_OPERATION = 240;
const QUERIES_PER_LIST = 60;
const IDS_PER_READ = 60;
const TAKEN_EVERY = 9;
const LEAST_REQUESTS = 2_000;
const seed = chooseSeed();

const phone = (number: number) => ({ type: 'phone', value: `2${String(number).padStart(9, '0')}` });
const metadata = { department: 'payroll', priority: 3, urgent: true };
const webhook = { event_types: ['subscribe_all'], url: 'https://hooks.example.com/payments', enabled: false };

/** A valid request; `number` makes it differ from all the others. */
interface Operation {
  readonly name: string;
  body(number: number): Body;
  /** The path, with the id of a resource in it where the operation has one. */
  path(id?: string): string;
}

let service: TestService;
let client: ApiClient;
let sent = 0;
let number = 0;
let written: WriteCounter;
const existing = new Map<string, string>();

const fullBusiness = (mark: string, unique: number) => ({ ...business(mark), contacts: [phone(unique)], metadata });
const fullPerson = (mark: string, unique: number) => ({
  ...person(mark),
  middle_name: 'Q.',
  social_security_number: '123-45-6789',
  contacts: [phone(unique)],
  metadata,
});
const fullAccount = (mark: string, owner: string) => ({
  ...account(mark, 'business'),
  customer_reference_id: `business-${owner}`,
  metadata,
});
const create = (path: string, body: (unique: number) => Body): Operation => ({
  name: `POST ${path}`,
  body,
  path: () => path,
});
const replace = (path: string, body: (unique: number) => Body): Operation => ({
  name: `PUT ${path}/{id}`,
  body,
  path: (id = existing.get(path) ?? '-') => `${path}/${id}`,
});
const replaceByReference = (path: string, body: () => Body): Operation => ({
  name: `PUT ${path}`,
  body,
  path: () => path,
});
const patch = (path: string, body: () => Body): Operation => ({
  name: `PATCH ${path}/{id}`,
  body,
  path: (id = existing.get(path) ?? '-') => `${path}/${id}`,
});

/** An operation on a resource: what is posted below it. */
const below = (path: string, rest: string, body: () => Body): Operation => ({
  name: `POST ${path}/{id}/${rest}`,
  body,
  path: (id = existing.get(path) ?? '-') => `${path}/${id}/${rest}`,
});

const verification = (unique: number) => ({
  account_number: String(600_000_000 + unique),
  routing_number: '021000021',
  account_holder_name: 'Jane Doe',
  type: 'control_ownership',
  email: 'jane@example.com',
  person: { first_name: 'Jane', last_name: 'Doe', phone_number: '+12175550123', ssn: '6789' },
  sender_name: 'Acme Payroll',
});

const schedule = (reference: string) => ({
  schedule_reference_id: reference,
  destination: payout(reference, fullAccount('known', 'known')).destination,
  ...{ amount: 12_500, currency: 'USD', speed: 'standard', start_date: '2030-01-01' },
  ...{ recurrence: 'FREQ=MONTHLY;BYMONTHDAY=-1', account_statement_descriptor: 'ACME PAYROLL', metadata },
  ...{ missed: 'skip', end_on_failures: 3 },
});

const bulk = (reference: string) => ({
  ...{ bulk_reference_id: reference, mode: 'all', format: 'ndjson', expected_rows: 10, expected_amount: 12_500 },
  ...{ on_duplicate: 'skip', review: true, metadata },
});

const operations: readonly Operation[] = [
  create('/oauth/token', () => ({
    client_id: client.credentials.client_id,
    client_secret: client.credentials.client_secret,
    grant_type: 'client_credentials',
  })),
  create('/deliver/businesses', (unique) => fullBusiness(`new-${unique}`, unique)),
  replace('/deliver/businesses', () => fullBusiness('known', 1)),
  replaceByReference('/deliver/businesses', () => fullBusiness('known', 1)),
  patch('/deliver/businesses', () => fullBusiness('known', 1)),
  create('/deliver/persons', (unique) => fullPerson(`new-${unique}`, unique)),
  replace('/deliver/persons', () => fullPerson('known', 2)),
  replaceByReference('/deliver/persons', () => fullPerson('known', 2)),
  patch('/deliver/persons', () => fullPerson('known', 2)),
  create('/deliver/external/accounts', (unique) => fullAccount(`new-${unique}`, 'known')),
  replace('/deliver/external/accounts', () => fullAccount('known', 'known')),
  replaceByReference('/deliver/external/accounts', () => fullAccount('known', 'known')),
  patch('/deliver/external/accounts', () => fullAccount('known', 'known')),
  create('/deliver/transfers', (unique) => ({
    ...payout(`new-${unique}`, fullAccount('known', 'known')),
    account_statement_descriptor: 'ACME PAYROLL',
    metadata,
    subledger_reference_id: 'known',
  })),
  create('/deliver/transfers/preview', (unique) => ({
    ...payout(`new-${unique}`, fullAccount('known', 'known')),
    account_statement_descriptor: 'ACME PAYROLL',
    metadata,
    subledger_reference_id: 'known',
  })),
  create('/deliver/transfer-groups', (unique) => {
    const { account_reference_id, customer_reference_id } = fullAccount('known', 'known');
    const party = { account_reference_id, customer_reference_id };
    return { transfer_group_reference_id: `new-${unique}`, source: party, destination: party };
  }),
  create('/deliver/subledgers', (unique) => ({
    subledger_reference_id: `new-${unique}`,
    customer_reference_id: client.credentials.enterprise_name,
  })),
  create('/deliver/booktransfers', (unique) => ({
    ...{ book_transfer_reference_id: `new-${unique}`, amount: 12_500, currency: 'USD', metadata },
    destination: { subledger_reference_id: 'known' },
  })),
  create('/deliver/eligibility', () => ({ routing_number: '011000015', amount: 12_500, speed: 'asap' })),
  create('/webhooks/configurations', () => webhook),
  replace('/webhooks/configurations', () => webhook),
  create('/webhooks/invoke', () => ({ event_type: 'transfer_created', data: { transfer: { amount: 12_500 } } })),
  below('/webhooks/configurations', 'recover', () => ({
    since: '2026-01-31T17:04:05Z',
    event_types: ['transfer_all'],
    status: ['failed'],
  })),
  create('/deliver/schedules', (unique) => schedule(`new-${unique}`)),
  create('/deliver/schedules/rrule', () => ({
    ...{ start_date: '2030-01-01', recurrence: 'FREQ=WEEKLY;BYDAY=MO', occurrence_count: 3 },
  })),
  create('/deliver/bulk-transfers', (unique) => bulk(`new-${unique}`)),
  below('/deliver/bulk-transfers', 'submit', () => ({ parts: 1 })),
  create('/deliver/reports/recon', () => ({
    ...{ start_time: '2026-01-01T05:00:00Z', end_time: '2026-02-01T05:00:00Z', report_scope: 'enterprise' },
  })),
  create('/deliver/reports/statements', () => ({ format: 'csv', start_date: '2026-01-01', end_date: '2026-01-31' })),
  create('/deliver/reports/exports', () => ({
    ...{ resource: 'transfers', format: 'csv', filters: { status: ['failed'] } },
    ...{ start_time: '2026-01-01T05:00:00Z', end_time: '2026-02-01T05:00:00Z' },
  })),
  create('/verify/accounts', (unique) => verification(unique)),
  create('/verify/accounts/search', () => ({ account_number: '123456789', routing_number: '021000021' })),
  below('/verify/accounts', 'control', () => ({ statement_code: 'K7WQ' })),
  create('/sandbox/balance/credit', () => ({ amount: 12_500 })),
  below('/sandbox/transfers', 'outcome', () => ({ kind: 'return', code: 'R02', leg: 'destination' })),
  patch('/deliver/transfers', () => ({ metadata })),
];

const LISTS = [
  '/deliver/businesses',
  '/deliver/persons',
  '/deliver/external/accounts',
  '/deliver/transfers',
  '/deliver/ledger/entries',
  '/deliver/schedules',
  '/deliver/transfer-groups',
  '/deliver/subledgers',
  '/deliver/balance/subledgers',
  '/deliver/booktransfers',
  '/deliver/bulk-transfers',
  '/deliver/reports',
  '/deliver/reports/recon',
  '/deliver/approvals',
  '/verify/accounts',
  '/webhooks/configurations',
];
const READS = [
  ...LISTS,
  ...['/deliver/transfers/{id}/history', '/webhooks/configurations/{id}/secret', '/reference/reason-codes'],
];

interface Reply {
  readonly status: number;
  readonly text: string;
}

async function send(
  method: string,
  url: string,
  request: { payload?: Buffer; headers?: Record<string, string> } = {},
): Promise<Reply> {
  sent += 1;
  const response = await service.api.inject({
    method: method as 'POST',
    url,
    headers: { ...client.headers, ...(request.payload && { 'content-type': 'application/json' }), ...request.headers },
    ...(request.payload && { payload: request.payload }),
  });
  return { status: response.statusCode, text: response.body };
}

/**
 * Codes that stand in no exported table of their own: those of fields, which the classes of bodies declare, and those
 * of rules on stored data.
 */
const CODE = /^(missing|invalid|duplicate|unknown|unsupported|payload|too_many|resource|not)_[a-z0-9_]+$/;
const TABLES = [httpErrors, idempotencyErrors, bulkErrors].flatMap(({ definitions }) => Object.keys(definitions));
const KNOWN = new Set([...TABLES, 'unauthorized', 'forbidden']);
const isCode = (code: string) => KNOWN.has(code) || CODE.test(code);

/** What the interface says of a refusal: never our fault, and a body of one shape. */
function expectRefusal({ status, text }: Reply): void {
  expect({ status, isOurFault: status >= 500, text }).toMatchObject({ isOurFault: false });
  const body = JSON.parse(text) as { error_code: string; message: string; details: { errors?: Body[] } | null };
  expect(Object.keys(body).sort()).toEqual(['details', 'error_code', 'message']);
  expect(body.message).toMatch(/\S/);
  const errors = body.details?.errors ?? [];
  const codes = [body.error_code, ...errors.map(({ error_code }) => error_code)].map(String);
  expect(codes.filter((code) => !isCode(code))).toEqual([]);
  const { error_code, message } = body;
  // The first field error leads. The name of an unknown query parameter may be blank.
  const field = error_code === 'invalid_query_parameter' ? expect.any(String) : expect.stringMatching(/\S/);
  if (errors.length > 0) expect(errors[0]).toEqual({ field, error_code, message });
}

const isAccepted = ({ status }: Reply) => status >= 200 && status < 300;

/** For every table its rows and its last change: what an insert, an update or a delete changes. */
async function stateOfAllTables(): Promise<string> {
  const parts = written.tables.map(
    (name) => `SELECT '${name}' AS name, count(*) AS rows, max(xmin::text::bigint) AS changed FROM ${name}`,
  );
  return JSON.stringify(await service.database.query(parts.join(' UNION ALL ')), null, 1);
}

async function sendMutated(operation: Operation, change: Mutation): Promise<Reply> {
  const [method = ''] = operation.name.split(' ');
  const { headers, pathId: id } = change;
  // Now and then what the request before has taken.
  number += 1;
  const payload = mutatedBytes(operation.body(number % TAKEN_EVERY === 0 ? number - 1 : number), change);
  return send(method, operation.path(id) + change.query, { payload, headers: { ...headers } });
}

/** There may be twenty at most, and a refusal for that would hide what else may happen. */
async function makeRoom(operation: Operation, reply: Reply): Promise<void> {
  if (operation.name !== 'POST /webhooks/configurations') return;
  const { webhook_configuration } = JSON.parse(reply.text) as { webhook_configuration: { id: string } };
  await send('DELETE', `/webhooks/configurations/${webhook_configuration.id}`);
}

beforeAll(async () => {
  service = await startTestService();
  client = await service.client();
  await client.post('/webhooks/secret');
  for (const [path, body] of [
    ['/deliver/businesses', fullBusiness('known', 1)],
    ['/deliver/persons', fullPerson('known', 2)],
    ['/deliver/external/accounts', fullAccount('known', 'known')],
    ['/deliver/transfer-groups', { transfer_group_reference_id: 'known' }],
    [
      '/deliver/subledgers',
      { subledger_reference_id: 'known', customer_reference_id: client.credentials.enterprise_name },
    ],
    [
      '/deliver/booktransfers',
      {
        ...{ book_transfer_reference_id: 'known', amount: 500, currency: 'USD' },
        destination: { subledger_reference_id: 'known' },
      },
    ],
    ['/deliver/transfers', payout('known', fullAccount('known', 'known'))],
    ['/webhooks/configurations', webhook],
    ['/deliver/schedules', schedule('known')],
    ['/deliver/bulk-transfers', { ...bulk('known'), expected_rows: null }],
    ['/verify/accounts', verification(0)],
  ] as const) {
    const { status, text } = await client.post(path, body);
    if (status !== 200) throw new Error(`POST ${path}: ${status} ${text}`);
    const [resource] = Object.values(JSON.parse(text) as Record<string, { id: string }>);
    existing.set(path, resource?.id ?? '-');
  }
  existing.set('/sandbox/transfers', existing.get('/deliver/transfers')!);
  const headers = { 'content-type': 'application/x-ndjson' };
  await putPart(client, existing.get('/deliver/bulk-transfers')!, { number: 1, content: '{}\n', headers });
  // Every other code would be counted as an attempt.
  await service.database.query(`UPDATE verify.accounts SET control_status = 'valid'`);
  written = await WriteCounter.in(service.database);
});
afterAll(() => service.stop());

/** Spent credentials, and limits on their number, make a second request other than the first: see the portal's suites. */
const OF_PORTAL_USERS = /^\w+ \/(authenticate(\/password)?|refresh|portal\/.*|deliver\/approvals\/.*)$/;

/** What cannot be done here a few hundred times, and why. */
const NOT_HERE: Readonly<Record<string, string>> = {
  'POST /sandbox/clock/advance': 'it waits for a worker, and there is none',
  'POST /webhooks/configurations/{id}/test': 'it calls the receiver',
  'PUT /deliver/bulk-transfers/{id}/parts/{number}': 'its body is a file, which the specs of bulk transfers mutate',
};

it('covers every operation that takes a body', () => {
  const { paths } = describeApplication(service.api, { baseUrl: 'http://localhost', vaultUrl: 'http://localhost' });
  const described = Object.entries(paths).flatMap(([path, item]) =>
    (['post', 'put', 'patch'] as const)
      .filter((method) => item[method]?.requestBody !== undefined)
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  const covered = described.filter((name) => !OF_PORTAL_USERS.test(name) && !(name in NOT_HERE));
  expect(operations.map(({ name }) => name).sort()).toEqual(covered.sort());
});

it.each(operations)('accepts the request that mutations of $name begin with', async (operation) => {
  const reply = await sendMutated(operation, {
    valueEdits: [],
    textEdits: [],
    headers: {},
    query: '',
    pathId: undefined,
  });
  expect({ ...reply, accepted: isAccepted(reply) }).toMatchObject({ accepted: true });
  await makeRoom(operation, reply);
});

it.each(operations)(
  `rejects mutated requests of $name with a known error, without changes (TEST_SEED=${seed})`,
  async (operation) => {
    let state = await stateOfAllTables();
    let count = await written.count();
    await fc.assert(
      fc.asyncProperty(mutation, async (change) => {
        const reply = await sendMutated(operation, change);
        if (isAccepted(reply)) {
          await makeRoom(operation, reply);
          [count, state] = [await written.count(), await stateOfAllTables()];
          return;
        }
        expectRefusal(reply);
        // A statement that writes may still have changed nothing, or be rolled back: the tables decide.
        if ((await written.count()) === count) return;
        const before = state;
        [count, state] = [await written.count(), await stateOfAllTables()];
        expect(state).toBe(before);
      }),
      { seed, numRuns: MUTATIONS_PER_OPERATION },
    );
  },
);

it.each(LISTS)(`returns a list or a known error for any query of GET %s (TEST_SEED=${seed})`, async (path) => {
  await fc.assert(
    fc.asyncProperty(query, async (text) => {
      const reply = await send('GET', path + text);
      if (!isAccepted(reply)) expectRefusal(reply);
    }),
    { seed, numRuns: QUERIES_PER_LIST },
  );
});

it.each(READS)(`returns a known error for any id in GET %s (TEST_SEED=${seed})`, async (path) => {
  const address = (id: string) => (path.includes('{id}') ? path.replace('{id}', () => id) : `${path}/${id}`);
  await fc.assert(
    fc.asyncProperty(pathId, async (id) => {
      const reply = await send('GET', address(id));
      if (!isAccepted(reply)) expectRefusal(reply);
    }),
    { seed, numRuns: IDS_PER_READ },
  );
});

it('has sent as many requests as it promises, and no body has reached a prototype', async () => {
  expect(sent).toBeGreaterThan(LEAST_REQUESTS);
  expect(await written.count()).toBeGreaterThan(100);
  expect('polluted' in {}).toBe(false);
});
