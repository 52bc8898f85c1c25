import { Injectable } from '@nestjs/common';
import { AccountVersions } from '@payments/accounts';
import type { AccountHistory, AccountVersion, ShownVersion } from '@payments/accounts';
import { Clock, DAY_MS } from '@payments/kernel';
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
export interface AccountDetailsView
  extends PaidDetails, Pick<ShownVersion, 'customer_reference_id' | 'details_version'> {
  readonly changed_at: string;
  /** A client id or the name of a portal user. */
  readonly changed_by?: string;
}

/** What of its details may differ. */
export const DETAIL_FIELDS = [
  'customer_reference_id',
  'customer_resource_type',
  'account_holder_name',
  'account_type',
  'routing_number',
  'account_number',
] as const;

/** The version of an account that one side of a payment stands for. */
export interface PinnedAccount extends AccountVersion {
  readonly side: Side;
}

/** What is paid beside the account as it is now. */
export interface PaidAccount {
  readonly side: Side;
  readonly account_id: string;
  readonly status: AccountHistory['status'];
  readonly paid: AccountDetailsView;
  readonly current: AccountDetailsView;
  /** Which details of what is paid are others by now. */
  readonly differences: readonly (typeof DETAIL_FIELDS)[number][];
  /** What became of the details within 30 days, newest first. */
  readonly recent_changes: readonly AccountDetailsView[];
}

const RECENT_MS = 30 * DAY_MS;

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
    private readonly clock: Clock,
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
    const { shown, names } = await this.read(versions);
    return (version) => paidOf(shown(version), names);
  }

  /**
   * What payments pay beside their accounts as they are: for each payment its accounts, in their order. A few statements,
   * however many there are.
   */
  async compare(payments: readonly (readonly PinnedAccount[])[]): Promise<readonly (readonly PaidAccount[])[]> {
    const pinned = payments.flat();
    const since = new Date(this.clock.now().getTime() - RECENT_MS);
    const histories = await this.accounts.histories([...new Set(pinned.map(({ account_id }) => account_id))], since);
    const known = [...histories.values()].flatMap(({ current, recent }) => [current, ...recent]);
    const { shown, names } = await this.read(pinned, known);
    const dated = (version: ShownVersion) => datedOf(version, names);
    return payments.map((accounts) =>
      accounts.map((account): PaidAccount => {
        const { status, current, recent } = histories.get(account.account_id)!;
        const [paid, now] = [dated(shown(account)), dated(current)];
        const { side, account_id } = account;
        const compared = { paid, current: now, differences: differencesOf(paid, now) };
        return { side, account_id, status, ...compared, recent_changes: recent.map(dated) };
      }),
    );
  }

  private async read(versions: readonly AccountVersion[], known: readonly ShownVersion[] = []) {
    const asked = new Map(versions.map((version) => [keyOf(version), version]));
    const found = await this.accounts.at([...asked.values()]);
    const numbers = [...found, ...known].map(({ routing_number }) => routing_number);
    const names = await this.bankNames.of([...new Set(numbers)]);
    const byKey = new Map(found.map((each) => [keyOf(each), each]));
    const shown = (version: AccountVersion): ShownVersion => {
      const one = byKey.get(keyOf(version));
      if (one === undefined) throw new Error(`account details ${keyOf(version)} do not exist`);
      return one;
    };
    return { shown, names };
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

// Numbers with the same end differ in their fingerprints.
function differencesOf(paid: AccountDetailsView, now: AccountDetailsView): PaidAccount['differences'] {
  return DETAIL_FIELDS.filter((field) => {
    const compared = field === 'account_number' ? 'fingerprint' : field;
    return paid[compared] !== now[compared];
  });
}

function datedOf(version: ShownVersion, names: ReadonlyMap<string, string>): AccountDetailsView {
  const { customer_reference_id, details_version, created_at, created_by } = version;
  return {
    ...{ customer_reference_id, ...paidOf(version, names), details_version },
    changed_at: created_at.toISOString(),
    ...(created_by !== null && { changed_by: created_by }),
  };
}

function keyOf({ account_id, details_version }: AccountVersion): string {
  return `${account_id}/${details_version}`;
}
