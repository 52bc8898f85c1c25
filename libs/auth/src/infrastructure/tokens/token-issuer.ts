import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { CONFIG, ConfigError } from '@payments/config';
import { Transactions } from '@payments/persistence';
import type { Config } from '@payments/config';

/** The public addresses that all apis share. */
interface Recorded {
  readonly issuer: string;
  /** Null before an api has started with the issuer. */
  readonly vault_url: string | null;
}

/**
 * The only issuer of access tokens. The first api records its PUBLIC_BASE_URL in the database; an api with another
 * one would reject the tokens of the rest, and they its own. It records its PUBLIC_VAULT_URL as well: with another one, the
 * portal and the description would send callers elsewhere, now and then.
 */
@Injectable()
export class TokenIssuer {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicBaseUrl' | 'publicVaultUrl'>,
  ) {}

  /** Records this process's addresses if none are recorded. @throws ConfigError when others are recorded */
  async assertShared(): Promise<void> {
    const { publicBaseUrl: own, publicVaultUrl: vault } = this.config;
    const [row] = await this.transactions.run({ role: 'auth' }, async (transaction) => {
      await transaction.query(
        `INSERT INTO auth.token_issuer AS known (issuer, vault_url) VALUES ($1, $2)
         ON CONFLICT (is_only) DO UPDATE SET vault_url = excluded.vault_url
           WHERE known.vault_url IS NULL AND known.issuer = excluded.issuer`,
        [own, vault],
      );
      return transaction.query<Recorded>(`SELECT issuer, vault_url FROM auth.token_issuer`);
    });
    const { issuer, vault_url } = row!;
    if (issuer !== own) {
      throw new ConfigError(
        `PUBLIC_BASE_URL: is ${own}, but the recorded issuer of access tokens is ${issuer}; ` +
          `set it to the recorded issuer, or change the issuer for all processes with 'payments issuer set ${own}'`,
      );
    }
    if (vault_url !== vault) {
      throw new ConfigError(
        `PUBLIC_VAULT_URL: is ${vault}, but that of the other apis is ${vault_url}; ` +
          `set it to theirs, or run 'payments issuer set ${own}' and restart every api with it`,
      );
    }
  }

  /** `undefined` before the first api has started. */
  async recorded(): Promise<Recorded | undefined> {
    const [row] = await this.transactions.run({ role: 'auth' }, (transaction) =>
      transaction.query<Recorded>(`SELECT issuer, vault_url FROM auth.token_issuer`),
    );
    return row;
  }

  /**
   * From now on an api starts only with this issuer; the first one records its PUBLIC_VAULT_URL anew.
   * @returns the previous issuer
   */
  async change(issuer: string): Promise<string | undefined> {
    const before = (await this.recorded())?.issuer;
    await this.transactions.run({ role: 'auth' }, (transaction) =>
      transaction.query(
        `INSERT INTO auth.token_issuer (issuer) VALUES ($1)
         ON CONFLICT (is_only) DO UPDATE SET issuer = excluded.issuer, vault_url = NULL, recorded_at = $2`,
        [issuer, this.clock.now()],
      ),
    );
    return before;
  }
}
