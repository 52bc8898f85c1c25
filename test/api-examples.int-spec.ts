import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Health } from '@payments/platform';
import { eventually } from '@payments/testing';
import { operationsOf } from '../apps/api/src/describe-operations.js';
import { answers } from '../apps/api/src/description/examples/answers.table.js';
import { fillIn, nameOf, valueAt } from '../apps/api/src/description/examples/examples.js';
import { GIVEN, story } from '../apps/api/src/description/examples/story.table.js';
import type { Step } from '../apps/api/src/description/examples/story.table.js';
import { worldOf } from './support/example-world.js';
import type { ExampleWorld } from './support/example-world.js';
import { WebhookReceiver } from './support/receiver.js';
import { FROZEN } from './support/sandbox.js';
import { startTestService } from './support/service.js';
import type { TestService } from './support/service.js';

// RECORD_EXAMPLES=1 writes down what is answered instead of comparing it: after a change of the story or of an answer.
const RECORDS = process.env['RECORD_EXAMPLES'] === '1';
const FILE = join(__dirname, '../apps/api/src/description/examples/answers.table.ts');
const HEAD = `/** What the service answered to the story, written by its test. By operation. */
export const answers: Readonly<Record<string, unknown>> = `;

interface Place {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly status: number;
}

let service: TestService;
let receiver: WebhookReceiver;
let world: ExampleWorld;
const places = new Map<string, Place>();
const said: Record<string, unknown> = {};
const recorded: Record<string, unknown> = {};

beforeAll(async () => {
  service = await startTestService(FROZEN);
  service.api.get(Health).markStarted();
  await service.startWorker();
  receiver = new WebhookReceiver();
  await receiver.listen();
  const { client_id, client_secret, user } = await service.createEnterprise({
    name: GIVEN.credentials.enterprise_name,
  });
  const credentials = { client_id, client_secret, ...user, enterprise_name: GIVEN.credentials.enterprise_name };
  Object.assign(said, { credentials, receiver: { url: receiver.url } });
  world = worldOf(said as typeof GIVEN);
  for (const { id, name, status } of operationsOf(service.api)) {
    const [method, path] = name.split(' ') as [Place['method'], string];
    places.set(id, { method, path, status });
  }
});

afterAll(async () => {
  if (RECORDS) record();
  await receiver.close();
  await service.stop();
});

it('every operation has an example, and every example an operation', () => {
  expect([...new Set(story.map(({ operation }) => operation))].sort()).toEqual([...places.keys()].sort());
});

it.each(story.map((step) => [nameOf(step), step] as const))(
  '%s is answered as its example says',
  async (name, step) => {
    const answer = await ask(step);
    const shown = world.show(answer);
    said[name] = answer;
    if (RECORDS) recorded[name] = shown;
    else expect(shown).toEqual(answers[name]);
  },
);

/** Sends the request, again and again if it takes its time, and answers the body of the right status. */
async function ask(step: Step): Promise<unknown> {
  const { method, path, status } = places.get(step.operation)!;
  const filled = fillIn({ path: step.path ?? {}, query: step.query ?? {}, body: step.body }, said);
  const url = path.replace(/\{(\w+)\}/g, (_match, key: string) => encodeURIComponent(filled.path[key]!));
  return eventually(`${step.operation} answers what is waited for`, async () => {
    const answer = await service.api.inject({
      method,
      url,
      query: filled.query,
      headers: headersOf(step),
      ...(filled.body !== undefined && { payload: filled.body }),
    });
    if (answer.statusCode !== status) throw new Error(`${answer.statusCode} ${answer.body}`);
    const body = answer.body === '' ? undefined : answer.json<unknown>();
    const isThere = Object.entries(step.until ?? {}).every(([place, value]) => valueAt(body, place) === value);
    return isThere && { body };
  }).then(({ body }) => body);
}

function headersOf({ as }: Step): Record<string, string> {
  if (as === 'nobody') return {};
  const session = as === 'portal' ? 'createSession' : 'createToken';
  const token = String(valueAt(said, `${session}.access_token`));
  return { authorization: `Bearer ${token}`, 'service-version': 'v2022-09-21' };
}

function record(): void {
  writeFileSync(FILE, `${HEAD}${JSON.stringify(recorded)};`);
  execFileSync(process.execPath, [require.resolve('prettier/bin/prettier.cjs'), '--write', FILE]);
}
