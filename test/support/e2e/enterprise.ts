import { loadConfig } from '@payments/config';
import { createEnterprise } from '../../../apps/cli/src/support/enterprise.js';
import type { Credentials } from '../../../apps/cli/src/support/enterprise.js';
import { Program } from './program.js';

const SETTINGS = { requireApiKey: false, customerRequirements: 'at_transfer', uniqueAccountDetails: false } as const;

/**
 * A new enterprise, as `payments enterprise create` makes it. In this process, because a process for each would load the whole
 * service, unless `apps` names the directory of another build.
 */
export async function newEnterprise(
  settings: Readonly<Record<string, string>>,
  name: string,
  apps?: string,
): Promise<Credentials> {
  if (apps === undefined) return createEnterprise(loadConfig(settings), { name, ...SETTINGS });
  const args = ['enterprise', 'create', '--name', name, '--json'];
  const { stdout, stderr } = await Program.run('cli', { args, settings, apps });
  if (stdout === '') throw new Error(`no enterprise: ${stderr}`);
  return JSON.parse(stdout) as Credentials;
}
