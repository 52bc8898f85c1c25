import { Program } from './program.js';
import type { ClientCredentials } from './raw.js';

/** A new enterprise, created as an operator does it. `apps` is the directory of another build. */
export async function newEnterprise(
  settings: Readonly<Record<string, string>>,
  name: string,
  apps?: string,
): Promise<ClientCredentials & { readonly enterprise_id: string }> {
  const args = ['enterprise', 'create', '--name', name, '--json'];
  const { stdout, stderr } = await Program.run('cli', { args, settings, ...(apps && { apps }) });
  if (stdout === '') throw new Error(`no enterprise: ${stderr}`);
  return JSON.parse(stdout) as ClientCredentials & { enterprise_id: string };
}
