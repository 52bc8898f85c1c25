import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { workContext } from './work-context.js';
import { Metrics } from './metrics.js';
import { observabilityMetrics } from './metrics.table.js';
import { otlpTracing } from './otlp.js';
import { withChildSpan } from './with-span.js';
import { Tracing } from './tracing.js';
import { allowed } from './work-span.js';
import type { SpanAttributes } from './work-span.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const NOWHERE = 'http://127.0.0.1:1';

const tracingOf = (ratio: number, endpoint = NOWHERE, metrics = new Metrics(observabilityMetrics)) =>
  otlpTracing({ endpoint, serviceName: 'test', ratio }, metrics);

describe(Tracing.name, () => {
  it.each([
    ['recorded', `00-${TRACE}-${SPAN}-01`],
    ['of a later version', `01-${TRACE}-${SPAN}-01-more`],
  ])('goes on with the trace of a caller, %s', (_, header) => {
    expect(tracingOf(1).receive('GET /', header, {})?.traceId).toBe(TRACE);
  });

  it.each([
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}`,
    'x'.repeat(10_000),
    '',
  ])('starts a new trace when the header is invalid: %.60s', (header) => {
    const span = tracingOf(1).receive('GET /', header, {});
    expect(span?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(span?.traceId).not.toBe(TRACE);
  });

  it('records only traces that the caller records, at its own ratio', () => {
    expect(tracingOf(1).receive('GET /', `00-${TRACE}-${SPAN}-00`, {})).toBeUndefined();
    expect(tracingOf(0).receive('GET /', `00-${TRACE}-${SPAN}-01`, {})).toBeUndefined();
    expect(tracingOf(0).receive('GET /', undefined, {})).toBeUndefined();
  });

  it('resumes only traces that were recorded', () => {
    expect(tracingOf(0).resume('job', [null, `00-${TRACE}-${SPAN}-01`], {})?.traceId).toBe(TRACE);
    expect(tracingOf(1).resume('job', [null], {})).toBeUndefined();
  });

  it('runs the work without a span while tracing is off', async () => {
    expect(new Tracing().receive('GET /', `00-${TRACE}-${SPAN}-01`, {})).toBeUndefined();
    const spans = await workContext.run({ requestId: 'r' }, () =>
      withChildSpan('part', {}, (span) => Promise.resolve(span)),
    );
    expect(spans).toBeUndefined();
  });

  it('writes no attribute that is not on its list', () => {
    const attributes = { 'http.route': '/deliver/persons', 'url.query': 'ssn=123456789' } as SpanAttributes;
    expect(allowed(attributes)).toEqual({ 'http.route': '/deliver/persons' });
  });

  it('keeps one batch and its queue of spans, and counts refused spans', async () => {
    const collector = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(400).end());
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const metrics = new Metrics(observabilityMetrics);
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    const tracing = tracingOf(1, endpoint, metrics);
    for (let made = 0; made < 10_000; made += 1) tracing.receive('GET /', undefined, {})?.end();
    await tracing.onApplicationShutdown();
    collector.close();
    const { values } = await metrics.registry.getSingleMetric('payments_spans_total')!.get();
    expect(values).toEqual([{ labels: { outcome: 'lost' }, value: 2_048 + 512 }]);
  });
});
