import { canMove } from '@payments/kernel';
import { BEGINNING } from './report-state.js';
import type { ReportEvent, ReportFailure, ReportProgress, ReportState, ReportSubject } from './report-state.js';
import { reportTransitions } from './report-status.js';
import type { ReportStatus } from './report-status.js';

const MAX_BYTES = 2 * 1024 ** 3;

/** What a client asks for. */
export interface ReportRequest
  extends
    ReportSubject,
    Pick<ReportState, 'kind' | 'format' | 'start_time' | 'end_time'>,
    Partial<Pick<ReportState, 'resource' | 'filters'>> {}

/** A piece of the file. */
export interface NewPart {
  readonly rows: number;
  readonly bytes: number;
  /** After the piece. */
  readonly progress: ReportProgress;
}

/** A report, whose file is made in parts. */
export class Report {
  private readonly events: ReportEvent[] = [];

  private constructor(private state: ReportState) {}

  static create(
    request: ReportRequest,
    { id, now, created_by }: { readonly id: string; readonly now: Date; readonly created_by: string | null },
  ): Report {
    const report = new Report({ ...BEGINNING, ...request, id, created_by, created_at: now, updated_at: now });
    report.record(now);
    return report;
  }

  static restore(state: ReportState): Report {
    return new Report(state);
  }

  snapshot(): ReportState {
    return this.state;
  }

  /** The events since the last call. */
  takeEvents(): ReportEvent[] {
    return this.events.splice(0);
  }

  /** What it shows is fixed from now on. */
  start(progress: ReportProgress, now: Date): void {
    this.change({ progress });
    this.moveTo('pending', now);
  }

  /** @returns whether there is room for it; without, the report has failed. */
  addPart({ rows, bytes, progress }: NewPart, now: Date): boolean {
    const { state } = this;
    if (state.bytes + bytes > MAX_BYTES) {
      this.fail('too_large', now);
      return false;
    }
    this.change({
      ...{ progress, parts: state.parts + 1, rows: state.rows + rows, bytes: state.bytes + bytes, updated_at: now },
    });
    return true;
  }

  complete(sha256: string, now: Date): void {
    this.change({ sha256, completed_at: now });
    this.moveTo('completed', now);
  }

  fail(error: ReportFailure, now: Date): void {
    this.change({ error, parts: 0, rows: 0, bytes: 0 });
    this.moveTo('failed', now);
  }

  private moveTo(status: ReportStatus, now: Date): void {
    const { id, status: from } = this.state;
    if (!canMove(reportTransitions, from, status))
      throw new Error(`report ${id}: no transition from ${from} to ${status}`);
    this.change({ status });
    this.record(now);
  }

  private record(now: Date): void {
    this.change({ sequence: this.state.sequence + 1, updated_at: now });
    const { sequence } = this.state;
    this.events.push({ type: 'report_updated', occurredAt: now, sequence, state: this.state });
  }

  private change(change: Partial<ReportState>): void {
    this.state = { ...this.state, ...change };
  }
}
