import { Module } from '@nestjs/common';
import { LedgerModule } from '@payments/ledger';
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
import { ConnectionStates } from './application/connection-states.js';
import { Envelopes } from './application/envelopes.js';
import { FileAudit } from './application/file-audit.js';
import { LookAtBank } from './application/look-at-bank.js';
import { SendNotice } from './application/messages/send-notice.js';
import { OperateEntries, PullOrder } from './application/operate-entries.js';
import { OperateFiles } from './application/operate-files.js';
import { ParticipantStates } from './application/participant-states.js';
import { RecordResults } from './application/record-results.js';
import { Reversals } from './application/reversals/ports.js';
import { RequestReversal } from './application/reversals/request-reversal.js';
import { StopReversals } from './application/reversals/stop-reversals.js';
import { ShownEntries } from './application/shown-entries.js';
import { OutboundContent } from './application/outbound-content.js';
import { RenderFile } from './application/render-file.js';
import { TenantWork } from './application/tenant-work.js';
import { Breaks, Postings, SettledEntries, Statements } from './application/statements/ports.js';
import { CutGauges } from './infrastructure/cut-gauges.js';
import { ConfiguredChannels, ConfiguredSettlementAccounts } from './infrastructure/configured-channels.js';
import { BreaksRepository } from './infrastructure/persistence/breaks.repository.js';
import { ConnectionLeasesRepository } from './infrastructure/persistence/connection-leases.repository.js';
import { ConnectionStatesRepository } from './infrastructure/persistence/connection-states.repository.js';
import { EntriesRepository } from './infrastructure/persistence/entries.repository.js';
import { FileGauges } from './infrastructure/persistence/file-gauges.js';
import { FilesRepository } from './infrastructure/persistence/files.repository.js';
import { ParticipantStatesRepository } from './infrastructure/persistence/participant-states.repository.js';
import { PayloadsRepository } from './infrastructure/persistence/payloads.repository.js';
import { PostingsRepository, SettledEntriesRepository } from './infrastructure/persistence/postings.repository.js';
import { RailResultsRepository } from './infrastructure/persistence/rail-results.repository.js';
import { ReversalsRepository } from './infrastructure/persistence/reversals.repository.js';
import { ShownEntriesRepository } from './infrastructure/persistence/shown-entries.repository.js';
import { StatementsRepository } from './infrastructure/persistence/statements.repository.js';
import { TraceNumbersRepository } from './infrastructure/persistence/trace-numbers.repository.js';
import { StatementGauges } from './infrastructure/statement-gauges.js';
import { PgpEnvelopes } from './infrastructure/pgp/pgp-envelopes.js';
import { ConfiguredProfiles } from './infrastructure/profiles/configured-profiles.js';

const ports = [
  { provide: Profiles, useClass: ConfiguredProfiles },
  { provide: Entries, useClass: EntriesRepository },
  { provide: ShownEntries, useClass: ShownEntriesRepository },
  { provide: RailResults, useClass: RailResultsRepository },
  { provide: Reversals, useClass: ReversalsRepository },
  { provide: Files, useClass: FilesRepository },
  { provide: Payloads, useClass: PayloadsRepository },
  { provide: TraceNumbers, useClass: TraceNumbersRepository },
  { provide: ConnectionLeases, useClass: ConnectionLeasesRepository },
  { provide: ConnectionStates, useClass: ConnectionStatesRepository },
  { provide: ParticipantStates, useClass: ParticipantStatesRepository },
  { provide: Channels, useClass: ConfiguredChannels },
  { provide: Envelopes, useClass: PgpEnvelopes },
  { provide: SettlementAccounts, useClass: ConfiguredSettlementAccounts },
  { provide: Statements, useClass: StatementsRepository },
  { provide: Postings, useClass: PostingsRepository },
  { provide: Breaks, useClass: BreaksRepository },
  { provide: SettledEntries, useClass: SettledEntriesRepository },
];

/** Storage of entries, files and results, for every process. */
@Module({
  imports: [LedgerModule],
  providers: [
    ...ports,
    RecordResults,
    RequestReversal,
    TenantWork,
    OutboundContent,
    RenderFile,
    SendNotice,
    FileAudit,
    OperateFiles,
    LookAtBank,
    PullOrder,
    StopReversals,
    OperateEntries,
    FileGauges,
    CutGauges,
    StatementGauges,
  ],
  exports: [
    ...ports.map(({ provide }) => provide),
    RecordResults,
    RequestReversal,
    TenantWork,
    RenderFile,
    SendNotice,
    FileAudit,
    OperateFiles,
    LookAtBank,
    StopReversals,
    OperateEntries,
  ],
})
export class RailsModule {}
