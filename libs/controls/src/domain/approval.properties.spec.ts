import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { Approval } from './approval.js';
import type { DemandedPolicy } from './approval.js';
import { approverRoles } from './policy.js';

const NOW = new Date('2027-01-04T15:00:00Z');
const DIGEST = 'd';
const NAMES = ['maker', 'owner', 'ann', 'ben', 'cho', 'dan', 'eve'];

const aPolicy = fc.record({
  required: fc.integer({ min: 1, max: 3 }),
  approvers: fc.oneof(
    fc.record({ roles: fc.subarray([...approverRoles], { minLength: 1 }) }),
    fc.record({ users: fc.subarray(NAMES, { minLength: 1 }) }),
  ),
  step_up: fc.boolean(),
});
const aDecision = fc.record({
  name: fc.constantFrom(...NAMES),
  // A user who may not approve, or is disabled, comes without a role.
  role: fc.constantFrom(...approverRoles, ''),
  provedAt: fc.constant(NOW),
  secondFactorAt: fc.constantFrom(null, NOW, new Date(NOW.getTime() - 16 * 60_000)),
  decision: fc.constantFrom('approve' as const, 'approve' as const, 'approve' as const, 'reject' as const),
  digest: fc.constantFrom(DIGEST, DIGEST, DIGEST, 'other'),
});

const request = (policies: readonly DemandedPolicy[]) =>
  Approval.request(
    {
      ...{ subject_type: 'transfer', subject_id: 's', subject: {}, digest: DIGEST, policies },
      ...{ requested_by: 'maker', owner: 'owner' },
    },
    { id: 'a', now: NOW, at: NOW },
  );

describe('an approval', () => {
  it('is given only by enough different users of every policy, none of whom made it, and ends once', () => {
    const random = fc.array(aPolicy, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(random, fc.array(aDecision, { maxLength: 25 }), (contents, decisions) => {
        const policies = contents.map((content, index) => ({
          ...{ id: `p${index}`, name: `p${index}`, expires_after_hours: 72 },
          ...content,
        }));
        const approval = request(policies);
        approval.takeChanges();
        const ends: string[] = [];
        const valid = new Map<string, (typeof decisions)[number]>();
        for (const made of decisions) {
          try {
            approval.decide(
              { ...made, approves: true, managesClients: true },
              { decision: made.decision, digest: made.digest, comment: null },
              NOW,
            );
            if (!valid.has(made.name)) valid.set(made.name, made);
          } catch {
            continue;
          } finally {
            for (const { state } of approval.takeChanges().events)
              if (state.status !== 'pending') ends.push(state.status);
          }
        }
        expect(ends.length).toBeLessThanOrEqual(1);
        const mayDecide = (made: (typeof decisions)[number], { approvers }: (typeof policies)[number]) =>
          'users' in approvers
            ? approvers.users.includes(made.name)
            : approvers.roles.some((role) => role === made.role);
        const approvals = [...valid.values()].filter(({ decision }) => decision === 'approve');
        const isSatisfied = policies.every(
          (policy) => approvals.filter((made) => mayDecide(made, policy)).length >= policy.required,
        );
        const { status } = approval.snapshot();
        const isRejected = [...valid.values()].some(({ decision }) => decision === 'reject');
        expect(status).toBe(isRejected ? 'rejected' : isSatisfied ? 'approved' : 'pending');
        for (const { name, digest } of valid.values()) {
          expect(['maker', 'owner']).not.toContain(name);
          expect(digest).toBe(DIGEST);
        }
      }),
      { numRuns: countOf(500) },
    );
  });
});
