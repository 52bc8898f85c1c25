import { randomBytes } from 'node:crypto';
import type { PaymentsClient } from '@payments/client';
import { eventually } from '@payments/testing';
import { payout } from '../support/e2e/bodies.js';
import type { Party } from '../support/e2e/bodies.js';
import { watched } from '../support/e2e/client.js';
import { OtlpCollector } from '../support/e2e/otlp-collector.js';
import type { CollectedSpan } from '../support/e2e/otlp-collector.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { ENTERPRISE, ServiceOnDatabase } from '../support/e2e/service-on-database.js';
import { WebhookReceiver } from '../support/receiver.js';
import { guards } from '../support/guards.js';

guards(
  'libs/observability/src',
  'libs/messaging/src/outbox',
  'libs/webhooks/src/application',
  'libs/persistence/src/database',
);

const EVENTS_OF_A_PAYOUT = 3;
const PERSONAL = ['1234567890', '123456789', '1984-02-29', 'Northwind', 'Jane', 'Springfield', '12500', 'SELECT '];

interface Caller {
  readonly traceId: string;
  readonly spanId: string;
  readonly header: string;
}

/** A caller with its own trace. */
function aCaller(): Caller {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, header: `00-${traceId}-${spanId}-01` };
}

describe('the traces of a running service', () => {
  const collector = new OtlpCollector();
  const receiver = new WebhookReceiver();
  let service: ServiceOnDatabase;
  let client: PaymentsClient;
  let payee: Party;
  let payouts = 0;
  /** Of the caller's span. */
  let traceparent: string | undefined;
  const tracing: typeof watched = (url, init = {}) => {
    const headers = new Headers(init.headers);
    if (traceparent !== undefined) headers.set('traceparent', traceparent);
    return watched(url, { ...init, headers });
  };

  beforeAll(async () => {
    service = await ServiceOnDatabase.start({
      OTEL_EXPORTER_OTLP_ENDPOINT: await collector.listen(),
      WEBHOOK_ALLOW_PRIVATE: 'true',
      SANDBOX_DAY_SECONDS: '0.1',
      LOG_LEVEL: 'info',
      DRAIN_SECONDS: '0',
    });
    client = await service.client(ENTERPRISE, { fetch: tracing });
    ({ payee } = await verifiedAccounts(client, 'traced'));
    await receiver.subscribe(client, 'transfer_all');
  });
  afterAll(async () => {
    await service?.stop();
    await Promise.all([receiver.close(), collector.close()]);
  });

  const pay = async ({ header }: Caller) => {
    traceparent = header;
    const { id } = await client.transfers.create(payout(`traced-${++payouts}`, payee));
    traceparent = undefined;
    return id;
  };
  const attempts = ({ traceId }: Caller) => collector.of(traceId).filter(({ name }) => name === 'webhook');
  const toldAll = (caller: Caller) =>
    eventually(`the webhooks of ${caller.traceId} are collected`, () =>
      Promise.resolve(attempts(caller).length >= EVENTS_OF_A_PAYOUT),
    );
  const wayUp = (from: CollectedSpan, spans: readonly CollectedSpan[]): string[] => {
    const parent = spans.find(({ spanId }) => spanId === from.parentSpanId);
    return [from.name, ...(parent === undefined ? [] : wayUp(parent, spans))];
  };

  it('are one from the request to each of its webhooks, through both processes', async () => {
    const caller = aCaller();
    const id = await pay(caller);
    await toldAll(caller);
    await eventually('every parent is collected too', () => {
      const ids = new Set([caller.spanId, ...collector.of(caller.traceId).map(({ spanId }) => spanId)]);
      return Promise.resolve(collector.of(caller.traceId).every(({ parentSpanId = '' }) => ids.has(parentSpanId)));
    });
    const spans = collector.of(caller.traceId);
    expect(new Set(spans.map(({ service: name }) => name))).toEqual(new Set(['payments-api', 'payments-worker']));
    for (const post of spans.filter(({ name, parentSpanId }) => name === 'POST' && parentSpanId !== undefined)) {
      const way = wayUp(post, spans);
      expect(way[1]).toBe('webhook');
      expect(way.at(-1)).toBe('POST /deliver/transfers');
    }
    const ways = spans.map((span) => wayUp(span, spans).join(' < '));
    expect(ways).toContain('sql insert-transfer-destination < transaction < POST /deliver/transfers');
    const handedOver = 'processor submit < job processor-submissions < transaction < job transfer-acceptance';
    expect(ways).toContain(`${handedOver} < transaction < POST /deliver/transfers`);
    expect(ways).toContainEqual(expect.stringMatching(/^webhook < transaction < job processor-submissions < /));
    const reported = receiver.received.filter(({ body }) => body.includes(id));
    expect(attempts(caller).map(({ attributes }) => attributes['payments.event_id'])).toEqual(
      expect.arrayContaining(reported.map(({ event }) => event.event_id)),
    );
    for (const { headers } of reported) expect(headers['traceparent']).toContain(caller.traceId);
    expect(service.output).toContain(`"trace_id":"${caller.traceId}"`);
  });

  it('stay apart where many transfers are worked on at once, and are linked there', async () => {
    const callers = [aCaller(), aCaller(), aCaller()];
    await service.killWorker(async () => {
      for (const caller of callers) await pay(caller);
    });
    await service.startWorker();
    for (const caller of callers) await toldAll(caller);
    const events = callers.map((caller) => attempts(caller).map(({ attributes }) => attributes['payments.event_id']));
    expect(new Set(events.flat()).size).toBe(callers.length * EVENTS_OF_A_PAYOUT);
    const together = collector.spans.filter(({ name, links = [] }) => /^job /.test(name) && links.length === 2);
    const known = new Set(callers.map(({ traceId }) => traceId));
    expect(together.length).toBeGreaterThanOrEqual(1);
    for (const { traceId, links = [] } of together) {
      expect(new Set([traceId, ...links.map((link) => link.traceId)])).toEqual(known);
    }
  });

  it('begin with us when the caller names none, and hold nothing of a person and no text of a statement', async () => {
    const before = collector.spans.length;
    await client.transfers.create(payout('traced-alone', payee));
    await eventually('a trace of our own', () =>
      Promise.resolve(
        collector.spans
          .slice(before)
          .some(({ name, parentSpanId }) => name === 'POST /deliver/transfers' && !parentSpanId),
      ),
    );
    const texts = collector.spans.flatMap(({ name, attributes }) => [name, ...Object.values(attributes).map(String)]);
    for (const text of PERSONAL) expect(texts.filter((each) => each.includes(text))).toEqual([]);
  });

  it('are lost without harm when the collector is gone', async () => {
    await collector.close();
    const id = await pay(aCaller());
    const isCompleted = async () => (await client.transfers.get(id)).status === 'completed';
    await eventually('the payout is completed', isCompleted);
    const lost = async () => /payments_spans_total\{outcome="lost"\} [1-9]/.test(await service.metrics());
    await eventually('lost spans are counted', lost);
    expect(await service.end()).toEqual([0, 0]);
  });
});
