import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pgp } from '../../libs/rails/src/domain/connection.js';
import { InboundFileError } from '../../libs/rails/src/domain/inbound/inbound-diagnostic.js';
import { describeIf } from '../support/skip-unless.js';
import { generatePgpKey } from '../support/rails/pgp-keys.js';
import { pgpProblem } from '../../libs/rails/src/infrastructure/pgp/pgp-keys.js';
import { PgpEnvelopes } from '../../libs/rails/src/infrastructure/pgp/pgp-envelopes.js';
import { guards } from '../support/guards.js';

guards('apps/bank/src');

const content = Buffer.from('101 091000019 1234567890\n'.repeat(10_000));

async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('files that are encrypted for a bank', () => {
  const env: Record<string, string> = {};
  const ours: Pgp = {
    ...{ bank_keys: [{ env: 'BANK_PUBLIC' }], own_key: { env: 'OWN_PRIVATE' }, passphrase: { env: 'PASSPHRASE' } },
    ...{ sign: true, armor: false, inbound: 'signed' },
  };
  /** The same keys from the other side. */
  const theirs: Pgp = {
    ...ours,
    bank_keys: [{ env: 'OWN_PUBLIC' }],
    own_key: { env: 'BANK_PRIVATE' },
    passphrase: null,
  };
  const envelopes = new PgpEnvelopes({ variables: env });
  const close = (pgp: Pgp) => bytesOf(envelopes.close(pgp, [content.subarray(0, 1_000), content.subarray(1_000)]));
  const open = (pgp: Pgp, bytes: Buffer) => bytesOf(envelopes.open(pgp, [bytes], envelopes.formOf(bytes)!));
  const faultOf = async (work: Promise<unknown>) => {
    const error = await work.catch((each: unknown) => each);
    expect(error).toBeInstanceOf(InboundFileError);
    return (error as InboundFileError).diagnostics[0]!;
  };

  beforeAll(async () => {
    const own = await generatePgpKey('ours', 'a passphrase');
    const bank = await generatePgpKey('the bank');
    const stranger = await generatePgpKey('a stranger');
    Object.assign(env, { OWN_PRIVATE: own.privateKey, OWN_PUBLIC: own.publicKey, PASSPHRASE: 'a passphrase' });
    Object.assign(env, { BANK_PRIVATE: bank.privateKey, BANK_PUBLIC: bank.publicKey });
    Object.assign(env, { STRANGER_PRIVATE: stranger.privateKey, STRANGER_PUBLIC: stranger.publicKey });
  });

  it.each([true, false])('are what the bank decrypts and verifies, armored: %s', async (armor) => {
    const closed = await close({ ...ours, armor });
    expect(envelopes.formOf(closed)).toBe(armor ? 'armored' : 'binary');
    expect(closed.includes('091000019')).toBe(false);
    expect((await open(theirs, closed)).equals(content)).toBe(true);
  });

  it('can be read with any of several keys of the bank', async () => {
    const closed = await close({ ...ours, bank_keys: [{ env: 'STRANGER_PUBLIC' }, { env: 'BANK_PUBLIC' }] });
    expect((await open(theirs, closed)).equals(content)).toBe(true);
  });

  it('are refused without a signature, or with that of somebody else, where the profile wants one', async () => {
    const unsigned = await close({ ...theirs, sign: false });
    expect((await faultOf(open(ours, unsigned))).rule).toBe('pgp_message');
    expect((await open({ ...ours, inbound: 'encrypted' }, unsigned)).equals(content)).toBe(true);
    const forged = await close({ ...theirs, own_key: { env: 'STRANGER_PRIVATE' } });
    expect((await faultOf(open(ours, forged))).rule).toBe('pgp_message');
  });

  it('are refused when they are for somebody else, cut or changed', async () => {
    const closed = await bytesOf(envelopes.close(theirs, [content.subarray(0, 400)]));
    const changedAt = (at: number) => {
      const changed = Buffer.from(closed);
      changed[at]! ^= 1;
      return changed;
    };
    const broken = [
      await close({ ...theirs, bank_keys: [{ env: 'STRANGER_PUBLIC' }] }),
      ...[1, 20, 22, 23, 100].map((missing) => closed.subarray(0, closed.length - missing)),
      ...Array.from({ length: 40 }, (_, at) => changedAt(closed.length - 1 - at * 7)),
      Buffer.concat([closed.subarray(0, 10), Buffer.from('garbage')]),
    ];
    for (const bytes of broken) expect((await faultOf(open(ours, bytes))).found).not.toContain('091000019');
  });

  it('let a reader stop early', async () => {
    const closed = await close(theirs);
    for await (const chunk of envelopes.open(ours, [closed], 'binary')) {
      expect(content.subarray(0, chunk.length).equals(chunk)).toBe(true);
      break;
    }
  });

  it('tell a failure of what they hold from one of the message', async () => {
    const failing = () =>
      (function* () {
        yield content;
        throw new Error('the database is gone');
      })();
    await expect(bytesOf(envelopes.close(ours, failing()))).rejects.toThrow('the database is gone');
    const closed = await close(theirs);
    const cut = (function* () {
      yield closed.subarray(0, 500);
      throw new Error('the database is gone');
    })();
    await expect(bytesOf(envelopes.open(ours, cut, 'binary'))).rejects.toThrow('the database is gone');
  });

  it.each<[string, Partial<Pgp>, string]>([
    ['are sound', {}, ''],
    ['cannot be read', { bank_keys: [{ file: '/nowhere' }] }, 'pgp.bank_keys[0]: its file cannot be read (ENOENT)'],
    ['are no keys', { bank_keys: [{ env: 'PASSPHRASE' }] }, 'pgp.bank_keys[0]: cannot be used: '],
    ['are locked', { passphrase: null }, 'pgp.passphrase: is missing, but pgp.own_key is locked; set it'],
    ['have another passphrase', { passphrase: { env: 'OWN_PUBLIC' } }, 'pgp.passphrase: cannot be used: '],
    ['are public instead of private', { own_key: { env: 'OWN_PUBLIC' } }, 'pgp.own_key: cannot be used: '],
  ])('have keys that %s', async (_, changes, problem) => {
    const found = (await pgpProblem({ ...ours, ...changes }, env)) ?? '';
    expect(found.startsWith(problem)).toBe(true);
    expect(problem === '').toBe(found === '');
    expect(found).not.toContain('a passphrase');
  });

  const gpg = (folder: string, ...args: string[]) =>
    execFileSync('gpg', ['--homedir', folder, '--batch', '--quiet', '--trust-model', 'always', ...args], {
      stdio: 'pipe',
    });
  const hasGpg = (() => {
    try {
      return execFileSync('gpg', ['--version'], { stdio: 'pipe' }).length > 0;
    } catch {
      return false;
    }
  })();

  describeIf(hasGpg, 'another program: NOT TESTED, gpg is not installed')('and another program', () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'gpg-'));
      for (const key of ['BANK_PRIVATE', 'OWN_PUBLIC']) {
        writeFileSync(join(folder, key), env[key]!);
        gpg(folder, '--import', join(folder, key));
      }
    });
    afterAll(() => {
      execFileSync('gpgconf', ['--homedir', folder, '--kill', 'all']);
      rmSync(folder, { recursive: true });
    });

    it('read what the other wrote, with its signature', async () => {
      const [sent, plain, answer] = ['sent', 'plain', 'answer'].map((name) => join(folder, name));
      writeFileSync(sent!, await close(ours));
      const decrypted = execFileSync(
        'gpg',
        ['--homedir', folder, '--batch', '--trust-model', 'always', '--status-fd', '2', '--decrypt', sent!],
        { stdio: 'pipe' },
      );
      expect(decrypted.equals(content)).toBe(true);
      writeFileSync(plain!, content);
      gpg(
        folder,
        '--sign',
        '--encrypt',
        '--recipient',
        'ours',
        '--local-user',
        'the bank',
        '--output',
        answer!,
        plain!,
      );
      const closed = execFileSync('cat', [answer!]);
      expect((await open(ours, closed)).equals(content)).toBe(true);
    });
  });
});
