import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version in package.json. */
export function packageVersion(): string {
  // The built file lies one folder deeper than its source.
  const file = ['../../../..', '../../../../..'].map((up) => join(__dirname, up, 'package.json')).find(existsSync);
  const { version } = JSON.parse(file ? readFileSync(file, 'utf8') : '{}') as { version?: string };
  return version ?? 'unknown';
}
