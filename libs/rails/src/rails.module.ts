import { Module } from '@nestjs/common';
import {
  Channels,
  ConnectionLeases,
  Entries,
  Files,
  Payloads,
  Profiles,
  RailResults,
  SettlementAccounts,
  TraceNumbers,
} from './application/ports.js';
import { FileAudit } from './application/file-audit.js';
import { OperateFiles } from './application/operate-files.js';
import { RenderFile } from './application/render-file.js';
import { TenantWork } from './application/tenant-work.js';
import { CutGauges } from './infrastructure/cut-gauges.js';
import { ConfiguredChannels, ConfiguredSettlementAccounts } from './infrastructure/configured-channels.js';
import { ConnectionLeasesRepository } from './infrastructure/persistence/connection-leases.repository.js';
import { EntriesRepository } from './infrastructure/persistence/entries.repository.js';
import { FileGauges } from './infrastructure/persistence/file-gauges.js';
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
  { provide: Channels, useClass: ConfiguredChannels },
  { provide: SettlementAccounts, useClass: ConfiguredSettlementAccounts },
];

/** Storage of entries, files and results, for every process. */
@Module({
  providers: [...ports, TenantWork, RenderFile, FileAudit, OperateFiles, FileGauges, CutGauges],
  exports: [...ports.map(({ provide }) => provide), TenantWork, RenderFile, OperateFiles],
})
export class RailsModule {}
