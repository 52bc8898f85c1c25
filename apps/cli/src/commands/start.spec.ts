import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../../test/support/command.js';

const scripts = join(__dirname, '../../../../scripts');

describe('npm start, in a clone without packages', () => {
  let clone: string;
  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), 'clone-'));
    cpSync(scripts, join(clone, 'scripts'), { recursive: true });
  });
  afterAll(() => rmSync(clone, { recursive: true }));

  const start = (word: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs', word], {
      ...{ cwd: clone, encoding: 'utf8' },
    });
    expect(readdirSync(clone)).toEqual(['scripts']);
    return { status, stdout, stderr };
  };

  it.each(['--help', '-h'])('prints its help for %s, and installs and builds nothing', async (word) => {
    const { status, stdout, stderr } = start(word);
    expect([status, stderr]).toEqual([0, '']);
    const [, settings] = /(Settings [^]*?)\n\n/.exec(stdout)!;
    expect((await runCommand(['start', '--help'], {})).stdout).toContain(settings);
  });

  it.each(['--frobnicate', '4000'])('refuses %s with status 2 before it installs anything', (word) => {
    const { status, stdout, stderr } = start(word);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`npm start takes no arguments, and got '${word}'\n`);
  });
});
