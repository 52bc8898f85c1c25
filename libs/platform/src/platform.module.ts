import { Global, Module } from '@nestjs/common';
import type { DynamicModule, Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock, SystemClock, UnitOfWork } from '@payments/kernel';
import { Audit } from './audit/audit.js';
import type { Config } from './config/config.js';
import { CONFIG, loadKeyRing } from './config/config.js';
import { DataKeys } from './crypto/data-keys.js';
import { FieldCipher } from './crypto/field-cipher.js';
import { KeyProvider, KeyRingProvider } from './crypto/key-provider.js';
import { Secrets } from './crypto/secrets.js';
import { outliveBrokenConnection } from './database/broken-connections.js';
import { DATABASE_URL, DIRECT_DATABASE_URL, directUrl } from './database/database-url.js';
import { PostgresUnitOfWork } from './database/postgres-unit-of-work.js';
import { typeParsers } from './database/timestamps.js';
import { Transactions } from './database/transactions.js';
import { DatabaseProbe } from './health/database-probe.js';
import { Health } from './health/health.js';
import { HealthController } from './health/health.controller.js';
import { KeptAnswers } from './idempotency/kept-answers.js';
import { DeadLetters } from './outbox/dead-letters.js';
import { INVARIANTS, InvariantChecks } from './invariants/invariant-checks.js';
import type { Invariant } from './invariants/invariant.js';
import { InvariantsSweep } from './invariants/invariants.sweep.js';
import { AnnounceEnterprise } from './outbox/announce-enterprise.js';
import { DueTasks } from './outbox/due-tasks.js';
import { EventLog } from './outbox/event-log.js';
import { JobReport } from './outbox/job-report.js';
import { Relay } from './outbox/relay.js';
import { TaskRunner } from './outbox/task-runner.js';
import { Tasks } from './outbox/tasks.js';
import { WakeListener } from './outbox/wake-listener.js';
import { WakeSignal } from './outbox/wake-signal.js';
import { WorkLoop } from './outbox/work-loop.js';
import { QueueGauges } from './queue/queue-gauges.js';
import { QUEUE_STORE, Queues } from './queue/queues.js';
import { queueStore } from './queue/queue-store.js';
import { Retention, RETENTION } from './retention/retention.js';
import type { KeptRule } from './retention/retention.js';
import type { RetentionRule } from './retention/retention-rule.js';
import { DatabaseGauges } from './telemetry/database-gauges.js';
import { Log } from './telemetry/log.js';
import { Metrics } from './telemetry/metrics.js';
import { OperationsServer } from './telemetry/operations-server.js';
import { ProcessGauges } from './telemetry/process-gauges.js';
import { Snapshots } from './telemetry/snapshots.js';
import { Tracing } from './telemetry/tracing.js';
import { Enterprises } from './tenancy/enterprises.js';
import { Openings } from './tenancy/openings.js';

const CONNECT_TIMEOUT_MS = 1_000;
const QUERY_TIMEOUT_MS = 7_000;

export interface PlatformOptions {
  readonly config: Config;
  /** Whom to log in as, from `loginUrl`. */
  readonly databaseUrl: string;
  readonly log: Log;
  /** How long to wait for a free connection: a request fails fast, a job had better wait. Default 1 s. */
  readonly connectTimeoutMs?: number;
}

const shared = [
  Transactions,
  { provide: UnitOfWork, useClass: PostgresUnitOfWork },
  DataKeys,
  FieldCipher,
  KeptAnswers,
  Enterprises,
  Openings,
  EventLog,
  Tasks,
  AnnounceEnterprise,
  Audit,
  WakeSignal,
  Queues,
  DatabaseProbe,
  Health,
  Metrics,
  { provide: Tracing, inject: [CONFIG, Log, Metrics], useFactory: tracing },
  Snapshots,
  DatabaseGauges,
  ProcessGauges,
  OperationsServer,
] satisfies Provider[];

/** What every process stands on. Global: contexts inject its ports without importing it. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot(options: PlatformOptions): DynamicModule {
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

/** Relay, queues and task handlers: what makes a process a worker. */
@Module({
  imports: [DiscoveryModule],
  providers: [DeadLetters, DueTasks, JobReport, Relay, TaskRunner, WakeListener, WorkLoop, QueueGauges],
  exports: [WorkLoop],
})
export class WorkerPlatformModule {}

/** Checks the rules that all contexts bring: in the worker every minute, and whenever somebody asks. */
@Module({})
export class InvariantsModule {
  static forRoot(invariants: readonly Invariant[]): DynamicModule {
    return {
      module: InvariantsModule,
      providers: [{ provide: INVARIANTS, useValue: invariants }, InvariantChecks, InvariantsSweep],
      exports: [InvariantChecks, InvariantsSweep],
    };
  }
}

/** Removes what all contexts keep for a limited time: in the worker. */
@Module({})
export class RetentionModule {
  static forRoot(rules: readonly RetentionRule[]): DynamicModule {
    const kept = (config: Config): KeptRule[] =>
      rules.map(({ keptMs, ...rule }) => ({ ...rule, keptMs: keptMs(config) }));
    return {
      module: RetentionModule,
      providers: [{ provide: RETENTION, inject: [CONFIG], useFactory: kept }, Retention],
    };
  }
}

// What sends spans is loaded only where there is somebody to send them to.
async function tracing({ traces }: Config, log: Log, metrics: Metrics): Promise<Tracing> {
  if (traces.endpoint === undefined) return new Tracing();
  const { otlpTracing } = await import('./telemetry/otlp.js');
  const { endpoint, ratio, serviceName = `payments-${log.name}` } = traces;
  return otlpTracing({ endpoint, serviceName, ratio }, metrics);
}

function database({ config, databaseUrl: url, connectTimeoutMs = CONNECT_TIMEOUT_MS }: PlatformOptions): DynamicModule {
  return TypeOrmModule.forRoot({
    type: 'postgres',
    url,
    autoLoadEntities: true,
    retryAttempts: 0,
    extra: {
      max: config.databasePoolSize,
      connectionTimeoutMillis: connectTimeoutMs,
      // The server's own limit is shorter; this one is for a server that is not heard of any more.
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      pipeline: true,
      types: typeParsers,
      onConnect: outliveBrokenConnection,
    },
  });
}
