import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { CONFIG, ConfigError } from '@payments/config';
import { Transactions } from '@payments/persistence';
import type { Config } from '@payments/config';

/**
 * The only issuer of access tokens. The first api records its PUBLIC_BASE_URL in the database; an api with another
 * one would reject the tokens of the rest, and they its own.
 */
@Injectable()
export class TokenIssuer {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicBaseUrl'>,
  ) {}

  /** Records this process's issuer if none is recorded. @throws ConfigError when another one is recorded */
  async assertShared(): Promise<void> {
    const own = this.config.publicBaseUrl;
    const [row] = await this.transactions.run({ role: 'auth' }, async (transaction) => {
      await transaction.query(`INSERT INTO auth.token_issuer (issuer) VALUES ($1) ON CONFLICT DO NOTHING`, [own]);
      return transaction.query<{ issuer: string }>(`SELECT issuer FROM auth.token_issuer`);
    });
    if (row!.issuer === own) return;
    throw new ConfigError(
      `PUBLIC_BASE_URL: is ${own}, but the recorded issuer of access tokens is ${row!.issuer}; ` +
        `set it to the recorded issuer, or change the issuer for all processes with 'payments issuer set ${own}'`,
    );
  }

  /** `undefined` before the first api has started. */
  async recorded(): Promise<string | undefined> {
    const [row] = await this.transactions.run({ role: 'auth' }, (transaction) =>
      transaction.query<{ issuer: string }>(`SELECT issuer FROM auth.token_issuer`),
    );
    return row?.issuer;
  }

  /** From now on an api starts only with this issuer. @returns the previous one */
  async change(issuer: string): Promise<string | undefined> {
    const before = await this.recorded();
    await this.transactions.run({ role: 'auth' }, (transaction) =>
      transaction.query(
        `INSERT INTO auth.token_issuer (issuer) VALUES ($1)
         ON CONFLICT (is_only) DO UPDATE SET issuer = excluded.issuer, recorded_at = $2`,
        [issuer, this.clock.now()],
      ),
    );
    return before;
  }
}
