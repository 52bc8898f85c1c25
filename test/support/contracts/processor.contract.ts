import type { INestApplicationContext } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { eventually } from '@payments/testing';
import { Processor, ProcessorReports } from '../../../libs/transfers/src/application/ports.js';
import type { Instruction } from '../../../libs/transfers/src/application/ports.js';
import { ReceiveResults } from '../../../libs/transfers/src/application/receive-results.js';
import { endToEndId } from '../../../libs/transfers/src/domain/leg.js';
import type { TestService } from '../service.js';

/** An adapter under test, and what its network can say from behind its back. */
export interface ProcessorUnderTest {
  /** With a worker that has the adapter. */
  readonly service: TestService;
  readonly worker: INestApplicationContext;
  /** How often the network has taken an instruction. */
  taken(endToEndId: string): Promise<number>;
  /** From now on a hand-over breaks, before or after the network has taken the batch; until `mend`. */
  readonly breaks: Readonly<Record<'before' | 'after', () => Promise<void>>>;
  mend(): Promise<void>;
  /** What an instruction that it can carry out says, if not the usual. */
  instruction?(): Partial<Instruction>;
  /** Prepares an enterprise. */
  admit?(enterpriseId: string): void;
  stop(): Promise<void>;
}

export function anInstruction(overrides: Partial<Instruction> = {}): Instruction {
  const now = new Date();
  return {
    end_to_end_id: endToEndId(newId(), 1),
    use_case: 'payout',
    side: 'destination',
    rail: 'rtp',
    amount: 12_500n,
    window_at: now,
    effective_date: now.toISOString().slice(0, 10),
    settles_at: now,
    routing_number: '021000021',
    account_number: '1234567890',
    account_type: 'checking',
    account_holder_name: 'Northwind Trading LLC',
    party: 'business',
    customer_reference: 'northwind',
    address: null,
    descriptor: null,
    statement_display_name: null,
    ...overrides,
  };
}

