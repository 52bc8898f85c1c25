import { Module } from '@nestjs/common';
import { CloseDays } from './application/close-days.js';
import { DayEndsSweep } from './infrastructure/queue/day-ends.sweep.js';
import { LedgerModule } from './ledger.module.js';

/** What the worker does with the ledger: it records the ends of days. */
@Module({ imports: [LedgerModule], providers: [CloseDays, DayEndsSweep] })
export class LedgerWorkerModule {}
