import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { FieldCipher } from '@payments/persistence';
import type { FieldPlace } from '@payments/persistence';
import { KeypairFactory } from '../../application/ports.js';
import type { EnterpriseKeypairState } from '../../domain/enterprise-keypair.js';

const MODULUS_BITS = 2_048;

@Injectable()
export class RsaKeypairFactory extends KeypairFactory {
  constructor(private readonly cipher: FieldCipher) {
    super();
  }

  async create(enterpriseId: string, at: Date): Promise<EnterpriseKeypairState> {
    const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
      modulusLength: MODULUS_BITS,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const row = { enterprise_id: enterpriseId, id: newId() };
    const private_key = await this.cipher.seal(privateKeyPlace(row), privateKey);
    return { ...row, public_key: publicKey, private_key, created_at: at, updated_at: at };
  }
}

/** Where the private key of a pair is stored. */
export function privateKeyPlace({
  enterprise_id,
  id,
}: Pick<EnterpriseKeypairState, 'enterprise_id' | 'id'>): FieldPlace {
  return { enterpriseId: enterprise_id, table: 'webhooks.enterprise_keypairs', column: 'private_key', rowId: id };
}
