import type { ReportFailure, ReportProgress, ReportState } from '../domain/report-state.js';

/** A piece of a file, and what to go on from. */
export interface MadeStep<Progress> {
  readonly text: string;
  readonly rows: number;
  readonly progress: Progress;
  readonly isLast: boolean;
}

/**
 * Makes the file of one kind of report, in steps. The same progress always gives the same step, so that a step that was lost
 * with its worker is made again.
 */
export interface ReportMaker<Progress extends ReportProgress = ReportProgress> {
  /** Fixes what the report shows. */
  begin(report: ReportState): Promise<Progress>;
  /** @throws ReportFailureError */
  next(report: ReportState, progress: Progress): Promise<MadeStep<Progress>>;
}

/** The report cannot be made, now or later. */
export class ReportFailureError extends Error {
  constructor(
    readonly failure: ReportFailure,
    message: string,
  ) {
    super(message);
  }
}
