import { workContext } from '@payments/observability';
import { LedgerCash, Profiles, ReconcileConnection, Statements } from '@payments/rails';
import { camt053 } from '@payments/testing';
import { InboundStage, SETTLEMENT_ACCOUNT } from '../support/rails/inbound-stage.js';
import { returnsOfFirst } from '../support/rails/return-files.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src');

/** The day on which the entries of the stage settle, and their returns. */
const DAY = '2026-07-16';

describe('the first comparison with a statement', () => {
  let stage: InboundStage;
  let cash: LedgerCash;
  const query = <Row>(sql: string, values: readonly unknown[] = []) => stage.service.database.query<Row>(sql, values);

  beforeEach(async () => {
    stage = await InboundStage.start();
    cash = stage.get(LedgerCash);
    await stage.send([{ cents: 1_001, side: 'source' }], { toBank: false });
    stage.bank.putOutbound(
      'statement.xml',
      camt053({ account: SETTLEMENT_ACCOUNT, day: DAY, opening: 500, lines: [{ cents: 1_001 }] }),
    );
    await stage.receive();
  });
  afterEach(() => stage.stop());

  // The ledger has no cash until that day: what the account had before is in the opening balance alone.
  const found = async () => {
    const reconciled = await stage.get(ReconcileConnection).execute(stage.get(Profiles).connections[0]!);
    return reconciled!.breaks.map(({ kind, difference }) => `${kind} ${difference}`);
  };
  const kept = async () =>
    (await query<{ kept: string | null }>('SELECT opening_difference AS kept FROM rails.reconciliations'))[0]!.kept;
  const proven = async () => (await stage.get(Statements).list({}, 1))[0]!.proof;

  /** Runs `work` in the next comparison, after the statement and the postings were read, and before the entries are. */
  const between = (work: () => Promise<unknown>) => {
    const balance = cash.balance.bind(cash);
    return jest.spyOn(cash, 'balance').mockImplementationOnce(async (before) => {
      const read = await balance(before);
      await workContext.run({ requestId: 'test' }, work);
      return read;
    });
  };

  it('keeps what the account had before, also if a return is applied between its reads', async () => {
    const reads = between(async () => {
      stage.bank.putOutbound('return.ach', returnsOfFirst(1));
      await stage.receive();
    });
    expect(await found()).toEqual([]);
    expect(await stage.entries()).toMatchObject([{ state: 'returned', code: 'R01' }]);
    expect(await kept()).toBe('500');
    expect(await proven()).toMatchObject({ in_transit: -1_001n, unsettled: 0n, difference: 0n });
    expect(reads).toHaveBeenCalledTimes(3);
    expect(await found()).toEqual([]);
  });

  it('keeps nothing while something moves in each of its reads, and the next one does', async () => {
    const moves = jest.spyOn(cash, 'balance');
    let cents = 0n;
    moves.mockImplementation(() => Promise.resolve((cents += 1n)));
    expect(await found()).toEqual([]);
    expect(moves).toHaveBeenCalledTimes(3);
    expect([await kept(), await proven()]).toEqual([null, null]);
    moves.mockRestore();
    expect(await found()).toEqual([]);
    expect(await kept()).toBe('500');
  });

  it('keeps nothing while a result is received that the ledger does not have', async () => {
    await query(
      `INSERT INTO transfers.processor_results (enterprise_id, id, processor_result_id, end_to_end_id, kind, occurred_at, received_at)
       VALUES ($1, gen_random_uuid(), 'r1', 'P1', 'settled', now(), now())`,
      [stage.enterprises[0]],
    );
    expect(await found()).toEqual([]);
    expect([await kept(), await proven()]).toEqual([null, null]);
    await query('UPDATE transfers.processor_results SET applied_at = now()');
    expect(await found()).toEqual([]);
    expect(await kept()).toBe('500');
  });

  it('shows a later difference that stays, and none that only its reads make', async () => {
    expect(await found()).toEqual([]);
    jest.spyOn(cash, 'balance').mockResolvedValueOnce(4_711n);
    expect(await found()).toEqual([]);
    await query(`UPDATE ledger.balances SET balance = balance + 1 WHERE account = 'cash'`);
    expect(await found()).toEqual(['balance 1']);
  });
});
