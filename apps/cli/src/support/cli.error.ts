/** A command cannot do its work. The one-line message gives the reason and the remedy. */
export class CliError extends Error {
  override readonly name: string = 'CliError';
}

/** Wrong usage of a command: an argument or option that is never valid. */
export class UsageError extends CliError {
  override readonly name = 'UsageError';
}

/**
 * Turns an error with a code of the service into one line for the user. An invalid or missing value was wrong usage. Other
 * errors are unchanged.
 */
export function toCliError(error: unknown): unknown {
  if (!isDomainError(error)) return error;
  const details = Object.entries(error.extras?.details ?? {}).map(([name, value]) => `; ${name}: ${String(value)}`);
  const isUsage = error.kind === 'invalid' && /^(invalid|missing)_/.test(error.code);
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
