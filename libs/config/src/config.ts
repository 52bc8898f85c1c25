import { resolve } from 'node:path';
import { z } from 'zod';
import { keyRingSchema } from './key-ring.js';
import type { KeyRing } from './key-ring.js';
import { processorProblems, processorSettings } from './processor-settings.js';
import type { ProcessorSettings } from './processor-settings.js';
import { isNetwork, isOrigin } from './addresses.js';
import { unsafeInProduction } from './production-rules.js';
import { isVerifyProvider, VERIFY_PROVIDERS, verifyProvidersOf } from './verify-providers.js';
import type { VerifyProvider } from './verify-providers.js';
import { readFileSync } from 'node:fs';

export type { ProcessorSettings } from './processor-settings.js';

/** Injection token of the settings. */
export const CONFIG = Symbol('CONFIG');

/** A setting is missing or wrong. The message holds one line per setting: its name, what is wrong, what to do. */
export class ConfigError extends Error {}

// Not z.coerce: it turns a blank into 0.
const number = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a number')
  .transform(Number);
const port = (fallback: number, max = 65_535) => number.pipe(z.number().int().min(0).max(max)).default(fallback);
const flag = z
  .enum(['true', 'false', '1', '0', ''])
  .transform((value) => value === 'true' || value === '1')
  .optional();
const positive = (fallback: number) => number.pipe(z.number().positive()).default(fallback);
const days = ({ least, fallback }: { least: number; fallback: number }) =>
  number.pipe(z.number().int().min(least).max(36_525)).default(fallback);
