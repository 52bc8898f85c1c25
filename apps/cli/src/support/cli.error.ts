/** A command cannot do its work. The one-line message gives the reason and the remedy. */
export class CliError extends Error {
  override readonly name: string = 'CliError';
}

/** Wrong usage of a command: an argument or option that is never valid, or that names nothing. */
export class UsageError extends CliError {
  override readonly name = 'UsageError';
}

/** What cannot be done as it was asked for. */
export function refusal({ message, isUnknown }: { message: string; isUnknown: boolean }, prefix = ''): CliError {
  return isUnknown ? new UsageError(message) : new CliError(`${prefix}${message}`);
}

/** A file that cannot be read: it is wrong usage to name one that is not there. */
export function unreadable(file: string, { code }: NodeJS.ErrnoException): CliError {
  const message = `${file}: cannot be read (${code}); check the path`;
  return code === 'ENOENT' ? new UsageError(message) : new CliError(message);
}

/** So many names are told; a command lists more. */
const FEW = 25;

interface Known {
  /** What it could have named. */
  readonly names: readonly string[];
  /** The command that lists them. */
  readonly command: string;
}

/** An option with a name that nothing has. `what` is such as `queue has the name`. */
export function namesNothing(option: string, what: string, { given, names, command }: Known & { given: string }) {
  const isTold = names.length > 0 && names.length <= FEW;
  const remedy = isTold ? `use ${names.join(', ')}` : `list them with 'payments ${command}'`;
  return new UsageError(`${option}: no ${what} "${given}"; ${remedy}`);
}

/**
 * Turns an error with a code of the service into one line for the user. A value that is invalid, missing or names nothing was
 * wrong usage. Other errors are unchanged.
 */
export function toCliError(error: unknown): unknown {
  if (!isDomainError(error)) return error;
  const details = Object.entries(error.extras?.details ?? {}).map(([name, value]) => `; ${name}: ${String(value)}`);
  const isUsage = /^(invalid|missing|unknown)_/.test(error.code) && /^(invalid|not_found)$/.test(error.kind);
  const message = `${error.message.replace(/[.]$/, '')} (${error.code})${details.join('')}`;
  return isUsage ? new UsageError(message) : new CliError(message);
}

interface CodedError extends Error {
  readonly code: string;
  readonly kind: string;
  readonly extras?: { readonly details?: Readonly<Record<string, unknown>> };
}

function isDomainError(error: unknown): error is CodedError {
  return error instanceof Error && error.name === 'DomainError';
}
