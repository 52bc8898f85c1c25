import { join } from 'node:path';
import { settings } from '@payments/config';
import { DataDir, freePorts, makePrivateDirectory } from '@payments/quickstart';

/** The worker serves its metrics on the port after those of the api. */
const PORTS = 4;

/** The data directory of a demo that starts a service of its own, inside that of the shell. */
export function demoDirectory(env: NodeJS.ProcessEnv, name: string): DataDir {
  const outer = new DataDir(env).path;
  makePrivateDirectory(outer);
  return new DataDir({ DATA_DIR: join(outer, name) });
}

/** The environment of a service for a demo: that of the shell without settings of another service, which may have the same machine. */
export async function demoEnvironment(
  env: NodeJS.ProcessEnv,
  { path }: DataDir,
  changes: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  const first = await freePorts(PORTS);
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !(name in settings))),
    ...{ DATA_DIR: path, HOST: '127.0.0.1' },
    ...{ PORT: String(first), VAULT_PORT: String(first + 1), METRICS_PORT: String(first + 2) },
    ...changes,
  };
}
