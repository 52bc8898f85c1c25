import type { UnitOfWork } from '@payments/kernel';
import { OWN_BOOK } from '@payments/ledger';
import type { Effect } from '../domain/effect.js';
import { EffectPages } from './effect-pages.js';
import { Effects, MOST_ENTRIES } from './ports.js';
import type { EffectRange } from './ports.js';

const SUBLEDGER = '0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a';

/** A ledger with an effect at each of some positions; the pages that were asked for. */
class SomeEffects extends Effects {
  readonly asked: string[] = [];
  failures = 0;

  constructor(private readonly positions: readonly bigint[]) {
    super();
  }

  page({ after, upTo }: EffectRange): Promise<Effect[]> {
    this.asked.push(`${after}-${upTo}`);
    if (this.failures > 0) {
      this.failures -= 1;
      return Promise.reject(new Error('the connection was lost'));
    }
    const found = this.positions.filter((position) => position > after && position <= upTo);
    return Promise.resolve(found.slice(0, MOST_ENTRIES).map((position) => ({ position }) as Effect));
  }

  sums = () => Promise.resolve([]);
  totalsOf = () => Promise.reject(new Error('not asked'));
  nextMoved = () => Promise.resolve(undefined);
}

const numbers = (count: number, step = 1) => Array.from({ length: count }, (_, index) => BigInt((index + 1) * step));
const readAll = { run: (work: () => unknown) => work(), read: (work: () => unknown) => work() } as UnitOfWork;

async function positionsOf(effects: SomeEffects, range: EffectRange): Promise<bigint[]> {
  const pages = new EffectPages(readAll, effects);
  const found: bigint[] = [];
  for (let { after } = range; ;) {
    const page = await pages.next('report', { ...range, after });
    if (page === undefined) return found;
    found.push(...page.effects.map(({ position }) => position));
    after = page.upTo;
  }
}

describe(EffectPages.name, () => {
  it.each([
    ['of all books', null],
    ['of the own book', OWN_BOOK],
    ['of a subledger', SUBLEDGER],
  ])('give each effect %s once, in order, also where positions have none', async (_, book) => {
    const positions = [...numbers(4_321), ...numbers(5, 10_000).map((position) => position + 5_000n)];
    const range = { after: 7n, upTo: 45_000n, book };
    const expected = positions.filter((position) => position > 7n && position <= 45_000n);
    expect(await positionsOf(new SomeEffects(positions), range)).toEqual(expected);
  });

  it('ask for the next page of many before the last one was received', async () => {
    const effects = new SomeEffects(numbers(5_000));
    const pages = new EffectPages(readAll, effects);
    const first = pages.next('report', { after: 0n, upTo: 5_000n, book: null });
    expect(effects.asked).toEqual(['0-2000', '2000-4000']);
    const second = await pages.next('report', { after: (await first)!.upTo, upTo: 5_000n, book: null });
    expect(effects.asked).toEqual(['0-2000', '2000-4000', '4000-5000']);
    expect(second!.effects[0]!.position).toBe(2_001n);
  });

  it('give nothing of another report that was begun before', async () => {
    const effects = new SomeEffects(numbers(5_000));
    const pages = new EffectPages(readAll, effects);
    await pages.next('one', { after: 0n, upTo: 5_000n, book: null });
    await pages.next('other', { after: 2_000n, upTo: 5_000n, book: null });
    expect(effects.asked.filter((asked) => asked === '2000-4000')).toHaveLength(2);
  });

  it('read a page again that failed ahead, and fail with the page that is needed', async () => {
    const effects = new SomeEffects(numbers(5_000));
    const pages = new EffectPages(readAll, effects);
    const first = pages.next('report', { after: 0n, upTo: 5_000n, book: null });
    await first;
    effects.failures = 1;
    const second = await pages.next('report', { after: 2_000n, upTo: 5_000n, book: null });
    expect(second!.effects).toHaveLength(MOST_ENTRIES);
    const third = await pages.next('report', { after: 4_000n, upTo: 5_000n, book: null });
    expect(third!.effects).toHaveLength(1_000);
    effects.failures = 1;
    await expect(pages.next('report', { after: 0n, upTo: 5_000n, book: null })).rejects.toThrow('connection');
  });
});
