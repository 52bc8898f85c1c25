import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { Tasks } from '@payments/messaging';
import type { Claim, ClaimedTask } from '@payments/messaging';
import { raceLost } from '@payments/persistence';
import { OpenTransfers } from '@payments/transfers';
import type { OpenedOrder } from '@payments/transfers';
import { BulkStores } from './bulk-stores.js';
import type { BulkState, ShownError } from '../domain/bulk-state.js';
import { firstErrorOf, orderOf } from './order.js';
import { CreationSlots } from './ports.js';
import type { Chunk, FinishedRow, WaitingRow } from './ports.js';
import { bulkQueues } from './queues.js';

/** How long a chunk waits when the enterprise has no free slot. */
const WAIT_MS = 100;

/**
 * Creates the transfers of chunks. One unit of work stores the transfers and what became of their rows, so that a worker
 * that dies has done nothing, and no row is created twice.
 */
@Injectable()
export class CreateTransfers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly stores: BulkStores,
    private readonly slots: CreationSlots,
    private readonly openTransfers: OpenTransfers,
    private readonly tasks: Tasks,
    private readonly clock: Clock,
  ) {}

  async execute(claim: Claim): Promise<void> {
    for (const task of claim.tasks) await this.unitOfWork.run(() => this.create(claim, task));
  }

  private async create(claim: Claim, task: ClaimedTask): Promise<void> {
    if (!(await this.slots.take())) return claim.postpone([task], WAIT_MS, { restart: true });
    const chunk = await this.stores.rows.lockChunk(task.subject_id);
    const bulk = chunk && (await this.stores.bulks.find(chunk.bulk_id))?.state;
    if (chunk === undefined || bulk?.status !== 'running') return claim.complete([task]);
    const rows = await this.stores.rows.waiting(chunk);
    const finished = await this.open(bulk, rows);
    await this.stores.rows.finish(chunk, finished);
    await this.count(chunk, { rows, finished });
    await claim.complete([task]);
  }

  private async open(bulk: BulkState, rows: readonly WaitingRow[]): Promise<FinishedRow[]> {
    const orders = rows.map(({ request }) => orderOf(bulk, request));
    const opened = await this.openTransfers.open(orders);
    const mayExist = bulk.on_duplicate === 'skip' && opened.some((order) => 'error' in order);
    const existing = mayExist ? await this.openTransfers.existing(orders) : new Map<string, string>();
    return rows.map(({ number, request }, index) => {
      const known = existing.get(request.transfer_reference_id);
      return { number, ...outcomeOf(opened[index]!, known) };
    });
  }

  // The bulk transfer is locked last, and so briefly. If it was canceled meanwhile, everything here runs again, and stops.
  private async count(
    { bulk_id }: Chunk,
    { rows, finished }: { readonly rows: readonly WaitingRow[]; readonly finished: readonly FinishedRow[] },
  ): Promise<void> {
    const bulk = (await this.stores.bulks.lock(bulk_id))!;
    if (bulk.snapshot().status !== 'running') throw raceLost(new Error('the bulk transfer was canceled'));
    const lines = new Map(rows.map(({ number, line }) => [number, line]));
    const errors = finished.flatMap(({ number, error }): ShownError[] =>
      error === null ? [] : [{ number, line: lines.get(number)!, ...error }],
    );
    const counted = (status: FinishedRow['status']) => finished.filter((row) => row.status === status).length;
    bulk.recordRows(
      { created: counted('created'), skipped: counted('skipped'), refused: counted('refused'), errors },
      this.clock.now(),
    );
    await this.stores.bulks.save(bulk);
    const { status, id, mode } = bulk.snapshot();
    if (status !== 'running' && mode === 'all') await this.tasks.schedule([{ queue: bulkQueues.ends, subjectId: id }]);
  }
}

function outcomeOf(order: OpenedOrder, existing: string | undefined): Omit<FinishedRow, 'number'> {
  if ('transfer_id' in order) return { status: 'created', transfer_id: order.transfer_id, error: null };
  if (existing !== undefined) return { status: 'skipped', transfer_id: existing, error: null };
  return { status: 'refused', transfer_id: null, error: firstErrorOf(order.error) };
}
