import type { AccountVersion } from '@payments/accounts';
import type { PartyVerification } from '../domain/transfer-state.js';
import type { Transfer } from '../domain/transfer.js';

/** Says which accounts may be debited, where the enterprise demands that they were validated. In the current unit of work. */
export interface DebitValidator {
  /** Those that are not validated, as `<account_id>/<details_version>`; none where the enterprise demands nothing. */
  notValidated(accounts: readonly AccountVersion[]): Promise<ReadonlySet<string>>;
}

/** All validators of this process. */
export abstract class DebitValidators {
  abstract all(): readonly DebitValidator[];

  /** The verification results with the accounts to be debited that were not validated as not verified yet. */
  async judge(
    transfers: readonly Transfer[],
    verifications: ReadonlyMap<string, PartyVerification>,
  ): Promise<ReadonlyMap<string, PartyVerification>> {
    const debits = transfers.flatMap((transfer) => {
      const { id, source } = transfer.snapshot();
      return source === null
        ? []
        : [{ id, account: { account_id: source.account_id, details_version: source.account_version } }];
    });
    if (debits.length === 0) return verifications;
    const judged = new Map(verifications);
    for (const validator of this.all()) {
      const refused = await validator.notValidated(debits.map(({ account }) => account));
      for (const { id, account } of debits) {
        const { source, ...others } = judged.get(id) ?? {};
        if (source?.account !== 'verified' || !refused.has(`${account.account_id}/${account.details_version}`))
          continue;
        judged.set(id, { ...others, source: { ...source, account: 'created' } });
      }
    }
    return judged;
  }
}
