import { FixedClock, newId, UnitOfWork } from '@payments/kernel';
import type { Claim, EventLog, Tasks } from '@payments/messaging';
import type { Business } from '../domain/business.js';
import type { VerificationOutcome } from '../domain/customer-status.js';
import { Person } from '../domain/person.js';
import { CustomerOutbox } from './customer-outbox.js';
import { PersonsAndBusinesses } from './persons-and-businesses.js';
import { Businesses, CustomerVerifier, Persons } from './ports.js';
import type { VerificationSubject } from './ports.js';
import type { ScreeningRuns } from './screening.ports.js';
import { VerifyCustomers } from './verify-customers.js';

const clock = new FixedClock(new Date('2026-01-05T10:00:00Z'));
const input = { customer_reference_id: 'jane', first_name: 'Jane', last_name: 'Doe', date_of_birth: '1980-02-29' };

class Immediate extends UnitOfWork {
  depth = 0;

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.depth++;
    try {
      return await work();
    } finally {
      this.depth--;
    }
  }

  read<T>(work: () => Promise<T>): Promise<T> {
    return this.run(work);
  }
}

class MemoryPersons extends Persons {
  readonly rows = new Map<string, Person>();

  async add(person: Person): Promise<void> {
    this.rows.set(person.snapshot().id, Person.restore(person.snapshot()));
  }

  async find(id: string): Promise<Person | undefined> {
    return (await this.findAll([id]))[0];
  }

  async findByReference(reference: string): Promise<Person | undefined> {
    return [...this.rows.values()].find((row) => row.snapshot().customer_reference_id === reference);
  }

  async findAll(ids: readonly string[]): Promise<Person[]> {
    return ids.flatMap((id) => this.rows.get(id) ?? []).map((row) => Person.restore(row.snapshot()));
  }

  async save(persons: readonly Person[]): Promise<void> {
    for (const person of persons) await this.add(person);
  }

  async read(id: string) {
    return this.rows.get(id)?.snapshot();
  }

  async list() {
    return { items: [...this.rows.values()].map((row) => row.snapshot()) };
  }
}

class NoBusinesses extends Businesses {
  add = async () => undefined;
  find = async () => undefined;
  findByReference = async () => undefined;
  findAll = async (): Promise<Business[]> => [];
  save = async () => undefined;
  read = async () => undefined;
  list = async () => ({ items: [] });
}

class Harness extends CustomerVerifier {
  readonly unitOfWork = new Immediate();
  readonly persons = new MemoryPersons();
  readonly events: string[] = [];
  readonly completed: string[] = [];
  readonly postponed: string[] = [];
  readonly asked: string[] = [];
  outcome: VerificationOutcome | undefined = { status: 'verified', reasons: [] };
  listInForce: string | undefined;
  meanwhile: (id: string) => Promise<void> = async () => undefined;

  async verify(subjects: readonly VerificationSubject[]): Promise<ReadonlyMap<string, VerificationOutcome>> {
    expect(this.unitOfWork.depth).toBe(0);
    const ids = subjects.map(({ state }) => state.id);
    this.asked.push(...ids);
    for (const id of ids) await this.meanwhile(id);
    const { outcome } = this;
    return new Map(outcome === undefined ? [] : ids.map((id) => [id, outcome]));
  }

  async register(): Promise<string> {
    const id = newId();
    await this.persons.add(Person.register(input, { id, now: clock.now() }));
    return id;
  }

  async run(...ids: string[]): Promise<void> {
    const log = {
      append: async (events: { type: string }[]) => void this.events.push(...events.map(({ type }) => type)),
    };
    const outbox = new CustomerOutbox(
      log as unknown as EventLog,
      { schedule: async () => undefined } as unknown as Tasks,
    );
    const claim = {
      subjectIds: ids,
      tasks: ids.map((subject_id) => ({ subject_id })),
      complete: async (tasks: { subject_id: string }[]) =>
        void this.completed.push(...tasks.map((task) => task.subject_id)),
      postpone: async (tasks: { subject_id: string }[]) =>
        void this.postponed.push(...tasks.map((task) => task.subject_id)),
    };
    const customers = new PersonsAndBusinesses(this.persons, new NoBusinesses(), outbox);
    const runs = { holdListInForce: async () => this.listInForce } as unknown as ScreeningRuns;
    const useCase = new VerifyCustomers(this.unitOfWork, customers, this, runs, clock);
    await useCase.execute(claim as unknown as Claim);
  }

  statusOf(id: string): string | undefined {
    return this.persons.rows.get(id)?.snapshot().status;
  }
}

describe(VerifyCustomers.name, () => {
  let harness: Harness;
  beforeEach(() => {
    harness = new Harness();
  });

  it('asks outside of a transaction, saves the outcome with its event, and completes the tasks', async () => {
    const ids = [await harness.register(), await harness.register()];
    await harness.run(...ids);
    expect(ids.map((id) => harness.statusOf(id))).toEqual(['verified', 'verified']);
    expect(harness.events).toEqual(['person_verified', 'person_verified']);
    expect(harness.completed).toEqual(ids);
  });

  it('drops outcomes of a list that is no longer in force', async () => {
    const id = await harness.register();
    harness.outcome = { status: 'verified', reasons: [], list: 'before' };
    harness.listInForce = 'now';
    await harness.run(id);
    expect([harness.statusOf(id), harness.events]).toEqual(['created', []]);
    expect([harness.completed, harness.postponed]).toEqual([[], [id]]);
  });

  it('writes outcomes of the list in force, and of no list', async () => {
    const ids = [await harness.register(), await harness.register()];
    harness.listInForce = 'now';
    await harness.run(ids[0]!);
    harness.outcome = { status: 'verified', reasons: [], list: 'now' };
    await harness.run(ids[1]!);
    expect(harness.completed).toEqual(ids);
  });

  it('does not change a customer without an outcome from the provider', async () => {
    const id = await harness.register();
    harness.outcome = undefined;
    await harness.run(id);
    expect([harness.statusOf(id), harness.events, harness.completed]).toEqual(['created', [], [id]]);
  });

  it('drops the outcome of an identity that was changed meanwhile, and leaves its new task alone', async () => {
    const ids = [await harness.register(), await harness.register()];
    harness.meanwhile = async (id) => {
      if (id === ids[1]) return;
      const person = await harness.persons.find(id);
      person!.replace({ ...input, first_name: 'Janet' }, clock.now());
      await harness.persons.save([person!]);
    };
    await harness.run(...ids);
    expect(ids.map((id) => harness.statusOf(id))).toEqual(['created', 'verified']);
    expect(harness.completed).toEqual([ids[1]]);
  });

  it('does not verify a customer closed in the meantime', async () => {
    const id = await harness.register();
    harness.meanwhile = async () => {
      const person = await harness.persons.find(id);
      person!.verified({ status: 'closed', reasons: [] }, clock.now());
      await harness.persons.save([person!]);
    };
    await harness.run(id);
    expect([harness.statusOf(id), harness.events, harness.completed]).toEqual(['closed', [], [id]]);
  });

  it('skips customers that are already verified or deleted', async () => {
    const id = await harness.register();
    await harness.run(id);
    await harness.run(id, newId());
    expect(harness.asked).toEqual([id]);
    expect(harness.completed).toHaveLength(3);
  });
});
