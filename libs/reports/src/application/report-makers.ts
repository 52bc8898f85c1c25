import { Injectable } from '@nestjs/common';
import type { ReportKind } from '../domain/report-state.js';
import { MakeExports } from './make-exports.js';
import { MakeRecon } from './make-recon.js';
import { MakeStatements } from './make-statements.js';
import type { ReportMaker } from './report-maker.js';

/** Who makes the file of which kind. */
@Injectable()
export class ReportMakers {
  readonly of: Readonly<Record<ReportKind, ReportMaker>>;

  constructor(recon: MakeRecon, statement: MakeStatements, exports: MakeExports) {
    this.of = { recon, statement, export: exports };
  }
}
