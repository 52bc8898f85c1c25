import { hash } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { Passwords } from '../../application/ports.js';

// Algorithm 2 is argon2id; the package's const enum cannot be imported under isolatedModules.
const COST = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** argon2id with 19 MiB, two passes, one lane. */
@Injectable()
export class Argon2Passwords extends Passwords {
  hash(password: string): Promise<string> {
    return hash(password, COST);
  }
}
