import fc from 'fast-check';
import { DatabaseScene, DatabaseWorld } from '../support/payable/database-world.js';
import { DomainWorld } from '../support/payable/domain-world.js';
import { expectLedgerSound } from '../support/ledger-sound.js';
import { FROZEN } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { stories, tell } from '../support/payable/story.js';
import type { Story, World } from '../support/payable/story.js';
import { guards } from '../support/guards.js';

guards('libs/customers/src', 'libs/accounts/src', 'libs/transfers/src');

const SEED = Number(process.env['RANDOM_SEED'] ?? 1);
const RUNS = Number(process.env['RANDOM_RUNS'] ?? 60);

/** Plays random stories, each in a separate world, and requires that enough of them led to a send or a refusal. */
async function tellMany(begin: (story: Story) => World | Promise<World>, numRuns: number): Promise<void> {
  const reported = { sent: 0, refused: 0 };
  const property = fc.asyncProperty(stories, async (story) => {
    const { sent, refused } = await tell(await begin(story), story);
    reported.sent += sent;
    reported.refused += refused;
  });
  await fc.assert(property, { numRuns, seed: SEED, endOnFailure: true });
  expect(reported.sent).toBeGreaterThan(numRuns / 10);
  expect(reported.refused).toBeGreaterThan(numRuns / 10);
}

describe('no money leaves while the pinned customer or account is not payable', () => {
  let service: TestService;
  let scene: DatabaseScene;
  beforeAll(async () => {
    service = await startTestService(FROZEN);
    scene = await DatabaseScene.open(service);
  });
  afterAll(() => service.stop());

  it('by the rules of customers, accounts and transfers', async () => {
    await tellMany((story) => new DomainWorld(story), 40 * RUNS);
  });

  it(
    'by the use cases on the database',
    async () => {
      await tellMany((story) => DatabaseWorld.begin(scene, story), RUNS);
      await expectLedgerSound(service.database);
    },
    10 * 60_000,
  );

  it('by a worker that was held up after it had checked the party', async () => {
    const world = await DatabaseWorld.begin(scene, { useCase: 'payout', verifiedFirst: true, acts: [] });
    let sent = 0;
    const onSend = () => Promise.resolve(void sent++);
    await world.perform({ act: 'accept' });
    scene.clock.sleepAfterNext(21_000);
    const heldUp = world.send('arrives', { onInquiry: () => Promise.resolve(), onSend });
    await expect(heldUp).rejects.toThrow('checked too long ago');
    await world.perform({ act: 'patch customer', fate: 'restricted' });
    await world.perform({ act: 'verify' });
    const after: Story = { useCase: 'payout', verifiedFirst: true, acts: [{ act: 'send', call: 'arrives' }] };
    expect(await tell(world, after)).toEqual({ sent: 0, refused: 1 });
    expect(sent).toBe(0);
  });
});
