import { Injectable } from '@nestjs/common';
import { ConnectionLeases, Entries, Files, Payloads, TraceNumbers } from './ports.js';
import { StopReversals } from './reversals/stop-reversals.js';

/** What building and sealing files reads and writes. */
@Injectable()
export class FileStorage {
  constructor(
    readonly files: Files,
    readonly entries: Entries,
    readonly payloads: Payloads,
    readonly traces: TraceNumbers,
    readonly leases: ConnectionLeases,
    readonly reversals: StopReversals,
  ) {}
}
