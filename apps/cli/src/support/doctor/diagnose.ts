import { existsSync, statSync } from 'node:fs';
import { type Config, ConfigError, loadConfig, loadKeyRing } from '@payments/config';
import { DataDir, isAlive, QuickstartError, readRun, resolveEnvironment } from '@payments/quickstart';
import type { Run } from '@payments/quickstart';
import type { Finding } from './finding.js';
import { counted } from '../terminal.js';
import { packageVersion } from '../version.js';
import { encryptionFindings, profileFindings } from './bank-profiles.js';
import { databaseFindings } from './database.js';
import { providerFindings } from './providers.js';
import { queueFinding } from './queue.js';
import { serviceFindings } from './service.js';
import { storedFindings } from './database-state.js';
import { addressFindings, diskFinding, portalFinding } from './environment-checks.js';

/** Without these, no stored data can be checked. */
const NEEDED = new Set(['key ring', 'database', 'migrations']);
const OTHERS_MAY_READ = 0o077;

/** Everything the doctor checks, in dependency order. No value holds a secret. */
export async function diagnose(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const dataDir = new DataDir(env);
  const run = readRun(dataDir.run);
  const completed = completedEnvironment(env);
  const config = configuration(completed.env);
  const isProduction = env['ENVIRONMENT'] === 'production';
  // `npm start` and its directory are for trying the service out.
  const findings = [versionFinding(), ...(isProduction ? [] : [dataDirFinding(dataDir), runFinding(run)])];
  if ('status' in config) return [...findings, config];
  findings.push({ name: 'configuration', status: 'ok', value: `${config.environment}, log level ${config.logLevel}` });
  findings.push(...addressFindings(config), portalFinding(config), keyFinding(config), ...profileFindings(config, env));
  findings.push(...(await encryptionFindings(config, env)));
  const disk = isProduction ? undefined : diskFinding(dataDir.path);
  if (disk) findings.push(disk);
  if (completed.problem) {
    return [
      ...findings,
      {
        name: 'database',
        status: 'fail',
        value: 'no URL',
        remedy: isProduction ? 'set DATABASE_URL' : completed.problem,
      },
    ];
  }
  const [database, queue, providers, service] = await Promise.all([
    databaseFindings(config),
    queueFinding(config),
    providerFindings(config),
    serviceFindings(config, { expected: run?.alive ?? false, isProduction }),
  ]);
  const isMigrated = [...findings, ...database].every(({ name, status }) => !NEEDED.has(name) || status === 'ok');
  const stored = isMigrated ? await storedFindings(config) : [];
  return [...findings, ...database, ...stored, queue, ...providers, ...service];
}

function completedEnvironment(env: NodeJS.ProcessEnv): { env: NodeJS.ProcessEnv; problem?: string } {
  try {
    return { env: resolveEnvironment(env) };
  } catch (error) {
    if (!(error instanceof QuickstartError)) throw error;
    const { keys } = new DataDir(env);
    const keyRing = !env['KEY_RING'] && !env['KEY_RING_FILE'] && existsSync(keys) ? { KEY_RING_FILE: keys } : {};
    return { env: { ...env, ...keyRing }, problem: error.message };
  }
}

function configuration(env: NodeJS.ProcessEnv): Config | Finding {
  try {
    return loadConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { name: 'configuration', status: 'fail', value: 'wrong', remedy: error.message.replaceAll('\n', '; ') };
  }
}

function versionFinding(): Finding {
  const value = `${packageVersion()}, node ${process.version} on ${process.platform}-${process.arch}`;
  return { name: 'version', status: 'ok', value };
}

function dataDirFinding({ path, credentials, keys }: DataDir): Finding {
  const name = 'data directory';
  if (!existsSync(path)) return { name, status: 'warn', value: `${path} (none yet)`, remedy: 'npm start creates it' };
  const open = [credentials, keys].filter(
    (file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS_MAY_READ) !== 0,
  );
  if (open.length === 0) return { name, status: 'ok', value: path };
  return {
    name,
    status: 'fail',
    value: `${path}: other users can read secrets`,
    remedy: `chmod 600 ${open.join(' ')}`,
  };
}

function runFinding(run: (Run & { alive: boolean }) | undefined): Finding {
  const name = 'npm start';
  if (run?.alive) return { name, status: 'ok', value: `running (process ${run.supervisor.pid})` };
  const left = run?.children.filter(isAlive).map(({ pid }) => pid) ?? [];
  if (left.length === 0) return { name, status: 'warn', value: 'not running', remedy: 'npm start' };
  return {
    name,
    status: 'warn',
    value: `stopped, but left processes ${left.join(', ')}`,
    remedy: 'npm start stops them',
  };
}

function keyFinding(config: Config): Finding {
  const name = 'key ring';
  try {
    const { master } = loadKeyRing(config);
    const source = config.keyRing === undefined ? (config.keyRingFile ?? '') : 'KEY_RING';
    return { name, status: 'ok', value: `${counted(Object.keys(master.keys).length, 'master key')}, from ${source}` };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { name, status: 'fail', value: 'not usable', remedy: error.message };
  }
}
