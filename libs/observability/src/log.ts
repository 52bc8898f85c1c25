import { Injectable } from '@nestjs/common';
import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { workContext } from './work-context.js';

/**
 * The fields a log line may have. Nothing else is ever written: no bodies, no query strings, no headers, and so no
 * personal data. Units stand in the names.
 */
export interface LogFields {
  readonly method?: string;
  readonly route?: string;
  readonly status?: number;
  readonly duration_ms?: number;
  readonly error_code?: string;
  readonly remote_address?: string;
  readonly client_id?: string;
  readonly queue?: string;
  readonly task_id?: string;
  readonly task_count?: number;
  readonly attempt?: number;
  readonly outcome?: string;
  readonly reason?: string;
  readonly event_id?: string;
  /** For work over all enterprises; otherwise the context provides it. */
  readonly enterprise_id?: string;
  readonly invariant?: string;
  /** The subject of an invariant violation: an account, a transfer, an event … */
  readonly subject?: string;
  /** The data that retention removes. */
  readonly what?: string;
  readonly configuration_id?: string;
  /** Of a processor result: the id of its row in the inbox, the instruction, the kind, and how its leg stands. */
  readonly result_id?: string;
  readonly end_to_end_id?: string;
  readonly result_kind?: string;
  readonly leg_status?: string;
  readonly port?: number;
  readonly vault_port?: number;
  readonly metrics_port?: number;
  readonly signal?: string;
  readonly count?: number;
  /** How far the clock of the process is ahead of the database's. */
  readonly clock_ahead_ms?: number;
  /** Of a file to a bank. */
  readonly file_id?: string;
  readonly error?: unknown;
}

const ALLOWED = new Set<string>([
  'method',
  'route',
  'status',
  'duration_ms',
  'error_code',
  'remote_address',
  'client_id',
  'queue',
  'task_id',
  'task_count',
  'attempt',
  'outcome',
  'reason',
  'event_id',
  'enterprise_id',
  'invariant',
  'subject',
  'what',
  'configuration_id',
  'result_id',
  'end_to_end_id',
  'result_kind',
  'leg_status',
  'port',
  'vault_port',
  'metrics_port',
  'signal',
  'count',
  'clock_ahead_ms',
  'file_id',
] satisfies (keyof LogFields)[]);

// Levels as words, for searches and collectors.
const formatters = { level: (level: string) => ({ level }) };

/** The context of errors that Nest logs and then throws: the catcher logs them once. */
const THROWN_BY_NEST = 'ExceptionHandler';

const DATA_EXCEPTION = /^22[0-9A-Z]{3}$/;

/** Structured logs: one JSON line per request, job or notable event, with the request id of the current work. */
@Injectable()
export class Log implements LoggerService {
  private readonly pino: Logger;
  private onDropped: () => void = () => undefined;

  /** @param name of the process */
  constructor(
    readonly name: string,
    level: string,
    destination?: DestinationStream,
  ) {
    const options = { name, level, base: { process: name }, mixin: contextFields, messageKey: 'event', formatters };
    this.pino = destination === undefined ? pino(options) : pino(options, destination);
  }

  /** Calls `listener` for each line that its destination could not take. */
  whenDropped(listener: () => void): void {
    this.onDropped = listener;
  }

  countDropped(): void {
    this.onDropped();
  }

  info(event: string, fields: LogFields = {}): void {
    this.pino.info(allowed(fields), event);
  }

  warn(event: string, fields: LogFields | string = {}): void {
    this.pino.warn(typeof fields === 'string' ? {} : allowed(fields), event);
  }

  /** Nest passes the error itself in place of an event, and its context in place of the stack. */
  error(event: string | Error, fields: LogFields | string = {}, context?: string): void {
    if (fields === THROWN_BY_NEST || context === THROWN_BY_NEST) return;
    if (event instanceof Error) return this.error('unexpected_error', { error: event });
    this.pino.error(typeof fields === 'string' ? {} : allowed(fields), event);
  }

  /** Nest's own start-up messages; useful only when the start fails. */
  log(message: string): void {
    this.pino.debug({}, message);
  }

  debug(message: string): void {
    this.pino.debug({}, message);
  }
}

function contextFields(): Record<string, unknown> {
  const context = workContext.find();
  if (context === undefined) return {};
  return {
    request_id: context.requestId,
    ...(context.tenant && { enterprise_id: context.tenant.enterpriseId }),
    ...(context.span && { trace_id: context.span.traceId }),
  };
}

function allowed(fields: LogFields): Record<string, unknown> {
  const line: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (ALLOWED.has(name)) line[name] = value;
  if (fields.error !== undefined) line['error'] = describeError(fields.error);
  return line;
}

// Database drivers put the offending values into `detail` and `parameters`, and Postgres quotes them in the message of
// every data exception (class 22). What is written here is free of them.
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'a value that is not an Error was thrown' };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const quotesValues = typeof code === 'string' && DATA_EXCEPTION.test(code);
  return {
    type: error.name,
    message: quotesValues ? 'a value does not fit its column' : error.message,
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    stack: quotesValues ? error.stack?.replace(error.message, '') : error.stack,
  };
}
