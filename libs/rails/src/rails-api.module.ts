import { Module } from '@nestjs/common';
import type { DynamicModule, ModuleMetadata, Type } from '@nestjs/common';
import { ChangeOwnFile } from './application/own/change-own-file.js';
import { ListOwnWindows } from './application/own/list-own-windows.js';
import { OwnConnections } from './application/own/own-connections.js';
import { OwnFiles, WaitingLegs } from './application/own/ports.js';
import { OwnStatements } from './application/own/own-statements.ports.js';
import { ReadOwnFiles } from './application/own/read-own-files.js';
import { ReadOwnStatements } from './application/own/read-own-statements.js';
import { ResolveOwnException } from './application/own/resolve-own-exception.js';
import { OrderTimes } from './application/ports.js';
import { OwnFilesController } from './infrastructure/http/own-files.controller.js';
import { OwnStatementsController } from './infrastructure/http/own-statements.controller.js';
import { OwnFilesRepository } from './infrastructure/persistence/own-files.repository.js';
import { OwnStatementsRepository } from './infrastructure/persistence/own-statements.repository.js';
import { RailsInboundModule } from './rails-inbound.module.js';
import { RailsModule } from './rails.module.js';

interface Showing {
  readonly imports: NonNullable<ModuleMetadata['imports']>;
  readonly orderTimes: Type<OrderTimes>;
  readonly waitingLegs: Type<WaitingLegs>;
}

/** The operations on bank files: for the api of the context that gives the orders. */
@Module({})
export class RailsApiModule {
  static with({ imports, orderTimes, waitingLegs }: Showing): DynamicModule {
    return {
      module: RailsApiModule,
      imports: [RailsModule, RailsInboundModule, ...imports],
      controllers: [OwnFilesController, OwnStatementsController],
      providers: [
        { provide: OwnFiles, useClass: OwnFilesRepository },
        { provide: OwnStatements, useClass: OwnStatementsRepository },
        { provide: OrderTimes, useClass: orderTimes },
        { provide: WaitingLegs, useClass: waitingLegs },
        ...[OwnConnections, ReadOwnFiles, ListOwnWindows, ChangeOwnFile, ResolveOwnException, ReadOwnStatements],
      ],
    };
  }
}
