import { pain002 } from '@payments/testing';
import { expectSound } from '../support/ledger-sound.js';
import { InstantScene } from '../support/rails/instant-scene.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src');

const settled = pain002({ transactions: [{ status: 'ACSC' }] });
const rejected = pain002({ transactions: [{ status: 'RJCT', reason: 'AC03' }] });

describe('a status of a bank that cannot be', () => {
  let scene: InstantScene;
  beforeAll(async () => {
    scene = await InstantScene.start({
      ...{ rails: { ach: 'off', same_day_ach: 'off', rtp: 'iso', fednow: 'off' }, windows: [] },
    });
  });
  afterAll(() => scene.bank.stop());

  const lastException = async () => (await scene.exceptions()).at(-1);
  const legOf = async (transfer: string) =>
    (await scene.query('SELECT status, attempt FROM transfers.legs WHERE transfer_id = $1', [transfer]))[0];

  it.each([
    { status: 'settled', then: 'rejected', reports: [settled, rejected] },
    { status: 'rejected', then: 'settled', reports: [rejected, settled] },
  ])('leaves a payment $status that is then told to be $then, and is an exception', async ({ status, reports }) => {
    const [first, second] = reports as [Buffer, Buffer];
    const sent = await scene.pay();
    scene.answer(first, sent);
    await scene.untilLeg(sent.transfer, status);
    scene.answer(second, sent);
    await scene.untilApplied();
    expect(await lastException()).toMatchObject({ kind: 'status_contradiction', end_to_end_id: sent.endToEndId });
    expect(await legOf(sent.transfer)).toEqual({ status, attempt: 1 });
    await expectSound(scene.bank.service.database);
  });

  it('reaches no payment of another enterprise by its ids', async () => {
    const [own, foreign] = [await scene.pay(), await scene.pay(await scene.anotherPayer())];
    const { endToEndId, instructionId } = foreign;
    scene.answer(settled, { ...own, endToEndId, instructionId });
    await scene.untilApplied();
    expect(await lastException()).toMatchObject({ kind: 'unknown_message', detail: 'ACSC' });
    for (const { transfer } of [own, foreign])
      expect(await legOf(transfer)).toEqual({ status: 'submitted', attempt: 1 });
  });
});
