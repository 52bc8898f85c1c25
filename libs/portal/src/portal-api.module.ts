import { Module } from '@nestjs/common';
import { FiguresReader } from './application/figures.js';
import { GetAttention } from './application/get-attention.js';
import { GetOverview } from './application/get-overview.js';
import { PortalReader } from './application/ports.js';
import { SearchResources } from './application/search-resources.js';
import { PortalPagesController } from './infrastructure/http/portal-pages.controller.js';
import { PostgresFiguresReader } from './infrastructure/persistence/postgres-figures-reader.js';
import { PostgresPortalReader } from './infrastructure/persistence/postgres-portal-reader.js';

/** What the pages of the portal read across contexts. */
@Module({
  controllers: [PortalPagesController],
  providers: [
    { provide: PortalReader, useClass: PostgresPortalReader },
    { provide: FiguresReader, useClass: PostgresFiguresReader },
    GetAttention,
    GetOverview,
    SearchResources,
  ],
})
export class PortalApiModule {}
