import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { WorkLoop } from '@payments/messaging';
import { Metrics, workContext } from '@payments/observability';
import { DatabaseGauges, Enterprises } from '@payments/persistence';
import { Processor, ProcessorReports } from '../../libs/transfers/src/application/ports.js';
import { ResultsPoller } from '../../libs/transfers/src/infrastructure/http-processor/results-poller.js';
import { SetAsideResults } from '../../libs/transfers/src/infrastructure/http-processor/set-aside-results.js';
import { anInstruction } from '../support/contracts/processor.contract.js';
import { MockProcessor } from '../support/e2e/mock-processor.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('libs/transfers/src', 'libs/http-client/src');

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A connector that says what the test wants, by address. */
class ScriptedConnector {
  readonly asked: string[] = [];
  polls: Answer = json({ results: [], next_cursor: null });
  rest: Answer = json({ known: [] });
  private readonly server: Server = createServer((request, response) => {
    this.asked.push(request.url!);
    request.resume();
    (request.url!.startsWith('/results') ? this.polls : this.rest)(request, response);
  });

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}

function json(body: unknown, status = 200): Answer {
  return (_, response) => void response.writeHead(status).end(JSON.stringify(body));
}

const TOKEN = 'token-that-nobody-may-see';
const RETIMED = { effective_date: '2026-01-07', settles_at: '2026-01-07T13:30:00.000Z' };

