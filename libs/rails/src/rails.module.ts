import { Module } from '@nestjs/common';
import {
  ConnectionLeases,
  Entries,
  Files,
  Payloads,
  Profiles,
  RailResults,
  TraceNumbers,
} from './application/ports.js';
import { ConnectionLeasesRepository } from './infrastructure/persistence/connection-leases.repository.js';
import { EntriesRepository } from './infrastructure/persistence/entries.repository.js';
import { FilesRepository } from './infrastructure/persistence/files.repository.js';
import { PayloadsRepository } from './infrastructure/persistence/payloads.repository.js';
import { RailResultsRepository } from './infrastructure/persistence/rail-results.repository.js';
import { TraceNumbersRepository } from './infrastructure/persistence/trace-numbers.repository.js';
import { ConfiguredProfiles } from './infrastructure/profiles/configured-profiles.js';

const ports = [
  { provide: Profiles, useClass: ConfiguredProfiles },
  { provide: Entries, useClass: EntriesRepository },
  { provide: RailResults, useClass: RailResultsRepository },
  { provide: Files, useClass: FilesRepository },
  { provide: Payloads, useClass: PayloadsRepository },
  { provide: TraceNumbers, useClass: TraceNumbersRepository },
  { provide: ConnectionLeases, useClass: ConnectionLeasesRepository },
];

/** Storage of entries, files and results, for every process. */
@Module({ providers: ports, exports: ports.map(({ provide }) => provide) })
export class RailsModule {}
