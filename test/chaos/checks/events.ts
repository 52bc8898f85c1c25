import { verifyWebhook, verifyWebhookRsa, WebhookVerificationError } from '@payments/client';
import { webhookDeviationOf } from '../../support/documented.js';
import type { Evidence, Finding, ReceiverSetup, StoredEvent, WebhookLine } from '../evidence.js';

/** How old a webhook's timestamp may be, or how far ahead: what libraries of the receivers accept. */
const FRESH_MS = 300_000;

interface Body {
  readonly event_id: string;
  readonly event_type: string;
  readonly created_at: string;
  readonly sequence: number;
  readonly event_data: { readonly transfer?: { readonly status: string } };
}

/** Each transfer has events 1 to n without a gap, and they report each of its statuses in order. */
export function checkEvents({ database }: Evidence): Finding[] {
  const byResource = new Map<string, StoredEvent[]>();
  for (const event of database.events) {
    byResource.set(event.resource, [...(byResource.get(event.resource) ?? []), event]);
  }
  return database.transfers.flatMap(({ id, sequence, history }) => {
    const events = (byResource.get(id) ?? []).sort((a, b) => a.sequence - b.sequence);
    const numbers = events.map((event) => event.sequence);
    if (numbers.length !== sequence || numbers.some((number, index) => number !== index + 1)) {
      return [{ subject: id, message: `has events ${numbers.join(', ') || 'none'} of ${sequence}` }];
    }
    const reported = events.map(({ data }) => (JSON.parse(data) as Body['event_data']).transfer?.status);
    const steps = reported.filter((status, index) => status !== reported[index - 1]);
    if (steps.join(' ') === history.join(' ')) return [];
    return [{ subject: id, message: `its events tell "${steps.join(' ')}", its history "${history.join(' ')}"` }];
  });
}

/** Each receiver has accepted each subscribed event of its enterprise, and got no other or false ones. */
export function checkWebhooks({ receivers, webhooks, database, quietAfterMs }: Evidence): Finding[] {
  return receivers.flatMap((receiver) => {
    const came = webhooks.filter((line) => line.receiver === receiver.name);
    const wanted = new Map(
      database.events.filter((event) => isWanted(event, receiver)).map((event) => [event.id, event]),
    );
    const accepted = new Set<string>();
    const findings: Finding[] = [];
    for (const line of came) {
      const body = parse(line.body);
      const id = body?.event_id ?? 'no id';
      const fault = faultOf(line, { receiver, body, event: wanted.get(id) });
      if (fault !== undefined) findings.push({ subject: id, message: `${receiver.name} got it, and ${fault}` });
      else if (line.status < 300) accepted.add(id);
    }
    // Another rule reports pending deliveries.
    const owed = quietAfterMs === undefined ? [] : [...wanted.values()];
    const lost = owed.filter(({ id }) => !accepted.has(id));
    const losses = lost.map(({ id, type, resource, sequence }) => ({
      subject: id,
      message: `${type} ${sequence} of ${resource} never reached ${receiver.name}`,
    }));
    return [...findings, ...losses];
  });
}

function isWanted({ enterprise, type }: StoredEvent, receiver: ReceiverSetup): boolean {
  if (enterprise !== receiver.enterprise) return false;
  return receiver.event_types.some(
    (wanted) =>
      wanted === 'subscribe_all' ||
      wanted === type ||
      (wanted.endsWith('_all') && type.startsWith(wanted.slice(0, -3))),
  );
}

function faultOf(
  line: WebhookLine,
  { receiver, body, event }: { receiver: ReceiverSetup; body: Body | undefined; event: StoredEvent | undefined },
): string | undefined {
  if (body === undefined) return `it is no JSON: ${line.body.slice(0, 80)}`;
  if (event === undefined) return 'the database has no such event for it';
  const isSame = body.event_type === event.type && body.sequence === event.sequence;
  if (!isSame || !line.body.endsWith(`,"event_data":${event.data}}`)) return 'the database has it otherwise';
  if (!isSigned(line, receiver)) return 'its HMAC signature is wrong';
  if (!isSignedByRsa(line, receiver)) return 'its RSA signature is wrong';
  const age = Math.abs(line.at - Number(line.headers['webhook-timestamp']) * 1_000);
  return age > FRESH_MS ? `its timestamp is ${age} ms off` : webhookDeviationOf(line.body);
}

// The log decides its age on arrival; by now it may be old.
const isSigned = ({ body, headers }: WebhookLine, { secret }: ReceiverSetup) =>
  isTaken(() => verifyWebhook(body, headers, { secret, tolerance_s: Infinity }));

const isSignedByRsa = ({ body, headers }: WebhookLine, { public_key }: ReceiverSetup) =>
  isTaken(() => verifyWebhookRsa(body, headers, public_key));

function isTaken(verify: () => unknown): boolean {
  try {
    verify();
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

function parse(text: string): Body | undefined {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return undefined;
  }
}
