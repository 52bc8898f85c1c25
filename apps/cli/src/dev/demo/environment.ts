import { settings } from '@payments/config';
import { freePorts } from '@payments/quickstart';
import type { DataDir } from '@payments/quickstart';

const PORTS = 4;

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
