import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { limitOf, route } from '../domain/rails.js';
import type { Candidate, Participation, RouteRequest } from '../domain/rails.js';
import type { Rail } from '../domain/reason-codes.js';
import { BankingTime } from './banking-time.js';
import { EnterpriseRails } from './enterprise-rails.js';
import { ParticipationDirectory } from './participation.js';
import { ReachableBanks } from './reachable-banks.js';

const SMALLEST = 1;

export interface EligibilityQuestion {
  readonly routing_number: string;
  /** Cents. */
  readonly amount?: number;
  readonly speed?: RouteRequest['speed'];
}

export interface EligibilityView {
  readonly routing_number: string;
  readonly rails: readonly {
    readonly rail: Rail;
    readonly eligible: boolean;
    readonly reason?: Candidate['why'];
    /** Cents. */
    readonly limit?: number;
  }[];
}

/** Which instant networks reach a bank. */
export interface ParticipationView extends Participation {
  readonly routing_number: string;
  readonly eligible: boolean;
}

/** Which rails a credit to a bank could take now, in the order in which they are tried. Nothing is stored. */
@Injectable()
export class CheckEligibility {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: ParticipationDirectory,
    private readonly reachable: ReachableBanks,
    private readonly bankingTime: BankingTime,
    private readonly enterpriseRails: EnterpriseRails,
  ) {}

  /** Without a speed every rail is checked, as for asap; without an amount no limit applies. */
  execute({ routing_number, amount = SMALLEST, speed = 'asap' }: EligibilityQuestion): Promise<EligibilityView> {
    return this.unitOfWork.run(async () => {
      const { at } = await this.bankingTime.read();
      const participation = (await this.reachable.of([routing_number])).get(routing_number)!;
      const offered = this.enterpriseRails.of(workContext.enterpriseId());
      const { candidates } = route({
        ...offered,
        ...{ side: 'destination', speed, amount: BigInt(amount), participation, at, unavailable: [] },
      });
      return {
        routing_number,
        rails: candidates.map((each) => railView(each, limitOf(each.rail, { ...offered, at }))),
      };
    });
  }

  /** In the order of the routing numbers. */
  async participation(routingNumbers: readonly string[]): Promise<ParticipationView[]> {
    const found = await this.directory.of(routingNumbers);
    return routingNumbers.map((routing_number) => {
      const { rtp, fednow } = found.get(routing_number)!;
      return { routing_number, eligible: rtp || fednow, rtp, fednow };
    });
  }
}

function railView({ rail, why }: Candidate, limit: bigint | undefined): EligibilityView['rails'][number] {
  const eligible = why === 'chosen' || why === 'not_needed';
  return { rail, eligible, ...(!eligible && { reason: why }), ...(limit !== undefined && { limit: Number(limit) }) };
}
