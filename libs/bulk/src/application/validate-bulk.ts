import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { Tasks } from '@payments/messaging';
import type { Claim } from '@payments/messaging';
import { BankingTime } from '@payments/transfers';
import type { ShownError } from '../domain/bulk-state.js';
import type { BulkTransfer, ValidatedPart } from '../domain/bulk-transfer.js';
import { fileRows } from '../domain/file-rows.js';
import type { FileRow } from '../domain/file-rows.js';
import { countLines, decodePart } from '../domain/part-text.js';
import { JudgeRows } from './judge-rows.js';
import { BulkApprovals } from './bulk-approvals.js';
import { BulkStores } from './bulk-stores.js';
import type { NewRow } from './ports.js';
import { startTasks } from './start-tasks.js';

const ROWS_AT_ONCE = 500;

/**
 * Validates the parts of a file in their order, one with each turn of its task: every row is checked by the rules of
 * `POST /deliver/transfers` and stored with the result. A worker that dies has done nothing of the part.
 */
@Injectable()
export class ValidateBulk {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly stores: BulkStores,
    private readonly judgeRows: JudgeRows,
    private readonly bulkApprovals: BulkApprovals,
    private readonly bankingTime: BankingTime,
    private readonly tasks: Tasks,
  ) {}

  async execute(claim: Claim): Promise<void> {
    for (const task of claim.tasks) {
      await this.unitOfWork.run(async () => {
        const bulk = await this.stores.bulks.lock(task.subject_id);
        const isOpen = bulk?.snapshot().status === 'validating';
        const time = await this.bankingTime.read();
        const isDone = !isOpen || (await this.nextPart(bulk, time.now));
        if (isDone) await claim.complete([task]);
        else await claim.postpone([task], 0, { restart: true });
        if (!isOpen) return;
        await this.stores.bulks.save(bulk);
        if (isDone) await this.tasks.schedule(startTasks(bulk, time));
      });
    }
  }

  /** @returns whether it was the last one. */
  private async nextPart(bulk: BulkTransfer, now: Date): Promise<boolean> {
    const { id, validated_parts, parts } = bulk.snapshot();
    const { parts: contents } = this.stores;
    bulk.addPart(await this.validate(bulk, await contents.read(id, validated_parts + 1)), now);
    if (bulk.snapshot().validated_parts < parts!) return false;
    bulk.finishValidation(await contents.fileDigest(id, parts!), now);
    await contents.discard(id);
    await this.bulkApprovals.demand(bulk);
    return true;
  }

  private async validate(bulk: BulkTransfer, content: Buffer): Promise<ValidatedPart> {
    const state = bulk.snapshot();
    const number = state.validated_parts + 1;
    const source = { format: state.format, text: decodePart(content, number), number, columns: state.columns };
    let sum: ValidatedPart = { rows: 0, lines: countLines(content), amount: 0n, skipped: 0, refused: 0, errors: [] };
    for (const rows of inGroups(fileRows(source), ROWS_AT_ONCE)) {
      const first = state.validated + sum.rows + 1;
      const numbered = rows.map((row, index) => ({ ...row, number: first + index, line: state.lines + row.line }));
      const judged = await this.judgeRows.execute(state, numbered);
      await this.stores.rows.add(state.id, judged);
      sum = plus(sum, judged);
    }
    return sum;
  }
}

function plus(sum: ValidatedPart, rows: readonly NewRow[]): ValidatedPart {
  const refused = rows.filter(({ status }) => status === 'refused');
  const errors = refused.map(({ number, line, error }): ShownError => ({ number, line, ...error! }));
  return {
    ...sum,
    rows: sum.rows + rows.length,
    amount: rows.reduce((total, { status, amount }) => total + (status === 'refused' ? 0n : amount!), sum.amount),
    skipped: sum.skipped! + rows.filter(({ status }) => status === 'skipped').length,
    refused: sum.refused + refused.length,
    errors: [...sum.errors, ...errors],
  };
}

function* inGroups(rows: Iterable<FileRow>, size: number): Generator<FileRow[]> {
  let group: FileRow[] = [];
  for (const row of rows) {
    group.push(row);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
