import { randomInt, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { Secrets } from '@payments/persistence';
import { StatementCodes } from '../../application/ports.js';

/** Letters and digits that nobody takes for others on a printed statement. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 4;
const IN_SANDBOX = '0000';

/** Random codes; in the sandbox all the same, because no statement shows them. */
@Injectable()
export class RandomStatementCodes extends StatementCodes {
  constructor(private readonly secrets: Secrets) {
    super();
  }

  make(): string {
    if (workContext.tenant().environment === 'sandbox') return IN_SANDBOX;
    return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]!).join('');
  }

  hash(accountId: string, code: string): string {
    const subject = `${workContext.enterpriseId()}|${accountId}|${code.toUpperCase()}`;
    return this.secrets.nameOf('statement-code', subject).toString('hex');
  }

  matches(accountId: string, code: string, hash: string): boolean {
    return timingSafeEqual(Buffer.from(this.hash(accountId, code), 'hex'), Buffer.from(hash, 'hex'));
  }
}
