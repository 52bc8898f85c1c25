import { z } from 'zod';
import { isNetwork, isOrigin } from './addresses.js';
import { postgresUrlProblem } from './postgres-url.js';
import { isRedisUrl, redisUrlProblem } from './redis-url.js';
import { isVerifyProvider, VERIFY_PROVIDERS } from './verify-providers.js';

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

const checked = (problemOf: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const message = problemOf(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
const postgresUrl = checked(postgresUrlProblem);
const queueUrl = checked((text) =>
  isRedisUrl(text)
    ? redisUrlProblem(text)
    : postgresUrlProblem(text)?.replace('URL that starts with', 'URL that starts with redis://, rediss://,'),
);

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
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('address to listen on: this machine only, unless set; 0.0.0.0 for all addresses'),
  METRICS_HOST: z
    .string()
    .optional()
    .describe('address of METRICS_PORT, which has no authentication; default: HOST on loopback, else 127.0.0.1'),
  PUBLIC_BASE_URL: url('http:', 'https:').optional().describe('public base_url, if the service is behind a gateway'),
  PUBLIC_VAULT_URL: url('http:', 'https:').optional().describe('public vault_url, if the service is behind a gateway'),
  PORTAL: z.enum(['on', 'off']).default('on').describe('whether the api serves the portal at /portal: on or off'),
  DATA_DIR: z
    .string()
    .default('.data')
    .describe('directory of the quick start, for the database, keys, credentials and logs'),
  DATABASE_URL: postgresUrl
    .optional()
    .describe(
      'PostgreSQL connection URL of the processes; several hosts, separated by commas, if a standby may take over',
    ),
  DATABASE_ADMIN_URL: postgresUrl.optional().describe('PostgreSQL connection URL of the owner; used only by migrate'),
  DATABASE_DIRECT_URL: postgresUrl
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
  DATABASE_DISK_GB: number
    .pipe(z.number().positive())
    .optional()
    .describe('size of the disk of PostgreSQL in GB, for the alert that it fills; statements cannot see it'),
  QUEUE_URL: queueUrl
    .optional()
    .describe(
      'URL of the queue store: redis://, redis+sentinel://, redis+cluster:// or postgres://; default: the PostgreSQL of DATABASE_URL',
    ),
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
  CLOCK_TOLERANCE_SECONDS: positive(60).describe(
    'how far the clock of a worker may be off from the clock of the database, in seconds; beyond, it takes no work',
  ),
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
    .describe(
      'URL of the bank connector (processor "http", or "bank" for the rails that its profiles leave to a connector); in production it must use https, except on localhost',
    ),
  PROCESSOR_TOKEN: z.string().optional().describe('bearer token for the bank connector'),
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
    .describe(
      'maximum number of concurrent requests per api process; then an enterprise that has its share of them gets 503 immediately',
    ),
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
