import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { SigningKeyRing } from './ports.js';

/** Longer than processes and caches take to reload the published keys. */
const PUBLISHED_BEFORE_USE_MS = 5 * 60_000;

export interface RotatedSigningKey {
  readonly kid: string;
  readonly signs_from: string;
}

/** Creates a new key for access tokens. The old one expires an hour after the new one starts to sign. */
@Injectable()
export class RotateSigningKey {
  constructor(
    private readonly keys: SigningKeyRing,
    private readonly clock: Clock,
  ) {}

  async execute(publishedForMs = PUBLISHED_BEFORE_USE_MS): Promise<RotatedSigningKey> {
    const signsFrom = new Date(this.clock.now().getTime() + publishedForMs);
    return { kid: await this.keys.add(signsFrom), signs_from: signsFrom.toISOString() };
  }
}
