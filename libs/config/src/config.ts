import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isLoopback } from './addresses.js';
import { keyRingSchema } from './key-ring.js';
import type { KeyRing } from './key-ring.js';
import { processorProblems, processorSettings } from './processor-settings.js';
import type { ConnectorSettings, ProcessorSettings } from './processor-settings.js';
import { unsafeInProduction } from './production-rules.js';
import { verifyProvidersOf } from './verify-providers.js';
import { settings } from './settings.table.js';
import type { VerifyProvider } from './verify-providers.js';

export type { ConnectorSettings, ProcessorSettings } from './processor-settings.js';
export { settings } from './settings.table.js';

/** Injection token of the settings. */
export const CONFIG = Symbol('CONFIG');

/** A setting is missing or wrong. The message holds one line per setting: its name, what is wrong, what to do. */
export class ConfigError extends Error {}

export type LogFormat = 'json' | 'pretty';

export interface Config {
  readonly environment: 'sandbox' | 'production';
  readonly port: number;
  readonly vaultPort: number;
  readonly metricsPort: number;
  readonly host: string;
  readonly metricsHost: string;
  readonly publicBaseUrl: string;
  readonly publicVaultUrl: string;
  readonly portal: boolean;
  /** Absolute path. */
  readonly dataDir: string;
  readonly databaseUrl?: string;
  readonly databaseAdminUrl?: string;
  /** The address for LISTEN when databaseUrl points to a pooler. */
  readonly databaseDirectUrl?: string;
  readonly databaseNamedStatements: boolean;
  readonly databasePoolSize: number;
  /** Of the PostgreSQL server. */
  readonly databaseDiskGb?: number;
  readonly queueUrl?: string;
  readonly queuePrefix: string;
  readonly keyRing?: string;
  readonly keyRingFile?: string;
  readonly webhookAllowPrivate: boolean;
  /** Concurrent, per endpoint. */
  readonly webhookConcurrency: number;
  /** Per endpoint and second. */
  readonly webhookRate: number;
  readonly clockToleranceSeconds: number;
  readonly sandboxDaySeconds: number;
  readonly windowLeadMinutes: number;
  readonly verificationProvider: 'sandbox' | 'rules';
  /** In the order in which they are asked. */
  readonly verifyProviders: readonly VerifyProvider[];
  readonly screeningListFile?: string;
  readonly processor: ProcessorSettings;
  readonly banksFile?: string;
  /** The environment, in which bank profiles name secrets. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly idempotencyDays: number;
  readonly retention: {
    readonly auditDays: number;
    readonly resultDays: number;
    readonly breakDays: number;
    readonly noticeDays: number;
    readonly railDays: number;
  };
  /** Concurrent, per process. */
  readonly maxRequests: number;
  readonly drainSeconds: number;
  readonly trustedProxies: readonly string[];
  readonly corsOrigins: readonly string[];
  readonly rateLimits: {
    readonly readsPerSecond: number;
    readonly writesPerSecond: number;
    readonly tokensPerMinute: number;
    readonly addressPerSecond: number;
  };
  readonly traces: {
    readonly endpoint?: string;
    /** From 0 to 1. */
    readonly ratio: number;
    readonly serviceName?: string;
  };
  readonly logLevel: string;
  readonly logFormat: LogFormat;
}

