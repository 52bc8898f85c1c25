import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { negotiate, readPortal } from './portal-files.js';

describe('the built portal', () => {
  const directory = mkdtempSync(join(tmpdir(), 'portal-'));
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text);

  beforeAll(() => {
    mkdirSync(join(directory, 'assets'));
    write('index.html', '<p>');
    write('assets/a.js', 'plain');
    write('assets/a.js.br', 'brotli');
    write('assets/a.js.gz', 'gzip');
    write('assets/a.js.map', 'source');
  });

  afterAll(() => rmSync(directory, { recursive: true }));

  it('is not there before it is built', () => {
    expect(readPortal(join(directory, 'assets'))).toBeUndefined();
  });

  it('has its files by name, without source maps and compressed forms', () => {
    expect([...readPortal(directory)!.assets.keys()]).toEqual(['a.js']);
  });

  it.each([
    ['br, gzip', 'br', 'brotli'],
    ['gzip;q=1.0, deflate', 'gzip', 'gzip'],
    ['GZIP', 'gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip', 'gzip'],
    ['br; q=0.000', 'identity', 'plain'],
    ['', 'identity', 'plain'],
    ['zstd', 'identity', 'plain'],
  ])('answers "Accept-Encoding: %s" with %s', (accepted, encoding, body) => {
    const chosen = negotiate(readPortal(directory)!.assets.get('a.js')!, accepted);
    expect([chosen.encoding, chosen.body.toString()]).toEqual([encoding, body]);
  });
});
