import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { VerifyAccounts } from './ports.js';

const FRESH_MS = 1_000;

interface Count {
  readonly freshUntilMs: number;
  verifications: number;
}

/**
 * Bounds the verifications that an enterprise creates. To count them takes the longer the more there are, so a count is used
 * for a second, together with what this process has admitted since. Nothing is refused by an old count.
 */
@Injectable()
export class DailyVerifications {
  private readonly counts = new Map<string, Count>();

  constructor(
    private readonly accounts: VerifyAccounts,
    private readonly clock: Clock,
  ) {}

  /** Whether fewer than `most` were created since then. Reserves a place if so. In the current unit of work. */
  async hasRoom(most: number, since: Date): Promise<boolean> {
    const enterpriseId = workContext.enterpriseId();
    const known = this.counts.get(enterpriseId);
    const count = known !== undefined && this.isUsable(known, most) ? known : await this.recount(most, since);
    this.counts.set(enterpriseId, count);
    if (count.verifications >= most) return false;
    count.verifications += 1;
    return true;
  }

  private isUsable({ freshUntilMs, verifications }: Count, most: number): boolean {
    return this.clock.elapsedMs() < freshUntilMs && verifications < most;
  }

  private async recount(most: number, since: Date): Promise<Count> {
    const verifications = await this.accounts.countSince(since, most);
    return { verifications, freshUntilMs: this.clock.elapsedMs() + FRESH_MS };
  }
}
