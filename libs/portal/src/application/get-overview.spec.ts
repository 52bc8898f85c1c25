import type { Clock, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { Tenant } from '@payments/observability';
import type { FiguresReader } from './figures.js';
import type { GetAttention } from './get-attention.js';
import { GetOverview } from './get-overview.js';
import type { Balances, PortalReader } from './ports.js';

const unitOfWork: UnitOfWork = { run: (work) => work(), read: (work) => work() };
const attention = { execute: async () => [] } as Pick<GetAttention, 'execute'> as GetAttention;
const clock: Clock = { now: () => new Date('2026-05-04T12:00:00Z'), elapsedMs: () => 0 };

describe('the overview of open portals', () => {
  let readFor: string[];
  let overview: GetOverview;

  beforeEach(() => {
    readFor = [];
    const balances = async (): Promise<Balances> => {
      readFor.push(workContext.enterpriseId());
      return { available: BigInt(readFor.length), pending: 0n, reserved: 0n, updated_at: clock.now() };
    };
    const reader = { balances } as Pick<PortalReader, 'balances'> as PortalReader;
    overview = new GetOverview(unitOfWork, reader, {} as FiguresReader, attention, clock);
  });

  const ask = async (enterpriseId: string, scopes: readonly string[]) =>
    workContext.run({ requestId: '-', tenant: { enterpriseId } as Tenant }, () => overview.execute(new Set(scopes)));

  it('is read once for all that follow the same change', async () => {
    const asked = Array.from({ length: 50 }, () => ask('acme', ['read:balances', 'read:me']));
    const available = (await Promise.all(asked)).map(({ balance }) => balance?.available);
    expect(available).toEqual([1, ...Array<number>(49).fill(2)]);
  });

  it('is shared by users with the same scopes, and by nobody else', async () => {
    const [own, same, other, less] = await Promise.all([
      ask('acme', ['read:balances', 'read:me']),
      ask('acme', ['read:me', 'read:balances']),
      ask('other', ['read:me', 'read:balances']),
      ask('acme', ['read:me']),
    ]);
    expect(readFor.sort()).toEqual(['acme', 'acme', 'other']);
    expect([own, same, other].map((each) => each.balance?.available).sort()).toEqual([1, 2, 3]);
    expect(less.balance).toBeUndefined();
  });
});
