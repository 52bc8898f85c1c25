import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '@payments/config';
import { parseStrictJson, StrictJsonError } from '@payments/kernel';
import type { z } from 'zod';
import { connectionRules, faultsBetween } from '../../domain/connection-rules.js';
import type { Connection } from '../../domain/connection.js';
import type { ProfileFault } from '../../domain/profile-fault.js';
import { isOpenToOthers } from './file-access.js';
import { connectionSections } from './profile.schema.js';

const MOST_BYTES = 1_048_576;
const MOST_CONNECTIONS = 100;
const LIMITS = { maxDepth: 12, maxKeys: 50_000 };

/**
 * The connections of BANKS_FILE.
 * @throws ConfigError with one line for each fault: where it is, what is wrong, and what to do; never a value.
 */
export function readProfiles(path: string): Connection[] {
  return parseProfiles(readPrivately(path));
}

/** The connections of the text of a profile. @throws ConfigError as readProfiles does. */
export function parseProfiles(json: string): Connection[] {
  const document = parseDocument(json);
  if (!isObject(document)) throw refusal([{ path: [], text: 'is no object; write { "connections": [ … ] }' }]);
  const { connections, ...others } = document;
  const faults = Object.keys(others).map(unknownKey);
  if (!Array.isArray(connections) || connections.length === 0 || connections.length > MOST_CONNECTIONS) {
    const text = `is no list of 1 to ${MOST_CONNECTIONS}; add a connection for each channel to a bank`;
    throw refusal([...faults, { path: ['connections'], text }]);
  }
  const parsed = connections.map(parseConnection);
  faults.push(
    ...parsed.flatMap(({ faults: own }, at) =>
      own.map((fault) => ({ ...fault, path: ['connections', at, ...fault.path] })),
    ),
    ...faultsBetween(
      parsed.flatMap(({ values: { name, companies, rails }, values }, at) =>
        name && companies && rails ? [[at, values as Connection] as const] : [],
      ),
    ),
  );
  if (faults.length > 0) throw refusal(faults);
  return parsed.map(({ values }) => values as Connection);
}

interface Parsed {
  readonly values: Partial<Connection>;
  readonly faults: readonly ProfileFault[];
}

/** Each section by itself, so that one broken section hides no fault of the others. */
function parseConnection(connection: unknown): Parsed {
  if (!isObject(connection)) return { values: {}, faults: [{ path: [], text: 'is no object; describe a connection' }] };
  const faults = Object.keys(connection)
    .filter((key) => !Object.hasOwn(connectionSections, key))
    .map(unknownKey);
  const values: Partial<Record<keyof Connection, unknown>> = {};
  for (const [name, schema] of Object.entries(connectionSections) as [keyof Connection, z.ZodType][]) {
    const result = schema.safeParse(connection[name]);
    if (result.success) values[name] = result.data;
    else faults.push(...result.error.issues.flatMap((issue) => faultsOf(issue, name)));
  }
  const sound = values as Connection;
  const rules = connectionRules.filter(({ needs }) => needs.every((section) => section in values));
  return { values: sound, faults: [...faults, ...rules.flatMap((rule) => rule.faults(sound))] };
}

function faultsOf(issue: z.core.$ZodIssue, section: string): ProfileFault[] {
  const path = [section, ...issue.path];
  if (issue.code !== 'unrecognized_keys') return [{ path, text: issue.message }];
  return issue.keys.map((key) => ({ ...unknownKey(key), path: [...path, key] }));
}

const unknownKey = (key: string): ProfileFault => ({
  path: [key],
  text: 'is no key of a profile; remove it (docs/reference/bank-profiles.generated.md has all keys)',
});

function refusal(faults: readonly ProfileFault[]): ConfigError {
  return new ConfigError(faults.map(({ path, text }) => `BANKS_FILE: ${shownPath(path)}${text}`).join('\n'));
}

/** `connections[0].companies[1].company_id: `; a key of another program may hold anything. */
function shownPath(path: readonly PropertyKey[]): string {
  const shown = path.map((step) =>
    typeof step === 'number'
      ? `[${step}]`
      : `.${String(step)
          .slice(0, 60)
          .replace(/[^\x21-\x7e]/g, '?')}`,
  );
  return path.length === 0 ? '' : `${shown.join('').slice(1)}: `;
}

function parseDocument(json: string): unknown {
  try {
    return parseStrictJson(json, LIMITS);
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    throw refusal([{ path: [], text: `is not strict JSON (${error.message}); correct it` }]);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whoever can write the profile decides where money goes, so what is read is checked, not what the path was before. */
function readPrivately(path: string): string {
  let descriptor: number | undefined;
  try {
    // A pipe would wait for a writer.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const file = fstatSync(descriptor);
    const problem = problemOf(path, file);
    if (problem !== undefined) throw new ConfigError(`BANKS_FILE: ${problem}`);
    const bytes = readFileSync(descriptor);
    if (!isUtf8(bytes)) throw new ConfigError('BANKS_FILE: is not UTF-8; save it as UTF-8');
    return bytes.toString('utf8');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`BANKS_FILE: cannot be read (${(error as NodeJS.ErrnoException).code}); check the path`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function problemOf(path: string, file: Stats): string | undefined {
  if (!file.isFile()) return 'is no file; set it to the path of a file';
  if (file.size > MOST_BYTES) return 'is larger than 1 MiB; remove what is no profile';
  const folder = statSync(dirname(realpathSync(path)));
  const uid = process.getuid?.() ?? 0;
  const reader = { uid, groups: process.getgroups?.() ?? [] };
  if (isOpenToOthers(file, reader) && isOpenToOthers(folder, reader)) {
    return 'is open to other users; run chmod 600 on it';
  }
  if (process.getuid !== undefined && file.uid !== 0 && file.uid !== uid) {
    return 'belongs to another user; run chown so that it belongs to the user of the service, or to root';
  }
  return undefined;
}
