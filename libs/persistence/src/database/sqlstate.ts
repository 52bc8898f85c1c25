interface PostgresError extends Error {
  readonly code: string;
  readonly constraint?: string;
  readonly routine?: string;
}

const UNAVAILABLE_CLASSES = ['08', '53', '57P'];
// 25006: connected to a server that has become a standby.
const UNAVAILABLE_STATES = new Set(['57014', '55P03', '25P03', '25P04', '25006']);
// Insufficient privilege; undefined table, column, function, schema.
const UNMIGRATED_STATES = new Set(['42501', '42P01', '42703', '42883', '3F000']);
const LOGIN_REFUSED_STATES = new Set(['28P01', '28000', '3D000']);
const NETWORK_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
]);
// What Citus says, with the state of an internal error, when a server is lost before it has confirmed a transaction.
const INTERNAL = 'XX000';
const SERVER_LOST = /^could not commit transaction for shard |^failure on connection marked as essential/;
const UNIQUE = /unique constraint "([^"]+)"/;
const PART = /_\d+$/;
const SILENT = /^Query read timeout$/;
const CONNECTION_LOST =
  /^Query read timeout$|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|not queryable/i;

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as Partial<PostgresError>;
  return typeof code === 'string' ? code : undefined;
}

/** The database is unavailable: not reachable, out of connections, shutting down, or over a time limit. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code === undefined) return error instanceof Error && CONNECTION_LOST.test(error.message);
  return (
    NETWORK_CODES.has(code) ||
    (code === INTERNAL && SERVER_LOST.test((error as Error).message)) ||
    UNAVAILABLE_STATES.has(code) ||
    UNAVAILABLE_CLASSES.some((prefix) => code.length === 5 && code.startsWith(prefix))
  );
}

/** The server did not respond within the driver's limit: all later statements on the connection wait too. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && SILENT.test(error.message);
}

/** A serialization failure, a deadlock, or a plan that was stale: the same transaction may succeed on retry. */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01' || isPlanStale(error);
}

/** The columns of a prepared statement have changed since it was prepared. The message depends on the server's language. */
export function isPlanStale(error: unknown): boolean {
  return codeOf(error) === '0A000' && (error as PostgresError).routine === 'RevalidateCachedQuery';
}

/** An error that only follows from an earlier one in its transaction, whose statements were all sent by then. */
export function isConsequence(error: unknown): boolean {
  const code = codeOf(error);
  // The statement was refused, or its name was not taken because an earlier one with the name was refused.
  return code === '25P02' || code === '26000';
}

/** For an error that no longer has a reason: as after a serialization failure, the unit of work runs again. */
export function raceLost(cause: unknown): Error {
  return Object.assign(new Error('the data changed meanwhile', { cause }), { code: '40001' });
}

/** The name of the violated unique constraint, if any. Citus tells it in the message only, with the number of a part of the table. */
export function violatedUnique(error: unknown): string | undefined {
  if (codeOf(error) !== '23505') return undefined;
  const { constraint, message } = error as PostgresError;
  return (constraint ?? UNIQUE.exec(message)?.[1])?.replace(PART, '');
}

/** What a statement names is not there, or not yet granted: no migration did it, or one that ended early. */
export function isUnmigrated(error: unknown): boolean {
  return UNMIGRATED_STATES.has(codeOf(error) ?? '');
}

/** The server does not let the login in, or has no such database. */
export function isLoginRefused(error: unknown): boolean {
  return LOGIN_REFUSED_STATES.has(codeOf(error) ?? '');
}

/** A lock was not released within the time limit. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}
