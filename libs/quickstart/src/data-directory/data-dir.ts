import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { generateKeyRing } from '@payments/config';
import { makePrivateDirectory } from '../embedded-postgres/index.js';
import { QuickstartError } from '../quickstart.error.js';
import { readJson, writePrivateJson } from './private-json.js';

const PASSWORD_BYTES = 24;

/** Passwords of the embedded database: for the superuser, and for the login of the processes. */
export interface DatabasePasswords {
  readonly superuser: string;
  readonly login: string;
}

/** The data directory of `npm start`, and the paths inside it. */
export class DataDir {
  readonly path: string;
  readonly keys: string;
  readonly database: string;
  readonly postgres: string;
  readonly credentials: string;
  readonly logs: string;
  readonly run: string;
  readonly lock: string;

  constructor(env: NodeJS.ProcessEnv) {
    this.path = resolve(env['DATA_DIR'] || '.data');
    this.keys = join(this.path, 'keys.json');
    this.database = join(this.path, 'database.json');
    this.postgres = join(this.path, 'postgres');
    this.credentials = join(this.path, 'credentials.json');
    this.logs = join(this.path, 'logs');
    this.run = join(this.path, 'run.json');
    this.lock = join(this.path, 'start.lock');
  }

  /** Creates the directories. @throws QuickstartError when that fails. */
  make(): void {
    try {
      makePrivateDirectory(this.path);
      makePrivateDirectory(this.logs);
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code;
      throw new QuickstartError(
        `DATA_DIR: ${this.path} cannot be created (${reason}); set it to a directory that you can write to`,
      );
    }
  }

  /** The path of the key ring, created on the first start. Without it the encrypted data cannot be read. */
  ensureKeys(): string {
    if (!existsSync(this.keys)) {
      if (existsSync(this.credentials)) {
        throw new QuickstartError(
          `${this.keys} is missing, and the data cannot be decrypted without it; restore it from a backup`,
        );
      }
      writePrivateJson(this.keys, generateKeyRing());
    }
    return this.keys;
  }

  /** The passwords of the embedded database, created on the first start. */
  ensurePasswords(): DatabasePasswords {
    const known = this.passwords();
    if (known) return known;
    const fresh = () => randomBytes(PASSWORD_BYTES).toString('base64url');
    const made = { superuser: fresh(), login: fresh() };
    writePrivateJson(this.database, made);
    return made;
  }

  passwords(): DatabasePasswords | undefined {
    const { superuser, login } = readJson<DatabasePasswords>(this.database) ?? {};
    return superuser && login ? { superuser, login } : undefined;
  }
}
