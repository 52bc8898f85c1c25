import { randomBytes, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { FieldCipher, Secrets } from '@payments/persistence';
import type { FieldPlace } from '@payments/persistence';
import { SecondFactors } from '../../application/ports.js';
import type { NewSecondFactor, UserKey } from '../../application/ports.js';
import { fromBase32, stepOfCode, toBase32 } from './totp.js';

const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;
/** Without letters that look like digits. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Codes of authenticator apps, whose secrets are sealed in the row of the user. */
@Injectable()
export class TotpFactors extends SecondFactors {
  constructor(
    private readonly cipher: FieldCipher,
    private readonly secrets: Secrets,
  ) {
    super();
  }

  async create(user: UserKey, issuer: string): Promise<NewSecondFactor> {
    const secret = toBase32(randomBytes(SECRET_BYTES));
    const recovery_codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
    const label = encodeURIComponent(`${issuer}:${user.name}`);
    const parameters = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`;
    return {
      shown: { secret, otpauth_uri: `otpauth://totp/${label}?${parameters}`, recovery_codes },
      totp_secret: await this.cipher.seal(placeOf(user), secret),
      recovery_hashes: recovery_codes.map((code) => this.recoveryHash(user, code)),
    };
  }

  async stepOf(user: UserKey & { readonly totp_secret: Buffer }, code: string, now: Date): Promise<number | undefined> {
    const secret = await this.cipher.open(placeOf(user), user.totp_secret);
    return stepOfCode(fromBase32(secret), code, now);
  }

  recoveryHash({ enterprise_id, name }: UserKey, code: string): Buffer {
    const plain = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
    return this.secrets.hash(`recovery-code|${enterprise_id}|${name}|${plain}`);
  }
}

function recoveryCode(): string {
  const letters = Array.from(
    { length: RECOVERY_LENGTH },
    () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]!,
  );
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
}

function placeOf({ enterprise_id, name }: UserKey): FieldPlace {
  return { enterpriseId: enterprise_id, table: 'auth.users', column: 'totp_secret', rowId: name };
}
