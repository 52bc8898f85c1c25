import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { webhooks as examples } from '../../apps/api/src/description/examples/webhooks.table.js';
import { check } from './checker.js';
import type { Evidence, RequestLine, StoredEvent, WebhookLine } from './evidence.js';

const NOW = Date.parse('2026-01-31T17:04:05Z');
const ENTERPRISE = 'enterprise-1';
const ID = '01a1f837-0e76-7000-8000-000000000001';
const END_TO_END_ID = 'P1';
const SECRET = `whsec_${Buffer.from('secret').toString('base64')}`;
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

const created: RequestLine = {
  at: NOW,
  took_ms: 20,
  api: 'api-1',
  operation: 'create',
  enterprise: ENTERPRISE,
  intent: 'chaos-1',
  attempt: 1,
  key: 'key-1',
  asked: { reference: 'chaos-1', amount: 1_000 },
  refusals: ['idempotency_key_in_use'],
  status: 200,
  transfers: [{ id: ID, reference: 'chaos-1', amount: 1_000, status: 'created' }],
};
const { status: _status, transfers: _transfers, ...unanswered } = created;
const read: RequestLine = {
  ...{ at: NOW, took_ms: 5, api: 'api-2', operation: 'read', enterprise: ENTERPRISE, intent: 'read-1', attempt: 1 },
  ...{ subject: ID, refusals: [], status: 200, transfers: created.transfers! },
};

const { transfer: reported } = (examples['transfer_updated'] as { event_data: { transfer: object } }).event_data;
const events: StoredEvent[] = ['created', 'pending', 'completed'].map((status, index) => ({
  enterprise: ENTERPRISE,
  id: `01a1f837-0e76-7000-8000-00000000010${index + 1}`,
  type: index === 0 ? 'transfer_created' : 'transfer_updated',
  resource: ID,
  sequence: index + 1,
  data: JSON.stringify({ transfer: { ...reported, id: ID, status } }),
}));

