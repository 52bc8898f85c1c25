import { QuickstartError } from '../quickstart.error.js';

/** The embedded server cannot run. */
export class EmbeddedPostgresError extends QuickstartError {
  override readonly name = 'EmbeddedPostgresError';
}
