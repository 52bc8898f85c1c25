/** A command cannot do its work. The message says in one line why, and names the remedy. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
