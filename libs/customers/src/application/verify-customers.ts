import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import type { Claim } from '@payments/messaging';
import type { Business } from '../domain/business.js';
import type { VerificationOutcome } from '../domain/customer-status.js';
import type { Person } from '../domain/person.js';
import { PersonsAndBusinesses } from './persons-and-businesses.js';
import { CustomerVerifier } from './ports.js';
import type { VerificationSubject } from './ports.js';
import { ScreeningRuns } from './screening.ports.js';

interface Findings {
  /** The identity versions that were loaded first, by customer. */
  readonly seen: ReadonlyMap<string, number>;
  readonly outcomes: ReadonlyMap<string, VerificationOutcome>;
}

/** Until the worker with the newest screening list has the task, or this one has read that list. */
const OTHER_LIST_MS = 1_000;

/** Verifies the customers of a claim: asks outside of any transaction, then writes all outcomes in one. */
@Injectable()
export class VerifyCustomers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly customers: PersonsAndBusinesses,
    private readonly verifier: CustomerVerifier,
    private readonly screeningRuns: ScreeningRuns,
    private readonly clock: Clock,
  ) {}

  async execute(claim: Claim): Promise<void> {
    const found = await this.unitOfWork.run(() => this.customers.findAll(claim.subjectIds));
    const subjects = found.map(toSubject);
    const open = subjects.filter(({ state }) => state.status === 'created');
    const outcomes = open.length === 0 ? new Map<string, never>() : await this.verifier.verify(open);
    const seen = new Map(subjects.map(({ state }) => [state.id, state.identity_version]));
    await this.unitOfWork.run(() => this.apply(claim, { seen, outcomes }));
  }

  private async apply(claim: Claim, findings: Findings): Promise<void> {
    if (await this.restOnOtherList(findings)) {
      return claim.postpone(claim.tasks, OTHER_LIST_MS, { restart: true });
    }
    const now = this.clock.now();
    const customers = await this.customers.findAll(claim.subjectIds, { forUpdate: true });
    await this.customers.save(customers.filter((customer) => applyFindings(customer, findings, now)));
    // A customer whose identity changed meanwhile has a new task, which this claim must not complete.
    const changed = new Set(customers.filter((each) => isStale(each, findings)).map(idOf));
    await claim.complete(claim.tasks.filter(({ subject_id }) => !changed.has(subject_id)));
  }

  // The run of a new list skips unverified customers, so an outcome of the previous list must not be written after it.
  private async restOnOtherList({ outcomes }: Findings): Promise<boolean> {
    const lists = new Set([...outcomes.values()].flatMap(({ list }) => list ?? []));
    if (lists.size === 0) return false;
    const inForce = await this.screeningRuns.holdListInForce();
    return inForce !== undefined && !lists.has(inForce);
  }
}

function applyFindings(customer: Person | Business, findings: Findings, now: Date): boolean {
  const { id, status } = customer.snapshot();
  const outcome = findings.outcomes.get(id);
  if (outcome === undefined || status !== 'created' || isStale(customer, findings)) return false;
  customer.verified(outcome, now);
  return true;
}

function isStale(customer: Person | Business, { seen }: Findings): boolean {
  const { id, identity_version } = customer.snapshot();
  return seen.has(id) && seen.get(id) !== identity_version;
}

function toSubject(customer: Person | Business): VerificationSubject {
  return customer.type === 'person'
    ? { type: 'person', state: customer.snapshot() }
    : { type: 'business', state: customer.snapshot() };
}

function idOf(customer: Person | Business): string {
  return customer.snapshot().id;
}