describe('the adapter of a bank connector', () => {
  let connector: ScriptedConnector;
  let service: TestService;
  let worker: INestApplicationContext;
  let poller: ResultsPoller;
  let enterpriseId: string;

  beforeAll(async () => {
    connector = new ScriptedConnector();
    service = await startTestService({
      PROCESSOR: 'http',
      PROCESSOR_URL: await connector.listen(),
      PROCESSOR_TOKEN: TOKEN,
      PROCESSOR_TIMEOUT_SECONDS: '0.5',
      LOG_LEVEL: 'silent',
    });
    worker = await idleWorker();
    poller = worker.get(ResultsPoller, { strict: false });
    ({ enterprise_id: enterpriseId } = await service.createEnterprise());
  });
  afterEach(async () => {
    connector.polls = json({ results: [], next_cursor: null });
    connector.rest = json({ known: [] });
    // What failed has made the polls rare.
    Object.assign(poller, { lookAt: 0, failures: 0 });
    await service.database.query(`UPDATE transfers.result_cursors SET lease_until = 'epoch'`);
  });
  afterAll(async () => {
    await service.stop();
    await connector.close();
  });

  /** A worker that does nothing by itself: the tests say when to poll. */
  const idleWorker = async () => {
    const started = await service.startWorker();
    await started.get(WorkLoop, { strict: false }).beforeApplicationShutdown();
    return started;
  };
  const poll = (by = poller) => {
    Object.assign(by, { lookAt: 0 });
    return by.sweep();
  };
  const aResult = (overrides: Record<string, unknown> = {}) => ({
    enterprise_id: enterpriseId,
    result_id: newId(),
    end_to_end_id: anInstruction().end_to_end_id,
    kind: 'accepted',
    reason_code: null,
    occurred_at: '2026-01-05T15:00:00Z',
    ...overrides,
  });
  const retimedTo = (changes: object) => aResult({ retimed: { ...RETIMED, ...changes } });
  const cursor = async () => {
    const [row] = await service.database.query<{ cursor: string }>('SELECT cursor FROM transfers.result_cursors');
    return row?.cursor;
  };
  const inbox = async (...results: { result_id: string }[]) => {
    const sql = 'SELECT processor_result_id AS id FROM transfers.processor_results WHERE processor_result_id = ANY($1)';
    const rows = await service.database.query<{ id: string }>(sql, [results.map(({ result_id }) => result_id)]);
    return rows.map(({ id }) => id);
  };
  /** Returns the page for reads after `after`, and nothing new for other reads. */
  const page = (after: string | null, next: string, results: unknown[]) => {
    connector.polls = (request, response) => {
      const isAsked = new URL(request.url!, 'http://x').searchParams.get('after') === after;
      json(isAsked ? { results, next_cursor: next } : { results: [], next_cursor: null })(request, response);
    };
  };
  const asTenant = async <T>(work: (processor: Processor) => Promise<T>) => {
    const tenant = await worker.get(Enterprises, { strict: false }).get(enterpriseId);
    return workContext.run({ requestId: 'test', tenant }, () => work(worker.get(Processor, { strict: false })));
  };
  const submit = () => asTenant((processor) => processor.submit({ id: newId(), instructions: [anInstruction()] }));
  const known = () => asTenant((processor) => processor.known([anInstruction().end_to_end_id], newId()));
  const at = async (next: string) => {
    page((await cursor()) || null, next, []);
    await poll();
    expect(await cursor()).toBe(next);
  };

  it('reads on from where it has come to, and takes each result once, also when it reads it again', async () => {
    await at('once-1');
    const [first, second] = [aResult(), aResult()];
    page('once-1', 'once-2', [first, second, first]);
    await poll();
    expect(await cursor()).toBe('once-2');
    expect((await inbox(first, second)).sort()).toEqual([first.result_id, second.result_id].sort());
    await service.database.query(`UPDATE transfers.result_cursors SET cursor = 'once-1'`);
    await poll();
    expect(await cursor()).toBe('once-2');
    expect(await inbox(first, second)).toHaveLength(2);
  });

  describe('the response to a batch', () => {
    const instruction = anInstruction();
    const resultsOf = async (body: (result: object) => unknown) => {
      const result = aResult({ end_to_end_id: instruction.end_to_end_id, kind: 'settled', trace_number: '4711' });
      connector.rest = json(body(result));
      const batch = { id: newId(), instructions: [instruction] };
      const results = await asTenant((processor) => processor.submit(batch));
      return results.map(({ processor_result_id, kind, trace_number }) => ({
        isIt: processor_result_id === result.result_id,
        ...{ kind, trace_number },
      }));
    };

    it('may contain results of its instructions', async () => {
      expect(await resultsOf((result) => ({ results: [result] }))).toEqual([
        { isIt: true, kind: 'settled', trace_number: '4711' },
      ]);
    });

    it.each([
      ['of another enterprise', (result: object) => ({ results: [{ ...result, enterprise_id: newId() }] })],
      ['of another batch', (result: object) => ({ results: [aResult(), { ...result, end_to_end_id: 'P1' }] })],
      ['that are malformed', (result: object) => ({ results: [{ ...result, kind: 'paid' }] })],
      ['in another form', (result: object) => [result]],
      ['that are too many', (result: object) => ({ results: Array.from({ length: 1_001 }, () => result) })],
    ])('is a confirmation, without results %s', async (_, body) => {
      expect(await resultsOf(body)).toEqual([]);
    });
  });

  describe('ResultPages', () => {
    interface AsideRow {
      readonly id: string;
      readonly reason: string;
      readonly problem: string;
      readonly processor_result_id: string | null;
    }
    const aside = () =>
      service.database.query<AsideRow>(
        `SELECT id, reason, problem, processor_result_id FROM transfers.set_aside_results WHERE closed_at IS NULL`,
      );
    const setAside = () => worker.get(SetAsideResults, { strict: false });
    let other: string;
    /** Reads a page with the result among good ones of two enterprises. Returns whether these were applied. */
    const readAmongGood = async (bad: unknown) => {
      const [before, after] = [`bad-${newId()}`, `bad-${newId()}`];
      await at(before);
      const good = [aResult(), aResult({ enterprise_id: other }), aResult(), aResult({ enterprise_id: other })];
      page(before, after, [good[0], good[1], bad, good[2], good[3]]);
      await poll();
      expect(await cursor()).toBe(after);
      expect((await inbox(...good)).sort()).toEqual(good.map(({ result_id }) => result_id).sort());
    };
    const failing = async (sqlState: string, work: () => Promise<void>) => {
      await service.database.query(`
        CREATE FUNCTION transfers.fail_poison() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'poison' USING ERRCODE = '${sqlState}'; END $$`);
      await service.database.query(`
        CREATE TRIGGER poison BEFORE INSERT ON transfers.processor_results
        FOR EACH ROW WHEN (NEW.end_to_end_id = 'POISON') EXECUTE FUNCTION transfers.fail_poison()`);
      try {
        await work();
      } finally {
        await service.database.query(`DROP TRIGGER poison ON transfers.processor_results`);
        await service.database.query(`DROP FUNCTION transfers.fail_poison`);
      }
    };

    beforeAll(async () => {
      ({ enterprise_id: other } = await service.createEnterprise());
    });
    beforeEach(() => service.database.query(`DELETE FROM transfers.set_aside_results`));

    it.each<[string, () => unknown, problem: string]>([
      ['of the year 0', () => aResult({ occurred_at: '0000-01-01T00:00:00Z' }), 'occurred_at: must be between'],
      ['of 1999', () => aResult({ occurred_at: '1999-12-31T23:59:59.999Z' }), 'occurred_at: must be between'],
      ['of 2101', () => aResult({ occurred_at: '2101-01-01T00:00:00Z' }), 'occurred_at: must be between'],
      ['without a zone', () => aResult({ occurred_at: '2026-01-05' }), 'occurred_at: must be an instant in UTC'],
      ['without an id', () => aResult({ result_id: '' }), 'result_id: '],
      ['of an unknown kind', () => aResult({ kind: 'lost' }), 'kind: '],
      ['with text that PostgreSQL refuses', () => aResult({ trace_number: 'a\u0000' }), 'trace_number: '],
      [
        'with half a character',
        () => aResult({ correction: { account_holder_name: '\ud800' } }),
        'correction.account_',
      ],
      ['with a code that is too long', () => aResult({ reason_code: 'R0123456789' }), 'reason_code: '],
      ['with an instruction that is too long', () => aResult({ end_to_end_id: 'P'.repeat(36) }), 'end_to_end_id: '],
      ['with a broken enterprise', () => aResult({ enterprise_id: 'acme' }), 'enterprise_id: '],
      ['retimed without accepted', () => aResult({ kind: 'settled', retimed: RETIMED }), 'retimed: must come with'],
      ['retimed to no day', () => retimedTo({ effective_date: '2026-02-30' }), 'retimed.effective_date: must be a cal'],
      [
        'retimed without a settlement',
        () => aResult({ retimed: { effective_date: '2026-01-07' } }),
        'retimed.settles_at',
      ],
      ['retimed by years', () => retimedTo({ effective_date: '2062-01-07' }), 'retimed: must be at most 31 days'],
      ['retimed by weeks', () => retimedTo({ settles_at: '2026-02-05T15:00:01Z' }), 'retimed: must be at most 31 days'],
      ['that is null', () => null, 'the result: '],
      ['that is a list', () => [], 'the result: '],
    ])('sets aside a result %s, and stores the others', async (_, bad, problem) => {
      await readAmongGood(bad());
      const rows = await aside();
      expect(rows).toMatchObject([{ reason: 'malformed' }]);
      expect(rows[0]!.problem).toContain(problem);
    });

    it('keeps nothing of a result that may hold an account number', async () => {
      await readAmongGood(aResult({ correction: { account_number: '98765432109876543210' }, trace_number: ' 98765' }));
      expect(JSON.stringify(await service.database.query(`SELECT * FROM transfers.set_aside_results`))).not.toMatch(
        /98765/,
      );
    });

    it('stores results of the first and the last instant there is', async () => {
      await readAmongGood(aResult({ occurred_at: '2000-01-01T00:00:00Z' }));
      await readAmongGood(aResult({ occurred_at: '2100-12-31T23:59:59.999Z' }));
      expect(await aside()).toEqual([]);
    });

    it('stores the times of a later window', async () => {
      const [later, planned] = [aResult({ retimed: RETIMED }), aResult({ retimed: null })];
      await readAmongGood(later);
      await readAmongGood(planned);
      expect(await aside()).toEqual([]);
      const rows = await service.database.query(
        `SELECT retimed_effective_date AS day, retimed_settles_at AS at FROM transfers.processor_results
         WHERE processor_result_id = ANY($1) ORDER BY day`,
        [[later.result_id, planned.result_id]],
      );
      expect(rows).toEqual([
        { day: '2026-01-07', at: new Date(RETIMED.settles_at) },
        { day: null, at: null },
      ]);
    });

    it('sets aside a result id that comes again with other times', async () => {
      const first = aResult({ retimed: RETIMED });
      await readAmongGood(first);
      await readAmongGood({ ...first, trace_number: 'another' });
      expect(await aside()).toEqual([]);
      await readAmongGood({ ...first, retimed: null });
      await readAmongGood({ ...first, retimed: { ...RETIMED, effective_date: '2026-01-08' } });
      expect(await aside()).toMatchObject([{ reason: 'id_reused' }, { reason: 'id_reused' }]);
    });

    it('sets aside a result of an unknown enterprise', async () => {
      await readAmongGood(aResult({ enterprise_id: newId() }));
      expect(await aside()).toMatchObject([{ reason: 'unknown_enterprise' }]);
    });

    it('stores a result of an unknown instruction', async () => {
      const unknown = aResult({ end_to_end_id: 'X1' });
      await readAmongGood(unknown);
      expect([await inbox(unknown), await aside()]).toEqual([[unknown.result_id], []]);
    });

    it('sets aside a result that the inbox fails to store', async () => {
      await failing('22008', async () => {
        const poison = aResult({ end_to_end_id: 'POISON' });
        await readAmongGood(poison);
        expect(await aside()).toMatchObject([{ reason: 'not_stored', processor_result_id: poison.result_id }]);
      });
    });

    it('reads the page again when the database is unavailable', async () => {
      const result = aResult({ end_to_end_id: 'POISON' });
      await at('down-1');
      page('down-1', 'down-2', [result]);
      await failing('53300', async () => {
        await expect(poll()).rejects.toThrow('poison');
        expect([await cursor(), await aside()]).toEqual(['down-1', []]);
      });
      await poll();
      expect([await cursor(), await inbox(result)]).toEqual(['down-2', [result.result_id]]);
    });

    it('sets aside another result under a used id', async () => {
      const first = aResult();
      await readAmongGood(first);
      await readAmongGood({ ...first, occurred_at: '2026-01-06T00:00:00Z', trace_number: '1' });
      expect(await aside()).toEqual([]);
      await readAmongGood({ ...first, kind: 'settled' });
      expect(await aside()).toMatchObject([{ reason: 'id_reused', processor_result_id: first.result_id }]);
    });

    it('sets aside once what is read twice', async () => {
      await at('twice-1');
      page('twice-1', 'twice-2', [aResult({ kind: 'lost' })]);
      await poll();
      await service.database.query(`UPDATE transfers.result_cursors SET cursor = 'twice-1'`);
      await poll();
      expect(await aside()).toHaveLength(1);
    });

    it('stores what was set aside once the connector is mended', async () => {
      const [mended, still] = [aResult(), aResult({ kind: 'lost' })];
      await at('mend-1');
      page('mend-1', 'mend-2', [{ ...mended, kind: 'lost' }, still]);
      await poll();
      await at('mend-3');
      expect((await setAside().reread()).map(({ kind }) => kind)).toEqual([null, null]);
      expect([await cursor(), await aside()]).toEqual(['mend-1', []]);
      page('mend-1', 'mend-2', [mended, still]);
      await poll();
      expect(await inbox(mended)).toEqual([mended.result_id]);
      expect(await aside()).toMatchObject([{ processor_result_id: still.result_id }]);
      const [{ id }] = (await aside()) as [AsideRow];
      expect([await setAside().close(id, 'a test'), await setAside().close(id, 'a test')]).toEqual([true, false]);
      expect(await aside()).toEqual([]);
    });

    it('lets no poll under way undo a reread', async () => {
      await at('race-1');
      page('race-1', 'race-2', [aResult({ kind: 'lost' })]);
      await poll();
      connector.polls = (request, response) => {
        void setAside()
          .reread()
          .then(() => json({ results: [], next_cursor: 'race-3' })(request, response));
      };
      await poll();
      expect(await cursor()).toBe('race-1');
    });

    it('counts what is set aside by its reason', async () => {
      await readAmongGood(aResult({ kind: 'lost' }));
      const readings = await worker.get(DatabaseGauges, { strict: false }).read();
      expect(readings).toContainEqual({
        gauge: expect.objectContaining({ name: 'payments_processor_results_set_aside' }) as unknown,
        labels: { reason: 'malformed' },
        value: 1,
      });
    });
  });

  it.each<[string, () => Answer]>([
    ['is no JSON', () => (_, response) => void response.end('{"results": [')],
    ['is a refusal', () => json({ results: [aResult()], next_cursor: 'bad' }, 401)],
    ['sends elsewhere', () => (_, response) => void response.writeHead(302, { location: '/results?after=1' }).end()],
    ['has more results than were asked for', () => json({ results: Array(501).fill(aResult()), next_cursor: 'bad' })],
    ['never ends', () => (_, response) => void endless(response)],
    ['never begins', () => () => undefined],
    ['breaks off', () => (_, response) => void response.write('{', () => response.destroy())],
  ])('keeps its cursor while the response %s, and goes on afterwards', async (_, answer) => {
    const before = `kept-${newId()}`;
    await at(before);
    connector.polls = answer();
    await expect(poll()).rejects.toThrow(/^the processor's results /);
    expect(await cursor()).toBe(before);
    const result = aResult();
    page(before, `${before}-on`, [result]);
    await poll();
    expect([await cursor(), await inbox(result)]).toEqual([`${before}-on`, [result.result_id]]);
  });

  it('asks a connector that is down less and less often', async () => {
    connector.polls = json({}, 503);
    const lookAt = () => (poller as unknown as { lookAt: number }).lookAt;
    // The pause begins at some moment of the poll; how long that takes depends on the machine.
    const pauses: { least: number; most: number }[] = [];
    for (let failure = 0; failure < 7; failure += 1) {
      const startedAt = performance.now();
      await expect(poll()).rejects.toThrow('returned 503');
      pauses.push({ least: lookAt() - performance.now(), most: lookAt() - startedAt });
    }
    [1, 2, 4, 8, 16, 30, 30].forEach((seconds, failure) => {
      expect(pauses[failure]!.least).toBeLessThanOrEqual(seconds * 1_000);
      expect(pauses[failure]!.most).toBeGreaterThanOrEqual(seconds * 1_000);
    });
  });

  it('is asked by one worker at a time, and after the death of that one by another', async () => {
    await at('lease-1');
    const second = await idleWorker();
    let atOnce = 0;
    let most = 0;
    connector.polls = (request, response) => {
      most = Math.max(most, ++atOnce);
      response.on('close', () => (atOnce -= 1));
      setTimeout(() => json({ results: [], next_cursor: null })(request, response), 50);
    };
    const pollers = [poller, second.get(ResultsPoller, { strict: false })];
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(pollers.map(poll));
    }
    expect(most).toBe(1);
    await service.database.query(
      `UPDATE transfers.result_cursors SET lease_token = gen_random_uuid(), lease_until = now() + interval '1 hour'`,
    );
    const asked = connector.asked.length;
    await Promise.all(pollers.map(poll));
    expect(connector.asked.length).toBe(asked);
    await service.database.query(`UPDATE transfers.result_cursors SET lease_until = 'epoch'`);
    await at('lease-2');
  });

  it('does not let a worker that has lost its lease move the cursor', async () => {
    await at('lost-1');
    const sql = `UPDATE transfers.result_cursors SET lease_token = gen_random_uuid()`;
    connector.polls = (request, response) => {
      void service.database.query(sql).then(() => json({ results: [], next_cursor: 'stale' })(request, response));
    };
    await poll();
    expect(await cursor()).toBe('lost-1');
  });

  it.each<[string, () => Answer]>([
    ['is a refusal', () => json({}, 422)],
    ['is a failure', () => json({}, 500)],
    ['does not come', () => () => undefined],
    ['comes too slowly', () => (_, response) => void drip(response)],
    ['breaks off', () => (request) => void request.socket.destroy()],
  ])('treats a submission and an inquiry as undecided when the response %s', async (_, answer) => {
    connector.rest = answer();
    for (const call of [submit, known]) {
      const error: Error = await call().then(
        () => Promise.reject(new Error('it was taken for an answer')),
        (reason: Error) => reason,
      );
      expect(error.name).toBe('ProcessorCallError');
      expect(`${error.stack} ${JSON.stringify(error)}`).not.toMatch(/1234567890|token-that/);
    }
  });

  it('uses only the requested ids of an inquiry, and rejects malformed responses', async () => {
    connector.rest = json({ known: ['P1', 'P2'] });
    expect([...(await known())]).toEqual([]);
    connector.rest = json({ unknown: [] });
    await expect(known()).rejects.toThrow('violates the protocol, at known');
  });

  describe('of its books', () => {
    const line = { end_to_end_id: 'P1', rail: 'ach', side: 'source', amount: 5, status: 'failed' };
    const reported = { ...line, occurred_at: '2026-01-05T15:00:00Z' };
    const report = () => {
      const reports = worker.get(ProcessorReports, { strict: false });
      return asTenant(() => reports.report({ from: new Date(0), to: new Date() }));
    };

    it('reads all pages', async () => {
      connector.rest = (request, response) => {
        const isFirst = !request.url!.includes('after=');
        const answer = {
          lines: [{ ...reported, end_to_end_id: isFirst ? 'P1' : 'P2' }],
          next_cursor: isFirst ? 'a' : null,
        };
        json(answer)(request, response);
      };
      expect(await report()).toEqual([
        { ...line, amount: 5n, occurred_at: new Date(reported.occurred_at) },
        { ...line, amount: 5n, occurred_at: new Date(reported.occurred_at), end_to_end_id: 'P2' },
      ]);
    });

    it.each([{ amount: 5.5 }, { amount: '5' }, { amount: -5 }, { status: 'lost' }, { rail: 'wire' }])(
      'believes no line with %j',
      async (wrong) => {
        connector.rest = json({ lines: [{ ...reported, ...wrong }] });
        await expect(report()).rejects.toThrow('violates the protocol, at lines.0.');
      },
    );

    it('does not read for ever', async () => {
      connector.rest = json({ lines: [reported], next_cursor: 'again' });
      await expect(report()).rejects.toThrow('has more than');
    });
  });

  it('counts its calls by how they ended', async () => {
    connector.rest = json({}, 422);
    await expect(submit()).rejects.toThrow();
    const metrics = await worker.get(Metrics).registry.metrics();
    expect(metrics).toMatch(/payments_processor_call_seconds_count\{operation="submit",outcome="422"\} \d/);
  });
});

describe('a batch that arrives after an inquiry did not find it', () => {
  it('is kept out, so that what was decided upon the inquiry stays true', async () => {
    const mock = await MockProcessor.start();
    const [late, inquiry, next] = [newId(), newId(), newId()];
    const enterprise_id = newId();
    const { amount, ...rest } = anInstruction();
    const body = { enterprise_id, instructions: [{ ...rest, amount: Number(amount) }] };
    const asked = { inquiry_id: inquiry, enterprise_id, end_to_end_ids: [rest.end_to_end_id] };
    expect((await mock.call('POST', '/instructions/inquire', asked)).body).toEqual({ known: [] });
    await mock.kill();
    await mock.start();
    expect((await mock.call('PUT', `/batches/${late}`, body)).status).toBe(409);
    expect((await mock.call('PUT', `/batches/${next}`, body)).status).toBe(200);
    expect(mock.lines('instruction').map(({ batch_id }) => batch_id)).toEqual([next]);
    await mock.stop();
  });
});

function endless(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
}