/** What every adapter of `Processor` must do, whatever it speaks to. */
export function keepsTheContractOfProcessors(open: () => Promise<ProcessorUnderTest>): void {
  let adapter: ProcessorUnderTest;
  let processor: Processor;
  let as: <T>(work: () => Promise<T>) => Promise<T>;

  beforeAll(async () => {
    adapter = await open();
    processor = adapter.worker.get(Processor, { strict: false });
    const enterprise_id = await anEnterprise();
    const tenant = await adapter.worker.get(Enterprises, { strict: false }).get(enterprise_id);
    as = (work) => workContext.run({ requestId: 'contract', tenant }, work);
  });
  const anEnterprise = async () => {
    const { enterprise_id } = await adapter.service.createEnterprise();
    adapter.admit?.(enterprise_id);
    return enterprise_id;
  };
  const instructed = (overrides: Partial<Instruction> = {}) =>
    anInstruction({ ...adapter.instruction?.(), ...overrides });
  afterEach(() => adapter.mend());
  afterAll(() => adapter?.stop());

  const submitOnly = (...instructions: Instruction[]) => as(() => processor.submit({ id: newId(), instructions }));
  /** Stores what the response contains, as a caller must. */
  const submit = async (...instructions: Instruction[]) => {
    const reported = await submitOnly(...instructions);
    await as(() => adapter.worker.get(ReceiveResults, { strict: false }).execute(reported));
  };
  const known = async (...ids: string[]) => [...(await as(() => processor.known(ids, newId())))];
  const inbox = async (id: string) => {
    const rows = await adapter.service.database.query<{ kind: string }>(
      `SELECT kind FROM transfers.processor_results WHERE end_to_end_id = $1 ORDER BY occurred_at, kind`,
      [id],
    );
    return rows.map(({ kind }) => kind);
  };

  it('takes what verifies an account, with a cent or with no amount, and reports it', async () => {
    const cent = instructed({ amount: 1n, purpose: 'account_verification', descriptor: 'ACCTVERIFY' });
    const prenote = instructed({ rail: 'ach', amount: 0n, purpose: 'prenote', descriptor: 'ACCTVERIFY' });
    await submit(cent, prenote);
    const ids = [cent, prenote].map(({ end_to_end_id }) => end_to_end_id);
    expect((await known(...ids)).sort()).toEqual(ids.sort());
    for (const id of ids) await eventually(`results of ${id}`, async () => (await inbox(id)).includes('settled'));
  });

  it('does not know unsubmitted instructions, and skips empty inquiries', async () => {
    const { end_to_end_id } = instructed();
    expect([await known(), await known(end_to_end_id)]).toEqual([[], []]);
  });

  it('knows what it was given, and nothing beside it', async () => {
    const [given, other] = [instructed(), instructed()];
    await submit(given);
    expect(await known(other.end_to_end_id, given.end_to_end_id)).toEqual([given.end_to_end_id]);
  });

  it('carries out once what it is given twice, also in another batch with others', async () => {
    const [given, other] = [instructed(), instructed()];
    await submit(given);
    await submit(other, given);
    for (const { end_to_end_id } of [given, other]) {
      expect(await adapter.taken(end_to_end_id)).toBe(1);
      await eventually('its results come', async () => (await inbox(end_to_end_id)).length >= 2);
      expect(await inbox(end_to_end_id)).toEqual(['accepted', 'settled']);
    }
  });

  it('reports again after an inquiry what a response contained that was lost', async () => {
    const given = instructed();
    await submitOnly(given);
    expect(await known(given.end_to_end_id)).toEqual([given.end_to_end_id]);
    await eventually('its results come', async () => (await inbox(given.end_to_end_id)).length >= 2);
    expect(await inbox(given.end_to_end_id)).toEqual(['accepted', 'settled']);
  });

  it('keeps the instructions of one enterprise from another', async () => {
    const given = instructed();
    await submit(given);
    const enterprise_id = await anEnterprise();
    const tenant = await adapter.worker.get(Enterprises, { strict: false }).get(enterprise_id);
    const asked = workContext.run({ requestId: 'contract', tenant }, () =>
      processor.known([given.end_to_end_id], newId()),
    );
    expect([...(await asked)]).toEqual([]);
  });

  describe('an inquiry', () => {
    const submitAs = (id: string, ...instructions: Instruction[]) => as(() => processor.submit({ id, instructions }));

    it('refuses a whole batch that is older than it, if it missed an instruction', async () => {
      const [missed, other] = [instructed(), instructed()];
      const late = newId();
      expect(await known(missed.end_to_end_id)).toEqual([]);
      await expect(submitAs(late, other, missed)).rejects.toThrow();
      expect([await adapter.taken(missed.end_to_end_id), await adapter.taken(other.end_to_end_id)]).toEqual([0, 0]);
      expect(await known(missed.end_to_end_id, other.end_to_end_id)).toEqual([]);
    });

    it('lets a newer batch in, and the older one adds nothing', async () => {
      const missed = instructed();
      const late = newId();
      await known(missed.end_to_end_id);
      await submit(missed);
      await submitAs(late, missed).catch(() => undefined);
      expect([await adapter.taken(missed.end_to_end_id), await known(missed.end_to_end_id)]).toEqual([
        1,
        [missed.end_to_end_id],
      ]);
    });

    it('is not undone by an older inquiry that comes later', async () => {
      const missed = instructed();
      const [first, late, second] = [newId(), newId(), newId()];
      for (const inquiry of [second, first]) await as(() => processor.known([missed.end_to_end_id], inquiry));
      await expect(submitAs(late, missed)).rejects.toThrow();
      expect(await adapter.taken(missed.end_to_end_id)).toBe(0);
    });

    it('lets an older batch in whose instructions it found, or did not ask for', async () => {
      const [found, other, unasked] = [instructed(), instructed(), instructed()];
      const late = newId();
      await submit(found);
      expect(await known(found.end_to_end_id, other.end_to_end_id)).toEqual([found.end_to_end_id]);
      await submitAs(late, found, unasked);
      expect([await adapter.taken(found.end_to_end_id), await adapter.taken(unasked.end_to_end_id)]).toEqual([1, 1]);
    });

    it('does not concern another enterprise', async () => {
      const missed = instructed();
      const late = newId();
      await known(missed.end_to_end_id);
      const enterprise_id = await anEnterprise();
      const tenant = await adapter.worker.get(Enterprises, { strict: false }).get(enterprise_id);
      await workContext.run({ requestId: 'contract', tenant }, () =>
        processor.submit({ id: late, instructions: [missed] }),
      );
      expect(await adapter.taken(missed.end_to_end_id)).toBe(1);
    });

    it('finds a batch that arrives meanwhile, or it is never taken', async () => {
      const outcomes = new Set<string>();
      // Each would be a file of its own if its window were over, and a bank takes 36 a day.
      const window_at = new Date(Date.now() + 3_600_000);
      for (let round = 0; round < 30; round += 1) {
        const each = instructed({ window_at, settles_at: window_at });
        const late = newId();
        const [taken, found] = await Promise.all([
          submitAs(late, each).then(
            () => 1,
            () => 0,
          ),
          known(each.end_to_end_id),
        ]);
        outcomes.add(`taken ${taken}, found ${found.length}`);
        expect([taken, await adapter.taken(each.end_to_end_id)]).toEqual([found.length, found.length]);
      }
      for (const outcome of outcomes) expect(['taken 0, found 0', 'taken 1, found 1']).toContain(outcome);
    });
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('reports the truth about a submission that broke %s the network took it', async (when, taken) => {
    const given = instructed();
    await adapter.breaks[when]();
    await expect(submit(given)).rejects.toThrow();
    await adapter.mend();
    expect(await adapter.taken(given.end_to_end_id)).toBe(taken);
    expect(await known(given.end_to_end_id)).toEqual(taken === 1 ? [given.end_to_end_id] : []);
    await submit(given);
    expect(await adapter.taken(given.end_to_end_id)).toBe(1);
    expect(await known(given.end_to_end_id)).toEqual([given.end_to_end_id]);
  });

  it('reports what it has in its books of the period, and of this enterprise', async () => {
    const given = instructed({ amount: 98_700n });
    const from = new Date(Date.now() - 1_000);
    await submit(given);
    await eventually('its results come', async () => (await inbox(given.end_to_end_id)).length >= 2);
    const reports = adapter.worker.get(ProcessorReports, { strict: false });
    const linesOf = async (period: { from: Date; to: Date }) =>
      (await as(() => reports.report(period))).filter(({ end_to_end_id }) => end_to_end_id === given.end_to_end_id);
    const { end_to_end_id, rail, side, amount } = given;
    expect(await linesOf({ from, to: new Date(Date.now() + 60_000) })).toEqual([
      { end_to_end_id, rail, side, amount, status: 'settled', occurred_at: expect.any(Date) as Date },
    ]);
    expect(await linesOf({ from: new Date(from.getTime() - 60_000), to: from })).toEqual([]);
  });
}
