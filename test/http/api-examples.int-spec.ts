import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyWebhook, verifyWebhookRsa } from '@payments/client';
import { Health, stepNameOf, valueAt } from '@payments/http';
import { EVENT_CHANGES } from '@payments/webhooks';
import { responses } from '../../apps/api/src/description/examples/responses.table.js';
import { story } from '../../apps/api/src/description/examples/story.table.js';
import { webhooks } from '../../apps/api/src/description/examples/webhooks.table.js';
import { WEBHOOK_HEADERS } from '../../apps/api/src/description/webhooks.js';
import { headerDeviationOf } from '../support/documented.js';
import { addLaterColumns } from '../support/later-columns.js';
import { WebhookReceiver } from '../support/receiver.js';
import { FROZEN } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { RecordedExamples } from '../support/recorded-examples.js';

// RECORD_EXAMPLES=1 records responses and webhooks instead of comparing them: after a change of the story, a response,
// or an event.
const RECORDS = process.env['RECORD_EXAMPLES'] === '1';
const FOLDER = join(__dirname, '../../apps/api/src/description/examples');
const EVENT_TYPES = Object.entries(EVENT_CHANGES).flatMap(([kind, changes]) =>
  changes.map((change) => `${kind}_${change}`),
);

let service: TestService;
let receiver: WebhookReceiver;
let examples: RecordedExamples;
const recorded: Record<'responses' | 'webhooks', Record<string, unknown>> = { responses: {}, webhooks: {} };

beforeAll(async () => {
  service = await startTestService(FROZEN);
  // The release after this one may have migrated the database already; nothing of it may be in the way, or be shown.
  await addLaterColumns(service.database);
  service.api.get(Health).markStarted();
  await service.startWorker();
  receiver = new WebhookReceiver();
  await receiver.listen();
  examples = await RecordedExamples.begin(service.api, receiver);
});

afterAll(async () => {
  if (RECORDS) record();
  await receiver.close();
  await service.stop();
});

it('every operation has an example, and every example an operation', () => {
  expect([...new Set(story.map(({ operation }) => operation))].sort()).toEqual([...examples.operations.keys()].sort());
});

it.each(story.map((step) => [stepNameOf(step), step] as const))(
  '%s responds as its example says',
  async (name, step) => {
    const shown = examples.world.show(await examples.tell(step));
    if (RECORDS) recorded.responses[name] = shown;
    else expect(shown).toEqual(responses[name]);
  },
);

describe('the webhook', () => {
  it('of every event type has an example, and every example a type', () => {
    expect(Object.keys(RECORDS ? receivedByType() : webhooks).sort()).toEqual([...EVENT_TYPES].sort());
  });

  it.each(EVENT_TYPES)('%s is sent as its example says', (type) => {
    const shown = examples.world.show(receivedByType()[type]?.event);
    if (RECORDS) recorded.webhooks[type] = shown;
    else expect(shown).toEqual(webhooks[type]);
  });

  it.each(EVENT_TYPES)('%s has the headers that are described, and signatures that are right', (type) => {
    const { headers, body, event } = receivedByType()[type]!;
    const deviations = WEBHOOK_HEADERS.map(({ name, schema }) => headerDeviationOf(name, headers, schema));
    expect(deviations.filter((each) => each !== undefined)).toEqual([]);
    expect(headers['webhook-id']).toBe(event.event_id);
    const secret = valueAt(examples.said, 'rotateWebhookSecret.secret') as string;
    const publicKey = valueAt(examples.said, 'rotateWebhookKeypair.enterprise_keypair.public_key') as string;
    expect(verifyWebhook(body, headers, secret)).toEqual(event);
    expect(verifyWebhookRsa(body, headers, publicKey)).toEqual(event);
  });
});

/**
 * The webhook that the receiver got of each type: the first, or of a type that reports many changes the last one of the
 * resource that was created first, since the order of different resources is random.
 */
function receivedByType() {
  const real = receiver.received.filter(({ event }) => event.test !== true);
  real.sort((one, other) => (one.event.event_id < other.event.event_id ? -1 : 1));
  const isChange = ({ event }: (typeof real)[number]) => event.event_type.endsWith('_updated');
  const changes = real
    .filter(isChange)
    .sort((one, other) => (resourceOf(one.event) > resourceOf(other.event) ? -1 : 1));
  const first = real.filter((webhook) => !isChange(webhook)).reverse();
  return Object.fromEntries([...changes, ...first].map((webhook) => [webhook.event.event_type, webhook]));
}

// Ids follow the order of creation.
const resourceOf = ({ event_data }: { readonly event_data: unknown }) =>
  String(valueAt(Object.values(event_data as object)[0], 'id'));

function record(): void {
  const heads = {
    responses: 'The responses of the service to the story, written by its test. By operation.',
    webhooks: 'What the receiver of the story was sent, written by its test. By event type.',
  };
  for (const [name, head] of Object.entries(heads)) {
    const file = join(FOLDER, `${name}.table.ts`);
    const table = JSON.stringify(recorded[name as keyof typeof recorded]);
    writeFileSync(file, `/** ${head} */\nexport const ${name}: Readonly<Record<string, unknown>> = ${table};`);
    execFileSync(process.execPath, [require.resolve('prettier/bin/prettier.cjs'), '--write', file]);
  }
}
