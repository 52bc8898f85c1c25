import { Injectable } from '@nestjs/common';
import { AccountDetailsReader } from '@payments/accounts';
import { workContext } from '@payments/observability';
import { routingBy } from '../domain/leg-steps.js';
import type { Routing } from '../domain/leg-steps.js';
import type { Participation } from '../domain/rails.js';
import type { Transfer } from '../domain/transfer.js';
import type { PartyState } from '../domain/transfer-state.js';
import { EnterpriseRails } from './enterprise-rails.js';
import { ReachableBanks } from './reachable-banks.js';

const NO_INSTANT_RAIL: Participation = { rtp: false, fednow: false };

/** Loads the data for routing transfers: what the enterprise's bank offers, and the instant rails of the payees' banks. */
@Injectable()
export class Routes {
  constructor(
    private readonly reachable: ReachableBanks,
    private readonly accounts: AccountDetailsReader,
    private readonly enterpriseRails: EnterpriseRails,
  ) {}

  /** In the current unit of work. Only credits that are to arrive as soon as possible need a look-up. */
  async prepare(transfers: readonly Transfer[]): Promise<Routing> {
    const payees = transfers
      .map((transfer) => transfer.snapshot())
      .flatMap(({ speed, destination }) => (speed === 'asap' && destination !== null ? [destination] : []));
    const participation = await this.participation(payees);
    const offered = this.enterpriseRails.of(workContext.enterpriseId());
    return routingBy(offered, (account) => participation.get(versionOf(account)) ?? NO_INSTANT_RAIL);
  }

  private async participation(payees: readonly PartyState[]): Promise<Map<string, Participation>> {
    if (payees.length === 0) return new Map();
    const details = await this.accounts.at(
      payees.map(({ account_id, account_version }) => ({ account_id, details_version: account_version })),
    );
    const banks = await this.reachable.of([...new Set(details.map(({ routing_number }) => routing_number))]);
    return new Map(
      details.map(({ account_id, details_version, routing_number }) => [
        versionOf({ account_id, account_version: details_version }),
        banks.get(routing_number) ?? NO_INSTANT_RAIL,
      ]),
    );
  }
}

function versionOf({ account_id, account_version }: Pick<PartyState, 'account_id' | 'account_version'>): string {
  return `${account_id}/${account_version}`;
}
