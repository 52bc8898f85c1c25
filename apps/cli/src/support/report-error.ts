import { CommanderError } from 'commander';
import { CliError, UsageError } from './cli.error.js';
import { paint } from './terminal.js';

/** Exit statuses: a failed command or check, and wrong usage. */
const FAILED = 1;
const WRONG_USAGE = 2;
/** PostgreSQL's codes of a statement, and of a wait for a lock, that took too long. */
const OVER_TIME = new Set(['57014', '55P03']);
const NOT_ALLOWED = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC']);
/** Error codes of the network and of PostgreSQL: wrong password, unknown role or database, starting up, no free connection. */
const NO_DATABASE = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN', 'ECONNRESET'],
  ...['28P01', '28000', '3D000', '57P03', '53300'],
]);

/**
 * Reports why a command failed and sets the exit status. What a person can fix is one line without a stack; everything
 * else is a bug and shows its stack.
 */
export async function reportError(error: unknown): Promise<void> {
  if (error instanceof CommanderError) {
    // Commander has written its message, or the requested help or version.
    process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE;
    return;
  }
  process.exitCode = error instanceof UsageError ? WRONG_USAGE : FAILED;
  process.stderr.write(`${paint('red', await messageOf(error), process.stderr)}\n`);
}

async function messageOf(error: unknown): Promise<string> {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof CliError) return error.message;
  const {
    ConfigError,
    isUnmigrated,
    PaymentsConnectionError,
    PaymentsError,
    QuickstartError,
    unmigrated,
    unreachable,
  } = await import('./services.js');
  if ([ConfigError, QuickstartError, PaymentsError].some((type) => error instanceof type)) return error.message;
  if (error instanceof PaymentsConnectionError) return `${error.message}; start the service, or check its address`;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code && path && NOT_ALLOWED.has(code)) {
    return `DATA_DIR: cannot use ${path} (${code}); run as its owner, or set DATA_DIR to another directory`;
  }
  if (code && NO_DATABASE.has(code)) return unreachable(error).message;
  if (isUnmigrated(error)) return unmigrated(error).message;
  if (code && OVER_TIME.has(code)) {
    return `the database did not finish in time (${error.message}); 'payments inspect activity' shows what blocks it`;
  }
  return error.stack ?? error.message;
}