/**
 * Reads and checks all settings at once.
 * @throws ConfigError with one line for each setting that is wrong.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => name in settings && value !== ''));
  const parsed = z.object(settings).safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(describeIssue).join('\n'));
  const s = parsed.data;
  const config: Config = {
    environment: s.ENVIRONMENT,
    port: s.PORT,
    vaultPort: s.VAULT_PORT,
    metricsPort: s.METRICS_PORT,
    host: s.HOST,
    metricsHost: s.METRICS_HOST ?? (isLoopback(s.HOST) ? s.HOST : '127.0.0.1'),
    publicBaseUrl: s.PUBLIC_BASE_URL ?? `http://localhost:${s.PORT}`,
    publicVaultUrl: s.PUBLIC_VAULT_URL ?? `http://localhost:${s.VAULT_PORT}`,
    portal: s.PORTAL === 'on',
    dataDir: resolve(s.DATA_DIR),
    databaseNamedStatements: s.DATABASE_NAMED_STATEMENTS ?? true,
    databasePoolSize: s.DATABASE_POOL_SIZE,
    queuePrefix: s.QUEUE_PREFIX,
    webhookAllowPrivate: s.WEBHOOK_ALLOW_PRIVATE ?? false,
    webhookConcurrency: s.WEBHOOK_CONCURRENCY,
    webhookRate: s.WEBHOOK_RATE,
    ...{ clockToleranceSeconds: s.CLOCK_TOLERANCE_SECONDS, sandboxDaySeconds: s.SANDBOX_DAY_SECONDS },
    windowLeadMinutes: s.WINDOW_LEAD_MINUTES,
    verificationProvider: s.VERIFICATION_PROVIDER ?? (s.ENVIRONMENT === 'production' ? 'rules' : 'sandbox'),
    verifyProviders: verifyProvidersOf(s.VERIFY_PROVIDERS, s.ENVIRONMENT),
    processor: processorSettings(s),
    idempotencyDays: s.IDEMPOTENCY_DAYS,
    retention: {
      auditDays: s.RETENTION_AUDIT_DAYS,
      resultDays: s.RETENTION_RESULT_DAYS,
      breakDays: s.RETENTION_BREAK_DAYS,
      noticeDays: s.RETENTION_NOTICE_DAYS,
      railDays: s.RETENTION_RAIL_DAYS,
    },
    maxRequests: s.MAX_REQUESTS,
    drainSeconds: s.DRAIN_SECONDS,
    trustedProxies: s.TRUSTED_PROXIES,
    corsOrigins: s.CORS_ORIGINS,
    rateLimits: {
      readsPerSecond: s.RATE_LIMIT_READS,
      writesPerSecond: s.RATE_LIMIT_WRITES,
      tokensPerMinute: s.RATE_LIMIT_TOKENS,
      addressPerSecond: s.RATE_LIMIT_ADDRESS,
    },
    traces: {
      ratio: s.OTEL_TRACES_SAMPLER_ARG,
      ...(s.OTEL_EXPORTER_OTLP_ENDPOINT && { endpoint: s.OTEL_EXPORTER_OTLP_ENDPOINT }),
      ...(s.OTEL_SERVICE_NAME && { serviceName: s.OTEL_SERVICE_NAME }),
    },
    logLevel: s.LOG_LEVEL,
    logFormat: s.LOG_FORMAT,
    ...(s.DATABASE_URL && { databaseUrl: s.DATABASE_URL }),
    ...(s.DATABASE_ADMIN_URL && { databaseAdminUrl: s.DATABASE_ADMIN_URL }),
    ...(s.DATABASE_DIRECT_URL && { databaseDirectUrl: s.DATABASE_DIRECT_URL }),
    ...(s.DATABASE_DISK_GB && { databaseDiskGb: s.DATABASE_DISK_GB }),
    ...(s.QUEUE_URL && { queueUrl: s.QUEUE_URL }),
    ...(s.KEY_RING && { keyRing: s.KEY_RING }),
    ...(s.KEY_RING_FILE && { keyRingFile: s.KEY_RING_FILE }),
    variables: env,
    ...(s.BANKS_FILE && { banksFile: s.BANKS_FILE }),
    ...(s.SCREENING_LIST_FILE && { screeningListFile: s.SCREENING_LIST_FILE }),
  };
  const problems = problemsOf(config, s);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

function problemsOf(config: Config, s: Parameters<typeof processorProblems>[0]): string[] {
  return [...processorProblems(s), ...(config.environment === 'production' ? unsafeInProduction(config) : [])];
}

/** The log format for reporting refused settings. */
export function logFormatOf(env: NodeJS.ProcessEnv = process.env): LogFormat {
  return env['LOG_FORMAT'] === 'pretty' ? 'pretty' : 'json';
}

function describeIssue(issue: { path: PropertyKey[]; message: string }): string {
  const name = String(issue.path[0]) as keyof typeof settings;
  return `${name}: ${issue.message} (${settings[name].description}); correct it or unset it`;
}

/**
 * The bearer token of the processor, from PROCESSOR_TOKEN or PROCESSOR_TOKEN_FILE.
 * @throws ConfigError when the file cannot be read, or the token is not valid in a header.
 */
export function loadProcessorToken({ token, tokenFile = '' }: Pick<ConnectorSettings, 'token' | 'tokenFile'>): string {
  const name = token === undefined ? 'PROCESSOR_TOKEN_FILE' : 'PROCESSOR_TOKEN';
  const text = (token ?? readSetting(name, tokenFile)).trim();
  if (/^[\x21-\x7e]{1,4096}$/.test(text)) return text;
  throw new ConfigError(`${name}: has no valid token; set it to one word of visible ASCII characters`);
}

/**
 * The key material from KEY_RING or KEY_RING_FILE.
 * @throws ConfigError when neither is set, the file cannot be read, or the content is wrong.
 */
export function loadKeyRing(config: Config): KeyRing {
  const name = config.keyRing === undefined ? 'KEY_RING_FILE' : 'KEY_RING';
  const parsed = keyRingSchema.safeParse(parseJson(name, keyRingText(config)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ConfigError(
    `${name}: ${issue?.path.join('.')}: ${issue?.message}; create a key ring with 'payments keys generate'`,
  );
}

function keyRingText(config: Config): string {
  if (config.keyRing !== undefined) return config.keyRing;
  if (config.keyRingFile === undefined) {
    throw new ConfigError(
      "KEY_RING_FILE: is not set; create a file with 'payments keys generate' and set its path here",
    );
  }
  return readSetting('KEY_RING_FILE', config.keyRingFile);
}

function readSetting(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`${name}: cannot be read (${(error as NodeJS.ErrnoException).code}); check the path`);
  }
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError(`${name}: is not JSON; create a key ring with 'payments keys generate'`);
  }
}
