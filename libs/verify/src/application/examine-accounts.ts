import { Injectable } from '@nestjs/common';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import type { Claim } from '@payments/messaging';
import { digitsOf, numbersOf } from '../domain/verify-account-state.js';
import type { VerifyAccount } from '../domain/verify-account.js';
import type { Examination } from '../domain/verify-steps.js';
import { StatementCodes, VerifyAccounts } from './ports.js';
import { ValidationProviders } from './validation-provider.js';
import type { ExaminedAccount, Finding, Question, ValidationProvider } from './validation-provider.js';
import { VerifySteps } from './verify-steps.js';

type Ownership = Extract<Finding, { kind: 'ownership' }>;

/** Asks the providers about accounts, outside of any transaction, and writes all answers in one. */
@Injectable()
export class ExamineAccounts {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: VerifyAccounts,
    private readonly providers: ValidationProviders,
    private readonly steps: VerifySteps,
    private readonly codes: StatementCodes,
    private readonly clock: Clock,
  ) {}

  async execute(claim: Claim): Promise<void> {
    const seen = await this.unitOfWork.run(() => this.accounts.load(claim.subjectIds));
    const examinations = await this.examine(seen.filter(({ needsExamination }) => needsExamination));
    const owners = await this.compareOwners(seen.filter(({ needsOwnership }) => needsOwnership));
    await this.unitOfWork.run(async () => {
      const again = await this.steps.take({ ids: claim.subjectIds }, (accounts, context) => {
        for (const account of accounts) {
          const { id } = account.snapshot();
          const owner = owners.get(id);
          if (owner !== undefined) account.ownerCompared(owner.status, owner.matches, context.now);
          const found = examinations.get(id);
          if (found !== undefined && account.needsExamination) {
            account.examined(found, { ...context, probeId: newId() });
          }
        }
        return new Set(accounts.filter(({ needsOwnership }) => needsOwnership).map((each) => each.snapshot().id));
      });
      // The step has scheduled these anew, and taken them out of this claim.
      await claim.complete(claim.tasks.filter(({ subject_id }) => !again.has(subject_id)));
    });
  }

  private async examine(accounts: readonly VerifyAccount[]): Promise<Map<string, Examination>> {
    const found = new Map<string, Examination>(accounts.map((account) => [account.snapshot().id, {}]));
    for (const provider of this.providers.all) {
      const open = accounts.filter((account) => isUndecided(account, found.get(account.snapshot().id)!));
      for (const [id, finding] of await this.ask(provider, 'status', open)) {
        found.set(id, this.added(found.get(id)!, finding, { provider, id }));
      }
    }
    return found;
  }

  private async compareOwners(accounts: readonly VerifyAccount[]): Promise<Map<string, Ownership>> {
    const found = new Map<string, Ownership>();
    for (const provider of this.providers.all) {
      const open = accounts.filter((account) => !found.has(account.snapshot().id));
      for (const [id, finding] of await this.ask(provider, 'ownership', open)) {
        if (finding.kind === 'ownership') found.set(id, finding);
      }
    }
    for (const account of accounts) {
      const { id } = account.snapshot();
      if (!found.has(id)) found.set(id, { kind: 'ownership', status: 'not_found', matches: null });
    }
    return found;
  }

  private async ask(
    provider: ValidationProvider,
    question: Question,
    accounts: readonly VerifyAccount[],
  ): Promise<ReadonlyMap<string, Finding>> {
    return accounts.length === 0 ? new Map() : provider.examine(question, accounts.map(toExamined));
  }

  // The first decision and the first probe count. In the sandbox everyone knows the code.
  private added(
    known: Examination,
    finding: Finding,
    { provider, id }: { readonly provider: ValidationProvider; readonly id: string },
  ): Examination {
    if (finding.kind === 'probe' && known.probe === undefined) {
      return { ...known, probe: { rail: finding.rail, amount: finding.amount } };
    }
    if (finding.kind !== 'status' || known.decision !== undefined) return known;
    const { status, reason } = finding;
    const evidence = { provider: provider.name, checked_at: this.clock.now().toISOString() };
    const decision = { status, evidence, ...(reason !== undefined && { reason }) };
    const knowsCode = provider.name === 'sandbox' && status === 'valid';
    return {
      ...known,
      decision,
      ...(knowsCode && { statementCodeHash: this.codes.hash(id, this.codes.make()) }),
    };
  }
}

// A valid account may still need a probe that carries its code.
function isUndecided(account: VerifyAccount, { decision, probe, statementCodeHash }: Examination): boolean {
  if (probe !== undefined) return false;
  if (decision === undefined) return true;
  return decision.status === 'valid' && statementCodeHash === undefined && toExamined(account).needsCode;
}

function toExamined(account: VerifyAccount): ExaminedAccount {
  const state = account.snapshot();
  return {
    id: state.id,
    type: state.type,
    routing_number: state.routing_number,
    account_number: digitsOf(numbersOf(state).account_number),
    account_holder_name: state.account_holder_name,
    person: state.person,
    business: state.business,
    identity_number: state.identity_number,
    needsCode: state.control_status === 'pending' && state.statement_code_hash === null,
    triedRails: account.triedRails,
  };
}
