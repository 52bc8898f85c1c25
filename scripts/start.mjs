import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, prepare } from './prepare.mjs';
import { root } from './stale.mjs';

const HELP = `Usage: npm start

Run the service in the foreground: database, api and worker; stop it with Ctrl-C. The first start installs the packages and builds.

Settings (environment variables):
  HOST 127.0.0.1 (0.0.0.0 to serve other machines),
  PORT 3000, VAULT_PORT 3001, METRICS_PORT 9464 (the worker uses the next port), DATA_DIR .data,
  DATABASE_URL (if set, the embedded Postgres is not used), DATABASE_ADMIN_URL, QUEUE_URL, WEBHOOK_ALLOW_PRIVATE

Example:
  PORT=4000 VAULT_PORT=4001 METRICS_PORT=4002 DATA_DIR=.data-2 npm start
`;
const WRONG_USAGE = 2;

const [word] = process.argv.slice(2);
if (word === '--help' || word === '-h') {
  process.stdout.write(HELP);
  process.exit();
}
// Before a minute of installing and building, not after it.
if (word !== undefined) {
  process.stderr.write(`error: npm start takes no arguments, and got '${word}'\n\n${HELP}`);
  process.exit(WRONG_USAGE);
}
await prepare().catch(fail);

// In this same process instead of a child: signals, exit code and a SIGKILL reach the supervisor without a relay.
const program = join(root, 'dist', 'apps', 'cli', 'src', 'main.js');
process.argv = [process.execPath, program, 'start'];
await import(pathToFileURL(program).href);
