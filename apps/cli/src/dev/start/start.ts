import { join } from 'node:path';
import { migrate } from '@payments/messaging';
import { type StartSteps, supervise } from '@payments/quickstart';
import { migrations } from '../../../../../migrations/index.js';
import { isColored, paint, say } from '../../support/terminal.js';
import { isReady } from './is-ready.js';
import { banner } from './banner.js';
import { ensureCredentials, proveCredentials } from './credentials.js';

const APPS = join(__dirname, '..', '..', '..', '..');

/** How a start of this repository runs and migrates the service, without what it is started for. */
export function startSteps(): Omit<StartSteps, 'prepare'> {
  return {
    terminal: {
      isColored: isColored(process.stderr),
      say,
      paint: (style, text) => paint(style, text, process.stderr),
    },
    isReady,
    programOf: (name) => join(APPS, name, 'src', 'main.js'),
    migrate: async (config) => (await migrate({ config, migrations })).applied.length,
  };
}

/** Runs the service until a signal ends it. Returns the exit status. */
export function start(env: NodeJS.ProcessEnv): Promise<number> {
  return supervise(env, {
    ...startSteps(),
    prepare: async (config, { dataDir, ownsDatabase }) => {
      const kept = await ensureCredentials(config, { dataDir, ownsDatabase });
      return async () => banner(config, dataDir, kept && (await proveCredentials(config, dataDir, kept)));
    },
  });
}
