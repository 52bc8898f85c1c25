import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { reportErrors } from '../domain/report.errors.js';
import { expiresAt } from '../domain/report-state.js';
import type { ReportState } from '../domain/report-state.js';
import { demandReadable } from './readable.js';
import type { Caller } from './readable.js';
import { ReportParts, Reports } from './ports.js';

/** From one byte to another; that one is not in it. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** The file of a report. */
export interface ReportFile extends Pick<
  ReportState,
  'id' | 'kind' | 'resource' | 'format' | 'bytes' | 'start_time' | 'end_time'
> {
  readonly sha256: string;
}

/** Reads the files of reports, each part in a short transaction. */
@Injectable()
export class DownloadReport {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reports: Reports,
    private readonly parts: ReportParts,
    private readonly clock: Clock,
  ) {}

  /** @throws unknown_id, also when it has no file or it has expired; forbidden; report_not_ready */
  async find(id: string, caller: Caller): Promise<ReportFile> {
    const report = await this.unitOfWork.read(() => this.reports.find(id));
    if (report === undefined || report.status === 'failed') throw reportErrors.unknown_id();
    demandReadable(report.resource, caller);
    const { sha256 } = report;
    const expires = expiresAt(report);
    if (sha256 === null || expires === undefined) throw reportErrors.report_not_ready();
    if (expires <= this.clock.now()) throw reportErrors.unknown_id();
    return { ...report, sha256 };
  }

  /** The bytes in pieces. The first one is read before this returns, so that an error still gets its own status. */
  async read({ id }: ReportFile, { from, to }: ByteRange): Promise<AsyncIterable<Buffer>> {
    const places = await this.unitOfWork.read(() => this.parts.places(id, { from, to }));
    const bytesOf = async ({ number, first_byte }: (typeof places)[number]) => {
      const bytes = await this.unitOfWork.read(() => this.parts.read(id, number));
      return bytes.subarray(Math.max(0, from - first_byte), to - first_byte);
    };
    const [first, ...others] = places;
    const beginning = first === undefined ? Buffer.alloc(0) : await bytesOf(first);
    // The pieces are read outside of the request's context.
    const context = workContext.get();
    return (async function* () {
      yield beginning;
      for (const place of others) yield await workContext.run(context, () => bytesOf(place));
    })();
  }
}