const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    message: `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  });

const list = (isOne: (item: string) => boolean, message: string) =>
  z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .refine((items) => items.every(isOne), { message })
    .default([]);

/** Every setting of the service, its default, and what it is for. Names are those of the environment. */
export const settings = {
  ENVIRONMENT: z
    .enum(['sandbox', 'production'])
    .default('sandbox')
    .describe('environment of this deployment: sandbox or production'),
  PORT: port(3000).describe('port of the API (base_url)'),
  VAULT_PORT: port(3001).describe('port of the vault API (vault_url)'),
  // The worker uses the next port.
  METRICS_PORT: port(9464, 65_534).describe('port of /metrics of the api; the worker uses the next port'),
  HOST: z.string().default('0.0.0.0').describe('address to listen on'),
  PUBLIC_BASE_URL: url('http:', 'https:').optional().describe('public base_url, if the service is behind a gateway'),
  PUBLIC_VAULT_URL: url('http:', 'https:').optional().describe('public vault_url, if the service is behind a gateway'),
  PORTAL: z.enum(['on', 'off']).default('on').describe('whether the api serves the portal at /portal: on or off'),
  DATA_DIR: z
    .string()
    .default('.data')
    .describe('directory of the quick start, for the database, keys, credentials and logs'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional().describe('PostgreSQL connection URL of the processes'),
  DATABASE_ADMIN_URL: url('postgres:', 'postgresql:')
    .optional()
    .describe('PostgreSQL connection URL of the owner; used only by migrate'),
  DATABASE_DIRECT_URL: url('postgres:', 'postgresql:')
    .optional()
    .describe(
      'host, port and database that bypass the pooler, for LISTEN and a queue in PostgreSQL; the login is taken from DATABASE_URL',
    ),
  DATABASE_NAMED_STATEMENTS: flag
    .default(true)
    .describe('whether to use named prepared statements; set it to false behind a PgBouncer before 1.21'),
  DATABASE_POOL_SIZE: number
    .pipe(z.number().int().min(1).max(200))
    .default(10)
    .describe('maximum number of database connections per process'),
  QUEUE_URL: url('redis:', 'rediss:', 'postgres:', 'postgresql:')
    .optional()
    .describe('URL of the queue store; default: the PostgreSQL of DATABASE_URL'),
  QUEUE_PREFIX: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .default('payments')
    .describe('prefix of queue names, to share one Redis between deployments'),
  KEY_RING: z.string().optional().describe('key ring as JSON text (key provider "env")'),
  KEY_RING_FILE: z.string().optional().describe('path of the key ring, a JSON file (key provider "file")'),
  WEBHOOK_ALLOW_PRIVATE: flag.describe('whether to allow webhooks over http and to private addresses; sandbox only'),
  WEBHOOK_CONCURRENCY: number
    .pipe(z.number().int().min(1).max(100))
    .default(5)
    .describe('maximum number of concurrent webhooks per endpoint'),
  WEBHOOK_RATE: number
    .pipe(z.number().int().min(1).max(10_000))
    .default(50)
    .describe('maximum number of webhooks per second and endpoint'),
  SANDBOX_DAY_SECONDS: positive(2).describe('length of a banking day in the sandbox, in seconds'),
  WINDOW_LEAD_MINUTES: number
    .pipe(z.number().int().min(0).max(120))
    .default(15)
    .describe('how long before its cut-off an ACH window closes, in minutes; later transfers go into the next window'),
  VERIFICATION_PROVIDER: z
    .enum(['sandbox', 'rules'])
    .optional()
    .describe(
      'provider that verifies customers and accounts; default: sandbox in the sandbox environment, rules in production',
    ),
  VERIFY_PROVIDERS: list(
    isVerifyProvider,
    `must be some of ${VERIFY_PROVIDERS.join(', ')}, separated by commas`,
  ).describe(
    'providers that verify accounts, in the order in which they are asked; default: sandbox in the sandbox environment, rules,history,instant,micro,registered in production',
  ),
  SCREENING_LIST_FILE: z
    .string()
    .optional()
    .describe('screening list for names (verification provider "rules"): a CSV file, or the folder of the SDN files'),
  PROCESSOR: z
    .enum(['sandbox', 'http', 'bank'])
    .optional()
    .describe(
      'processor that sends instructions to the banks: bank (files to banks), http (a bank connector) or sandbox; default: sandbox in the sandbox environment',
    ),
  PROCESSOR_URL: url('http:', 'https:')
    .optional()
    .describe('URL of the bank connector (processor "http"); in production it must use https, except on localhost'),
  PROCESSOR_TOKEN: z.string().optional().describe('bearer token for the bank connector (processor "http")'),
  PROCESSOR_TOKEN_FILE: z.string().optional().describe('path of a file with the token, instead of PROCESSOR_TOKEN'),
  PROCESSOR_TIMEOUT_SECONDS: number
    .pipe(z.number().min(0.1).max(15))
    .default(10)
    .describe('timeout of a request to the bank connector, in seconds'),
  BANKS_FILE: z
    .string()
    .optional()
    .describe('path of the bank profiles, a JSON file that only its owner can read (processor "bank")'),
  IDEMPOTENCY_DAYS: number
    .pipe(z.number().int().min(1).max(366))
    .default(30)
    .describe('how long an Idempotency-Key and its response are stored, in days'),
  RETENTION_AUDIT_DAYS: days({ least: 365, fallback: 2_557 }).describe(
    'retention of the audit log, in days; the default is seven years',
  ),
  RETENTION_RESULT_DAYS: days({ least: 120, fallback: 400 }).describe(
    'retention of processor results after the last change of their transfer, in days',
  ),
  RETENTION_BREAK_DAYS: days({ least: 1, fallback: 400 }).describe(
    'retention of resolved reconciliation breaks, in days',
  ),
  RETENTION_NOTICE_DAYS: days({ least: 1, fallback: 90 }).describe(
    'retention of notices about disabled webhook endpoints and lost events, in days',
  ),
  RETENTION_RAIL_DAYS: days({ least: 365, fallback: 2_557 }).describe(
    'retention of bank files, their entries and exceptions after they ended, in days; the default is seven years',
  ),
  MAX_REQUESTS: number
    .pipe(z.number().int().min(1).max(10_000))
    .default(200)
    .describe('maximum number of concurrent requests per api process; further requests get 503 immediately'),
  DRAIN_SECONDS: number
    .pipe(z.number().min(0).max(20))
    .default(5)
    .describe('how long a stopping api continues to serve, so that the gateway can remove it, in seconds'),
  TRUSTED_PROXIES: list(isNetwork, 'must be addresses or networks such as 10.0.0.0/8, separated by commas').describe(
    'proxies whose X-Forwarded-For is trusted: addresses and networks, separated by commas',
  ),
  CORS_ORIGINS: list(isOrigin, 'must be origins such as https://portal.example, separated by commas').describe(
    'origins that may call the API from a browser, separated by commas; default: none',
  ),
  RATE_LIMIT_READS: positive(5_000).describe('read requests per second for each credential'),
  RATE_LIMIT_WRITES: positive(2_000).describe('write requests per second for each credential'),
  RATE_LIMIT_TOKENS: positive(600).describe('token requests per minute for each client'),
  RATE_LIMIT_ADDRESS: positive(100).describe(
    'requests without a valid token per second for each IP address; the burst is ten times as many',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:')
    .optional()
    .describe('OTLP/HTTP collector of traces, such as http://collector:4318; default: no tracing'),
  OTEL_TRACES_SAMPLER_ARG: number
    .pipe(z.number().min(0).max(1))
    .default(1)
    .describe('ratio of traces to sample, from 0 to 1'),
  OTEL_SERVICE_NAME: z
    .string()
    .regex(/^[\w.-]{1,80}$/, 'must be 1 to 80 letters, digits, underscores, dots or hyphens')
    .optional()
    .describe('service name in traces; default: payments-api and payments-worker'),
  LOG_FORMAT: z
    .enum(['json', 'pretty'])
    .default('json')
    .describe(
      'json: one object per line, for programs; pretty: text for people, in color on a terminal unless NO_COLOR is set',
    ),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info').describe('log level'),
} as const;

export type LogFormat = 'json' | 'pretty';

export interface Config {
  readonly environment: 'sandbox' | 'production';
  readonly port: number;
  readonly vaultPort: number;
  readonly metricsPort: number;
  readonly host: string;
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
  readonly queueUrl?: string;
  readonly queuePrefix: string;
  readonly keyRing?: string;
  readonly keyRingFile?: string;
  readonly webhookAllowPrivate: boolean;
  /** Concurrent, per endpoint. */
  readonly webhookConcurrency: number;
  /** Per endpoint and second. */
  readonly webhookRate: number;
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
    sandboxDaySeconds: s.SANDBOX_DAY_SECONDS,
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
    ...(s.QUEUE_URL && { queueUrl: s.QUEUE_URL }),
    ...(s.KEY_RING && { keyRing: s.KEY_RING }),
    ...(s.KEY_RING_FILE && { keyRingFile: s.KEY_RING_FILE }),
    variables: env,
    ...(s.BANKS_FILE && { banksFile: s.BANKS_FILE }),
    ...(s.SCREENING_LIST_FILE && { screeningListFile: s.SCREENING_LIST_FILE }),
  };
  const problems = [
    ...processorProblems(s),
    ...(config.environment === 'production' ? unsafeInProduction(config) : []),
  ];
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
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
export function loadProcessorToken({ token, tokenFile = '' }: Extract<ProcessorSettings, { kind: 'http' }>): string {
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
