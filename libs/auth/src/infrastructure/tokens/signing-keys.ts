import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { HOUR_MS, MINUTE_MS, newId } from '@payments/kernel';
import { KeyProvider, Transactions } from '@payments/persistence';
import type { Transaction } from '@payments/persistence';
import type { JWK } from 'jose';
import { SigningKeyRing } from '../../application/ports.js';
import { signingKeyContext } from '../persistence/sealed-columns.table.js';

const REFRESH_MS = 30_000;
const UNKNOWN_KEY_REFRESH_MS = 1_000;
const CREATE_LOCK = 7_301_452_119;
/** A token's lifetime of one hour, plus clock skew. */
const LAST_TOKEN_MS = HOUR_MS + 2 * MINUTE_MS;

interface SigningKeyRow {
  readonly kid: string;
  readonly public_jwk: JWK;
  readonly master_key_id: string;
  readonly wrapped_private_key: Buffer;
  readonly signs_from: Date;
}

export interface SigningKey {
  readonly kid: string;
  readonly publicJwk: JWK;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
  readonly signsFrom: Date;
}

/** The keys that sign access tokens, newest first. Reloaded every 30 seconds, and when a token names an unknown key. */
@Injectable()
export class SigningKeys extends SigningKeyRing {
  private keys: Promise<readonly SigningKey[]> | undefined;
  private readAt = 0;

  constructor(
    private readonly transactions: Transactions,
    private readonly provider: KeyProvider,
  ) {
    super();
  }

  /** Every key that verifies tokens at `now`: current and upcoming keys, and older ones of the last hour. */
  async all(now: Date): Promise<readonly SigningKey[]> {
    return alive(await this.known(), now);
  }

  private known(maxAgeMs = REFRESH_MS): Promise<readonly SigningKey[]> {
    const now = performance.now();
    if (this.keys === undefined || now - this.readAt > maxAgeMs) {
      this.readAt = now;
      const loading = this.load();
      this.keys = loading;
      loading.catch(() => {
        if (this.keys === loading) this.keys = undefined;
      });
    }
    return this.keys;
  }

  /** The key that signs at `now`: the newest active one. */
  async current(now: Date): Promise<SigningKey> {
    const key = (await this.known()).find(({ signsFrom }) => signsFrom <= now);
    if (key === undefined) throw new Error('no signing key exists yet');
    return key;
  }

  async find(kid: string, now: Date): Promise<SigningKey | undefined> {
    const isIt = (key: SigningKey) => key.kid === kid;
    const keys = await this.known();
    const fresh = keys.some(isIt) ? keys : await this.known(UNKNOWN_KEY_REFRESH_MS);
    return alive(fresh, now).find(isIt);
  }

  private async load(): Promise<readonly SigningKey[]> {
    const rows = await this.transactions.run({ role: 'auth' }, async (transaction) => {
      const found = await this.read(transaction);
      return found.length > 0 ? found : this.createFirst(transaction);
    });
    return Promise.all(rows.map((row) => this.open(row)));
  }

  /** Publishes a new key, which signs from `signsFrom` on. Other processes have loaded it by then. */
  async add(signsFrom: Date): Promise<string> {
    const kid = await this.transactions.run({ role: 'auth' }, (transaction) => this.insert(transaction, signsFrom));
    this.keys = undefined;
    return kid;
  }

  private read(transaction: Transaction): Promise<SigningKeyRow[]> {
    return transaction.query<SigningKeyRow>(
      `SELECT kid, public_jwk, master_key_id, wrapped_private_key, signs_from
       FROM auth.signing_keys WHERE retired_at IS NULL ORDER BY signs_from DESC, kid DESC`,
    );
  }

  // Two processes of a new installation must not both create a first key.
  private async createFirst(transaction: Transaction): Promise<SigningKeyRow[]> {
    await transaction.query(`SELECT pg_advisory_xact_lock(${CREATE_LOCK})`);
    const found = await this.read(transaction);
    if (found.length > 0) return found;
    await this.insert(transaction, new Date(0));
    return this.read(transaction);
  }

  private async insert(transaction: Transaction, signsFrom: Date): Promise<string> {
    const kid = newId();
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' });
    const { masterKeyId, wrapped } = await this.provider.wrap(pkcs8, signingKeyContext(kid));
    await transaction.query(
      `INSERT INTO auth.signing_keys (kid, public_jwk, master_key_id, wrapped_private_key, signs_from)
       VALUES ($1, $2, $3, $4, $5)`,
      [kid, { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }, masterKeyId, wrapped, signsFrom],
    );
    return kid;
  }

  private async open(row: SigningKeyRow): Promise<SigningKey> {
    const { kid, public_jwk, master_key_id: masterKeyId, wrapped_private_key: wrapped, signs_from } = row;
    const pkcs8 = await this.provider.unwrap({ masterKeyId, wrapped }, signingKeyContext(kid));
    return {
      kid,
      publicJwk: public_jwk,
      publicKey: createPublicKey({ key: public_jwk as Record<string, string>, format: 'jwk' }),
      privateKey: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }),
      signsFrom: signs_from,
    };
  }
}

/** @param keys newest first. A key expires with the last token that it can have signed. */
export function alive<Key extends Pick<SigningKey, 'signsFrom'>>(keys: readonly Key[], now: Date): readonly Key[] {
  return keys.filter((_, i) => {
    const successor = keys[i - 1];
    return successor === undefined || successor.signsFrom.getTime() + LAST_TOKEN_MS > now.getTime();
  });
}
