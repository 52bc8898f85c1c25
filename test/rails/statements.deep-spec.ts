import {
  ExplainLine,
  TakeBackLine,
  type Explanation,
  LedgerCash,
  Profiles,
  ReconcileConnection,
  ResolveException,
  Statements,
} from '@payments/rails';
import { CreditBalance, Suspense } from '@payments/ledger';
import { bai2, bankCompany, camt053, eventually, type StatementOfDay } from '@payments/testing';
import { ExceptionMoney } from '../../libs/rails/src/application/inbound/exception-money.js';
import { CompareLedger } from '../../libs/rails/src/application/statements/compare-ledger.js';
import { expectSound } from '../support/ledger-sound.js';
import { InboundStage, SETTLEMENT_ACCOUNT, traceOf } from '../support/rails/inbound-stage.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'apps/cli/src', 'migrations');

/** The day on which the entries of the stage settle, and those around it. */
const [BEFORE, DAY, NEXT] = ['2026-07-15', '2026-07-16', '2026-07-17'];

const statement = (changes: Partial<StatementOfDay> = {}) =>
  camt053({ account: SETTLEMENT_ACCOUNT, day: DAY, opening: 0, lines: [], ...changes });

describe('statements of a bank', () => {
  let stage: InboundStage;
  const start = async (options: Parameters<typeof InboundStage.start>[0] = {}) => {
    stage = await InboundStage.start(options);
  };
  afterEach(() => stage.stop());

  let files = 0;
  const receive = async (...contents: readonly Buffer[]) => {
    for (const content of contents) stage.bank.putOutbound(`statement-${(files += 1)}.txt`, content);
    await stage.receive();
  };
  const stored = async () =>
    (await stage.get(Statements).list({ all: true }, 100)).map(({ day, state }) => `${day} ${state}`).sort();
  const states = async () => (await stage.inbound()).map(({ state }) => state);
  const problems = async () => (await stage.inbound()).map(({ diagnostics }) => diagnostics?.[0]?.rule);
  const reconcile = async () => (await stage.get(ReconcileConnection).execute(stage.get(Profiles).connections[0]!))!;
  const found = async () => (await reconcile()).breaks.map(({ kind, difference }) => `${kind} ${difference}`).sort();
  const lines = () =>
    stage.service.database.query<{ text: string; is_open: boolean; matched_by: string | null }>(
      'SELECT text, is_open, matched_by FROM rails.statement_lines ORDER BY statement_id, position',
    );

  it('are stored with their lines, whatever the format, and without numbers of accounts', async () => {
    await start();
    await receive(
      statement({ day: BEFORE, lines: [{ cents: 700, text: 'WIRE FROM 987654321' }] }),
      bai2({
        account: SETTLEMENT_ACCOUNT,
        day: DAY,
        opening: 700,
        lines: [{ cents: -200, text: `FEE ${traceOf(1)}` }],
      }),
    );
    expect(await stored()).toEqual([`${BEFORE} current`, `${DAY} current`]);
    expect(await states()).toEqual(['applied', 'applied']);
    expect(await lines()).toEqual([
      { text: 'WIRE FROM *****4321', is_open: true, matched_by: null },
      { text: `FEE ${traceOf(1)}`, is_open: true, matched_by: null },
    ]);
    const [first] = await stage.get(Statements).list({}, 1);
    expect(first).toMatchObject({ account: '*****0030', opening: 700n, closing: 500n, credits: 0n, debits: 200n });
  });

  it.each([
    ['do not add up', statement({ lines: [{ cents: 5 }], closing: 6 }), 'statement_does_not_add_up'],
    ['are of another account', camt053({ account: '999', lines: [] }), 'statement_account'],
    ['are in another currency', bai2({ account: SETTLEMENT_ACCOUNT, currency: 'EUR', lines: [] }), 'currency'],
  ])('go to quarantine when they %s', async (_, content, rule) => {
    await start();
    await receive(content);
    expect([await states(), await stored()]).toEqual([['quarantined'], []]);
    expect((await problems())[0]).toBe(rule);
  });

  it('in a file with those of other accounts are read, and the others are counted', async () => {
    await start();
    const [own, other] = [
      { account: SETTLEMENT_ACCOUNT, day: DAY, lines: [{ cents: 5 }] },
      { account: '999', lines: [] },
    ];
    const both = camt053(own)
      .toString()
      .replace(/<Stmt>/, `${/<Stmt>[^]*<\/Stmt>/.exec(camt053(other).toString())![0]}$&`);
    await receive(Buffer.from(both));
    expect(await stored()).toEqual([`${DAY} current`]);
    expect(await stage.inbound()).toMatchObject([
      { state: 'applied', batches: 1, reason: 'statements of other accounts were not read: 1, of *****999' },
    ]);
  });

  it('of a test are for a person, and intraday ones are shown and not compared', async () => {
    await start();
    const own = { account: SETTLEMENT_ACCOUNT, day: DAY, opening: 0, lines: [{ cents: 5 }] };
    await receive(bai2({ ...own, group: '4' }), bai2({ ...own, modifier: '3' }));
    expect(await stored()).toEqual([`${DAY} shown`, `${DAY} unbooked`]);
    expect(await stage.exceptions()).toMatchObject([{ kind: 'statement_status', code: 'test' }]);
    expect(await reconcile()).toMatchObject({ day: null, breaks: [] });
  });

  it('are compared and explained once all of their lines are stored, and then each line, whoever stored it', async () => {
    await start();
    await receive(
      statement({
        lines: [
          { cents: 700, text: 'FIRST' },
          { cents: 300, text: 'SECOND' },
        ],
      }),
    );
    const { database } = stage.service;
    // As a reader leaves them that is interrupted: the release before opened lines at the end.
    await database.query(`UPDATE rails.statements SET state = 'loading'`);
    await database.query(`UPDATE rails.statement_lines SET is_open = false WHERE text = 'FIRST'`);
    const statements = stage.get(Statements);
    const open = async () => (await statements.openLines('first-bank', NEXT)).map(({ text }) => text);
    const { id } = (await statements.list({ all: true }, 1))[0]!;
    const [, second] = await statements.lines(id, { after: 0, limit: 2 });
    expect([
      await open(),
      await statements.explain({ ...second!, connection: 'first-bank' }, 'fee', stage.enterprises[0]!),
    ]).toEqual([[], false]);

    const totals = { lines: 2, credits: 1_000n, debits: 0n };
    await statements.close(id, { totals, digest: Buffer.alloc(32), state: 'current', supersedes: [] });
    expect(await open()).toEqual(['FIRST', 'SECOND']);
  });

  it('that come again change nothing, and a correction replaces the first one', async () => {
    await start();
    const line = { cents: 5, text: 'FIRST' };
    await receive(statement({ id: 'A', lines: [line] }));
    await receive(statement({ id: 'B', lines: [line] }));
    await receive(statement({ id: 'A', lines: [{ cents: 6, text: 'SECOND' }] }));
    expect(await stored()).toEqual([`${DAY} current`, `${DAY} repeated`, `${DAY} superseded`]);
    expect((await lines()).filter(({ is_open }) => is_open)).toMatchObject([{ text: 'SECOND' }]);
  });

  it('count once for a day, whatever order they come in', async () => {
    await start();
    const day = (id: string, told: string, change: object = {}) => ({
      ...{ account: SETTLEMENT_ACCOUNT, day: DAY, opening: 0, id, lines: [{ cents: 5, text: id }], ...change },
      told,
    });
    const made = ({ told, ...each }: ReturnType<typeof day>, form: typeof camt053 | typeof bai2 = camt053) =>
      Buffer.from(
        form(each)
          .toString()
          .replace('2026-11-24T01:00:00-05:00</CreDtTm></GrpHdr>', '$&')
          .replaceAll('2026-11-24T01:00:00', told)
          .replace(',0830,', `,${told.slice(11, 13)}00,`),
      );
    const interim = made(day('I', '2026-07-17T01:00:00', { modifier: '1' }), bai2);
    const [first, final] = [
      made(day('A', '2026-07-17T02:00:00', { lines: [{ cents: 6 }] })),
      made(day('A', '2026-07-17T03:00:00', { lines: [{ cents: 7, text: 'LAST' }] })),
    ];
    await receive(final, interim, first, final);
    const open = async () => (await lines()).filter(({ is_open }) => is_open).map(({ text }) => text);
    expect([await stored(), await open()]).toEqual([
      [`${DAY} current`, `${DAY} superseded`, `${DAY} superseded`],
      ['LAST'],
    ]);
  });

  it('are put together of pages, in any order, and wait for what is missing', async () => {
    await start();
    const page = (number: number, isLast: boolean, cents: number) =>
      Buffer.from(
        statement({
          id: 'P',
          opening: 0,
          closing: 6,
          lines: [
            { cents, text: `PAGE ${number}` },
            { cents: 1, text: `MORE ${number}` },
          ],
        })
          .toString()
          .replace('<ElctrncSeqNb>', `<StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${isLast}</LastPgInd></StmtPgntn>$&`),
      );
    await receive(statement({ id: 'O', day: BEFORE, lines: [] }), page(3, true, 2), page(1, false, 1));
    expect(await stored()).toEqual([`${BEFORE} current`, `${DAY} loading`, `${DAY} loading`]);
    expect((await reconcile()).breaks).toMatchObject([{ kind: 'statement_gap', found: 'only these: 1, 3' }]);
    // The same page in another file.
    await receive(page(2, false, 0), Buffer.concat([page(1, false, 1), Buffer.from('\n')]));
    expect(await stored()).toEqual([
      `${BEFORE} current`,
      `${DAY} current`,
      ...Array.from({ length: 3 }, () => `${DAY} repeated`),
    ]);
    const [whole] = await stage.get(Statements).list({}, 1);
    expect(whole).toMatchObject({ opening: 0n, closing: 6n, lines: 6, credits: 6n });
    const found = await stage.get(Statements).lines(whole!.id, { after: 0, limit: 10 });
    expect(found.map(({ text, is_open }) => `${text} ${is_open}`)).toEqual([
      ...['PAGE 1 true', 'MORE 1 true', 'PAGE 2 false', 'MORE 2 true', 'PAGE 3 true', 'MORE 3 true'],
    ]);
  });

  it('confirm what the bank should have booked, by batches and by returns', async () => {
    await start();
    await stage.send([{ cents: 1_001, side: 'source' }, { cents: 1_050 }, { cents: 1_060 }]);
    stage.bank.pass(6);
    await stage.receive();
    const { breaks, day, matches } = await reconcile();
    expect({ breaks, matches }).toEqual({ breaks: [], matches: 3 });
    expect(day! >= DAY).toBe(true);
    expect((await lines()).map(({ is_open, matched_by }) => [is_open, matched_by])).toEqual([
      [false, 'reference'],
      [false, 'reference'],
      [false, 'reference'],
    ]);
    expect(await reconcile()).toMatchObject({ breaks: [], matches: 0 });
  });

  it('that the bank prints in two formats count once, and agree in both', async () => {
    await start({ settings: { statements: ['camt.053', 'bai2'] } });
    await stage.send([{ cents: 1_001, side: 'source' }, { cents: 1_050 }]);
    stage.bank.pass(6);
    await stage.receive();
    expect(stage.bank.list('outbound').filter((name) => name.endsWith('.xml')).length).toBeGreaterThan(0);
    const states = await stored();
    expect(states.filter((state) => state.endsWith('current'))).toHaveLength(states.length / 2);
    expect(states.filter((state) => state.endsWith('repeated'))).toHaveLength(states.length / 2);
    expect(await reconcile()).toMatchObject({ breaks: [], matches: 3 });
  });

  it('confirm a batch by company id and description, where the bank has neither a reference nor a code that is known', async () => {
    await start();
    await stage.send([{ cents: 1_000 }, { cents: 1_001, side: 'source' }]);
    await receive(
      statement({
        lines: [
          { cents: -1_000, code: '999', text: 'ACH DEBIT ACME CORP DES:PAYMENT ID:1234567890 ACCT 987654321' },
          { cents: 1_001, code: '998', text: 'ACH CREDIT ACME CORP DES:PAYMENTS ID:1234567890' },
        ],
      }),
    );
    expect(await found()).toEqual(['unexplained 1001']);
    expect(await lines()).toMatchObject([
      { text: 'ACH DEBIT ACME CORP DES:PAYMENT ID:1234567890 ACCT *****4321', matched_by: 'amount' },
      { is_open: true },
    ]);
  });

  it('are compared entry by entry where the bank books entries', async () => {
    await start({ profile: { statements: { posting: 'per_entry' } } });
    await stage.send([{ cents: 100 }, { cents: 200 }, { cents: 300 }]);
    const bookings = [-100, -201, -300].map((cents, at) => ({ cents, reference: traceOf(at + 1) }));
    await receive(statement({ lines: bookings }));
    const { breaks } = await reconcile();
    expect(breaks).toMatchObject([{ kind: 'amount', difference: -1n, file: expect.any(String), batch: '1' }]);
    const [{ end_to_end_id }] = (await stage.service.database.query(
      `SELECT end_to_end_id FROM rails.entries WHERE trace = $1`,
      [traceOf(2)],
    )) as [{ end_to_end_id: string }];
    expect(breaks[0]).toMatchObject({ end_to_end_id, for_enterprise: stage.enterprises[0] });
  });

  it('are compared batch by batch where a batch has an offset, since that is all that the bank books', async () => {
    await start({ profile: { statements: { posting: 'per_entry' } } });
    await stage.send([{ cents: 100 }, { cents: 200 }, { cents: 300, side: 'source' }]);
    await stage.service.database.query(
      `UPDATE rails.batches SET offset_trace = CASE WHEN debit > 0 THEN $1 ELSE $2 END`,
      [traceOf(8), traceOf(9)],
    );
    const offsets = [
      { cents: -300, code: '999', reference: traceOf(9) },
      { cents: 300, code: '999', reference: traceOf(8) },
    ];
    await receive(statement({ lines: offsets }));
    expect(await found()).toEqual([]);
    expect(await lines()).toMatchObject([{ matched_by: 'reference' }, { matched_by: 'reference' }]);
  });

  it.each([
    ['a line', 1],
    ['a line', -1],
    ['an entry of ours', 1],
    ['an entry of ours', -1],
  ])('have a break that names file, batch and entry for a cent planted in %s: %d', async (place, cent) => {
    await start({ profile: { statements: { posting: 'per_entry' } } });
    await stage.send([{ cents: 100 }, { cents: 200 }, { cents: 300 }]);
    const [{ end_to_end_id }] = (await stage.service.database.query(
      `UPDATE rails.entries SET amount = amount + $2 WHERE trace = $1 RETURNING end_to_end_id`,
      [traceOf(2), place === 'a line' ? 0 : cent],
    )) as [{ end_to_end_id: string }];
    const booked = place === 'a line' ? -200 - cent : -200;
    const bookings = [-100, booked, -300].map((cents, at) => ({ cents, reference: traceOf(at + 1) }));
    await receive(statement({ lines: bookings }));
    const [{ id, file_name }] = (await stage.service.database.query('SELECT id, file_name FROM rails.files')) as [
      { id: string; file_name: string },
    ];
    const { breaks } = await reconcile();
    expect(breaks.filter(({ kind }) => kind !== 'balance')).toMatchObject([
      {
        kind: 'amount',
        difference: BigInt(place === 'a line' ? -cent : cent),
        ...{ file: file_name, file_id: id, batch: '1' },
        end_to_end_id,
      },
    ]);
  });

  it('have breaks for a planted cent, a missing line and a strange one, until they are gone', async () => {
    await start();
    await stage.send([{ cents: 1_000 }]);
    await receive(
      statement({
        id: 'A',
        lines: [
          { cents: -999, code: '455' },
          { cents: -30, code: '698' },
        ],
      }),
    );
    expect(await found()).toEqual(['amount 1', 'unexplained -30']);
    await receive(statement({ id: 'A', lines: [{ cents: -30, code: '698' }] }));
    expect(await found()).toEqual(['unexplained -30']);
    await receive(statement({ id: 'B', sequence: 2, day: NEXT, opening: -30, lines: [] }));
    expect(await found()).toEqual(['not_on_statement 1000', 'unexplained -30']);
    await receive(statement({ id: 'A', lines: [{ cents: -1_000, code: '455' }] }));
    // The balance of the second statement still has the strange line.
    expect(await found()).toEqual(['balance 970', 'statement_gap 970']);
    const open = await stage.service.database.query(
      `SELECT kind FROM rails.breaks WHERE resolved_at IS NULL ORDER BY kind`,
    );
    expect(open).toEqual([{ kind: 'balance' }, { kind: 'statement_gap' }]);
  });

  it('are matched however many lines they have, by references and by the sum of a day', async () => {
    await start({ profile: { statements: { posting: 'per_entry' } } });
    const [byReference, bySum] = [6_001, 5_001];
    await stage.service.database.query(
      `INSERT INTO rails.postings (enterprise_id, id, key, connection, kind, file, batch, day, direction, class, amount, count, refs,
         entry_refs)
       SELECT $1, gen_random_uuid(), 'k' || n, 'first-bank', 'return', 'r.ach', '1', $2, CASE WHEN n > $3 THEN 'debit' ELSE 'credit' END,
         'ach_return', n, 1, '{}', ARRAY['REF' || n] FROM generate_series(1, $4::int) AS n`,
      [stage.enterprises[0], DAY, byReference, byReference + bySum],
    );
    const referred = Array.from({ length: byReference }, (_, at) => ({ cents: at + 1, reference: `REF${at + 1}` }));
    const sum = -(bySum * (2 * byReference + bySum + 1)) / 2;
    await receive(
      bai2({
        ...{ account: SETTLEMENT_ACCOUNT, day: DAY, opening: 0 },
        lines: [...referred, { cents: sum, code: '557' }],
      }),
    );
    expect((await reconcile()).breaks.filter(({ kind }) => kind !== 'balance')).toEqual([]);
    const matched = await stage.service.database.query(
      `SELECT matched_by, count(*)::int, count(DISTINCT match_id)::int AS matches FROM rails.postings GROUP BY matched_by ORDER BY 1`,
    );
    expect(matched).toEqual([
      { matched_by: 'reference', count: byReference, matches: byReference },
      { matched_by: 'sum', count: bySum, matches: 1 },
    ]);
    expect((await lines()).every(({ is_open, matched_by }) => !is_open && matched_by !== null)).toBe(true);
  });

  it('have their entries compared once, though the first balance is read twice', async () => {
    await start();
    await receive(statement());
    const ledger = stage.get(CompareLedger);
    const [balance, entries] = [jest.spyOn(ledger, 'balance'), jest.spyOn(ledger, 'entries')];
    await reconcile();
    expect([balance.mock.calls.length, entries.mock.calls.length]).toEqual([2, 1]);
  });

  it('keep the proof of their balance, the last one until it agrees', async () => {
    await start();
    await stage.send([{ cents: 1_000 }]);
    const proofs = async () => (await stage.get(Statements).list({}, 10)).map(({ day, proof }) => [day, proof]);
    await receive(statement({ id: 'A', opening: 500, lines: [{ cents: -30, code: '698' }] }));
    await found();
    const first = {
      ...{ closing: 470n, open_lines: -30n, in_transit: -1_000n, unsettled: -1_000n },
      ...{
        ledger_cash: expect.any(BigInt) as bigint,
        opening_difference: expect.any(BigInt) as bigint,
        difference: 0n,
      },
    };
    expect(await proofs()).toEqual([[DAY, first]]);
    const line = { cents: -1_000, code: '455' };
    await receive(statement({ id: 'B', sequence: 2, day: NEXT, opening: 470, lines: [line], closing: -530 }));
    expect(await found()).toEqual(['unexplained -30']);
    const second = { ...first, closing: -530n, in_transit: 0n };
    expect(await proofs()).toEqual([
      [NEXT, second],
      [DAY, first],
    ]);
    await stage.service.database.query(`UPDATE ledger.balances SET balance = balance + 1 WHERE account = 'cash'`);
    expect(await found()).toEqual(['balance 1', 'unexplained -30']);
    expect((await proofs())[0]).toEqual([NEXT, { ...second, difference: 1n }]);
  });

  it.each([
    ['the first one', [{ cents: -1_000, reference: '260715A-0000001', value_day: DAY, code: '999' }], []],
    ['a later one', [], [{ cents: -1_000, reference: '260715A-0000001', code: '999' }]],
  ])('match what was due before their first day where %s has a line of it', async (_, inFirst, inSecond) => {
    await start();
    await stage.send([{ cents: 1_000 }]);
    await receive(statement({ day: NEXT, opening: 5_000, lines: inFirst }));
    expect(await found()).toEqual([]);
    const opening = 5_000 + inFirst.reduce((sum, { cents }) => sum + cents, 0);
    await receive(statement({ id: 'B', sequence: 2, day: '2026-07-20', opening, lines: inSecond }));
    expect(await found()).toEqual([]);
    expect(await lines()).toMatchObject([{ matched_by: 'reference' }]);
    expect(await found()).toEqual([]);
  });

  it('are expected to have what is sent after the first one, though it is due before the day of that', async () => {
    await start();
    await receive(statement({ day: NEXT, opening: 5_000, lines: [] }));
    expect(await found()).toEqual([]);
    await stage.send([{ cents: 1_000 }]);
    expect(await found()).toEqual(['not_on_statement 1000']);
    const line = { cents: -1_000, reference: '260715A-0000001', value_day: DAY };
    await receive(statement({ id: 'B', sequence: 2, day: '2026-07-20', opening: 5_000, lines: [line] }));
    expect(await found()).toEqual([]);
  });

  it('prove a balance without what the ledger has for later days, however far each entry runs ahead', async () => {
    await start();
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    const balance = () => stage.as(stage.enterprises[0]!, () => stage.get(LedgerCash).balance(inDays(10)));
    const before = await balance();
    for (const [reference, days] of [
      ['W1', 30],
      ['W2', 20],
      ['W3', 5],
    ] as const) {
      const wire = { amount: 100, reference, banking_at: inDays(days) };
      await stage.as(stage.enterprises[0]!, () => stage.get(CreditBalance).execute(wire));
    }
    expect((await balance()) - before).toBe(-100n);
  });

  it('agree in the end, also if one of the first ones comes late', async () => {
    await start();
    const fee = (cents: number) => [{ cents, code: '698' }];
    await receive(statement({ id: 'A', day: BEFORE, opening: 500, lines: fee(-30) }));
    await receive(statement({ id: 'C', sequence: 3, day: NEXT, opening: 400, lines: fee(-7) }));
    expect(await found()).toEqual([
      ...['balance -70', 'statement_gap -70', 'statement_gap 0', 'unexplained -30', 'unexplained -7'],
    ]);
    await receive(statement({ id: 'B', sequence: 2, day: DAY, opening: 470, lines: fee(-70) }));
    expect(await found()).toEqual(['unexplained -30', 'unexplained -7', 'unexplained -70']);
  });

  it('have a break for the same payment in two statements', async () => {
    await start();
    await stage.send([{ cents: 1_000 }]);
    const [{ file_name }] = (await stage.service.database.query('SELECT file_name FROM rails.files')) as [
      { file_name: string },
    ];
    const line = { cents: -1_000, code: '455', reference: file_name };
    await receive(statement({ id: 'A', lines: [line] }));
    expect(await found()).toEqual([]);
    await receive(statement({ id: 'B', sequence: 2, day: NEXT, opening: -1_000, lines: [line] }));
    expect(await found()).toEqual(['duplicate -1000']);
  });

  it.each(['doubtful', 'sealed'])(
    'prove by a line that names it that the bank has a file that is %s',
    async (state) => {
      await start();
      await stage.send([{ cents: 1_000, state: 'filed' }]);
      const query = <Row>(sql: string) => stage.service.database.query<Row>(sql);
      await query(`UPDATE rails.files SET state = 'doubtful', reason = 'lost', version = version + 1`);
      if (state === 'sealed') await query(`UPDATE rails.files SET state = 'sealed', attempts = 1, copies = 2`);
      const [{ file_name }] = (await query<{ file_name: string }>('SELECT file_name FROM rails.files')) as [
        { file_name: string },
      ];
      const line = { cents: -1_000, code: '455' };
      await receive(statement({ id: 'A', lines: [{ ...line, cents: -999, reference: file_name }] }));
      expect(await found()).toEqual(['amount 1']);
      expect(await query('SELECT state FROM rails.files')).toEqual([{ state }]);
      await receive(statement({ id: 'A', lines: [{ ...line, reference: file_name }] }));
      expect(await found()).toEqual([]);
      expect(await query('SELECT state, reason, entries_become FROM rails.files')).toEqual([
        { state: 'acknowledged', reason: null, entries_become: 'accepted' },
      ]);
    },
  );

  describe('with lines that a person explains', () => {
    const OPERATOR = { actor: 'ada', reason: 'case 4711' };
    /** Another company of the connection. @returns its enterprise */
    const withAnother = async () => {
      const { enterprise_id } = await stage.service.createEnterprise();
      const { companies } = stage.get(Profiles).connections[0]!;
      (companies as unknown[]).push(bankCompany({ enterprise_id, company_id: '9876543210' }));
      return enterprise_id;
    };
    /** The line at a place among all. */
    const explain = async (as: Explanation, enterpriseId = stage.enterprises[0]!, at = 0) => {
      const [line] = await stage.service.database.query<{ id: string }>(
        'SELECT id FROM rails.statement_lines ORDER BY statement_id, position LIMIT 1 OFFSET $1',
        [at],
      );
      await stage.get(ExplainLine).execute(line!.id, { as, enterpriseId }, OPERATOR);
      return line!.id;
    };
    const entriesOf = (id: string) =>
      stage.service.database.query(
        `SELECT kind, debit_account, credit_account, amount::int AS amount FROM ledger.entries WHERE subject_id = $1
         ORDER BY id`,
        [id],
      );

    it('have a fee in suspense until somebody books it, and their balance agrees before and after', async () => {
      await start();
      await receive(statement({ lines: [{ cents: -30, code: '698' }] }));
      expect(await found()).toEqual(['unexplained -30']);
      const id = await explain('fee');
      expect(await found()).toEqual([]);
      expect(await entriesOf(id)).toEqual([
        { kind: 'statement_line', debit_account: 'suspense', credit_account: 'cash', amount: 30 },
      ]);
      await expect(explain('fee')).rejects.toThrow('explained as fee');
      await expectSound(stage.service.database);
      expect(await stage.get(ResolveException).book(id, stage.enterprises[0]!, OPERATOR)).toBe(-30n);
      expect(await entriesOf(id)).toHaveLength(2);
      expect(await found()).toEqual([]);
      await expectSound(stage.service.database);
    });

    it('have a fee in suspense once, wherever an interruption leaves it', async () => {
      await start();
      await receive(statement({ lines: [{ cents: -30, code: '698' }] }));
      await reconcile();
      const id = await explain('fee');
      await stage.service.database.query(
        `UPDATE rails.statement_lines SET is_open = true, explained_as = NULL, explained_for = NULL`,
      );
      await explain('fee');
      expect(await entriesOf(id)).toHaveLength(1);
      expect(await stage.exceptions()).toMatchObject([{ id, kind: 'statement_line', detail: 'fee' }]);
    });

    it('are not explained as a wire if they have a reference of ours', async () => {
      await start();
      await stage.send([{ cents: 1_000, side: 'source' }]);
      await receive(statement({ lines: [{ cents: 1_001, code: '195', text: 'FROM 260715A-0000001' }] }));
      expect(await found()).toEqual(['amount 1']);
      await expect(explain('wire_in')).rejects.toThrow('it has our reference 260715A-0000001');
    });

    it('have a wire credited once for the reference of the bank', async () => {
      await start();
      const balance = async () =>
        (
          await stage.service.database.query<{ balance: string }>(
            `SELECT balance FROM ledger.balances WHERE account = 'available'`,
          )
        )[0]!.balance;
      const opening = BigInt(await balance());
      const wire = { cents: 70_000, code: '195', reference: 'WIRE4711' };
      await receive(statement({ lines: [wire] }));
      await reconcile();
      await explain('wire_in');
      expect(BigInt(await balance())).toBe(opening + 70_000n);
      await receive(statement({ id: 'ST1', lines: [wire, { cents: 1 }] }));
      expect(await found()).toEqual(['unexplained 1']);
      await stage.service.database.query(
        `UPDATE rails.statement_lines SET is_open = true, explained_as = NULL, explained_for = NULL WHERE amount = 70000`,
      );
      await stage.service.database.query(`DELETE FROM rails.statement_lines WHERE statement_id IN (
        SELECT id FROM rails.statements WHERE state = 'superseded')`);
      await explain('wire_in');
      expect(BigInt(await balance())).toBe(opening + 70_000n);
    });

    it.each<[Explanation, { cents: number; code: string }]>([
      ['fee', { cents: -30, code: '698' }],
      ['wire_in', { cents: 70_000, code: '195' }],
    ])('are a %s once, however often the bank corrects the statement', async (as, line) => {
      await start();
      await receive(statement({ lines: [line] }));
      await reconcile();
      const id = await explain(as);
      const booked = () =>
        stage.service.database.query(
          `SELECT kind, amount FROM ledger.entries WHERE kind <> 'sandbox_opening' ORDER BY id`,
        );
      const before = await booked();
      for (const cents of [1, 2]) {
        await receive(statement({ id: `ST${cents}`, lines: [line, { cents }] }));
        expect(await found()).toEqual([`unexplained ${cents}`]);
        const [corrected] = await stage.service.database.query<{ id: string }>(
          `SELECT l.id FROM rails.statement_lines l JOIN rails.statements s ON s.id = l.statement_id
           WHERE s.state = 'current' AND l.explained_as = $1`,
          [as],
        );
        const again = stage
          .get(ExplainLine)
          .execute(corrected!.id, { as, enterpriseId: stage.enterprises[0]! }, OPERATOR);
        await expect(again).rejects.toThrow(`explained as ${as} with the line ${id}`);
      }
      expect(await booked()).toEqual(before);
    });

    it.each<[string, Explanation, Explanation]>([
      ['a wire for two enterprises', 'wire_in', 'wire_in'],
      ['a wire and a transfer', 'wire_in', 'transfer'],
      ['a transfer for two enterprises', 'transfer', 'transfer'],
    ])('are booked once when two operators explain one as %s at once', async (_, first, second) => {
      await start();
      const other = await withAnother();
      await receive(statement({ lines: [{ cents: 700, code: '195', reference: 'WIRE1' }] }));
      await reconcile();
      // Each is to find the line open: the second one looks while the first one books.
      const statements = stage.get(Statements);
      const findLine = statements.findLine.bind(statements);
      let found = 0;
      const spy = jest.spyOn(statements, 'findLine').mockImplementation(async (id) => {
        const line = await findLine(id);
        found += 1;
        await eventually('both operators see it', () => Promise.resolve(found > 1));
        return line;
      });
      const ends = await Promise.allSettled([explain(first), explain(second, other)]);
      spy.mockRestore();
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const [row] = await stage.service.database.query<{ cents: number }>(
        `SELECT sum(amount)::int AS cents FROM ledger.entries WHERE kind = 'statement_line'
           OR kind = 'credit' AND subject_id IN (SELECT id FROM ledger.credits WHERE reference = 'WIRE1')`,
      );
      expect(row).toEqual({ cents: 700 });
    });

    it('are what the first operator said, also if the booking was interrupted, who can finish it', async () => {
      await start();
      await receive(statement({ lines: [{ cents: 700, code: '195', reference: 'WIRE1' }] }));
      await reconcile();
      const credit = jest.spyOn(stage.get(CreditBalance), 'execute').mockRejectedValueOnce(new Error('interrupted'));
      await expect(explain('wire_in')).rejects.toThrow('interrupted');
      await expect(explain('transfer')).rejects.toThrow('explained as wire_in');
      await explain('wire_in');
      await expect(explain('wire_in')).rejects.toThrow('explained as wire_in');
      expect(credit).toHaveBeenCalledTimes(2);
    });

    it('are not explained before their first comparison', async () => {
      await start();
      await receive(statement({ lines: [{ cents: -30, code: '698' }] }));
      await expect(explain('fee')).rejects.toThrow('was not compared yet');
      expect(await found()).toEqual(['unexplained -30']);
    });

    it('have each wire credited once, and a second one with its reference left open', async () => {
      await start();
      const [wire, enterprise] = [{ cents: 700, code: '195', reference: 'WIRE1' }, stage.enterprises[0]!];
      await receive(statement({ lines: [wire, wire] }));
      await reconcile();
      const first = await explain('wire_in');
      await expect(explain('wire_in', enterprise, 1)).rejects.toThrow(`the line ${first} was credited`);
      expect(await found()).toEqual(['unexplained 700']);
      await explain('transfer', enterprise, 1);
      await stage.get(ResolveException).book((await stage.exceptions())[0]!.id, enterprise, OPERATOR);
      let banks = 0;
      const named = statement({ id: 'ST2', sequence: 2, day: NEXT, opening: 1_400, lines: [wire, wire] })
        .toString()
        .replaceAll('<BkTxCd>', () => `<AcctSvcrRef>BANK${(banks += 1)}</AcctSvcrRef><BkTxCd>`);
      await receive(Buffer.from(named));
      await reconcile();
      await explain('wire_in', enterprise, 2);
      await explain('wire_in', enterprise, 3);
      expect(await found()).toEqual([]);
      await expectSound(stage.service.database);
    });

    it('have a fee in suspense before its exception can end, if its booking was interrupted', async () => {
      await start();
      await receive(statement({ lines: [{ cents: -30, code: '698' }] }));
      await reconcile();
      const spy = jest.spyOn(stage.get(Suspense), 'receive').mockRejectedValueOnce(new Error('interrupted'));
      await expect(explain('fee')).rejects.toThrow('interrupted');
      spy.mockRestore();
      const [{ id } = { id: '' }] = await stage.exceptions();
      await expect(stage.get(ResolveException).ignore(id, OPERATOR)).rejects.toThrow('not in suspense yet');
      await explain('fee');
      expect(await entriesOf(id)).toHaveLength(1);
      await expect(explain('fee')).rejects.toThrow('explained as fee');
    });

    it.each([
      ['in suspense', false],
      ['with an enterprise', true],
    ])('have a fee that is %s taken back when the bank corrects it', async (_, isBooked) => {
      await start();
      const [enterprise, fee] = [stage.enterprises[0]!, { cents: -30, code: '698' }];
      await receive(statement({ lines: [fee] }));
      await reconcile();
      const id = await explain('fee');
      if (isBooked) await stage.get(ResolveException).book(id, enterprise, OPERATOR);
      await receive(statement({ lines: [fee, { cents: 1 }] }));
      expect(await stage.exceptions()).toHaveLength(isBooked ? 0 : 1);
      if (!isBooked) await expect(stage.get(ResolveException).ignore(id, OPERATOR)).rejects.toThrow('are in suspense');
      await receive(statement({ lines: [{ ...fee, cents: -25 }] }));
      expect(await stage.exceptions()).toMatchObject([{ id, kind: 'statement_line' }]);
      await expect(stage.get(ResolveException).book(id, enterprise, OPERATOR)).rejects.toThrow('corrected the line');
      await stage.get(ResolveException).ignore(id, OPERATOR);
      expect(await entriesOf(id)).toMatchObject([
        { kind: 'statement_line', credit_account: 'cash' },
        ...(isBooked ? [{ kind: 'allocate', debit_account: 'available' }] : []),
        { kind: 'corrected_line', debit_account: 'cash' },
        ...(isBooked ? [{ kind: 'allocate', credit_account: 'available' }] : []),
      ]);
      expect(await found()).toEqual(['unexplained -25']);
      await explain('fee', enterprise, 3);
      expect(await found()).toEqual([]);
      await expectSound(stage.service.database);
    });

    it.each(['before its decision', 'before its end'] as const)(
      'have a fee taken back that the bank corrects while it is booked, %s',
      async (when) => {
        await start();
        const [enterprise, fee] = [stage.enterprises[0]!, { cents: -30, code: '698' }];
        await receive(statement({ lines: [fee] }));
        await reconcile();
        const id = await explain('fee');
        const [money, corrected] = [stage.get(ExceptionMoney), statement({ lines: [{ ...fee, cents: -25 }] })];
        const { toBook, book } = { toBook: money.toBook.bind(money), book: money.book.bind(money) };
        const correctedAfter =
          <Of extends readonly unknown[], Result>(work: (...of: Of) => Promise<Result>) =>
          async (...of: Of) => {
            const result = await work(...of);
            await receive(corrected);
            return result;
          };
        if (when === 'before its decision') jest.spyOn(money, 'toBook').mockImplementationOnce(correctedAfter(toBook));
        else jest.spyOn(money, 'book').mockImplementationOnce(correctedAfter(book));
        const expected = when === 'before its end' ? 'so it is open again' : 'the bank has corrected the line';
        await expect(stage.get(ResolveException).book(id, enterprise, OPERATOR)).rejects.toThrow(expected);
        // As an interruption in between leaves it.
        await stage.service.database.query(`UPDATE rails.exceptions SET decision = $1`, [`booked: ${enterprise}`]);
        await stage.get(ResolveException).ignore(id, OPERATOR);
        expect(await found()).toEqual(['unexplained -25']);
        await expectSound(stage.service.database);
      },
    );

    it('have a fee booked for whom it was explained, also when a statement counts again', async () => {
      await start();
      const { enterprise_id: other } = await stage.service.createEnterprise();
      const { companies } = stage.get(Profiles).connections[0]!;
      (companies as unknown[]).push(bankCompany({ enterprise_id: other, company_id: '9876543210' }));
      const part = (sequence: number, opening: number, cents: number) =>
        statement({ id: `P${sequence}`, sequence, opening, lines: [{ cents, code: '698' }] });
      await receive(part(1, 0, -30));
      await reconcile();
      const id = await explain('fee');
      const book = (enterprise: string) => stage.get(ResolveException).book(id, enterprise, OPERATOR);
      await book(stage.enterprises[0]!);
      await receive(part(3, -50, -7));
      await receive(part(2, -30, -20));
      expect(await stage.exceptions()).toMatchObject([{ id }]);
      await expect(book(other)).rejects.toThrow(`its money is of ${stage.enterprises[0]!}`);
      await book(stage.enterprises[0]!);
      expect(await entriesOf(id)).toHaveLength(2);
    });

    it.each<[Explanation, Explanation, { code: string; cents: number }]>([
      ['fee', 'fee', { code: '698', cents: -30 }],
      ['wire_in', 'transfer', { code: '195', cents: 30 }],
    ])(
      'are explained again if a %s was taken back and the statement counts again',
      async (as, again, { code, cents }) => {
        await start();
        const [enterprise, resolve] = [stage.enterprises[0]!, stage.get(ResolveException)];
        const part = (sequence: number, opening: number, cash: number) =>
          statement({
            id: `P${sequence}`,
            sequence,
            opening,
            lines: [{ cents: cash, code, reference: `WIRE${sequence}` }],
          });
        await receive(part(1, 0, cents));
        await reconcile();
        const id = await explain(as);
        if (as === 'fee') await resolve.book(id, enterprise, OPERATOR);
        await receive(part(3, 2 * cents, 7));
        await resolve.ignore(id, OPERATOR);
        await receive(part(2, cents, cents));
        expect(await found()).toEqual([`unexplained ${cents}`, `unexplained ${cents}`, 'unexplained 7']);
        const line = await explain(again);
        await resolve.book(line, enterprise, OPERATOR);
        expect(await entriesOf(line)).toHaveLength(2);
        expect(await found()).toEqual([`unexplained ${cents}`, 'unexplained 7']);
        await expectSound(stage.service.database);
      },
    );

    it('have a wire taken back that the bank corrects, and the money of its reference once', async () => {
      await start();
      const [enterprise, wire] = [stage.enterprises[0]!, { cents: 70_000, code: '195', reference: 'WIRE1' }];
      const resolve = stage.get(ResolveException);
      await receive(statement({ lines: [wire] }));
      await reconcile();
      const id = await explain('wire_in');
      const corrected = { ...wire, cents: 7_000 };
      await receive(statement({ id: 'ST1', lines: [corrected] }));
      expect(await stage.exceptions()).toMatchObject([{ id, kind: 'statement_line', detail: 'wire_in' }]);
      await expect(resolve.book(id, enterprise, OPERATOR)).rejects.toThrow('the bank has corrected the line');
      expect(await found()).toEqual(['balance -70000', 'unexplained 7000']);
      await expect(explain('wire_in', enterprise, 1)).rejects.toThrow(
        `resolve the exception ${id} with --ignore first`,
      );
      await resolve.ignore(id, OPERATOR);
      expect(await entriesOf(id)).toMatchObject([
        { kind: 'credit', debit_account: 'cash', credit_account: 'available' },
        { kind: 'corrected_line', debit_account: 'suspense', credit_account: 'cash', amount: 70_000 },
        { kind: 'allocate', debit_account: 'available', credit_account: 'suspense' },
      ]);
      expect(await found()).toEqual(['unexplained 7000']);
      await expect(explain('wire_in', enterprise, 1)).rejects.toThrow('explain this one as a transfer');
      await resolve.book(await explain('transfer', enterprise, 1), enterprise, OPERATOR);
      expect(await found()).toEqual([]);
      await expectSound(stage.service.database);
    });

    it.each<[string, Explanation, boolean]>([
      ['in suspense', 'fee', false],
      ['booked', 'fee', true],
      ['credited', 'wire_in', false],
    ])('are taken back from the wrong enterprise when %s, and explained for the right one', async (_, as, isBooked) => {
      await start();
      const [wrong, right] = [stage.enterprises[0]!, await withAnother()];
      const resolve = stage.get(ResolveException);
      const cash = (enterpriseId: string) =>
        stage.service.database.query(
          `SELECT sum(CASE debit_account WHEN 'cash' THEN amount ELSE -amount END)::int AS cents FROM ledger.entries
           WHERE enterprise_id = $1 AND kind <> 'sandbox_opening' AND 'cash' IN (debit_account, credit_account)`,
          [enterpriseId],
        );
      await receive(statement({ lines: [{ cents: 700, code: '195', reference: 'WIRE1' }] }));
      await reconcile();
      const id = await explain(as, wrong);
      if (isBooked) await resolve.book(id, wrong, OPERATOR);
      await expect(explain(as, right)).rejects.toThrow(`'rails statements take-back' undoes that`);
      const takeBack = () => stage.get(TakeBackLine).execute(id, OPERATOR);
      await takeBack();
      await expect(takeBack()).rejects.toThrow('no line has the id');
      expect([await found(), await cash(wrong)]).toEqual([['unexplained 700'], [{ cents: 0 }]]);
      const again = await explain(as, right);
      if (as === 'fee') await resolve.book(again, right, OPERATOR);
      expect([await found(), await cash(wrong), await cash(right)]).toEqual([[], [{ cents: 0 }], [{ cents: 700 }]]);
      await expectSound(stage.service.database);
    });

    it('are not taken back while nobody has explained them, nor while their booking is begun', async () => {
      await start();
      await receive(statement({ lines: [{ cents: -30, code: '698' }] }));
      await reconcile();
      const [line] = await stage.service.database.query<{ id: string }>('SELECT id FROM rails.statement_lines');
      const takeBack = () => stage.get(TakeBackLine).execute(line!.id, OPERATOR);
      await expect(takeBack()).rejects.toThrow('nobody has explained the line');
      const id = await explain('fee');
      const decide = (decision: string | null) =>
        stage.service.database.query(`UPDATE rails.exceptions SET decision = $1`, [decision]);
      await decide(`booked: ${stage.enterprises[0]!}`);
      await expect(takeBack()).rejects.toThrow('repeat that one');
      await decide(null);
      // As an interruption of the explanation leaves it.
      await stage.service.database.query(`DELETE FROM ledger.entries WHERE subject_id = $1`, [id]);
      const unbooked = `nothing of it is booked yet; repeat 'rails statements explain ${id}'`;
      await expect(takeBack()).rejects.toThrow(unbooked);
      await stage.service.database.query('DELETE FROM rails.exceptions');
      await expect(takeBack()).rejects.toThrow(unbooked);
    });

    it.each(['interrupted', 'credited before, without the line'])('have a wire taken back that was %s', async (how) => {
      await start();
      const [enterprise, credit] = [stage.enterprises[0]!, stage.get(CreditBalance)];
      if (how !== 'interrupted')
        await stage.as(enterprise, () => credit.execute({ amount: 700, reference: 'WIRE1', banking_at: new Date(0) }));
      await receive(statement({ lines: [{ cents: 700, code: '195', reference: 'WIRE1' }] }));
      await reconcile();
      const takeBack = () => stage.get(TakeBackLine).execute(id, OPERATOR);
      let id: string;
      if (how === 'interrupted') {
        const execute = jest.spyOn(credit, 'execute').mockRejectedValueOnce(new Error('interrupted'));
        await expect(explain('wire_in')).rejects.toThrow('interrupted');
        execute.mockRestore();
        [{ id }] = (await stage.service.database.query('SELECT id FROM rails.statement_lines')) as [{ id: string }];
        await expect(takeBack()).rejects.toThrow(`repeat 'rails statements explain ${id}' first`);
      }
      id = await explain('wire_in');
      expect(await takeBack()).toBe(how === 'interrupted' ? null : 'WIRE1');
      expect(await found()).toContain('unexplained 700');
      await stage.get(ResolveException).book(await explain('transfer'), enterprise, OPERATOR);
      await expectSound(stage.service.database);
    });

    it('have a wire stay credited when its statement counts again, or was not credited yet when the bank corrects it', async () => {
      await start();
      const [enterprise, resolve] = [stage.enterprises[0]!, stage.get(ResolveException)];
      const part = (sequence: number, opening: number, cents: number) =>
        statement({
          id: `P${sequence}`,
          sequence,
          opening,
          lines: [{ cents, code: '195', reference: `WIRE${sequence}` }],
        });
      await receive(part(1, 0, 30));
      await reconcile();
      const id = await explain('wire_in');
      await receive(part(3, 50, 7));
      await receive(part(2, 30, 20));
      await expect(resolve.book(id, enterprise, OPERATOR)).rejects.toThrow('resolve it with --ignore');
      await resolve.ignore(id, OPERATOR);
      expect(await entriesOf(id)).toHaveLength(1);
      expect(await found()).toEqual(['unexplained 20', 'unexplained 7']);
      const execute = jest.spyOn(stage.get(CreditBalance), 'execute').mockRejectedValueOnce(new Error('interrupted'));
      await expect(explain('wire_in', enterprise, 1)).rejects.toThrow('interrupted');
      execute.mockRestore();
      await receive(statement({ id: 'P3', sequence: 3, opening: 50, lines: [] }));
      await resolve.ignore((await stage.exceptions())[0]!.id, OPERATOR);
      expect(await found()).toEqual(['unexplained 20']);
      await expectSound(stage.service.database);
    });

    it('are not explained for an enterprise that does not use the connection, nor when they went out as a wire in', async () => {
      await start();
      await receive(statement({ lines: [{ cents: -30, code: '698' }] }));
      await reconcile();
      const { enterprise_id } = await stage.service.createEnterprise();
      await expect(explain('fee', enterprise_id)).rejects.toThrow('has no company');
      await expect(explain('wire_in')).rejects.toThrow('a wire that came in is a credit');
      expect(await found()).toEqual(['unexplained -30']);
    });

    it('have a return that fits no entry explained by booking its exception', async () => {
      await start();
      await stage.send([{ cents: 1_001, side: 'source' }]);
      await stage.service.database.query(`UPDATE rails.entries SET individual_id = 'OTHER'`);
      stage.bank.pass(6);
      await stage.receive();
      const [exception] = await stage.exceptions();
      expect(exception).toMatchObject({ kind: 'unmatched_return' });
      expect(await found()).toEqual(['unexplained -1001']);
      await stage.get(ResolveException).book(exception!.id, stage.enterprises[0]!, OPERATOR);
      expect(await found()).toEqual([]);
    });
  });

  it('change the postings of a file when the bank refuses an entry of it, or all of it', async () => {
    await start();
    await stage.send([{ cents: 1_000 }, { cents: 500, state: 'filed' }]);
    await receive(statement({ lines: [{ cents: -1_500, code: '455' }] }));
    expect(await found()).toEqual([]);
    await stage.service.database.query(`UPDATE rails.entries SET state = 'rejected' WHERE trace = $1`, [traceOf(2)]);
    await stage.service.database.query(`UPDATE rails.files SET postings_version = 0`);
    expect(await found()).toEqual(['amount -500']);
    await stage.service.database.query(`UPDATE rails.files SET state = 'refused', version = version + 1`);
    expect(await found()).toEqual(['unexplained -1500']);
  });
});
