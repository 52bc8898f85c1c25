import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import type { Claim, ClaimedTask } from '@payments/messaging';
import { Log } from '@payments/observability';
import type { NewPart, Report } from '../domain/report.js';
import type { ReportState } from '../domain/report-state.js';
import { ReportParts, Reports } from './ports.js';
import type { PackedPart } from './ports.js';
import { ReportFailureError } from './report-maker.js';
import type { MadeStep } from './report-maker.js';
import { ReportMakers } from './report-makers.js';

/** A part has at least this much text, unless it is the last one: compressed, less than 1 MiB. */
const PART_LENGTH = 1024 * 1024;

interface MadePart extends NewPart {
  readonly packed: PackedPart;
  readonly isLast: boolean;
}

/**
 * Makes the files of reports, part by part: each is stored with the progress of the report in one transaction, and the next
 * worker goes on behind the last one. What the parts show was fixed when the report was started.
 */
@Injectable()
export class MakeReports {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reports: Reports,
    private readonly parts: ReportParts,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly makers: ReportMakers,
  ) {}

  async execute(claim: Claim, leaseSeconds: number): Promise<void> {
    for (const task of claim.tasks) await this.make({ claim, task, leaseSeconds });
  }

  private async make(work: Work): Promise<void> {
    const { subject_id: id } = work.task;
    try {
      for (let state = await this.unitOfWork.read(() => this.reports.find(id)); ;) {
        if (state === undefined || state.status === 'completed' || state.status === 'failed')
          return await this.end(work);
        state = await (state.progress === null ? this.start(work, state) : this.addPart(work, state));
      }
    } catch (error) {
      if (!(error instanceof ReportFailureError)) throw error;
      this.log.error('report_failed', { subject: id, reason: error.failure, error });
      await this.step(work, (report) => this.fail(report, error));
      await this.end(work);
    }
  }

  private end({ claim, task }: Work): Promise<void> {
    return this.unitOfWork.run(() => claim.complete([task]));
  }

  private async start(work: Work, state: ReportState): Promise<ReportState | undefined> {
    const progress = await this.makers.of[state.kind].begin(state);
    return this.step(work, (report) => report.start(progress, this.clock.now()));
  }

  private async addPart(work: Work, state: ReportState): Promise<ReportState | undefined> {
    const part = await this.nextPart(state);
    // A worker may have died between the last part and the end.
    const isEmpty = part.isLast && part.bytes === 0;
    const saved = isEmpty ? state : await this.step(work, (report) => this.store(report, part));
    return part.isLast && saved?.status === 'pending' ? this.complete(work, saved) : saved;
  }

  private async store(report: Report, part: MadePart): Promise<void> {
    const now = this.clock.now();
    if (report.addPart(part, now)) await this.parts.add(part.packed, now);
    else await this.parts.discard(report.snapshot().id);
  }

  private async nextPart(state: ReportState): Promise<MadePart> {
    const maker = this.makers.of[state.kind];
    let made: MadeStep<ReportState['progress'] & object> = {
      text: '',
      rows: 0,
      progress: state.progress!,
      isLast: false,
    };
    while (!made.isLast && made.text.length < PART_LENGTH) {
      const { text, rows, progress, isLast } = await maker.next(state, made.progress);
      made = { text: made.text + text, rows: made.rows + rows, progress, isLast };
    }
    const packed = await this.unitOfWork.read(() => this.parts.pack(state, made.text));
    return { packed, bytes: packed.size, rows: made.rows, progress: made.progress, isLast: made.isLast };
  }

  // The digest is read back from what is stored, so that what is promised can be downloaded.
  private async complete(work: Work, { id, parts }: ReportState): Promise<ReportState | undefined> {
    const sha256 = await this.unitOfWork.read(() => this.parts.digest(id, parts));
    return this.step(work, (report) => report.complete(sha256, this.clock.now()));
  }

  private async fail(report: Report, { failure }: ReportFailureError): Promise<void> {
    report.fail(failure, this.clock.now());
    await this.parts.discard(report.snapshot().id);
  }

  /** Under the lease, which one worker has. @returns the report after the step; undefined if it was deleted */
  private step(
    { claim, task, leaseSeconds }: Work,
    change: (report: Report) => Promise<void> | void,
  ): Promise<ReportState | undefined> {
    return this.unitOfWork.run(async () => {
      await claim.extend(leaseSeconds);
      const report = await this.reports.lock(task.subject_id);
      if (report === undefined) return undefined;
      await change(report);
      await this.reports.save(report);
      return report.snapshot();
    });
  }
}

interface Work {
  readonly claim: Claim;
  readonly task: ClaimedTask;
  readonly leaseSeconds: number;
}
