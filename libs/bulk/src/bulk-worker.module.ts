import { Module } from '@nestjs/common';
import { BulkStores } from './application/bulk-stores.js';
import { CreateTransfers } from './application/create-transfers.js';
import { EndBulk } from './application/end-bulk.js';
import { JudgeRows } from './application/judge-rows.js';
import { StartBulk } from './application/start-bulk.js';
import { ValidateBulk } from './application/validate-bulk.js';
import { BulkModule } from './bulk.module.js';
import {
  BulkCreationHandler,
  BulkEndHandler,
  BulkStartsHandler,
  BulkValidationHandler,
} from './infrastructure/queue/bulk-tasks.handlers.js';

const handlers = [BulkValidationHandler, BulkStartsHandler, BulkCreationHandler, BulkEndHandler];

/** The work on bulk transfers. */
@Module({
  imports: [BulkModule],
  providers: [BulkStores, JudgeRows, ValidateBulk, StartBulk, CreateTransfers, EndBulk, ...handlers],
})
export class BulkWorkerModule {}
