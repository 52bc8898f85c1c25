import type { FileEntryWithStats } from 'ssh2';

/** ssh2 hands on an answer of any type to any request, so each is checked before it is used. */

export interface Attributes {
  readonly size?: number;
  readonly mode?: number;
  readonly mtime?: number;
}

const FILE_TYPE = 0o170000;
const REGULAR_FILE = 0o100000;

export const isNothing = (value: unknown): value is undefined => value === undefined;

export const isHandle = (value: unknown): value is Buffer => Buffer.isBuffer(value);

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value);

export function isAttributes(value: unknown): value is Attributes {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value) || Array.isArray(value)) return false;
  const { size, mode, mtime } = value as Record<string, unknown>;
  return [size, mode, mtime].every((number) => number === undefined || typeof number === 'number');
}

export function isEntries(value: unknown): value is readonly FileEntryWithStats[] {
  return Array.isArray(value) && value.every(isEntry);
}

function isEntry(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { filename, attrs } = value as Record<string, unknown>;
  return typeof filename === 'string' && isAttributes(attrs);
}

/** Some servers send no mode; then the line that `ls -l` would show begins with the type. */
export function isRegular({ mode }: Attributes, longname: unknown = ''): boolean {
  if (mode !== undefined) return (mode & FILE_TYPE) === REGULAR_FILE;
  return typeof longname !== 'string' || !/^[bcdlps]/.test(longname);
}

export function sizeAndTime({ size, mtime }: Attributes): { size: number | undefined; modifiedAt: Date | undefined } {
  return {
    size: size !== undefined && Number.isSafeInteger(size) ? size : undefined,
    modifiedAt: mtime === undefined ? undefined : new Date(mtime * 1000),
  };
}
