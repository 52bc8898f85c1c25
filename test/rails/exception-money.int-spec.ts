import { Suspense } from '@payments/ledger';
import { InboundOperationError, RailExceptions, RequestReturn, ResolveException } from '@payments/rails';
import { ACH_ODFI, achLines, addenda99, asFile } from '@payments/testing';
import { expectSound } from '../support/ledger-sound.js';
import { InboundStage } from '../support/rails/inbound-stage.js';
import { violationsIn } from '../support/ledger-sound.js';

const RECEIVER = '01140153';
const OPERATOR = { actor: 'ada', reason: 'case 4711' };

describe('the money of an exception', () => {
  let stage: InboundStage;
  let enterprise: string;
  beforeEach(async () => {
    stage = await InboundStage.start();
    enterprise = stage.enterprises[0]!;
  });
  afterEach(() => stage.stop());

  /** A return over 1,001 cents that fits no entry. */
  async function unmatched(code: 21 | 26): Promise<string> {
    const addenda = [addenda99({ originalDfi: RECEIVER, trace: `${RECEIVER}0000001`, original: `${ACH_ODFI}0009999` })];
    const entry = { code, amount: 1_001, routing: `${ACH_ODFI}9`, account: '1', addenda };
    stage.bank.putOutbound('return.ach', asFile(achLines([{ odfi: RECEIVER, entries: [entry] }])));
    await stage.receive();
    const [exception] = await stage.exceptions();
    expect(exception).toMatchObject({ kind: 'unmatched_return', amount: 1_001 });
    return exception!.id;
  }

  const book = (id: string) => stage.get(ResolveException).book(id, enterprise, OPERATOR);
  const entriesOf = (id: string) =>
    stage.service.database.query(
      `SELECT kind, debit_account, credit_account, amount::int AS amount FROM ledger.entries WHERE subject_id = $1
       ORDER BY id`,
      [id],
    );

  it('of a credit that came back goes through suspense to the enterprise, once', async () => {
    const id = await unmatched(21);
    expect(await book(id)).toBe(1_001n);
    expect(await entriesOf(id)).toEqual([
      { kind: 'unmatched_return', debit_account: 'cash', credit_account: 'suspense', amount: 1_001 },
      { kind: 'allocate', debit_account: 'suspense', credit_account: 'available', amount: 1_001 },
    ]);
    await expect(book(id)).rejects.toThrow(InboundOperationError);
    expect(await entriesOf(id)).toHaveLength(2);
    await expectSound(stage.service.database);
  });

  it('of a returned debit is taken from the enterprise', async () => {
    const id = await unmatched(26);
    expect(await book(id)).toBe(-1_001n);
    expect(await entriesOf(id)).toMatchObject([
      { debit_account: 'suspense', credit_account: 'cash' },
      { debit_account: 'available', credit_account: 'suspense' },
    ]);
  });

  it('moves once, wherever an interruption leaves it, and no other resolution can follow one that was begun', async () => {
    const id = await unmatched(21);
    const resolve = jest.spyOn(stage.get(RailExceptions), 'resolve').mockRejectedValueOnce(new Error('interrupted'));
    await expect(book(id)).rejects.toThrow('interrupted');
    await expect(stage.get(ResolveException).ignore(id, OPERATOR)).rejects.toThrow('was begun');
    await book(id);
    resolve.mockRestore();
    expect(await entriesOf(id)).toHaveLength(2);
    expect(await stage.get(RailExceptions).find(id)).toMatchObject({
      state: 'resolved',
      resolution: `booked: ${enterprise}`,
    });
  });

  it('that a statement put into suspense is explained by the exception, until that is booked', async () => {
    const id = await unmatched(21);
    const occasion = { subject_id: id, banking_at: new Date() };
    await stage.as(enterprise, () => stage.get(Suspense).receive(occasion, 'unmatched_return', 1_001n));
    await expectSound(stage.service.database);
    await expect(stage.get(ResolveException).ignore(id, OPERATOR)).rejects.toThrow(`--book ${enterprise}`);
    await book(id);
    expect(await entriesOf(id)).toHaveLength(2);
    await expectSound(stage.service.database);
  });

  it('that no open exception explains is a violation', async () => {
    const id = await unmatched(21);
    const occasion = { subject_id: id, banking_at: new Date() };
    await stage.as(enterprise, () => stage.get(Suspense).receive(occasion, 'unmatched_return', 1_001n));
    await stage.get(RailExceptions).resolve(id, 'ignored: by hand', 'ada');
    expect(await violationsIn(stage.service.database.adminUrl)).toEqual([
      `${enterprise} suspense-is-explained: ${id}: 1001 cents of it are in suspense, but no open exception says why`,
    ]);
  });

  it('is never that of an enterprise without a company at the bank', async () => {
    const id = await unmatched(21);
    const { enterprise_id: other } = await stage.service.createEnterprise();
    await expect(stage.get(ResolveException).book(id, other, OPERATOR)).rejects.toThrow('no company');
  });

  it('is asked back with a deadline of ten banking days, once', async () => {
    await stage.send([{ cents: 1_000 }]);
    const [{ end_to_end_id }] = (await stage.service.database.query('SELECT end_to_end_id FROM rails.entries')) as [
      { end_to_end_id: string },
    ];
    const first = await stage.get(RequestReturn).execute(end_to_end_id, OPERATOR);
    expect(first).toMatchObject({ known: false, due_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string });
    expect(await stage.get(RequestReturn).execute(end_to_end_id, OPERATOR)).toMatchObject({ known: true });
    expect(await stage.exceptions()).toMatchObject([
      { kind: 'return_requested', due_date: first.due_date, code: 'R06' },
    ]);
    await stage.get(ResolveException).ignore((await stage.exceptions())[0]!.id, OPERATOR);
  });
});
