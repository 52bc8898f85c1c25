import { returnCodes } from '@payments/rails';
import { InboundStage, traceOf } from '../support/rails/inbound-stage.js';
import { RECEIVER, returnOfFirst, returnsOfFirst } from '../support/rails/return-files.js';

const rules = (...list: object[]) => ({ settings: { rules: list } });

describe('files of returns and changes from a bank', () => {
  let stage: InboundStage;
  const start = async (options: Parameters<typeof InboundStage.start>[0] = {}) => {
    stage = await InboundStage.start(options);
  };
  afterEach(() => stage.stop());

  it('return the entries that they are about, and no others', async () => {
    await start();
    await stage.send([
      { cents: 1_001, side: 'source' },
      { cents: 1_002 },
      { cents: 1_050 },
      { cents: 1_001, side: 'source', state: 'settled' },
    ]);
    stage.bank.pass(4);
    await stage.receive();
    expect(await stage.entries()).toMatchObject([
      { cents: 1_001, state: 'returned', code: 'R01' },
      { cents: 1_002, state: 'returned', code: 'R02' },
      { cents: 1_050, state: 'accepted', code: null },
      { cents: 1_001, state: 'returned', code: 'R01' },
    ]);
    const results = await stage.results();
    expect(results.map(({ kind, code }) => `${String(kind)} ${String(code)}`).sort()).toEqual([
      'returned R01',
      'returned R01',
      'returned R02',
    ]);
    expect(await stage.exceptions()).toEqual([]);
    expect((await stage.inbound()).filter(({ kind }) => kind === 'ach')).toMatchObject([{ state: 'applied' }]);
  });

  it('correct accounts by notifications of change', async () => {
    await start(rules({ outcomes: [{ change: 'C02', corrected: '021000021' }] }));
    await stage.send([{ cents: 1_000 }]);
    stage.bank.pass(3);
    await stage.receive();
    expect(await stage.results()).toMatchObject([
      { kind: 'notification_of_change', code: 'C02', correction: { routing_number: '021000021' } },
    ]);
    expect(await stage.entries()).toMatchObject([{ state: 'accepted' }]);
  });

  it('without a readable correction are reported, and shown to a person', async () => {
    await start(rules({ outcomes: [{ change: 'C02', corrected: '021000020' }] }));
    await stage.send([{ cents: 1_000 }]);
    stage.bank.pass(3);
    await stage.receive();
    const [result] = await stage.results();
    expect(result).toMatchObject({ kind: 'notification_of_change', code: 'C02' });
    expect(result).not.toHaveProperty('correction');
    expect(await stage.exceptions()).toMatchObject([
      { kind: 'change_without_correction', code: 'C02', detail: 'Corrected routing number' },
    ]);
  });

  it.each([
    ['C09', 'noc_identification', 'Corrected individual identification number'],
    ['C13', 'change_without_correction', 'Wrong format of the addenda records'],
  ])('with the code %s correct nothing of the account, and say so to a person', async (code, kind, detail) => {
    await start(rules({ outcomes: [{ change: code, corrected: code === 'C09' ? 'CUSTOMER 4711' : '' }] }));
    await stage.send([{ cents: 1_000 }]);
    stage.bank.pass(3);
    await stage.receive();
    const [result, ...others] = await stage.results();
    expect([result, others]).toMatchObject([{ kind: 'notification_of_change', code }, []]);
    expect(result).not.toHaveProperty('correction');
    const [exception, ...more] = await stage.exceptions();
    expect([exception, more]).toMatchObject([{ kind, code, detail, for_enterprise: stage.enterprises[0] }, []]);
    // The number may be that of a person.
    expect(JSON.stringify(exception)).not.toContain('4711');
    const name = stage.bank.list('outbound').find((each) => each.startsWith('change'))!;
    stage.bank.putOutbound('again.ach', Buffer.from(stage.bank.text(name).replaceAll('\n', '\r\n'), 'latin1'));
    await stage.receive();
    const again = (await stage.inbound()).find((file) => file.name === 'again.ach');
    expect([again?.state, await stage.exceptions()]).toEqual(['applied', [exception]]);
  });

  it('report what the bank wrote beside the code, without account numbers', async () => {
    await start();
    await stage.send([{ cents: 1_001, side: 'source' }], { toBank: false });
    stage.bank.putOutbound('return.ach', returnOfFirst({ code: 'R17', information: 'QUESTIONABLE ACCT 000123456789' }));
    await stage.receive();
    expect(await stage.results()).toMatchObject([{ code: 'R17', reason_text: 'QUESTIONABLE ACCT #' }]);
  });

  it('report a return that is in two files once', async () => {
    await start({ faults: { seed: 1, faults: { duplicate_return: {} } } });
    await stage.send([{ cents: 1_001, side: 'source' }]);
    stage.bank.pass(6);
    expect(stage.bank.list('outbound').filter((name) => name.startsWith('return'))).toHaveLength(2);
    await stage.receive();
    expect(await stage.results()).toMatchObject([{ kind: 'returned' }]);
    expect(await stage.exceptions()).toEqual([]);
  });

  it('that come again as other bytes or under another name change nothing', async () => {
    await start();
    await stage.send([{ cents: 1_001, side: 'source' }]);
    stage.bank.pass(3);
    const [name] = stage.bank.list('outbound').filter((each) => each.startsWith('return'));
    const bytes = stage.bank.read('outbound', name!);
    await stage.receive();
    stage.bank.putOutbound('again.ach', bytes);
    stage.bank.putOutbound('crlf.ach', Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'));
    await stage.receive();
    const states = (await stage.inbound())
      .filter(({ directory }) => directory === '/outbound')
      .map(({ name: each, state }) => [each, state]);
    expect(Object.fromEntries(states)).toMatchObject({
      'again.ach': 'duplicate',
      'crlf.ach': 'applied',
      [name!]: 'applied',
    });
    expect(await stage.results()).toHaveLength(1);
  });

  it('that nobody sent are exceptions, and nothing else', async () => {
    await start();
    await stage.send([{ cents: 1_001, side: 'source' }, { cents: 1_002 }]);
    await stage.service.database.query(`UPDATE rails.entries SET amount = amount + 1 WHERE trace = $1`, [traceOf(1)]);
    await stage.service.database.query(`UPDATE rails.entries SET individual_id = 'OTHER' WHERE trace = $1`, [
      traceOf(2),
    ]);
    stage.bank.pass(3);
    await stage.receive();
    const exceptions = await stage.exceptions();
    expect(exceptions.map(({ kind, detail }) => `${kind} ${detail}`).sort()).toEqual([
      'unmatched_return other_amount',
      'unmatched_return other_receiver',
    ]);
    expect(exceptions[0]!.for_enterprise).toBe(stage.enterprises[0]);
    expect(await stage.results()).toEqual([]);
    expect(await stage.entries()).toMatchObject([{ state: 'accepted' }, { state: 'accepted' }]);
  });

  it('that come late are booked, and shown to a person', async () => {
    await start(rules({ outcomes: [{ return: 'R01', after_days: 5 }] }));
    await stage.send([{ cents: 1_000, side: 'source' }]);
    stage.bank.pass(9);
    await stage.receive();
    expect(await stage.entries()).toMatchObject([{ state: 'returned', code: 'R01' }]);
    expect(await stage.exceptions()).toMatchObject([{ kind: 'untimely_return', code: 'R01', amount: 1_000 }]);
  });

  it.each<[string, readonly (readonly number[])[], string[]]>([
    ['twice in one', [[1, 1]], []],
    ['with another trace number in one', [[1, 2]], ['duplicate_return']],
    ['with another trace number in the next', [[1], [2]], ['duplicate_return']],
  ])('return an entry once: %s', async (_, files, exceptions) => {
    await start();
    await stage.send([{ cents: 1_001, side: 'source' }], { toBank: false });
    for (const [at, sequences] of files.entries()) {
      stage.bank.putOutbound(`return-${at}.ach`, returnsOfFirst(...sequences));
      await stage.receive();
    }
    expect(await stage.results()).toMatchObject([{ kind: 'returned', trace: `${RECEIVER}0000001` }]);
    expect((await stage.exceptions()).map(({ kind }) => kind)).toEqual(exceptions);
  });

  it('return an entry of a file that is closed', async () => {
    await start();
    await stage.send([{ cents: 1_001, side: 'source', state: 'settled' }], { toBank: false });
    for (const state of ['acknowledged', 'closed']) {
      await stage.service.database.query('UPDATE rails.files SET state = $1', [state]);
    }
    stage.bank.putOutbound('return.ach', returnsOfFirst(1));
    await stage.receive();
    expect(await stage.entries()).toMatchObject([{ state: 'returned', code: 'R01' }]);
  });

  it('return no entry that was withdrawn', async () => {
    await start();
    await stage.send([{ cents: 1_001, side: 'source', state: 'filed' }], { toBank: false });
    await stage.service.database.query(`UPDATE rails.entries SET state = 'rejected', code = 'HELD'`);
    stage.bank.putOutbound('return.ach', returnsOfFirst(1));
    await stage.receive();
    expect(await stage.exceptions()).toMatchObject([{ kind: 'unmatched_return', detail: 'not_sent', amount: 1_001 }]);
    expect(await stage.results()).toEqual([]);
  });

  it('prove that a file in doubt is at the bank', async () => {
    await start();
    await stage.send([{ cents: 1_001, side: 'source', state: 'filed' }], { state: 'doubtful' });
    stage.bank.pass(3);
    await stage.receive();
    expect(await stage.entries()).toMatchObject([{ state: 'returned' }]);
    expect(await stage.service.database.query('SELECT state, entries_become FROM rails.files')).toEqual([
      { state: 'acknowledged', entries_become: 'accepted' },
    ]);
  });

  it('are counted by day and code, debits only', async () => {
    await start();
    await stage.send([{ cents: 1_001, side: 'source' }, { cents: 2_001, side: 'source' }, { cents: 1_002 }]);
    stage.bank.pass(3);
    await stage.receive();
    expect(await stage.service.database.query('SELECT code, debits FROM rails.return_counts')).toEqual([
      { code: 'R01', debits: 2 },
    ]);
  });

  it('with every return code are applied', async () => {
    const codes = [...returnCodes.keys()].filter((code) => code < 'R60');
    await start(
      rules(
        ...codes.map((code, at) => ({ account: String(10_000 + at), outcomes: [{ return: code, after_days: 0 }] })),
      ),
    );
    await stage.send(codes.map((_, at) => ({ cents: 1_000 + at * 100, side: 'source', account: String(10_000 + at) })));
    stage.bank.pass(3);
    await stage.receive();
    expect((await stage.entries()).map(({ code }) => code)).toEqual(codes);
  });
});
