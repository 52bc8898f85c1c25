import { Module } from '@nestjs/common';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { newId, UnitOfWork } from '@payments/kernel';
import { Log, workContext } from '@payments/observability';
import { Enterprises, Transactions } from '@payments/persistence';
import { RailsModule } from '@payments/rails';
import type { EntryPlan, FileState, NewEntry } from '@payments/rails';
import { PlatformModule } from '@payments/runtime';
import { contexts } from '../../../apps/worker/src/worker.module.js';
import { startTestService } from '../service.js';
import type { TestService } from '../service.js';

/** The storage of rails on a database of its own, without workers. */
export interface RailsStage {
  readonly service: TestService;
  readonly app: INestApplicationContext;
  /** Makes an enterprise, and returns what runs work in its unit of work. */
  enterprise(): Promise<{ id: string; as: <T>(work: () => Promise<T>) => Promise<T> }>;
  /** As the relay. */
  relay<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

export async function startRailsStage(): Promise<RailsStage> {
  const service = await startTestService();
  @Module({ imports: [PlatformModule.forRoot(service.options, contexts), RailsModule] })
  class Stage {}
  const app = await NestFactory.createApplicationContext(Stage, { logger: new Log('test', 'warn') });
  const unitOfWork = app.get(UnitOfWork);
  return {
    service,
    app,
    enterprise: async () => {
      const { enterprise_id: id } = await service.createEnterprise();
      const tenant = await app.get(Enterprises).get(id);
      return { id, as: (work) => workContext.run({ requestId: 'test', tenant }, () => unitOfWork.run(work)) };
    },
    relay: (sql, values) =>
      app.get(Transactions).run({ role: 'relay' }, (transaction) => transaction.query(sql, values)),
    stop: async () => {
      await app.close();
      await service.stop();
    },
  };
}

const NOW = new Date('2026-07-15T13:45:00Z');

export function aPlan(changes: Partial<EntryPlan> = {}): EntryPlan {
  return {
    connection: 'first-bank',
    window_key: 'ach/2026-07-15T13:45:00.000Z',
    batch_key: '1234567890ACME CORP       PPDPAYMENT   260716260716C',
    sec: 'PPD',
    transaction_code: 22,
    routing_number: '021000021',
    account_number: '1234567890',
    individual_id: 'REFERENCE000001',
    name: 'ADA BYRON',
    discretionary_data: '',
    remittance: null,
    ...changes,
  };
}

export function anEntry(changes: Partial<NewEntry> = {}): NewEntry {
  return {
    id: newId(),
    end_to_end_id: `P${newId().replaceAll('-', '')}`,
    order_batch_id: newId(),
    rail: 'ach',
    side: 'destination',
    amount: 12_500n,
    occurred_at: NOW,
    plan: aPlan(),
    code: null,
    window_at: NOW,
    effective_date: '2026-07-16',
    settles_at: new Date('2026-07-16T12:30:00Z'),
    cut_at: NOW,
    cutoff_at: NOW,
    settle_at: new Date('2026-07-16T12:30:00Z'),
    ...changes,
  };
}

export function aFile(changes: Partial<FileState> = {}): FileState {
  return {
    id: newId(),
    connection: 'first-bank',
    rail: 'ach',
    purpose: 'payments',
    window_key: 'ach/2026-07-15T13:45:00.000Z',
    part: 1,
    state: 'building',
    reason: null,
    epoch: 0,
    cut_at: NOW,
    upload_by: NOW,
    cutoff_at: NOW,
    cut_by: null,
    format: null,
    file_name: null,
    creation_date: null,
    modifier: null,
    batches: 0,
    entries: 0,
    debit: 0n,
    credit: 0n,
    document_id: null,
    size: null,
    sha256: null,
    plain_sha256: null,
    attempts: 0,
    next_attempt_at: null,
    last_error: null,
    released_by: [],
    may_exist: false,
    copies: 1,
    uploaded_at: null,
    acknowledged_at: null,
    message_id: null,
    status_due_at: null,
    inquiries: 0,
    entries_become: null,
    code: null,
    version: 1,
    created_at: NOW,
    updated_at: NOW,
    ...changes,
  };
}
