/** A command cannot do its work. The message says in one line why, and names the remedy. */
export class CliError extends Error {
  override readonly name: string = 'CliError';
}

/** A command was called wrongly: an argument or option that no state of the service could make right. */
export class UsageError extends CliError {
  override readonly name = 'UsageError';
}

/** What the service refuses with one of its codes, as one line for whoever asked. Everything else stays what it is. */
export function toCliError(error: unknown): unknown {
  return isDomainError(error) ? new CliError(`${error.message.replace(/[.]$/, '')} (${error.code})`) : error;
}

function isDomainError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && error.name === 'DomainError';
}
