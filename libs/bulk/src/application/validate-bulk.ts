import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { Tasks } from '@payments/messaging';
import type { Claim, ClaimedTask } from '@payments/messaging';
import { raceLost } from '@payments/persistence';
import { BankingTime } from '@payments/transfers';
import type { BulkState, ShownError } from '../domain/bulk-state.js';
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
    for (const task of claim.tasks) await this.unitOfWork.run(() => this.validateNext(claim, task));
  }

  private async validateNext(claim: Claim, task: ClaimedTask): Promise<void> {
    const { bulks } = this.stores;
    const state = (await bulks.find(task.subject_id))?.state;
    if (state?.status !== 'validating') return claim.complete([task]);
    const part = await this.validate(state);
    const isLast = state.validated_parts + 1 === state.parts;
    const digest = isLast ? await this.digestOf(state) : undefined;
    const bulk = await this.lockAsRead(state);
    const time = await this.bankingTime.read();
    bulk.addPart(part, time.now);
    if (digest === undefined) {
      await claim.postpone([task], 0, { restart: true });
      return bulks.save(bulk);
    }
    await this.finish(bulk, digest, time.now);
    await bulks.save(bulk);
    await claim.complete([task]);
    await this.tasks.schedule(startTasks(bulk, time));
  }

  private async validate(state: BulkState): Promise<ValidatedPart> {
    const number = state.validated_parts + 1;
    const content = await this.stores.parts.read(state.id, number);
    if (content === undefined) throw canceled();
    const source = { format: state.format, text: decodePart(content, number), number, columns: state.columns };
    const { accounts_sha256 } = state;
    const nothing = { rows: 0, amount: 0n, skipped: 0, refused: 0, errors: [] };
    let sum: ValidatedPart = { ...nothing, lines: countLines(content), accounts_sha256 };
    for (const rows of inGroups(fileRows(source), ROWS_AT_ONCE)) {
      const first = state.validated + sum.rows + 1;
      const numbered = rows.map((row, index) => ({ ...row, number: first + index, line: state.lines + row.line }));
      const judged = await this.judgeRows.execute(state, numbered);
      await this.stores.rows.add(state.id, judged);
      const digest = await this.judgeRows.digestAfter(sum.accounts_sha256, judged);
      sum = { ...plus(sum, judged), accounts_sha256: digest };
    }
    return sum;
  }

  private async digestOf({ id, parts }: BulkState): Promise<string> {
    const digest = await this.stores.parts.fileDigest(id, parts!);
    if (digest === undefined) throw canceled();
    return digest;
  }

  // Locked last, and so briefly: whoever submits again or cancels does not wait for thousands of rows. If the bulk transfer
  // was canceled meanwhile, everything here runs again, and stops.
  private async lockAsRead({ id, validated_parts }: BulkState): Promise<BulkTransfer> {
    const bulk = (await this.stores.bulks.lock(id))!;
    const now = bulk.snapshot();
    if (now.status !== 'validating' || now.validated_parts !== validated_parts) throw canceled();
    return bulk;
  }

  private async finish(bulk: BulkTransfer, digest: string, now: Date): Promise<void> {
    bulk.finishValidation(digest, now);
    await this.stores.parts.discard(bulk.snapshot().id);
    await this.bulkApprovals.demand(bulk);
  }
}

function canceled(): Error {
  return raceLost(new Error('the bulk transfer was canceled'));
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
