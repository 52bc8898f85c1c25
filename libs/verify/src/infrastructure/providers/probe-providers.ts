import { type UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { EnterpriseRails, ReachableBanks } from '@payments/transfers';
import { achRailOf } from '../../application/probe-timetable.js';
import { ValidationProvider } from '../../application/validation-provider.js';
import type { ExaminedAccount, Finding, Question } from '../../application/validation-provider.js';
import type { Rail } from '../../domain/probe.js';

/** The first choice first: FedNow banks answer for all of their accounts. */
const INSTANT_RAILS = ['fednow', 'rtp'] as const;

/** Asks for a cent over an instant network, where it reaches the bank: the answer comes within seconds. */
export class InstantProvider extends ValidationProvider {
  readonly name = 'instant';

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reachable: Pick<ReachableBanks, 'of'>,
    private readonly enterpriseRails: EnterpriseRails,
  ) {
    super();
  }

  async examine(question: Question, accounts: readonly ExaminedAccount[]): Promise<ReadonlyMap<string, Finding>> {
    if (question !== 'status') return new Map();
    const { carried } = this.enterpriseRails.of(workContext.enterpriseId());
    const numbers = [...new Set(accounts.map(({ routing_number }) => routing_number))];
    const banks = await this.unitOfWork.run(() => this.reachable.of(numbers));
    return new Map(
      accounts.flatMap(({ id, routing_number, triedRails }): [string, Finding][] => {
        const bank = banks.get(routing_number);
        const rail = INSTANT_RAILS.find(
          (each) => carried.has(each) && bank?.[each] === true && !triedRails.includes(each),
        );
        return rail === undefined ? [] : [[id, { kind: 'probe', rail, amount: 1n }]];
      }),
    );
  }
}

/** Asks for an ACH entry: a cent, or a prenote, which has no amount and so cannot carry a code to a statement. */
export class AchProvider extends ValidationProvider {
  constructor(
    readonly name: 'micro' | 'prenote',
    private readonly enterpriseRails: EnterpriseRails,
  ) {
    super();
  }

  examine(question: Question, accounts: readonly ExaminedAccount[]): Promise<ReadonlyMap<string, Finding>> {
    const rail = achRailOf(this.enterpriseRails.of(workContext.enterpriseId()));
    const isAsked = question === 'status' && rail !== undefined;
    const findings = isAsked ? accounts.flatMap((account) => this.findingOf(account, rail)) : [];
    return Promise.resolve(new Map(findings));
  }

  private findingOf({ id, needsCode, triedRails }: ExaminedAccount, rail: Rail): [string, Finding][] {
    const isPrenote = this.name === 'prenote';
    if ((isPrenote && needsCode) || triedRails.includes(rail)) return [];
    return [[id, { kind: 'probe', rail, amount: isPrenote ? 0n : 1n }]];
  }
}
