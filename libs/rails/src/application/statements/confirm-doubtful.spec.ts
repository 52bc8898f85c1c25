import type { Connection } from '../../domain/connection.js';
import type { EntryStatus } from '../../domain/entry-state.js';
import type { FileState } from '../../domain/file-state.js';
import type { BookedLine } from '../../domain/statements/match-statement.js';
import { ConfirmDoubtful } from './confirm-doubtful.js';

const connection = { name: 'first-bank' } as Connection;
/** Compared with each other, they would take longer than a test may. */
const LINES = 200_000;

describe('lines that name payments of a message in doubt', () => {
  async function confirmed(lines: readonly Partial<BookedLine>[], state: EntryStatus = 'filed') {
    const [moved, received]: [string[], string[]] = [[], []];
    const payment = { id: 'p', end_to_end_id: 'E7', trace: null, amount: 700n, window_at: 2, occurred_at: 1, state };
    const parts = [
      { list: () => Promise.resolve([{ id: 'm', rail: 'rtp', purpose: 'payments' }]), batches: () => [{}] },
      {
        lockOfFile: (_: string, states: EntryStatus[]) => [payment].filter((each) => states.includes(each.state)),
        move: ([id]: readonly string[]) => void moved.push(id!),
      },
      { run: (_: string, work: () => unknown) => Promise.resolve(work()) },
      {
        received: (_: Connection, { id }: FileState) => Promise.resolve(received.push(id)),
        told: () => Promise.resolve(),
      },
      {},
      { execute: () => Promise.resolve() },
    ] as unknown as ConstructorParameters<typeof ConfirmDoubtful>;
    await new ConfirmDoubtful(...parts).messages(connection, lines as readonly BookedLine[]);
    return { moved, received };
  }
  const accepted = async (lines: readonly Partial<BookedLine>[]) => (await confirmed(lines)).moved;
  const line = (at: number, change: Partial<BookedLine> = {}): Partial<BookedLine> => ({
    ...{ direction: 'debit', references: [`E${at}`], text: 'ACME CORP PAYMENT', amount: BigInt(at) * 100n, ...change },
  });

  it('accept it to the cent only, and only where money went out', async () => {
    expect(await accepted([line(7)])).toEqual(['p']);
    expect(await accepted([line(7, { references: [], text: 'ACME E7' })])).toEqual(['p']);
    expect(await accepted([line(7, { amount: 701n })])).toEqual([]);
    expect(await accepted([line(7, { direction: 'credit' })])).toEqual([]);
    expect(await accepted([line(8)])).toEqual([]);
  });

  it('confirm its message also where that was interrupted once the payment was accepted', async () => {
    expect(await confirmed([line(7)], 'accepted')).toEqual({ moved: [], received: ['m'] });
    expect(await confirmed([line(7)], 'rejected')).toEqual({ moved: [], received: [] });
  });

  it('may be many that share their other words', async () => {
    expect(await accepted(Array.from({ length: LINES }, (_, at) => line(at)))).toEqual(['p']);
  });
});
