import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { newId, UnitOfWork } from '@payments/kernel';
import { Log, workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import {
  ConnectionWatch,
  Entries,
  FetchInbound,
  type FileState,
  Files,
  InboundFiles,
  Payloads,
  Profiles,
  RailExceptions,
  RailResults,
  RailsInboundWorkerModule,
} from '@payments/rails';
import { PlatformModule } from '@payments/runtime';
import { bankCompany, bankProfile } from '@payments/testing';
import { BankStatementsModule } from '@payments/transfers';
import { contexts } from '../../../apps/worker/src/worker.module.js';
import { IngestSweep } from '../../../libs/rails/src/infrastructure/queue/inbound.sweeps.js';
import { BankStage, type StageOptions } from '../bank/bank-stage.js';
import { companyFile, type EntryOptions } from '../bank/company-files.js';
import { startTestService } from '../service.js';
import type { TestService } from '../service.js';
import { aFile, anEntry, aPlan } from './rails-stage.js';

type Json = Record<string, unknown>;

/** What the simulated bank takes, and what is stored of it here: the receiving bank of company-files.ts. */
const RECEIVER = '011401533';
export const SETTLEMENT_ACCOUNT = '1000200030';
const BATCH_KEY = '1234567890ACME CORP       PPDPAYMENT   260716260716';

export interface SentOrder extends EntryOptions {
  readonly cents: number;
  readonly side?: 'source' | 'destination';
  readonly state?: 'filed' | 'accepted' | 'settled';
}

/** Storage, a worker's modules for files of banks, and a simulated bank behind a directory. No loop runs by itself. */
export class InboundStage {
  private next = 1;
  readonly enterprises: string[] = [];

  private constructor(
    readonly service: TestService,
    readonly bank: BankStage,
    readonly app: INestApplicationContext,
    readonly watch: ConnectionWatch,
  ) {}

  static async start({
    profile = {},
    ...bank
  }: StageOptions & { readonly profile?: Json } = {}): Promise<InboundStage> {
    const service = await startTestService();
    const { enterprise_id } = await service.createEnterprise();
    const stage = new BankStage(bank);
    const path = join(stage.directory, 'banks.json');
    const accountFile = join(stage.directory, 'account');
    writeFileSync(accountFile, `${SETTLEMENT_ACCOUNT}\n`, { mode: 0o600 });
    const sound = bankProfile({
      ...{ companies: [bankCompany({ enterprise_id })], channel: { kind: 'directory', root: stage.directory } },
      ...{ inbound: [{ directory: '/outbound', stable_seconds: 0 }] },
      settlement_account: {
        ...{ routing_number: '091000019', account_number: { file: accountFile }, type: 'checking', currency: 'USD' },
      },
      ...profile,
    });
    writeFileSync(path, JSON.stringify(sound));
    chmodSync(path, 0o600);
    const config = { ...service.options.config, processor: { kind: 'bank' as const }, banksFile: path };
    const modules = [RailsInboundWorkerModule, BankStatementsModule];
    @Module({ imports: [PlatformModule.forRoot({ ...service.options, config }, contexts), ...modules] })
    class Stage {}
    const app = await NestFactory.createApplicationContext(Stage, { logger: new Log('test', 'fatal') });
    const started = new InboundStage(service, stage, app, new ConnectionWatch());
    started.enterprises.push(enterprise_id);
    return started;
  }

  get<T>(type: abstract new (...args: never[]) => T): T {
    return this.app.get<T>(type, { strict: false });
  }

  async as<T>(enterpriseId: string, work: () => Promise<T>): Promise<T> {
    const tenant = await this.get(Enterprises).get(enterpriseId);
    return workContext.run({ requestId: 'test', tenant }, () => this.get(UnitOfWork).run(work));
  }

  /** Stores entries as sent in an uploaded file; `toBank` also gives that file to the bank. Returns their traces. */
  async send(
    orders: readonly SentOrder[],
    { toBank = true, state = 'uploaded' }: { toBank?: boolean; state?: FileState['state'] } = {},
  ): Promise<string[]> {
    const enterpriseId = this.enterprises[0]!;
    const sent = orders.map((order) => ({ identification: `REF${this.next}`, ...order, sequence: this.next++ }));
    const entries = sent.map(({ cents, side = 'destination', identification, account = '123456789' }) =>
      anEntry({
        ...{ side, amount: BigInt(cents) },
        plan: aPlan({
          ...{ routing_number: RECEIVER, account_number: account, individual_id: identification },
          ...{
            batch_key: `${BATCH_KEY}${side === 'source' ? 'D' : 'C'}`,
            transaction_code: side === 'source' ? 27 : 22,
          },
        }),
      }),
    );
    await this.as(enterpriseId, () => this.get(Entries).add(newId(), entries));
    const modifier = 'ABCDEFGHIJ'[(await this.get(Files).list({}, 100)).length]!;
    const batches = (['destination', 'source'] as const).map((side) => ({
      header: {},
      entries: sent
        .filter((each) => (each.side ?? 'destination') === side)
        .map((each) => ({ code: side === 'source' ? '27' : '22', ...each })),
    }));
    const bytes = companyFile({ header: { modifier }, batches: batches.filter((batch) => batch.entries.length > 0) });
    const traces = sent.map(({ sequence }) => traceOf(sequence));
    const file = await this.store(bytes, { modifier, traces, enterpriseId, state });
    for (const [at, entry] of entries.entries()) {
      await this.service.database.query(
        `UPDATE rails.entries SET state = 'filed', file_id = $2, trace = $3, epoch = 0 WHERE id = $1`,
        [entry.id, file.id, traces[at]],
      );
      for (const next of waysTo(orders[at]!.state ?? 'accepted')) {
        await this.service.database.query(`UPDATE rails.entries SET state = $2 WHERE id = $1`, [entry.id, next]);
      }
    }
    if (toBank) this.bank.send(bytes, file.file_name!);
    return traces;
  }

  /** What a worker does with the files that the bank has put. */
  async receive(): Promise<void> {
    await this.fetch();
    while (await this.get(IngestSweep).sweep());
  }

  async fetch(): Promise<void> {
    const [connection] = this.get(Profiles).connections;
    for (const directory of this.watch.directories.values()) directory.nextAt = -Infinity;
    this.watch.movedAt = -Infinity;
    await this.get(FetchInbound).poll(connection!, this.watch);
  }

  async entries(): Promise<Record<string, unknown>[]> {
    return this.service.database.query(
      'SELECT state, code, trace, return_trace, amount::int AS cents, occurred_at FROM rails.entries ORDER BY trace',
    );
  }

  async results(): Promise<Record<string, unknown>[]> {
    const found = await this.as(this.enterprises[0]!, () => this.get(RailResults).takeUnreported(1_000));
    return found.map(({ id: _, ...result }) => result);
  }

  exceptions() {
    return this.get(RailExceptions).list({}, 1_000);
  }

  inbound() {
    return this.get(InboundFiles).list({}, 1_000);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.service.stop();
    this.bank.remove();
  }

  private async store(
    bytes: Buffer,
    {
      modifier,
      traces,
      enterpriseId,
      state,
    }: { modifier: string; traces: string[]; enterpriseId: string; state: FileState['state'] },
  ): Promise<FileState> {
    const files = this.get(Files);
    const name = `acme-${modifier}.ach`;
    const opened = await files.open(aFile({ window_key: modifier }));
    const header = {
      ...{ immediate_destination: ' 091000019', immediate_origin: '1234567890', creation_date: '260715' },
      ...{
        creation_time: '0955',
        file_id_modifier: modifier,
        destination_name: 'FIRST BANK',
        origin_name: 'ACME CORP',
      },
      reference_code: '',
    };
    const lines = bytes.toString('latin1').split('\n');
    const controls = lines.filter((line) => line.startsWith('8'));
    const batches = controls.map((control, at) => ({
      ...{ batch_no: at + 1, for_enterprise: enterpriseId, header: {} as never },
      batch_key: `${BATCH_KEY}${BigInt(control.slice(20, 32)) > 0n ? 'D' : 'C'}`,
      ...{
        first_trace: traces[0]!,
        last_trace: traces.at(-1)!,
        offset_trace: null,
        entries: Number(control.slice(4, 10)),
      },
      ...{ records: Number(control.slice(4, 10)), hash: BigInt(control.slice(10, 20)) },
      ...{ debit: BigInt(control.slice(20, 32)), credit: BigInt(control.slice(32, 44)) },
    }));
    const closing = await files.close(
      opened,
      {
        ...{ ...opened, state: 'closing', file_name: name, modifier, creation_date: '260715', batches: batches.length },
        format: { header, line_ending: 'lf', pad_blocks: true },
      },
      batches,
    );
    const { id: document_id, size, sha256 } = await this.get(Payloads).store('first-bank', [bytes]);
    let file = await files.save(closing, { ...closing, state: 'sealed', document_id, size, sha256 });
    for (const next of ['uploading', ...(state === 'uploading' ? [] : [state])] as FileState['state'][]) {
      file = await files.save(file, { ...file, state: next });
    }
    return file;
  }
}

export const traceOf = (sequence: number) => `09100001${String(sequence).padStart(7, '0')}`;

const waysTo = (state: NonNullable<SentOrder['state']>) =>
  ({ filed: [], accepted: ['accepted'], settled: ['accepted', 'settled'] })[state];
