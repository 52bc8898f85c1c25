import { MINUTE_MS, newId } from '@payments/kernel';
import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { Approval } from './approval.js';
import type { ApprovalSubjectType, Approver, Verdict } from './approval.js';
import { isAmong, isSatisfiable } from './approver.js';
import type { Policy } from './policy.js';

const NOW = new Date('2026-01-30T17:00:00Z');
const DIGEST = 'd'.repeat(43);

const aPolicy = (changes: Partial<Policy> = {}): Policy => ({
  ...{ id: newId(), name: 'p', applies_to: ['transfer'], conditions: [], required: 1, approvers: { roles: ['admin'] } },
  ...{ expires_after_hours: 72, step_up: false, enabled: true, version: 1 },
  ...{ created_at: NOW, updated_at: NOW, updated_by: 'root' },
  ...changes,
});
const requested = (
  policies: readonly Policy[],
  {
    maker = 'client_a',
    owner = 'olga',
    subject_type = 'transfer',
  }: { readonly maker?: string; readonly owner?: string; readonly subject_type?: ApprovalSubjectType } = {},
) =>
  Approval.request(
    {
      ...{ subject_type, subject_id: newId(), subject: {}, digest: DIGEST },
      ...{ requested_by: maker, owner, policies },
    },
    { id: newId(), now: NOW, at: NOW },
  );
const user = (name: string, role = 'admin', secondFactorAt: Date | null = null): Approver => ({
  ...{ name, role, provedAt: NOW, secondFactorAt, approves: true, managesClients: role === 'admin' },
});
const decide = (
  approval: Approval,
  approver: Approver,
  given: { readonly decision?: Verdict; readonly digest?: string } = {},
) => approval.decide(approver, { decision: 'approve', digest: DIGEST, comment: null, ...given }, NOW);

