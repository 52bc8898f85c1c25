import type { VerificationSubject } from '../../application/ports.js';
import { Business } from '../../domain/business.js';
import { Person } from '../../domain/person.js';
import { SandboxCustomerVerifier } from './sandbox-customer-verifier.js';

const now = new Date('2026-01-05T10:00:00Z');

function person(id: string, first_name: string, last_name: string): VerificationSubject {
  const input = { customer_reference_id: id, first_name, last_name, date_of_birth: '1980-01-01' };
  return { type: 'person', state: Person.register(input, { id, now }).snapshot() };
}

function business(id: string, legal_name: string): VerificationSubject {
  return {
    type: 'business',
    state: Business.register({ customer_reference_id: id, legal_name }, { id, now }).snapshot(),
  };
}

async function statusesOf(...subjects: VerificationSubject[]) {
  const outcomes = await new SandboxCustomerVerifier().verify(subjects);
  return subjects.map(({ state }) => outcomes.get(state.id)?.status);
}

describe(SandboxCustomerVerifier.name, () => {
  it('gives a person the status of the name, and leaves the created one alone', async () => {
    const words = ['created', 'rejected', 'Restricted', 'CLOSED', 'Jane'];
    const statuses = await statusesOf(...words.map((word) => person(word, word, 'Person')));
    expect(statuses).toEqual([undefined, 'rejected', 'restricted', 'closed', 'verified']);
  });

  it('gives a business the status of its legal name', async () => {
    const words = ['created', 'rejected', 'restricted', 'closed', 'some'];
    const statuses = await statusesOf(...words.map((word) => business(word, `${word} business`)));
    expect(statuses).toEqual([undefined, 'rejected', 'restricted', 'closed', 'verified']);
  });

  it('does not take one kind for the other, nor a longer name for the word', async () => {
    const others = [person('a', 'rejected', 'business'), business('b', 'rejected person')];
    const longer = [business('c', 'rejected business inc'), person('d', 'rejected', 'personage')];
    expect(await statusesOf(...others, ...longer)).toEqual(['verified', 'verified', 'verified', 'verified']);
  });

  it('says why it does not verify', async () => {
    const outcomes = await new SandboxCustomerVerifier().verify([person('a', 'rejected', 'person')]);
    expect(outcomes.get('a')?.reasons).toEqual([
      { reason_code: 'invalid_name', reason_code_message: expect.any(String) },
    ]);
  });
});
