import { Module } from '@nestjs/common';
import type { DynamicModule, ModuleMetadata, Type } from '@nestjs/common';
import { CloseFiles } from './application/close-files.js';
import { AskForStatuses } from './application/messages/ask-for-statuses.js';
import { CutFiles } from './application/cut-files.js';
import { CutWindow } from './application/cut-window.js';
import { FileStorage } from './application/file-storage.js';
import { FollowFiles } from './application/follow-files.js';
import { HandOvers } from './application/hand-overs.js';
import { OrderTimes, ReceivingBanks } from './application/ports.js';
import { RollEntries } from './application/roll-entries.js';
import { SealFile } from './application/seal-file.js';
import { SendFile } from './application/send-file.js';
import { SendReversals } from './application/reversals/send-reversals.js';
import { SettleEntries } from './application/settle-entries.js';
import { TakeOrders } from './application/take-orders.js';
import { UploadFiles } from './application/upload-files.js';
import { CutSweep, EachConnection, EntriesSweep, UploadSweep } from './infrastructure/queue/outbound.sweeps.js';
import { RailsInboundModule } from './rails-inbound.module.js';
import { RailsModule } from './rails.module.js';

const useCases = [
  ...[FileStorage, TakeOrders, CutFiles, RollEntries, SealFile, SendFile, UploadFiles],
  ...[FollowFiles, SettleEntries, SendReversals, CloseFiles, AskForStatuses, CutWindow],
];

interface Ordering {
  readonly imports: NonNullable<ModuleMetadata['imports']>;
  readonly orderTimes: Type<OrderTimes>;
  readonly handOvers: Type<HandOvers>;
  readonly receivingBanks: Type<ReceivingBanks>;
}

/** Cuts files early, for commands of operators. */
@Module({})
export class RailsCutModule {
  static with({ imports, handOvers }: Pick<Ordering, 'imports' | 'handOvers'>): DynamicModule {
    return {
      module: RailsCutModule,
      imports: [RailsModule, ...imports],
      providers: [FileStorage, CutWindow, { provide: HandOvers, useClass: handOvers }],
      exports: [CutWindow],
    };
  }
}

/** Takes orders, and sends them in files: for the worker of the context that gives the orders. */
@Module({})
export class RailsOutboundModule {
  static with({ imports, orderTimes, handOvers, receivingBanks }: Ordering): DynamicModule {
    return {
      module: RailsOutboundModule,
      imports: [RailsModule, RailsInboundModule, ...imports],
      providers: [
        ...useCases,
        ...[EachConnection, CutSweep, UploadSweep, EntriesSweep],
        { provide: OrderTimes, useClass: orderTimes },
        { provide: HandOvers, useClass: handOvers },
        { provide: ReceivingBanks, useClass: receivingBanks },
      ],
      exports: [TakeOrders],
    };
  }
}
