import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Faults } from './faults/faults.js';
import { parseBankSettings } from './settings/bank-settings.js';
import { SettingsError } from './settings/json-reader.js';
import type { SimulatedBankOptions } from './simulated-bank.js';

const DEFAULT_DIRECTORY = '.data/bank';
const HIGHEST_PORT = 65_535;

/** The options of the program. @throws SettingsError with one line for the user */
export function parseCommandLine(args: readonly string[]): SimulatedBankOptions {
  const { dir, sftp, 'day-seconds': daySeconds, rules, faults } = valuesOf(args);
  if (dir === undefined && sftp === undefined) throw new SettingsError('give --dir, --sftp or both');
  return {
    directory: dir ?? DEFAULT_DIRECTORY,
    daySeconds: numberOf('--day-seconds', daySeconds ?? '2', (value) => value > 0),
    ...(sftp === undefined ? {} : { sftpPort: numberOf('--sftp', sftp, isPort) }),
    settings: parseBankSettings(rules === undefined ? '{}' : textOf(rules), rules ?? 'settings'),
    ...(faults === undefined ? {} : { faults: Faults.parse(textOf(faults), faults) }),
  };
}

function valuesOf(args: readonly string[]) {
  const options = { dir: {}, sftp: {}, 'day-seconds': {}, rules: {}, faults: {} } as const;
  const texts = Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' as const }]));
  try {
    const { values } = parseArgs({ args: [...args], options: texts });
    return values as Partial<Record<keyof typeof options, string>>;
  } catch (error) {
    throw new SettingsError((error as Error).message, { cause: error });
  }
}

const isPort = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= HIGHEST_PORT;

function numberOf(option: string, text: string, isValid: (value: number) => boolean): number {
  const value = Number(text);
  if (text.trim() === '' || !isValid(value)) throw new SettingsError(`${option}: ${text} is no valid number`);
  return value;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new SettingsError(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
}
