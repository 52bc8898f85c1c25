import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const root = join(__dirname, '../..');
export const units = join(root, 'deploy/systemd');

export const textOf = (file: string) => readFileSync(join(units, file), 'utf8');

export const unitFiles = readdirSync(units).filter((name) => name.endsWith('.service'));

/** All values that a directive has in a unit. */
export function directives(file: string, name: string): string[] {
  return [...textOf(file).matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}

/** What a file of settings sets; with `commented` also what it only shows. */
export function settingsOf(file: string, { commented = false } = {}): Record<string, string> {
  const text = commented ? textOf(file).replace(/^#(?=[A-Z_0-9]+=)/gm, '') : textOf(file);
  return parseEnv(text) as Record<string, string>;
}

/** The environment of a unit: its own settings, and those of the files that it names, which win. */
export function environmentOf(file: string, instance: string): Record<string, string> {
  const own = directives(file, 'Environment').join('\n').replaceAll('%i', instance);
  const files = directives(file, 'EnvironmentFile').map((path) => settingsOf(path.replace('/etc/payments/', '')));
  return Object.assign(parseEnv(own), ...files) as Record<string, string>;
}
