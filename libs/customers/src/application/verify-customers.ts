import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import type { Claim } from '@payments/platform';
import type { Business } from '../domain/business.js';
import type { VerificationOutcome } from '../domain/customer-status.js';
import type { Person } from '../domain/person.js';
import { CustomerOutbox } from './customer-outbox.js';
import { Businesses, CustomerVerifier, Persons } from './ports.js';
import type { VerificationSubject } from './ports.js';

interface Findings {
  /** The identity versions that were loaded first, by customer. */
  readonly seen: ReadonlyMap<string, number>;
  readonly outcomes: ReadonlyMap<string, VerificationOutcome>;
}

/** Verifies the customers of a claim: asks outside of any transaction, then writes all outcomes in one. */
@Injectable()
export class VerifyCustomers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly persons: Persons,
    private readonly businesses: Businesses,
    private readonly verifier: CustomerVerifier,
    private readonly outbox: CustomerOutbox,
    private readonly clock: Clock,
  ) {}

  async execute(claim: Claim): Promise<void> {
    const found = await this.unitOfWork.run(() => this.load(claim.subjectIds));
    const subjects = [...found.persons, ...found.businesses].map(toSubject);
    const open = subjects.filter(({ state }) => state.status === 'created');
    const outcomes = open.length === 0 ? new Map<string, never>() : await this.verifier.verify(open);
    const seen = new Map(subjects.map(({ state }) => [state.id, state.identity_version]));
    await this.unitOfWork.run(() => this.apply(claim, { seen, outcomes }));
  }

  private async apply(claim: Claim, findings: Findings): Promise<void> {
    const now = this.clock.now();
    const { persons, businesses } = await this.load(claim.subjectIds, { forUpdate: true });
    const judgedPersons = persons.filter((person) => judge(person, findings, now));
    const judgedBusinesses = businesses.filter((business) => judge(business, findings, now));
    await Promise.all([
      this.persons.save(judgedPersons),
      this.businesses.save(judgedBusinesses),
      this.outbox.publish([...judgedPersons, ...judgedBusinesses]),
    ]);
    // Who was given another identity meanwhile was also given another task, which is not this claim's to complete.
    const changed = new Set([...persons, ...businesses].filter((each) => isStale(each, findings)).map(idOf));
    await claim.complete(claim.tasks.filter(({ subject_id }) => !changed.has(subject_id)));
  }

  private async load(ids: readonly string[], options = { forUpdate: false }) {
    const [persons, businesses] = await Promise.all([
      this.persons.findAll(ids, options),
      this.businesses.findAll(ids, options),
    ]);
    return { persons, businesses };
  }
}

function judge(customer: Person | Business, findings: Findings, now: Date): boolean {
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
