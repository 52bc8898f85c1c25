import { Injectable } from '@nestjs/common';
import { AccountVersions } from '@payments/accounts';
import type { AccountHistory, AccountVersion, ShownVersion } from '@payments/accounts';
import { shownOf } from '@payments/persistence';
import type { Hidden, Shown } from '@payments/persistence';
import type { Side } from '../domain/leg.js';
import { sidesOf } from '../domain/transfer-state.js';
import type { PartyState, TransferState } from '../domain/transfer-state.js';

/** The names of banks, from the directory that the operator has loaded. In the current unit of work. */
export abstract class BankNames {
  /** By routing number, of those that the directory has. */
  abstract of(routingNumbers: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** The details of an account by which money finds it, as people may see them. */
export interface PaidDetails extends Pick<
  ShownVersion,
  | 'account_holder_name'
  | 'customer_resource_type'
  | 'account_type'
  | 'routing_number'
  | 'account_number'
  | 'fingerprint'
> {
  /** Omitted if no directory knows the bank. */
  readonly bank_name?: string;
}

/** A version of the details of an account: when it was made, and by whom. */
export interface DatedDetails
  extends PaidDetails, Pick<ShownVersion, 'customer_reference_id' | 'details_version' | 'created_at' | 'created_by'> {}

/** An account today. */
export interface AccountToday extends Pick<AccountHistory, 'status'> {
  readonly current: DatedDetails;
  /** The versions of a period, newest first. */
  readonly recent: readonly DatedDetails[];
}

/** By side: the party that was named, the account and the version that it stands for, and the details of that version. */
export type ShownParties = Readonly<Partial<Record<Side, Shown>>>;

const HIDDEN: Hidden<PartyState> = {
  account_version: 'it is shown as details_version',
  was_verified: 'it tells how that version was judged, which was made before anybody is asked',
};

/** What transfers pay, for whoever must approve it: no reference, but what it stands for. In the current unit of work. */
@Injectable()
export class PaidAccounts {
  constructor(
    private readonly accounts: AccountVersions,
    private readonly bankNames: BankNames,
  ) {}

  /** The parties of transfers, in their order. Two statements, however many there are. */
  async partiesOf(transfers: readonly Pick<TransferState, Side>[]): Promise<readonly ShownParties[]> {
    const parties = transfers.flatMap((transfer) => sidesOf(transfer).map((side) => transfer[side]!));
    const details = await this.at(
      parties.map(({ account_id, account_version }) => ({ account_id, details_version: account_version })),
    );
    return transfers.map((transfer) =>
      Object.fromEntries(
        sidesOf(transfer).map((side) => {
          const party = transfer[side]!;
          const { account_id, account_version: details_version } = party;
          return [side, { ...shownOf(party, HIDDEN), details_version, ...details({ account_id, details_version }) }];
        }),
      ),
    );
  }

  /** The details of versions, all of which exist. */
  async at(versions: readonly AccountVersion[]): Promise<(version: AccountVersion) => PaidDetails> {
    const found = await this.accounts.at(versions);
    const names = await this.namesOf(found);
    const details = new Map(found.map((each) => [keyOf(each), paidOf(each, names)]));
    return (version) => {
      const paid = details.get(keyOf(version));
      if (paid === undefined) throw new Error(`account details ${keyOf(version)} do not exist`);
      return paid;
    };
  }

  /** Accounts as they are, with the versions of their details that were made since an instant, by id. */
  async today(accountIds: readonly string[], since: Date): Promise<ReadonlyMap<string, AccountToday>> {
    const histories = [...(await this.accounts.histories(accountIds, since)).values()];
    const names = await this.namesOf(histories.flatMap(({ current, recent }) => [current, ...recent]));
    const dated = (version: ShownVersion): DatedDetails => {
      const { details_version, created_at, created_by, customer_reference_id } = version;
      return { ...paidOf(version, names), details_version, created_at, created_by, customer_reference_id };
    };
    return new Map(
      histories.map(({ account_id, status, current, recent }) => [
        account_id,
        { status, current: dated(current), recent: recent.map(dated) },
      ]),
    );
  }

  private namesOf(versions: readonly ShownVersion[]): Promise<ReadonlyMap<string, string>> {
    return this.bankNames.of([...new Set(versions.map(({ routing_number }) => routing_number))]);
  }
}

function paidOf(version: ShownVersion, names: ReadonlyMap<string, string>): PaidDetails {
  const { account_holder_name, customer_resource_type, account_type, routing_number } = version;
  const { account_number, fingerprint } = version;
  const bank_name = names.get(routing_number);
  return {
    ...{ account_holder_name, customer_resource_type, account_type, routing_number },
    ...(bank_name !== undefined && { bank_name }),
    ...{ account_number, fingerprint },
  };
}

function keyOf({ account_id, details_version }: AccountVersion): string {
  return `${account_id}/${details_version}`;
}
