import fc from 'fast-check';
import { newId, newYorkDate } from '@payments/kernel';
import { ExplainLine, Profiles, RailExceptions, ReconcileConnection, ResolveException } from '@payments/rails';
import { ACH_ODFI, achLines, addenda99, asFile, bankCompany, camt053, eventually, pacs002 } from '@payments/testing';
import { Postings, Statements } from '../../libs/rails/src/application/statements/ports.js';
import { ApplyMessageReturns } from '../../libs/rails/src/application/inbound/apply-message-returns.js';
import type { ReturnedPayment } from '../../libs/rails/src/domain/iso20022/returned-payment.js';
import { expectSound } from '../support/ledger-sound.js';
import { InboundStage, SETTLEMENT_ACCOUNT, traceOf } from '../support/rails/inbound-stage.js';
import { InstantScene, type SentPayment } from '../support/rails/instant-scene.js';
import { RECEIVER, returnsOfFirst } from '../support/rails/return-files.js';
import { guards } from '../support/guards.js';

guards('libs/ledger/src', 'libs/rails/src');

const OPERATOR = { actor: 'ada', reason: 'case 4711' };
const PAID = 1_250;

describe('what comes back of an instant payment', () => {
  let scene: InstantScene;
  beforeAll(async () => {
    scene = await InstantScene.startParticipant();
  });
  afterAll(() => scene.bank.stop());

  const get = <T>(type: abstract new (...args: never[]) => T): T => scene.worker.get<T>(type, { strict: false });
  const settled = async () => {
    const sent = await scene.pay();
    scene.answer(pacs002(), sent);
    await scene.untilLeg(sent.transfer, 'settled');
    return sent;
  };
  /** Tells of a return, each time in a message of its own. */
  const tell = async (
    sent: Omit<SentPayment, 'messageId'> & { readonly messageId: string | null },
    return_id: string,
    cents: number,
  ) => {
    const at = new Date();
    const [connection] = get(Profiles).connections;
    const ids = {
      end_to_end_id: sent.endToEndId,
      instruction_id: sent.instructionId,
      transaction_id: null,
      uetr: null,
    };
    const each: ReturnedPayment = {
      ...{ return_id, ids, message_id: sent.messageId, reason: 'AC04', settlement_date: null },
      ...{ sent: BigInt(PAID), returned: BigInt(cents) },
    };
    const context = { connection: connection!, inboundId: newId(), time: { date: newYorkDate(at), at } };
    await get(ApplyMessageReturns).execute(context, [each]);
  };
  const exceptionsOf = async ({ endToEndId }: SentPayment) =>
    (await get(RailExceptions).list({ all: true }, 1_000)).filter(({ end_to_end_id }) => end_to_end_id === endToEndId);
  /** Books everything that an operator could, and says what the answers were. */
  const bookAll = async (sent: SentPayment) => {
    const answers: string[] = [];
    for (const { id, state, for_enterprise } of (await exceptionsOf(sent)).reverse()) {
      if (state === 'resolved') continue;
      const booking = get(ResolveException).book(id, for_enterprise!, OPERATOR);
      answers.push(await booking.then(String, (error: Error) => error.message));
    }
    return answers;
  };
  const booked = async (sent: SentPayment) => {
    const ids = (await exceptionsOf(sent)).map(({ id }) => id);
    const [row] = await scene.query<{ cents: number; entries: number }>(
      `SELECT coalesce(sum(amount), 0)::int AS cents, count(*)::int AS entries FROM ledger.entries
       WHERE kind = 'allocate' AND credit_account = 'available' AND subject_id = ANY($1::uuid[])`,
      [ids],
    );
    const returned = await scene.query(`SELECT FROM rails.entries WHERE end_to_end_id = $1 AND state = 'returned'`, [
      sent.endToEndId,
    ]);
    return row!.cents + returned.length * PAID;
  };

  it('is one return for one id, in whatever message it comes', async () => {
    const sent = await settled();
    for (let times = 0; times < 3; times += 1) await tell(sent, 'P1', 400);
    expect(await exceptionsOf(sent)).toMatchObject([{ kind: 'partial_return', trace: 'P1', amount: 400 }]);
    expect(await bookAll(sent)).toEqual(['400']);
    await tell(sent, 'P1', 400);
    expect(await bookAll(sent)).toEqual([]);
    expect(await booked(sent)).toBe(400);
    await expectSound(scene.bank.service.database);
  });

  it('as a whole after a part of it is a person’s decision, who can book no more than is left', async () => {
    const sent = await settled();
    await tell(sent, 'P1', 400);
    await tell(sent, 'F1', PAID);
    await tell(sent, 'F2', PAID);
    await tell(sent, 'P2', 850);
    expect((await exceptionsOf(sent)).map(({ kind, trace }) => `${kind} ${trace}`).sort()).toEqual([
      ...['duplicate_return F1', 'duplicate_return F2', 'partial_return P1', 'partial_return P2'],
    ]);
    expect(await bookAll(sent)).toEqual([
      ...['400', expect.stringContaining(`400 of ${PAID} cents`), expect.stringContaining('do not fit'), '850'],
    ]);
    expect(await booked(sent)).toBe(PAID);
    // What does not fit can still be ended, and a payment of which nothing was booked comes back as a whole.
    const [open] = (await exceptionsOf(sent)).filter(({ state }) => state === 'open');
    expect(open).toMatchObject({ decision: null });
    await get(ResolveException).ignore(open!.id, OPERATOR);
    const other = await settled();
    await tell(other, 'P1', 400);
    await tell(other, 'F1', PAID);
    const [part] = (await exceptionsOf(other)).filter(({ trace }) => trace === 'P1');
    await get(ResolveException).ignore(part!.id, OPERATOR);
    expect(await bookAll(other)).toEqual([String(PAID)]);
    await expectSound(scene.bank.service.database);
  });

  const unnamed = async (sent: SentPayment, id: string, cents: number) => {
    await tell({ ...sent, endToEndId: 'NOBODY', instructionId: 'NOBODY', messageId: null }, id, cents);
    const all = await get(RailExceptions).list({ kind: 'unmatched_return' }, 1_000);
    return all.find(({ trace }) => trace === id)!;
  };

  it('is at most what was paid when the bank names the payment only at one of its tellings, in either order', async () => {
    const before = await settled();
    const [{ own } = { own: '' }] = await scene.query<{ own: string }>(
      'SELECT enterprise_id AS own FROM rails.entries WHERE end_to_end_id = $1',
      [before.endToEndId],
    );
    await get(ResolveException).book((await unnamed(before, 'N1', 400)).id, own, OPERATOR);
    await tell(before, 'N1', PAID);
    expect(await exceptionsOf(before)).toMatchObject([{ kind: 'duplicate_return' }]);
    expect(await bookAll(before)).toEqual([expect.stringContaining(`400 of ${PAID} cents`)]);
    const after = await settled();
    await tell(after, 'N2', PAID);
    expect(await booked(after)).toBe(PAID);
    const late = await unnamed(after, 'N2', 400);
    await expect(get(ResolveException).book(late.id, own, OPERATOR)).rejects.toThrow('was booked already');
    for (const { id } of [late, ...(await exceptionsOf(before))]) await get(ResolveException).ignore(id, OPERATOR);
  });

  it('of one enterprise of a connection is never another one’s too, in either order or at once', async () => {
    const other = (await scene.anotherPayer()).client.credentials.enterprise_id;
    const bookOther = ({ id }: { id: string }) => get(ResolveException).book(id, other, OPERATOR);
    const before = await settled();
    await bookOther(await unnamed(before, 'X1', PAID));
    await tell(before, 'X1', PAID);
    expect(await exceptionsOf(before)).toMatchObject([{ kind: 'duplicate_return' }]);
    expect(await bookAll(before)).toEqual([expect.stringContaining('was booked already')]);
    const after = await settled();
    await tell(after, 'X2', PAID);
    const late = await unnamed(after, 'X2', PAID);
    await expect(bookOther(late)).rejects.toThrow('X2 was booked already, for another enterprise');
    expect([await booked(before), await booked(after)]).toEqual([0, PAID]);
    const atOnce = await settled();
    const twin = await unnamed(atOnce, 'X3', PAID);
    const ends = await Promise.allSettled([bookOther(twin), tell(atOnce, 'X3', PAID)]);
    const wasRefused = ends[0].status === 'rejected';
    expect(await booked(atOnce)).toBe(wasRefused ? PAID : 0);
    for (const { id, state } of [late, twin, ...(await exceptionsOf(before)), ...(await exceptionsOf(atOnce))]) {
      if (state === 'open' && (id !== twin.id || wasRefused)) await get(ResolveException).ignore(id, OPERATOR);
    }
    await expectSound(scene.bank.service.database);
  });

  it('is never booked twice by two operators at once', async () => {
    const sent = await settled();
    await tell(sent, 'P1', 1_249);
    await tell(sent, 'P2', 1_248);
    const both = (await exceptionsOf(sent)).map(({ id, for_enterprise }) =>
      get(ResolveException).book(id, for_enterprise!, OPERATOR),
    );
    const ends = await Promise.allSettled(both);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [open] = (await exceptionsOf(sent)).filter(({ state }) => state === 'open');
    await get(ResolveException).ignore(open!.id, OPERATOR);
  });

  it('is at most what was paid, whatever ids, amounts and orders a bank sends', async () => {
    const step = fc.oneof(
      fc.record({ id: fc.constantFrom('A', 'B', 'C'), cents: fc.constantFrom(400, 850, PAID, PAID + 1) }),
      fc.constant('book' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        const sent = await settled();
        for (const each of [...steps, 'book' as const]) {
          if (each === 'book') await bookAll(sent);
          else await tell(sent, each.id, each.cents);
          expect(await booked(sent)).toBeLessThanOrEqual(PAID);
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
    await expectSound(scene.bank.service.database);
  });
});

describe('what comes back of an entry', () => {
  let stage: InboundStage;
  beforeEach(async () => {
    stage = await InboundStage.start();
  });
  afterEach(() => stage.stop());

  let files = 0;
  const receive = async (content: Buffer) => {
    stage.bank.putOutbound(`file-${(files += 1)}.ach`, content);
    await stage.receive();
  };
  const returnFile = (original: string, { cents = 1_000, sequence = 1, companyId = '1234567890' } = {}) => {
    const trace = `${RECEIVER}${String(sequence).padStart(7, '0')}`;
    const addenda = [addenda99({ original, originalDfi: RECEIVER, trace })];
    const entry = { code: 21, amount: cents, routing: `${ACH_ODFI}9`, id: '', account: '', sequence, addenda };
    return asFile(achLines([{ odfi: RECEIVER, companyId, settlementDate: '197', entries: [entry] }]));
  };
  const book = (id: string, enterprise = stage.enterprises[0]!) =>
    stage.get(ResolveException).book(id, enterprise, OPERATOR);
  const kinds = async () => (await stage.exceptions()).map(({ kind, detail }) => `${kind}: ${detail}`);

  it('a second time is not booked, for nothing is left of it', async () => {
    await stage.send([{ cents: 1_001, side: 'source', state: 'settled' }]);
    await receive(returnsOfFirst(1, 2));
    const [second] = await stage.exceptions();
    expect(second).toMatchObject({ kind: 'duplicate_return' });
    await expect(book(second!.id)).rejects.toThrow('1001 of 1001 cents of the payment');
    await stage.get(ResolveException).ignore(second!.id, OPERATOR);
  });

  it('with another amount leaves a person the decision about the return that fits', async () => {
    await stage.send([{ cents: 1_000, state: 'settled' }]);
    await receive(returnFile(traceOf(1), { cents: 400 }));
    expect(await kinds()).toEqual(['unmatched_return: other_amount']);
    expect(await book((await stage.exceptions())[0]!.id)).toBe(400n);
    await receive(returnFile(traceOf(1), { sequence: 2 }));
    const [late] = await stage.exceptions();
    expect(late).toMatchObject({ kind: 'duplicate_return', detail: expect.stringContaining('400 of 1000') as string });
    expect(await stage.entries()).toMatchObject([{ state: 'settled' }]);
    await expect(book(late!.id)).rejects.toThrow('400 of 1000 cents');
  });

  it('as a whole is a person’s decision once a part of it was told, in the same file or before', async () => {
    await stage.send([
      { cents: 1_000, state: 'settled' },
      { cents: 1_000, state: 'settled' },
    ]);
    await receive(returnFile(traceOf(1), { cents: 400 }));
    await receive(returnFile(traceOf(1), { sequence: 2 }));
    await receive(
      asFile(
        achLines(
          [1_000, 400].map((amount, at) => {
            const trace = `${RECEIVER}${String(at + 3).padStart(7, '0')}`;
            const addenda = [addenda99({ original: traceOf(2), originalDfi: RECEIVER, trace })];
            const entry = { code: 21, amount, routing: `${ACH_ODFI}9`, id: '', account: '', sequence: at + 3, addenda };
            return { odfi: RECEIVER, settlementDate: '197', entries: [entry] };
          }),
        ),
      ),
    );
    const [other, whole] = ['unmatched_return: other_amount', expect.stringContaining('after another one')];
    expect((await kinds()).sort()).toEqual([whole, whole, other, other]);
    expect(await stage.entries()).toMatchObject([{ state: 'settled' }, { state: 'settled' }]);
  });

  it('is at most what was paid, even if its returns have the wrong direction or name several entries', async () => {
    await stage.send([
      { cents: 1_000, side: 'source', state: 'settled' },
      { cents: 1_000, state: 'settled' },
      { cents: 1_000, state: 'settled' },
    ]);
    for (const sequence of [1, 2, 3]) await receive(returnFile(traceOf(1), { sequence }));
    await stage.service.database.query('UPDATE rails.entries SET trace = $1, epoch = 1 WHERE trace = $2', [
      traceOf(2),
      traceOf(3),
    ]);
    for (const sequence of [4, 5, 6, 7]) await receive(returnFile(traceOf(2), { sequence }));
    const answers: string[] = [];
    for (const { id, kind } of (await stage.exceptions()).reverse()) {
      const answer = await book(id).then(String, ({ message }: Error) => message.split(':')[0]!);
      answers.push(`${kind} ${answer}`);
    }
    expect(answers.sort()).toEqual([
      ...Array<string>(2).fill('ambiguous_return 1000'),
      ...Array<string>(2).fill('ambiguous_return 1000 cents do not fit'),
      ...Array<string>(3).fill('unmatched_return 1000 cents do not fit'),
    ]);
  });

  it('that was booked of no entry is the same return when the bank corrects the trace number', async () => {
    await stage.send([{ cents: 1_000, state: 'settled' }]);
    await receive(returnFile(`${ACH_ODFI}0009999`));
    expect(await book((await stage.exceptions())[0]!.id)).toBe(1_000n);
    await receive(returnFile(`${ACH_ODFI}0009998`));
    const [again] = await stage.exceptions();
    await expect(book(again!.id)).rejects.toThrow(`the return ${RECEIVER}0000001 was booked already; resolve it`);
    await stage.get(ResolveException).ignore(again!.id, OPERATOR);
    await receive(returnFile(traceOf(1)));
    expect(await kinds()).toEqual([`duplicate_return: the return ${RECEIVER}0000001 was booked already`]);
    expect(await stage.entries()).toMatchObject([{ state: 'settled' }]);
    await expect(book((await stage.exceptions())[0]!.id)).rejects.toThrow('was booked already');
  });

  describe('of one enterprise of a connection', () => {
    const OTHER = '9876543210';
    let other: string;
    beforeEach(async () => {
      other = (await stage.service.createEnterprise()).enterprise_id;
      const { companies } = stage.get(Profiles).connections[0]!;
      (companies as unknown[]).push(bankCompany({ enterprise_id: other, company_id: OTHER }));
      await stage.send([{ cents: 1_000, state: 'settled' }]);
    });

    const unknown = async (sequence = 1) => {
      await receive(returnFile(`${ACH_ODFI}0009999`, { sequence, companyId: OTHER }));
      return (await stage.exceptions())[0]!.id;
    };
    const booked = async () => {
      const [row] = await stage.service.database.query<{ cents: number }>(
        `SELECT coalesce(sum(amount), 0)::int AS cents FROM ledger.entries WHERE kind = 'allocate'`,
      );
      const returned = (await stage.entries()).filter(({ state }) => state === 'returned');
      return row!.cents + returned.length * 1_000;
    };

    it.each(['before', 'after'])('is never the other’s because of its company id, %s it came right', async (order) => {
      if (order === 'after') await receive(returnFile(traceOf(1)));
      await receive(returnFile(traceOf(1), { companyId: OTHER }));
      const [exception] = await stage.exceptions();
      expect(exception).toMatchObject({ detail: 'other_company', for_enterprise: stage.enterprises[0] });
      const refused = `its payment is of ${stage.enterprises[0]}; book it there, or resolve it with --entry`;
      await expect(book(exception!.id, other)).rejects.toThrow(refused);
      // As exceptions were stored before: by the company id alone.
      await stage.service.database.query('UPDATE rails.exceptions SET for_enterprise = $1', [other]);
      await expect(book(exception!.id, other)).rejects.toThrow(refused);
      if (order === 'before') await receive(returnFile(traceOf(1)));
      await expect(book(exception!.id)).rejects.toThrow('was booked already');
      expect(await booked()).toBe(1_000);
    });

    it('is not booked for the other once it came', async () => {
      await receive(returnFile(traceOf(1)));
      const id = await unknown();
      await expect(book(id, other)).rejects.toThrow(
        `the return ${RECEIVER}0000001 was booked already, for another enterprise`,
      );
      await stage.get(ResolveException).ignore(id, OPERATOR);
      expect(await booked()).toBe(1_000);
    });

    it('is a person’s decision once it was booked for the other, who cannot book it again', async () => {
      await book(await unknown(), other);
      await receive(returnFile(traceOf(1)));
      const [duplicate] = await stage.exceptions();
      expect(duplicate).toMatchObject({ kind: 'duplicate_return', for_enterprise: stage.enterprises[0] });
      expect(JSON.stringify(duplicate)).not.toContain(other);
      await expect(book(duplicate!.id)).rejects.toThrow('for another enterprise');
      // Another return of the same bank is booked by itself.
      await receive(returnFile(traceOf(1), { sequence: 2 }));
      expect(await booked()).toBe(2_000);
    });

    it('is not applied to another entry than an operator named before', async () => {
      await stage.send([{ cents: 1_000, state: 'settled' }]);
      const meant = await stage.service.database.query<{ name: string }>(
        'SELECT end_to_end_id AS name FROM rails.entries WHERE trace = $1',
        [traceOf(2)],
      );
      await stage.get(ResolveException).match(await unknown(), { endToEndId: meant[0]!.name }, OPERATOR);
      await receive(returnFile(traceOf(1)));
      expect(await kinds()).toEqual([expect.stringContaining('duplicate_return: the return')]);
      await expect(book((await stage.exceptions())[0]!.id)).rejects.toThrow('was booked already');
      expect(await booked()).toBe(1_000);
    });

    it('is booked once, however it and an operator meet', async () => {
      const postings = stage.get(Postings);
      const returnsOf = postings.returnsOf.bind(postings);
      const ends: Promise<unknown>[] = [];
      // The operator begins while the return is being applied, and it is told while an operator books it.
      const first = await unknown();
      const spy = jest.spyOn(postings, 'returnsOf').mockImplementationOnce(async (...args) => {
        ends.push(book(first, other).then(String, ({ message }: Error) => message));
        await eventually('the operator books or waits', async () => {
          const [row] = await stage.service.database.query<{ waits: boolean }>(
            `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)
               OR EXISTS (SELECT FROM rails.exceptions WHERE state = 'resolved') AS waits`,
          );
          return row!.waits;
        });
        return returnsOf(...args);
      });
      await receive(returnFile(traceOf(1)));
      expect(await Promise.all(ends)).toEqual([expect.stringContaining('for another enterprise')]);
      expect(await booked()).toBe(1_000);
      await stage.send([{ cents: 1_000, state: 'settled' }]);
      const second = await unknown(5);
      const exceptions = stage.get(RailExceptions);
      const resolve = exceptions.resolve.bind(exceptions);
      jest.spyOn(exceptions, 'resolve').mockImplementationOnce(async (...args) => {
        await receive(returnFile(traceOf(2), { sequence: 5 }));
        return resolve(...args);
      });
      await book(second, other);
      expect(await booked()).toBe(2_000);
      // Two tellings of it, for two enterprises.
      const third = await unknown(6);
      await receive(returnFile(`${ACH_ODFI}0009998`, { sequence: 6 }));
      const fourth = (await stage.exceptions())[0]!.id;
      const both = await Promise.allSettled([book(third, other), book(fourth)]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await booked()).toBe(3_000);
      spy.mockRestore();
    });
  });

  describe('that two operators reverse', () => {
    const reversed = async (state: 'filed' | 'accepted' | 'settled') => {
      await stage.send([
        { cents: 1_000, state: 'settled' },
        { cents: 1_000, side: 'source', state },
      ]);
      await stage.service.database.query(
        `UPDATE rails.entries SET end_to_end_id = 'R' || replace(id::text, '-', ''),
           reverses = (SELECT id FROM rails.entries WHERE trace = $1) WHERE trace = $2`,
        [traceOf(1), traceOf(2)],
      );
    };

    it.each(['filed', 'accepted', 'settled'] as const)(
      'does not come back by a return beside a reversal that is %s',
      async (state) => {
        await reversed(state);
        await receive(returnFile(traceOf(1)));
        expect(await kinds()).toEqual([expect.stringContaining('duplicate_return: 1000 cents do not fit')]);
        await expect(book((await stage.exceptions())[0]!.id)).rejects.toThrow('come back by its reversal');
        expect(await stage.results()).toEqual([]);
      },
    );

    it.each([
      ['comes back', 1_000],
      ['comes back in part, and an operator books that', 400],
    ] as const)('stops a reversal that waits for its file when it %s', async (_, cents) => {
      await reversed('filed');
      await stage.service.database.query(
        `UPDATE rails.entries SET state = 'waiting', file_id = NULL, trace = NULL, epoch = NULL WHERE trace = $1`,
        [traceOf(2)],
      );
      await receive(returnFile(traceOf(1), { cents }));
      for (const { id } of await stage.exceptions()) expect(await book(id)).toBe(400n);
      const state = cents === 400 ? 'settled' : 'returned';
      expect(await stage.entries()).toMatchObject([{ state }, { state: 'rejected', code: 'HELD' }]);
    });
  });

  it('and payments that the bank sends are the same in another file', async () => {
    const payments = (line: string) => {
      const entry = { code: 22, amount: 500, routing: `${ACH_ODFI}9`, sequence: 7, addenda: [] };
      const batch = { odfi: RECEIVER, settlementDate: '197', entries: [entry] };
      return Buffer.from(
        asFile(achLines([batch]))
          .toString('latin1')
          .replaceAll('\n', line),
        'latin1',
      );
    };
    await receive(payments('\n'));
    await receive(payments('\r\n'));
    expect(await kinds()).toEqual(['incoming_entry: null']);
  });

  describe('and is a line of a statement', () => {
    const compare = () => stage.get(ReconcileConnection).execute(stage.get(Profiles).connections[0]!);
    const lines = () =>
      stage.service.database.query<{ id: string; explained_as: string | null; match_id: string | null }>(
        'SELECT id, explained_as, match_id FROM rails.statement_lines',
      );
    const told = async () => {
      const line = { cents: 1_000, text: 'RETURN', reference: `${RECEIVER}0000001` };
      await receive(camt053({ account: SETTLEMENT_ACCOUNT, day: '2026-07-16', opening: 0, lines: [line] }));
      return (await lines())[0]!.id;
    };
    const explain = (id: string) =>
      stage.get(ExplainLine).execute(id, { as: 'transfer', enterpriseId: stage.enterprises[0]! }, OPERATOR);
    const send = async () => {
      await stage.send([{ cents: 1_000, state: 'settled' }]);
      const [entry] = await stage.service.database.query<{ end_to_end_id: string }>(
        'SELECT end_to_end_id FROM rails.entries',
      );
      return entry!.end_to_end_id;
    };

    it('is booked with its exception or with the line, not with both', async () => {
      await receive(returnFile(`${ACH_ODFI}0009999`));
      const [{ id } = { id: '' }] = await stage.exceptions();
      const line = await told();
      await compare();
      await expect(explain(line)).rejects.toThrow(`the exception ${id} is about it`);
      await book(id);
      await expect(explain(line)).rejects.toThrow(`booked with the exception ${id}`);
      await stage.service.database
        .query(`UPDATE rails.exceptions SET state = 'open', decision = NULL, resolution = NULL,
        resolved_by = NULL, resolved_at = NULL`);
      await stage.service.database.query(`UPDATE rails.statement_lines SET explained_as = 'fee', is_open = false`);
      await expect(book(id)).rejects.toThrow(`booked with the line ${line}`);
    });

    it('is a person’s decision once the line was explained', async () => {
      await send();
      const line = await told();
      await compare();
      await explain(line);
      await receive(returnFile(traceOf(1)));
      const detail = `it was booked with the line ${line} of a statement`;
      expect(await kinds()).toEqual([`duplicate_return: ${detail}`, 'statement_line: transfer']);
      expect(await stage.entries()).toMatchObject([{ state: 'settled' }]);
      await expect(book((await stage.exceptions())[0]!.id)).rejects.toThrow(detail);
      await stage.get(ResolveException).ignore((await stage.exceptions())[0]!.id, OPERATOR);
    });

    it('is not given to an entry either once the line was explained', async () => {
      const endToEndId = await send();
      const line = await told();
      await compare();
      await explain(line);
      await receive(returnFile(`${ACH_ODFI}0009999`));
      const [unmatched] = await stage.exceptions();
      expect(unmatched).toMatchObject({ kind: 'unmatched_return' });
      await expect(stage.get(ResolveException).match(unmatched!.id, { endToEndId }, OPERATOR)).rejects.toThrow(
        `booked with the line ${line}`,
      );
    });

    it('is not explained before it was compared, nor while a return waits for its line', async () => {
      await send();
      const line = await told();
      await expect(explain(line)).rejects.toThrow('was not compared yet');
      await compare();
      await receive(returnFile(traceOf(1)));
      await expect(explain(line)).rejects.toThrow(`it has our reference ${RECEIVER}0000001, which no statement`);
      await compare();
      expect(await lines()).toMatchObject([{ explained_as: null, match_id: expect.any(String) as string }]);
    });

    it('is not matched with a line that was explained meanwhile', async () => {
      await send();
      await receive(returnFile(traceOf(1)));
      const id = await told();
      const postings = stage.get(Postings);
      const match = postings.match.bind(postings);
      const spy = jest.spyOn(postings, 'match').mockImplementationOnce(async (matches) => {
        const { name: connection } = stage.get(Profiles).connections[0]!;
        expect(await stage.get(Statements).explain({ id, connection }, 'transfer', stage.enterprises[0]!)).toBe(true);
        return match(matches);
      });
      expect(await compare()).toMatchObject({ matches: 0 });
      spy.mockRestore();
      expect(await lines()).toMatchObject([{ explained_as: 'transfer', match_id: null }]);
      expect(await stage.service.database.query('SELECT FROM rails.postings WHERE match_id IS NOT NULL')).toHaveLength(
        0,
      );
    });
  });
});
