import { Module } from '@nestjs/common';
import { ChangeBulk } from './application/change-bulk.js';
import { CreateBulk } from './application/create-bulk.js';
import { ExportErrors } from './application/export-errors.js';
import { ReadBulks } from './application/read-bulks.js';
import { ReceivePart } from './application/receive-part.js';
import { BulkModule } from './bulk.module.js';
import { BulkContentsController } from './infrastructure/http/bulk-contents.controller.js';
import { BulkTransfersController } from './infrastructure/http/bulk-transfers.controller.js';

/** The operations on bulk transfers. */
@Module({
  imports: [BulkModule],
  controllers: [BulkTransfersController, BulkContentsController],
  providers: [CreateBulk, ReceivePart, ChangeBulk, ReadBulks, ExportErrors],
})
export class BulkApiModule {}
