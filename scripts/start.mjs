import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, prepare } from './prepare.mjs';
import { root } from './stale.mjs';

await prepare().catch(fail);

// In this same process instead of a child: signals, exit code and a SIGKILL reach the supervisor without a relay.
const program = join(root, 'dist', 'apps', 'cli', 'src', 'main.js');
process.argv = [process.execPath, program, 'start', ...process.argv.slice(2)];
await import(pathToFileURL(program).href);
