import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import type { Claim } from '@payments/messaging';
import type { VerificationOutcome } from '../domain/account-status.js';
import type { ExternalAccount } from '../domain/external-account.js';
import { AccountOutbox } from './account-outbox.js';
import { AccountVerifier, ExternalAccounts } from './ports.js';

interface Findings {
  /** The details versions that were loaded first, by account. */
  readonly seen: ReadonlyMap<string, number>;
  readonly outcomes: ReadonlyMap<string, VerificationOutcome>;
}

/** Verifies the accounts of a claim: asks outside of any transaction, then writes all outcomes in one. */
@Injectable()
export class VerifyAccounts {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: ExternalAccounts,
    private readonly verifier: AccountVerifier,
    private readonly outbox: AccountOutbox,
    private readonly clock: Clock,
  ) {}

  async execute(claim: Claim): Promise<void> {
    const found = await this.unitOfWork.run(() => this.accounts.findAll(claim.subjectIds));
    const states = found.map((account) => account.snapshot());
    const open = states.filter(({ status }) => status === 'created');
    const outcomes = open.length === 0 ? new Map<string, never>() : await this.verifier.verify(open);
    const seen = new Map(states.map(({ id, details_version }) => [id, details_version]));
    await this.unitOfWork.run(() => this.apply(claim, { seen, outcomes }));
  }

  private async apply(claim: Claim, findings: Findings): Promise<void> {
    const now = this.clock.now();
    const accounts = await this.accounts.findAll(claim.subjectIds, { forUpdate: true });
    const updated = accounts.filter((account) => applyFindings(account, findings, now));
    await Promise.all([this.accounts.saveStatus(updated), this.outbox.publish(updated)]);
    // An account whose details changed meanwhile has a new task, which this claim must not complete.
    const changed = new Set(accounts.filter((each) => isStale(each, findings)).map((each) => each.snapshot().id));
    await claim.complete(claim.tasks.filter(({ subject_id }) => !changed.has(subject_id)));
  }
}

function applyFindings(account: ExternalAccount, findings: Findings, now: Date): boolean {
  const { id, status } = account.snapshot();
  const outcome = findings.outcomes.get(id);
  if (outcome === undefined || status !== 'created' || isStale(account, findings)) return false;
  account.verified(outcome, now);
  return true;
}

function isStale(account: ExternalAccount, { seen }: Findings): boolean {
  const { id, details_version } = account.snapshot();
  return seen.get(id) !== details_version;
}