describe(Approval.name, () => {
  it('expires with the policy that waits the shortest', () => {
    const approval = requested([aPolicy({ expires_after_hours: 5 }), aPolicy({ expires_after_hours: 2 })]);
    expect(approval.snapshot().expires_at).toEqual(new Date('2026-01-30T19:00:00Z'));
  });

  it('needs a code of the last fifteen minutes where a policy of the user asks for one', () => {
    const approval = requested([aPolicy({ step_up: true }), aPolicy({ approvers: { users: ['ben'] } })]);
    const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS);
    expect(() => decide(approval, user('ann'))).toThrow(/second factor/);
    expect(() => decide(approval, user('ann', 'admin', ago(16)))).toThrow(/second factor/);
    decide(approval, user('ben', 'payment_approver'));
    decide(approval, user('ann', 'admin', ago(15)));
    expect(approval.snapshot().status).toBe('approved');
  });

  it('of a change of a control needs a password or code of the last five minutes, whichever way it is decided', () => {
    const approval = requested([aPolicy()], { subject_type: 'setting_change' });
    const ago = (minutes: number) => ({ ...user('ann'), provedAt: new Date(NOW.getTime() - minutes * MINUTE_MS) });
    for (const decision of ['approve', 'reject'] as const)
      for (const stale of [ago(6), { ...user('ann'), provedAt: null }])
        expect(() => decide(approval, stale, { decision })).toThrow(/password or code of the last 5 minutes/);
    decide(approval, ago(5));
    expect(approval.snapshot().status).toBe('approved');
    decide(requested([aPolicy()]), ago(60));
  });

  it('of a client without an owner is closed to those who manage clients, but not if the operator made the request himself', () => {
    const unowned = requested([aPolicy({ approvers: { roles: ['admin', 'payment_approver'] } })], { owner: 'cli' });
    expect(() => decide(unowned, user('ann'))).toThrow(/nobody owns/);
    decide(unowned, user('ben', 'payment_approver'));
    expect(unowned.closedTo()).toEqual(['ben', 'cli', 'client_a']);
    const own = requested([aPolicy()], { maker: 'cli', owner: 'cli' });
    decide(own, user('ann'));
    expect([unowned, own].map((approval) => approval.snapshot().status)).toEqual(['approved', 'approved']);
  });

  it('is not decided by a user whom a policy names and who may not approve any more', () => {
    const approval = requested([aPolicy({ approvers: { users: ['ben'] } })]);
    const disabled = { ...user('ben', ''), approves: false };
    for (const decision of ['approve', 'reject'] as const)
      expect(() => decide(approval, disabled, { decision })).toThrow(/None of the policies/);
    expect(approval.snapshot().status).toBe('pending');
  });

  it('is neither approved nor rejected twice', () => {
    const approval = requested([aPolicy()]);
    decide(approval, user('ann'));
    approval.end('expired', NOW);
    decide(approval, user('ann'));
    expect(approval.snapshot()).toMatchObject({ status: 'approved', sequence: 2 });
    expect(() => decide(approval, user('ben'))).toThrow(/not pending/);
  });

  // The rule of makers and checkers, over any policies and any order of decisions.
  it('is approved only by as many different users as each policy requires, none of whom made it', () => {
    const names = ['ann', 'ben', 'cho', 'dan', 'olga', 'client_a'];
    const roles = ['admin', 'payment_approver', 'developer'];
    const roleOf = (name: string) => roles[names.indexOf(name) % roles.length]!;
    const approvers = fc.oneof(
      fc.uniqueArray(fc.constantFrom('admin', 'payment_approver'), { minLength: 1 }).map((list) => ({ roles: list })),
      fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }).map((users) => ({ users })),
    );
    const policies = fc.array(fc.record({ required: fc.integer({ min: 1, max: 3 }), approvers }), {
      ...{ minLength: 1, maxLength: 3 },
    });
    const step = fc.record({
      name: fc.constantFrom(...names),
      decision: fc.constantFrom<Verdict>('approve', 'approve', 'approve', 'reject'),
      digest: fc.constantFrom(DIGEST, DIGEST, DIGEST, 'other'),
      crash: fc.boolean(),
    });
    fc.assert(
      fc.property(policies, fc.array(step, { maxLength: 20 }), (drafts, steps) => {
        const all = drafts.map((draft) => aPolicy(draft as Partial<Policy>));
        let approval = requested(all);
        let closings = 0;
        for (const { name, decision, digest, crash } of steps) {
          const before = approval.snapshot().status;
          // A unit of work that is rolled back leaves what was there.
          const tried = Approval.restore(approval.snapshot(), approval.decisionSnapshots());
          try {
            decide(tried, user(name, roleOf(name)), { decision, digest });
          } catch {
            continue;
          }
          if (crash) continue;
          approval = tried;
          if (before === 'pending' && approval.snapshot().status !== 'pending') closings += 1;
        }
        const decisions = approval.decisionSnapshots();
        expect(new Set(decisions.map(({ user_name }) => user_name)).size).toBe(decisions.length);
        const entitled = (policy: Policy) =>
          decisions.filter(
            ({ user_name: name, decision }) =>
              decision === 'approve' &&
              !['olga', 'client_a'].includes(name) &&
              isAmong({ name, role: roleOf(name) }, policy.approvers),
          ).length;
        const isEnough = all.every((policy) => entitled(policy) >= policy.required);
        const isRejected = decisions.some(({ decision }) => decision === 'reject');
        expect(approval.snapshot().status).toBe(isRejected ? 'rejected' : isEnough ? 'approved' : 'pending');
        expect(closings).toBe(isRejected || isEnough ? 1 : 0);
      }),
      { numRuns: countOf(1_000) },
    );
  });
});

describe('a policy can be satisfied', () => {
  const of = (name: string, role: string, changes = {}) => ({
    name,
    role,
    approves: true,
    makes: role === 'admin',
    managesClients: role === 'admin',
    ...changes,
  });
  const roles = { roles: ['admin', 'payment_approver'] as const };

  it('when enough others may approve, whoever of the approvers made the transfer', () => {
    const [ann, ben, sam] = [of('ann', 'admin'), of('ben', 'admin'), of('sam', 'payment_approver')];
    const can = (required: number, ...users: Parameters<typeof isSatisfiable>[1]) =>
      isSatisfiable({ approvers: roles, required }, users);
    expect([can(1, ann), can(1, ann, ben), can(2, ann, ben), can(2, ann, ben, sam)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect([can(1, sam), can(1, ann, sam)]).toEqual([true, true]);
  });

  it('by users who may approve at all, and whom it names', () => {
    const sam = of('sam', 'payment_approver');
    expect(isSatisfiable({ approvers: { users: ['sam'] }, required: 1 }, [sam])).toBe(true);
    expect(isSatisfiable({ approvers: { users: ['sam'] }, required: 1 }, [{ ...sam, approves: false }])).toBe(false);
    expect(isSatisfiable({ approvers: { users: ['tom'] }, required: 1 }, [sam])).toBe(false);
  });
});
