import { Module } from '@nestjs/common';
import { LedgerModule } from '@payments/ledger';
import { AcknowledgeFiles } from './application/inbound/acknowledge-files.js';
import { AcknowledgeMoved } from './application/inbound/acknowledge-moved.js';
import { ApplyMessageReturns } from './application/inbound/apply-message-returns.js';
import { ApplyMessages, MessageEffects } from './application/inbound/apply-messages.js';
import { ApplyStatuses } from './application/inbound/apply-statuses.js';
import { ApplyReturns } from './application/inbound/apply-returns.js';
import { DecidedReturns } from './application/inbound/decided-returns.js';
import { ExceptionDecisions } from './application/inbound/exception-decisions.js';
import { ExceptionMoney } from './application/inbound/exception-money.js';
import { FetchDirectory } from './application/inbound/fetch-directory.js';
import { FetchInbound } from './application/inbound/fetch-inbound.js';
import { FindSentMessage } from './application/inbound/find-sent-message.js';
import { FollowStatuses } from './application/inbound/follow-statuses.js';
import { InboundContent } from './application/inbound/inbound-content.js';
import { CloseHalves } from './application/inbound/close-halves.js';
import { IngestFile, IngestReaders } from './application/inbound/ingest-file.js';
import { ConnectionAudit, OperateInbound } from './application/inbound/operate-inbound.js';
import { OperateParticipants } from './application/inbound/operate-participants.js';
import {
  InboundFiles,
  LineMatcher,
  MessageReader,
  RailExceptions,
  ReturnDecisions,
  ReturnedEntries,
  SentFiles,
} from './application/inbound/ports.js';
import { RequestRecall } from './application/inbound/request-recall.js';
import { PaymentSteps } from './application/inbound/payment-steps.js';
import { ReturnedMoney } from './application/inbound/returned-money.js';
import { ReturnEffects } from './application/inbound/return-effects.js';
import { ReturnPayment } from './application/inbound/return-payment.js';
import { RequestReturn } from './application/inbound/request-return.js';
import { ReadAcknowledgments } from './application/inbound/read-acknowledgments.js';
import { RefuseEntries } from './application/inbound/refuse-entries.js';
import { ExceptionItems, ResolveException } from './application/inbound/resolve-exception.js';
import { StatementReader } from './application/statements/ports.js';
import { ReadStatements } from './application/statements/read-statements.js';
import { ThreadMatcher } from './infrastructure/patterns/thread-matcher.js';
import { InboundFilesRepository } from './infrastructure/persistence/inbound-files.repository.js';
import { RailExceptionsRepository } from './infrastructure/persistence/rail-exceptions.repository.js';
import { ReturnDecisionsRepository } from './infrastructure/persistence/return-decisions.repository.js';
import { ReturnedEntriesRepository } from './infrastructure/persistence/returned-entries.repository.js';
import { SentFilesRepository } from './infrastructure/persistence/sent-files.repository.js';
import { FetchSweep, IngestSweep } from './infrastructure/queue/inbound.sweeps.js';
import { DigestedReader } from './infrastructure/statements/digested-reader.js';
import { XmlMessageReader } from './infrastructure/xml/xml-message-reader.js';
import { RailsModule } from './rails.module.js';

const ports = [
  { provide: LineMatcher, useClass: ThreadMatcher },
  { provide: MessageReader, useClass: XmlMessageReader },
  { provide: InboundFiles, useClass: InboundFilesRepository },
  { provide: RailExceptions, useClass: RailExceptionsRepository },
  { provide: ReturnDecisions, useClass: ReturnDecisionsRepository },
  { provide: ReturnedEntries, useClass: ReturnedEntriesRepository },
  { provide: SentFiles, useClass: SentFilesRepository },
];
const applying = [InboundContent, DecidedReturns, ReturnEffects, ApplyReturns, RefuseEntries, AcknowledgeFiles];
const operating = [
  ...[
    ConnectionAudit,
    OperateInbound,
    ExceptionDecisions,
    ReturnedMoney,
    ExceptionMoney,
    ExceptionItems,
    ResolveException,
  ],
  ...[RequestReturn, RequestRecall, OperateParticipants],
];
const messages = [
  ...[
    FindSentMessage,
    FollowStatuses,
    PaymentSteps,
    ApplyStatuses,
    ReturnPayment,
    ApplyMessageReturns,
    MessageEffects,
    ApplyMessages,
  ],
];

/** Files from banks, for commands of operators. */
@Module({
  imports: [LedgerModule, RailsModule],
  providers: [...ports, ...applying, ...operating],
  exports: [...ports.map(({ provide }) => provide), ...applying, ...operating],
})
export class RailsInboundModule {}

/** Fetches and applies the files of banks. */
@Module({
  imports: [RailsModule, RailsInboundModule],
  providers: [
    ...[FetchDirectory, FetchInbound, AcknowledgeMoved, ReadAcknowledgments, CloseHalves, IngestReaders, IngestFile],
    ...messages,
    ...[ReadStatements, { provide: StatementReader, useClass: DigestedReader }],
    ...[FetchSweep, IngestSweep],
  ],
})
export class RailsInboundWorkerModule {}
