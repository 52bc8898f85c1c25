import { Program } from './program.js';
import type { ClientCredentials } from './raw.js';

/** A new enterprise, created as an operator does it. */
export async function newEnterprise(
  settings: Readonly<Record<string, string>>,
  name: string,
): Promise<ClientCredentials & { readonly enterprise_id: string }> {
  const args = ['enterprise', 'create', '--name', name, '--json'];
  const { stdout, stderr } = await Program.run('cli', { args, settings });
  if (stdout === '') throw new Error(`no enterprise: ${stderr}`);
  return JSON.parse(stdout) as ClientCredentials & { enterprise_id: string };
}
