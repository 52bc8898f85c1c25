import { Module } from '@nestjs/common';
import { FiguresReader } from './application/figures.js';
import { GetAttention } from './application/get-attention.js';
import { GetHealth } from './application/get-health.js';
import { GetOverview } from './application/get-overview.js';
import { GetReconciliation } from './application/get-reconciliation.js';
import { ListRefusals } from './application/list-refusals.js';
import { ManageViews, SavedViews } from './application/manage-views.js';
import { OperationsReader } from './application/operations.js';
import { PortalReader } from './application/ports.js';
import { ReadBatches } from './application/read-batches.js';
import { RecordRefusals } from './application/record-refusals.js';
import { Refusals } from './application/refusals.js';
import { SearchResources } from './application/search-resources.js';
import { OperationsController } from './infrastructure/http/operations.controller.js';
import { PortalPagesController } from './infrastructure/http/portal-pages.controller.js';
import { RefusalsController } from './infrastructure/http/refusals.controller.js';
import { RefusalsHook } from './infrastructure/http/refusals.hook.js';
import { ViewsController } from './infrastructure/http/views.controller.js';
import { PostgresFiguresReader } from './infrastructure/persistence/postgres-figures-reader.js';
import { PostgresOperationsReader } from './infrastructure/persistence/postgres-operations-reader.js';
import { PostgresPortalReader } from './infrastructure/persistence/postgres-portal-reader.js';
import { RefusalsRepository } from './infrastructure/persistence/refusals.repository.js';
import { SavedViewsRepository } from './infrastructure/persistence/saved-views.repository.js';

/** What the pages of the portal read across contexts, saved views, and refused requests. */
@Module({
  controllers: [PortalPagesController, ViewsController, RefusalsController, OperationsController],
  providers: [
    { provide: PortalReader, useClass: PostgresPortalReader },
    { provide: FiguresReader, useClass: PostgresFiguresReader },
    { provide: OperationsReader, useClass: PostgresOperationsReader },
    { provide: SavedViews, useClass: SavedViewsRepository },
    { provide: Refusals, useClass: RefusalsRepository },
    GetAttention,
    GetHealth,
    GetOverview,
    GetReconciliation,
    ListRefusals,
    ManageViews,
    ReadBatches,
    RecordRefusals,
    RefusalsHook,
    SearchResources,
  ],
})
export class PortalApiModule {}