function webhook(
  { id, type, sequence, data }: StoredEvent,
  wrong: { secret?: string; key?: typeof privateKey } = {},
): WebhookLine {
  const created_at = new Date(NOW).toISOString();
  const head = JSON.stringify({ event_id: id, event_type: type, data_version: 'v2022-09-21', created_at, sequence });
  const body = `${head.slice(0, -1)},"event_data":${data}}`;
  const timestamp = String(NOW / 1_000);
  const key = Buffer.from((wrong.secret ?? SECRET).slice('whsec_'.length), 'base64');
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac}`,
    signature: sign('sha256', Buffer.from(body + created_at), wrong.key ?? privateKey).toString('base64'),
  };
  return { at: NOW, receiver: 'receiver-1', body, headers, status: 204 };
}

const webhooks = events.map((event) => webhook(event));
const transfer = {
  ...{ enterprise: ENTERPRISE, id: ID, reference: 'chaos-1', amount: 1_000, status: 'completed', sequence: 3 },
  ...{ reasons: '[]', history: ['created', 'pending', 'completed'] },
};
const leg = { enterprise: ENTERPRISE, transfer: ID, status: 'settled', amount: 1_000, end_to_end_ids: [END_TO_END_ID] };
const instruction = { end_to_end_id: END_TO_END_ID, amount: 1_000, results: ['accepted', 'settled'] };
const database = { transfers: [transfer], legs: [leg], events, findings: [], open: [] };

/** A run in which all went well: one transfer, created and read. */
const sound: Evidence = {
  requests: [created, read],
  faults: [{ kind: 'kill', target: 'api-2', began: NOW + 60_000, ended: NOW + 61_000, recovered: NOW + 63_000 }],
  endings: [
    { at: NOW + 60_000, process: 'api-2', signal: 'SIGKILL', code: null, served: true, last_words: '' },
    { at: NOW + 90_000, process: 'api-1', signal: 'SIGTERM', code: 0, served: true, last_words: '' },
  ],
  receivers: [
    {
      ...{ name: 'receiver-1', enterprise: ENTERPRISE, secret: SECRET, event_types: ['transfer_all'] },
      public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
  ],
  webhooks,
  instructions: [instruction],
  catalogue: [
    { status: 503, code: 'service_unavailable' },
    { status: 500, code: 'internal_server_error' },
    { status: 400, code: 'duplicate_transfer_reference_id' },
    { status: 409, code: 'idempotency_key_in_use' },
  ],
  database,
  quietAfterMs: 1_000,
  slowness: 1,
};

const requests = (...lines: RequestLine[]): Partial<Evidence> => ({ requests: [...sound.requests, ...lines] });
const stored = (changes: Partial<Evidence['database']>): Partial<Evidence> => ({
  database: { ...database, ...changes },
});
const refused = (status: number, code: string, more: Partial<RequestLine> = {}): RequestLine => ({
  ...unanswered,
  status,
  code,
  ...more,
});
const [first, second, third] = webhooks as [WebhookLine, WebhookLine, WebhookLine];
const another = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
const scant = { ...events[0]!, data: JSON.stringify({ transfer: { id: ID, status: 'created' } }) };
const untrue = webhook({ ...events[1]!, data: '{"transfer":{"status":"failed"}}' });

const LOST = 'no acknowledged transfer is lost or stored twice';
const TRUE = 'a reported state stays true';
const KEY = 'one key makes one transfer';
const ONCE = 'each leg is carried out once';
const CHANGE = 'every change has its event';
const REACH = 'every event reaches its receivers, signed and unchanged';
const ANSWER = 'every answer is one of the catalogue';
const CUT = 'a request goes unanswered only while its process is down';
const END = 'a process ends only on request, and cleanly';

describe('the checker of chaos', () => {
  it('finds nothing where all went well', () => {
    expect(check(sound)).toEqual([]);
  });

  it.each<[string, string, Partial<Evidence>]>([
    [
      'an acknowledged transfer that is gone',
      LOST,
      requests({ ...created, key: 'key-2', transfers: [{ ...created.transfers![0]!, id: 'transfer-2' }] }),
    ],
    [
      'an acknowledged transfer over another amount',
      LOST,
      requests({ ...created, asked: { reference: 'chaos-1', amount: 999 } }),
    ],
    [
      'a reference that is stored twice',
      LOST,
      stored({ transfers: [transfer, { ...transfer, id: 'transfer-2', sequence: 0, history: [] }] }),
    ],
    [
      'a duplicate of nothing',
      LOST,
      requests(
        refused(400, 'duplicate_transfer_reference_id', {
          asked: { reference: 'chaos-2', amount: 1 },
          refusals: ['duplicate_transfer_reference_id'],
        }),
      ),
    ],
    [
      'a status that was shown and never was',
      TRUE,
      requests({ ...read, transfers: [{ ...created.transfers![0]!, status: 'settled' }] }),
    ],
    [
      'a history that was another one',
      TRUE,
      requests({ ...read, operation: 'history', statuses: ['created', 'failed'] }),
    ],
    ['a transfer that another enterprise was shown', TRUE, requests({ ...read, enterprise: 'enterprise-2' })],
    ['a transfer in the place of another', TRUE, requests({ ...read, subject: 'transfer-0' })],
    [
      'a cancellation that did not stand',
      'an acknowledged cancellation stands',
      requests({ ...read, operation: 'cancel', status: 202, transfers: [] }),
    ],
    [
      'a key of two transfers',
      KEY,
      requests({ ...created, transfers: [{ ...created.transfers![0]!, id: 'transfer-2' }] }),
    ],
    ['an instruction that was carried out twice', ONCE, { instructions: [instruction, instruction] }],
    ['an instruction for no leg', ONCE, { instructions: [instruction, { ...instruction, end_to_end_id: 'P2' }] }],
    ['an instruction over another amount', ONCE, { instructions: [{ ...instruction, amount: 1 }] }],
    ['an instruction that was never carried out', ONCE, { instructions: [] }],
    ['an instruction of a leg that was canceled', ONCE, stored({ legs: [{ ...leg, status: 'canceled' }] })],
    [
      'a result that was not taken in',
      ONCE,
      { instructions: [{ ...instruction, results: ['accepted', 'settled', 'returned'] }] },
    ],
    ['a change without an event', CHANGE, stored({ transfers: [{ ...transfer, sequence: 4 }] })],
    [
      'an event that reports another status',
      CHANGE,
      stored({ transfers: [{ ...transfer, history: ['created', 'pending', 'failed'] }] }),
    ],
    ['an event that never came', REACH, { webhooks: [first, second] }],
    ['an event that was never accepted', REACH, { webhooks: [first, second, { ...third, status: 500 }] }],
    [
      'an event that is not in the database',
      REACH,
      { webhooks: [...webhooks, webhook({ ...events[0]!, id: 'event-0' })] },
    ],
    ['an event that came otherwise than it is stored', REACH, { webhooks: [...webhooks, untrue] }],
    [
      'an event that is other than the description says',
      REACH,
      { ...stored({ events: [scant, ...events.slice(1)] }), webhooks: [webhook(scant), second, third] },
    ],
    ['a wrong HMAC signature', REACH, { webhooks: [...webhooks, webhook(events[0]!, { secret: 'whsec_b3RoZXI=' })] }],
    ['a wrong RSA signature', REACH, { webhooks: [...webhooks, webhook(events[0]!, { key: another })] }],
    ['a timestamp that is too old', REACH, { webhooks: [...webhooks, { ...first, at: NOW + 400_000 }] }],
    [
      'a finding in the ledger',
      'ledger and invariants hold',
      stored({ findings: ['balance: available: 1 instead of 2'] }),
    ],
    [
      'work that is left',
      'everything becomes final in time',
      { ...stored({ open: ['task of transfer-acceptance'] }), quietAfterMs: undefined },
    ],
    ['an end that comes too late', 'everything becomes final in time', { quietAfterMs: 61_000 }],
    ['an internal error', ANSWER, requests(refused(500, 'internal_server_error'))],
    ['an undocumented code', ANSWER, requests(refused(400, 'invalid_mood', { refusals: ['invalid_mood'] }))],
    ['a refusal that is not deserved', ANSWER, requests(refused(400, 'duplicate_transfer_reference_id'))],
    ['a 503 without Retry-After', ANSWER, requests(refused(503, 'service_unavailable'))],
    ['a cut connection in peace', CUT, requests({ ...unanswered, failure: 'ECONNRESET' })],
    [
      'a cut connection of a process that was not killed',
      CUT,
      requests({ ...unanswered, at: NOW + 60_500, failure: 'ECONNRESET' }),
    ],
    [
      'a process that ends by itself',
      END,
      { endings: [{ ...sound.endings[1]!, signal: undefined, code: 1 } as never] },
    ],
    ['a process that does not stop well', END, { endings: [{ ...sound.endings[1]!, code: 1 }] }],
    [
      'a process that does not start',
      END,
      { endings: [{ ...sound.endings[1]!, signal: undefined, served: false, code: 1 } as never] },
    ],
  ])('finds %s', (_, rule, planted) => {
    const found = check({ ...sound, ...planted });
    expect(found.map((violation) => violation.rule)).toContain(rule);
  });

  it.each<[string, Partial<Evidence>]>([
    [
      'a request without a response from a process being killed',
      requests({ ...unanswered, api: 'api-2', at: NOW + 60_500, failure: 'ECONNREFUSED' }),
    ],
    ['a 503 that says when to come again', requests(refused(503, 'service_unavailable', { retry_after: '1' }))],
    [
      'a first try that is found to have been stored',
      requests(refused(400, 'duplicate_transfer_reference_id', { refusals: ['duplicate_transfer_reference_id'] })),
    ],
    ['a webhook that comes twice', { webhooks: [...webhooks, first] }],
    ['a webhook that comes again after a failure', { webhooks: [{ ...first, status: 500 }, ...webhooks] }],
    ['an end that comes late on a machine that is too busy', { quietAfterMs: 110_000, slowness: 2 }],
    ['the sandbox in the place of a processor', { instructions: undefined }],
  ])('allows %s', (_, planted) => {
    expect(check({ ...sound, ...planted })).toEqual([]);
  });
});
