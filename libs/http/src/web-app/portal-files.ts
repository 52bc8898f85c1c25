import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

export type Encoding = 'br' | 'gzip' | 'identity';

/** One file of the portal with its compressed forms. */
export interface PortalFile {
  readonly type: string;
  readonly bodies: Readonly<Partial<Record<Encoding, Buffer>> & { identity: Buffer }>;
}

export interface PortalFiles {
  /** The page that every address of the portal starts with. */
  readonly shell: PortalFile;
  /** By file name. */
  readonly assets: ReadonlyMap<string, PortalFile>;
}

const SHELL = 'index.html';
const ASSETS = 'assets';
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const COMPRESSED = { br: '.br', gzip: '.gz' } as const;

/**
 * Reads the built portal into memory, so that no address ever becomes a path on the disk.
 * @returns undefined where it is not built
 */
export function readPortal(directory: string): PortalFiles | undefined {
  if (!existsSync(join(directory, SHELL))) return undefined;
  const names = readdirSync(join(directory, ASSETS)).filter((name) => extname(name) in TYPES);
  return {
    // Not the compressed forms: the page gets the addresses of this deployment before it is sent.
    shell: { type: TYPES['.html']!, bodies: { identity: readFileSync(join(directory, SHELL)) } },
    assets: new Map(names.map((name) => [name, readFile(join(directory, ASSETS, name))])),
  };
}

function readFile(path: string): PortalFile {
  const compressed = Object.entries(COMPRESSED)
    .filter(([, suffix]) => existsSync(path + suffix))
    .map(([encoding, suffix]) => [encoding, readFileSync(path + suffix)] as const);
  const bodies = { identity: readFileSync(path), ...Object.fromEntries(compressed) };
  return { type: TYPES[extname(path)]!, bodies };
}

/** The best form of a file that the client accepts (RFC 9110, 12.5.3). */
export function negotiate({ bodies }: PortalFile, acceptEncoding: string): { encoding: Encoding; body: Buffer } {
  const accepted = new Set(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .map((item) => item.split(';').map((part) => part.trim()))
      .filter(([, weight = '']) => !/^q=0(\.0*)?$/.test(weight))
      .map(([name]) => name),
  );
  for (const encoding of ['br', 'gzip'] as const) {
    const body = bodies[encoding];
    if (body !== undefined && accepted.has(encoding)) return { encoding, body };
  }
  return { encoding: 'identity', body: bodies.identity };
}
