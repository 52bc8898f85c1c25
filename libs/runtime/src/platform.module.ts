import { Global, Module } from '@nestjs/common';
import type { DynamicModule, Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock, SystemClock, UnitOfWork } from '@payments/kernel';
import {
  DatabaseEngine,
  ApprovalResolvers,
  ChangeMakers,
  Audit,
  DATABASE_URL,
  DatabaseGauges,
  DatabaseProbe,
  DataKeys,
  DIRECT_DATABASE_URL,
  directUrl,
  Enterprises,
  FieldCipher,
  InvariantChecks,
  INVARIANTS,
  isUnavailable,
  KeyProvider,
  KeyRingProvider,
  EnterpriseProvisioning,
  outliveBrokenConnection,
  fairDriver,
  postgresOptions,
  PostgresUnitOfWork,
  SealedColumns,
  Secrets,
  ServerGauges,
  Transactions,
  typeParsers,
} from '@payments/persistence';
import type { Config } from '@payments/config';
import { CONFIG, loadKeyRing } from '@payments/config';
import { Health, HealthController, IdempotencyStore, OperationsServer, ProcessGauges } from '@payments/http';
import {
  AnnounceEnterprise,
  ClockGuard,
  DeadLetters,
  DueTasks,
  EventLog,
  InvariantsSweep,
  JobTelemetry,
  LocalDispatch,
  OutboxGauges,
  QUEUE_STORE,
  QueueGauges,
  Queues,
  queueStore,
  Relay,
  RETENTION,
  Retention,
  SweepTurns,
  TableStatistics,
  TaskRunner,
  Tasks,
  WakeListener,
  WakeSignal,
  WorkLoop,
} from '@payments/messaging';
import type { ContextRegistration } from '@payments/persistence';
import type { KeptRule } from '@payments/messaging';
import { createTracing, Log, Metrics, GaugeCollector, Tracing } from '@payments/observability';
import { invariantsOf, metricsOf, retentionOf, sealedColumnsOf } from './registrations.js';

const CONNECT_TIMEOUT_MS = 1_000;
/** For the first connection: the database was reachable a moment ago, and may be busy. */
const CONNECT_RETRIES = 5;
const CONNECT_AGAIN_MS = 500;
const QUERY_TIMEOUT_MS = 7_000;

export interface PlatformOptions {
  readonly config: Config;
  /** The URL with the login, from `loginUrl`. */
  readonly databaseUrl: string;
  readonly log: Log;
  /** How long to wait for a free connection: requests fail fast, jobs wait longer. Default 1 s. */
  readonly connectTimeoutMs?: number;
}

const shared = [
  DatabaseEngine,
  Transactions,
  { provide: UnitOfWork, useClass: PostgresUnitOfWork },
  DataKeys,
  FieldCipher,
  IdempotencyStore,
  Enterprises,
  EnterpriseProvisioning,
  ApprovalResolvers,
  ChangeMakers,
  EventLog,
  LocalDispatch,
  SweepTurns,
  Tasks,
  AnnounceEnterprise,
  Audit,
  WakeSignal,
  Queues,
  DatabaseProbe,
  Health,
  { provide: Tracing, inject: [CONFIG, Log, Metrics], useFactory: createTracing },
  GaugeCollector,
  DatabaseGauges,
  OutboxGauges,
  ServerGauges,
  ProcessGauges,
  OperationsServer,
] satisfies Provider[];

/** The base of every process. Global: contexts inject its ports without importing it. */
@Global()
@Module({})
export class PlatformModule {
  /** @param contexts all contexts, also those of which the process has no module */
  static forRoot(options: PlatformOptions, contexts: readonly ContextRegistration[]): DynamicModule {
    const { config, databaseUrl, log } = options;
    const ring = loadKeyRing(config);
    const direct = directUrl(config, databaseUrl);
    const values: Provider[] = [
      { provide: CONFIG, useValue: config },
      { provide: Log, useValue: log },
      { provide: DATABASE_URL, useValue: databaseUrl },
      { provide: DIRECT_DATABASE_URL, useValue: direct },
      { provide: QUEUE_STORE, useValue: queueStore(config, direct) },
      { provide: KeyProvider, useValue: new KeyRingProvider(ring.master) },
      { provide: Secrets, useValue: new Secrets(ring) },
      { provide: Clock, useClass: SystemClock },
      { provide: Metrics, useFactory: () => new Metrics(metricsOf(contexts)) },
      { provide: SealedColumns, useValue: sealedColumnsOf(contexts) },
    ];
    const providers = [...values, ...shared];
    return {
      module: PlatformModule,
      imports: [database(options), DiscoveryModule],
      providers,
      exports: providers.map((provider) => (typeof provider === 'function' ? provider : provider.provide)),
    };
  }
}

/** The health endpoints of the HTTP process. */
@Module({ controllers: [HealthController] })
export class HealthApiModule {}

/** Relay, queues and task handlers: the parts of a worker. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    ...[ClockGuard, DeadLetters, DueTasks, JobTelemetry, Relay, TaskRunner, WakeListener, WorkLoop, QueueGauges],
    TableStatistics,
  ],
  exports: [ClockGuard, WorkLoop],
})
export class WorkerPlatformModule {}

/** Checks the invariants of all contexts: in the worker every minute, and on request. */
@Module({})
export class InvariantsModule {
  static forRoot(contexts: readonly ContextRegistration[]): DynamicModule {
    return {
      module: InvariantsModule,
      providers: [{ provide: INVARIANTS, useValue: invariantsOf(contexts) }, InvariantChecks, InvariantsSweep],
      exports: [InvariantChecks, InvariantsSweep],
    };
  }
}

/** Removes expired data of all contexts: in the worker. */
@Module({})
export class RetentionModule {
  static forRoot(contexts: readonly ContextRegistration[]): DynamicModule {
    const kept = (config: Config): KeptRule[] =>
      retentionOf(contexts).map(({ keptMs, ...rule }) => ({ ...rule, keptMs: keptMs(config) }));
    return {
      module: RetentionModule,
      providers: [{ provide: RETENTION, inject: [CONFIG], useFactory: kept }, Retention],
    };
  }
}

function database({ config, databaseUrl: url, connectTimeoutMs = CONNECT_TIMEOUT_MS }: PlatformOptions): DynamicModule {
  const { connectionString, ...driver } = postgresOptions(url);
  return TypeOrmModule.forRoot({
    type: 'postgres',
    driver: fairDriver,
    url: connectionString,
    autoLoadEntities: true,
    ...{ retryAttempts: CONNECT_RETRIES, retryDelay: CONNECT_AGAIN_MS, toRetry: isUnavailable },
    extra: {
      max: config.databasePoolSize,
      // Idle connections stay open, for the same reason as in `WarmPool`.
      min: config.databasePoolSize,
      connectionTimeoutMillis: connectTimeoutMs,
      // The server's own limit is shorter; this one is for a server that no longer responds.
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      pipeline: true,
      types: typeParsers,
      onConnect: outliveBrokenConnection,
      ...driver,
    },
  });
}
