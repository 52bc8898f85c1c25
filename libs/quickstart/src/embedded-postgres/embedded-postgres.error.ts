/** The embedded server cannot run. The message is one line that says why and names the remedy. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
