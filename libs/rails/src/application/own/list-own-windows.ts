import { Injectable } from '@nestjs/common';
import { bankingDayFrom, newYorkDate, newYorkInstant, UnitOfWork } from '@payments/kernel';
import { nextCuts } from '../../domain/ach-windows.js';
import { OrderTimes } from '../ports.js';
import { ShownEntries } from '../shown-entries.js';
import type { WaitingPayments } from '../shown-entries.js';
import { OwnConnections } from './own-connections.js';
import { WaitingLegs } from './ports.js';

export interface OwnConnectionView {
  readonly name: string;
  readonly bank: string;
  /** Whether it serves other enterprises too. */
  readonly shared: boolean;
}

export interface OwnWindowView {
  readonly connection: string;
  readonly rail: string;
  readonly window_at: string;
  readonly cutoff_at: string;
  readonly effective_date: string;
  readonly settles_at: string;
  readonly waiting: number;
}

/** The windows of today, or of the next banking day, at the banks that carry the files of the enterprise. */
@Injectable()
export class ListOwnWindows {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly connections: OwnConnections,
    private readonly times: OrderTimes,
    private readonly legs: WaitingLegs,
    private readonly entries: ShownEntries,
  ) {}

  /** Without connections, files to banks are not used. */
  async execute(): Promise<{ readonly connections: OwnConnectionView[]; readonly windows: OwnWindowView[] }> {
    const own = this.connections.all();
    if (own.length === 0) return { connections: [], windows: [] };
    const alone = this.connections.alone();
    const { at, waiting } = await this.unitOfWork.run(async () => ({
      at: (await this.times.read()).at,
      waiting: [...(await this.legs.count()), ...(await this.entries.waiting())],
    }));
    const startOfDay = newYorkInstant(bankingDayFrom(newYorkDate(at)), '00:00');
    const windows = own.flatMap((connection) =>
      nextCuts(connection, startOfDay, 1)
        .filter(({ rail }) => connection.rails[rail] === 'ach')
        .map(({ rail, windowAt, cutoffAt, effectiveDate, settlesAt }) => ({
          ...{ connection: connection.name, rail, window_at: windowAt.toISOString() },
          ...{ cutoff_at: cutoffAt.toISOString(), effective_date: effectiveDate, settles_at: settlesAt.toISOString() },
          waiting: sumOf(waiting, rail, windowAt),
        })),
    );
    return {
      connections: own.map(({ name, odfi }) => ({ name, bank: odfi.name, shared: !alone.includes(name) })),
      windows: windows.sort((one, other) => one.window_at.localeCompare(other.window_at)),
    };
  }
}

function sumOf(waiting: readonly WaitingPayments[], rail: string, windowAt: Date): number {
  return waiting
    .filter((each) => each.rail === rail && each.window_at.getTime() === windowAt.getTime())
    .reduce((sum, { count }) => sum + count, 0);
}
