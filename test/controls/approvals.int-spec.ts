import { DAY_MS, HOUR_MS, newYorkDate, newYorkInstant } from '@payments/kernel';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createHttpApplication } from '@payments/http';
import { eventually } from '@payments/testing';
import { ApiModule } from '../../apps/api/src/api.module.js';
import { ApiClient } from '../support/api-client.js';
import type { Answer } from '../support/api-client.js';
import { AcceptanceWatch, aPolicy, ApprovingUser } from '../support/approvers.js';
import { stopSound } from '../support/ledger-sound.js';
import { aDirectDebit, aPayout, untilStatus } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { PortalUser } from '../support/portal-user.js';
import { advanceTo, FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { describeOnOneServer } from '../support/skip-unless.js';

const describeIfOneServer = describeOnOneServer('A trigger is planted that notes what it sees');

type Body = Record<string, unknown>;
interface Approval extends Body {
  readonly id: string;
  readonly digest: string;
  readonly status: string;
  readonly requested_at: string;
  readonly expires_at: string;
}

describe('approvals of transfers', () => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;
  let admin: ApprovingUser;
  let ann: ApprovingUser;
  let bob: ApprovingUser;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await service.startWorker();
  });
  afterAll(() => stopSound(service));
  beforeEach(async () => {
    client = await service.client();
    party = await verifiedParty(client);
    admin = await ApprovingUser.admin(service, client);
    ann = await ApprovingUser.create(service, client, { name: 'ann' });
    bob = await ApprovingUser.create(service, client, { name: 'bob' });
  });

  const demand = async (...policies: Body[]) => {
    for (const policy of policies) {
      const { status, text } = await admin.send('POST', '/portal/policies', policy);
      expect([status, text]).toEqual([200, text]);
    }
  };
  const create = async (changes: Body = {}, sender: { headers?: Record<string, string> } = {}) => {
    const answer = await client.send('POST', '/deliver/transfers', {
      payload: aPayout(party, { speed: 'asap', ...changes }),
      ...(sender.headers && { headers: sender.headers }),
    });
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return (answer.body['transfer'] as { id: string }).id;
  };
  const transferOf = async (id: string) => (await client.get(`/deliver/transfers/${id}`)).body['transfer'] as Body;
  const approvalOf = (transferId: string, of = client) =>
    eventually(`an approval of ${transferId}`, async () => {
      const { body } = await of.get(`/deliver/approvals?subject_id=${transferId}`);
      return (body['approvals'] as Approval[])[0] ?? false;
    });
  const held = async (changes: Body = {}, sender: { headers?: Record<string, string> } = {}) => {
    const id = await create(changes, sender);
    return { id, approval: await approvalOf(id) };
  };
  const codeOf = ({ status, body }: Answer) => [status, body['error_code']];
  const reasonOf = async (id: string) =>
    (await transferOf(id))['status_reasons'] as readonly Readonly<Record<string, { reason_code: string }>>[];

  it('hold a transfer, without money or legs, until enough users have approved what they saw', async () => {
    await demand(aPolicy({ required: 2 }));
    const { id, approval } = await held();
    expect(approval).toMatchObject({
      ...{ subject_type: 'transfer', subject_id: id, status: 'pending', decisions: [] },
      policies: [{ name: 'Everything', required: 2, given: 0 }],
      requested_by: client.credentials.client_id,
      subject: { amount: 12_500, use_case: 'payout', speed: 'asap', destination: { ...party, details_version: 1 } },
    });
    expect(await transferOf(id)).toMatchObject({ status: 'created', approval: { id: approval.id, status: 'pending' } });
    const [counts] = await service.database.query<Body>(
      `SELECT (SELECT count(*)::int FROM transfers.legs WHERE transfer_id = $1) AS legs,
         (SELECT count(*)::int FROM ledger.entries WHERE subject_id = $1) AS entries,
         (SELECT count(*)::int FROM platform.tasks WHERE subject_id = $1) AS tasks`,
      [id],
    );
    expect(counts).toEqual({ legs: 0, entries: 0, tasks: 0 });

    expect((await ann.decide(approval.id, 'approve', { comment: 'fine' })).status).toBe(200);
    expect((await ann.decide(approval.id, 'approve')).status).toBe(200);
    expect((await transferOf(id))['status']).toBe('created');
    const { body } = await bob.decide(approval.id, 'approve');
    expect(body['approval']).toMatchObject({
      status: 'approved',
      policies: [{ given: 2 }],
      decisions: [{ user: ann.name, decision: 'approve', comment: 'fine' }, { user: bob.name }],
    });
    const done = await untilStatus(client, id, 'completed');
    expect(done['approval']).toEqual({ id: approval.id, status: 'approved' });
    const events = await service.database.query<{ type: string }>(
      'SELECT type FROM platform.events WHERE resource_id = $1 ORDER BY sequence',
      [approval.id],
    );
    expect(events.map(({ type }) => type)).toEqual(['approval_requested', 'approval_decided', 'approval_decided']);
    const audit = await service.database.query<Body>(
      `SELECT actor, after ->> 'status' AS status FROM platform.audit WHERE action = 'approval.approve' AND subject_id = $1
       ORDER BY id`,
      [approval.id],
    );
    expect(audit).toEqual([
      { actor: ann.name, status: 'pending' },
      { actor: bob.name, status: 'approved' },
    ]);
  });

  it('let what no policy matches go on at once', async () => {
    await demand(aPolicy({ conditions: [{ field: 'amount', operator: 'gte', value: 12_501 }] }));
    const id = await create();
    expect(await untilStatus(client, id, 'completed')).not.toHaveProperty('approval');
  });

  it('fail a transfer that one user rejects, on the only or the paying side', async () => {
    await demand(aPolicy({ required: 2 }));
    const { id, approval } = await held();
    expect((await ann.decide(approval.id, 'reject')).body['approval']).toMatchObject({ status: 'rejected' });
    await untilStatus(client, id, 'failed');
    expect(await reasonOf(id)).toMatchObject([{ destination: { reason_code: 'approval_rejected' } }]);
    expect(codeOf(await bob.decide(approval.id, 'approve'))).toEqual([400, 'approval_closed']);
    const { body } = await client.post('/deliver/transfers', aDirectDebit(party));
    const { id: debit } = body['transfer'] as { id: string };
    await ann.decide((await approvalOf(debit)).id, 'reject');
    await untilStatus(client, debit, 'failed');
    expect(await reasonOf(debit)).toMatchObject([{ source: { reason_code: 'approval_rejected' } }]);
  });

  it('expire at their instant of banking time', async () => {
    await demand(aPolicy({ expires_after_hours: 5 }));
    const { id, approval } = await held();
    const expiry = new Date(approval.expires_at);
    await advanceTo(client, new Date(expiry.getTime() - HOUR_MS));
    expect((await transferOf(id))['status']).toBe('created');
    await advanceTo(client, expiry);
    await untilStatus(client, id, 'failed');
    expect(await reasonOf(id)).toMatchObject([{ destination: { reason_code: 'approval_expired' } }]);
    expect((await approvalOf(id)).status).toBe('expired');
    expect(codeOf(await ann.decide(approval.id, 'approve'))).toEqual([400, 'approval_closed']);
  });

  it('are withdrawn with their transfer', async () => {
    await demand(aPolicy());
    const { id, approval } = await held();
    expect((await client.post(`/deliver/transfers/${id}/cancel`)).status).toBe(202);
    expect((await approvalOf(id)).status).toBe('withdrawn');
    expect(await transferOf(id)).toMatchObject({ status: 'failed', approval: { status: 'withdrawn' } });
    expect(codeOf(await ann.decide(approval.id, 'approve'))).toEqual([400, 'approval_closed']);
  });

  it('are nothing that the maker decides, be it himself or through a client of his', async () => {
    await demand(aPolicy({ approvers: { roles: ['admin', 'payment_approver'] } }));
    const own = await held({}, admin);
    expect(own.approval['requested_by']).toBe(admin.name);
    expect(codeOf(await admin.decide(own.approval.id, 'approve'))).toEqual([403, 'own_approval_forbidden']);
    expect(codeOf(await admin.decide(own.approval.id, 'reject'))).toEqual([403, 'own_approval_forbidden']);

    const portal = await PortalUser.login(service.api, client.credentials.user);
    const { client: made, client_secret } = (await portal.post('/portal/clients', {})).body as {
      client: { client_id: string };
      client_secret: string;
    };
    const { body } = await client.send('POST', '/oauth/token', {
      payload: { client_id: made.client_id, client_secret },
    });
    const through = await held({}, { headers: { authorization: `Bearer ${String(body['access_token'])}` } });
    expect(through.approval['requested_by']).toBe(made.client_id);
    expect(codeOf(await admin.decide(through.approval.id, 'approve'))).toEqual([403, 'own_approval_forbidden']);
    expect((await ann.decide(through.approval.id, 'approve')).status).toBe(200);
    await untilStatus(client, through.id, 'completed');
  });

  it("of the first client are not the first administrator's, nor anybody's who manages clients if nobody owns it", async () => {
    await demand(aPolicy({ approvers: { roles: ['admin', 'payment_approver'] } }));
    const first = await held();
    expect(codeOf(await admin.decide(first.approval.id, 'approve'))).toEqual([403, 'own_approval_forbidden']);

    client = await service.client();
    await service.database.query('UPDATE auth.clients SET owner = NULL WHERE client_id = $1', [
      client.credentials.client_id,
    ]);
    party = await verifiedParty(client);
    admin = await ApprovingUser.admin(service, client);
    const [dana, eve] = [
      await ApprovingUser.create(service, client, { name: 'dana', role: 'admin' }),
      await ApprovingUser.create(service, client, { name: 'eve' }),
    ];
    await demand(aPolicy({ approvers: { roles: ['admin', 'payment_approver'] } }));
    const { id, approval } = await held();
    for (const user of [admin, dana]) {
      expect((await user.send('GET', '/deliver/approvals?mine=true')).body['approvals']).toEqual([]);
      expect(codeOf(await user.decide(approval.id, 'approve'))).toEqual([403, 'own_approval_forbidden']);
    }
    expect((await eve.send('GET', '/deliver/approvals?mine=true')).body['approvals']).toMatchObject([
      { id: approval.id },
    ]);
    expect((await eve.decide(approval.id, 'approve')).status).toBe(200);
    await untilStatus(client, id, 'completed');
  });

  it('refuse in one order, whatever else is wrong', async () => {
    await demand(aPolicy({ approvers: { users: [ann.name, bob.name] }, step_up: true, required: 1 }));
    const { approval } = await held({}, admin);
    const eve = await ApprovingUser.create(service, client, { name: 'eve' });
    const path = `/deliver/approvals/${approval.id}/approve`;
    const other = 'A'.repeat(43);
    expect(codeOf(await ann.send('POST', path, {}))).toEqual([400, 'missing_digest']);
    expect(codeOf(await ann.send('POST', path, { digest: 'short' }))).toEqual([400, 'invalid_digest']);
    expect(codeOf(await ann.send('POST', path.replace(/approve$/, 'reject'), { digest: other }))).toEqual([
      ...[400, 'missing_comment'],
    ]);
    expect(codeOf(await admin.send('POST', path, { digest: other }))).toEqual([403, 'own_approval_forbidden']);
    expect(codeOf(await eve.send('POST', path, { digest: other }))).toEqual([403, 'not_an_approver']);
    expect(codeOf(await ann.send('POST', path, { digest: other }))).toEqual([403, 'step_up_required']);
    const stranger = await service.client();
    const theirs = await ApprovingUser.admin(service, stranger);
    expect(codeOf(await theirs.send('POST', path, { digest: approval.digest }))).toEqual([404, 'unknown_id']);
    const program = await client.post(path, { digest: approval.digest });
    expect(codeOf(program)).toEqual([403, 'forbidden']);
  });

  it('refuse the digest of anything else, and keep a decision', async () => {
    await demand(aPolicy({ required: 2 }));
    const [one, two] = [await held(), await held({ amount: 999 })];
    const approve = (digest: string) => ann.send('POST', `/deliver/approvals/${one.approval.id}/approve`, { digest });
    expect(codeOf(await approve(two.approval.digest))).toEqual([400, 'approval_subject_changed']);
    expect((await approve(one.approval.digest)).status).toBe(200);
    expect(codeOf(await ann.decide(one.approval.id, 'reject'))).toEqual([400, 'already_decided']);
  });

  it('refuse the digest of an approval of another tenant, and change nothing', async () => {
    const other = await service.client();
    const stranger = await ApprovingUser.admin(service, other);
    await ApprovingUser.create(service, other, { name: 'cho' });
    await demand(aPolicy());
    expect((await stranger.send('POST', '/portal/policies', aPolicy())).status).toBe(200);
    const own = await held({ transfer_reference_id: 'same' });
    const same = aPayout(await verifiedParty(other), { speed: 'asap', transfer_reference_id: 'same' });
    const made = (await other.post('/deliver/transfers', same)).body['transfer'] as { id: string };
    const foreign = await approvalOf(made.id, other);
    const stored = () =>
      service.database.query<Body>(
        `SELECT to_jsonb(a) AS approval, (SELECT count(*)::int FROM controls.decisions d
             WHERE d.enterprise_id = a.enterprise_id AND d.approval_id = a.id) AS decisions,
           (SELECT count(*)::int FROM platform.events e
             WHERE e.enterprise_id = a.enterprise_id AND e.resource_id = a.id) AS events,
           (SELECT count(*)::int FROM platform.audit l WHERE l.enterprise_id = a.enterprise_id
             AND l.action LIKE 'approval.%' AND l.subject_id = a.id::text) AS audited
         FROM controls.approvals a WHERE a.id = ANY($1) ORDER BY a.id`,
        [[own.approval.id, foreign.id]],
      );
    const before = await stored();
    expect(before).toMatchObject([
      { decisions: 0, events: 1, audited: 0 },
      { decisions: 0, events: 1, audited: 0 },
    ]);
    for (const verdict of ['approve', 'reject']) {
      const body = { digest: foreign.digest, comment: 'seen elsewhere' };
      const answer = await ann.send('POST', `/deliver/approvals/${own.approval.id}/${verdict}`, body);
      expect(codeOf(answer)).toEqual([400, 'approval_subject_changed']);
    }
    const items = [{ id: own.approval.id, digest: foreign.digest }];
    expect((await ann.send('POST', '/deliver/approvals/decide', { decision: 'approve', items })).body).toEqual({
      results: [{ id: own.approval.id, outcome: 'refused', error_code: 'approval_subject_changed' }],
    });
    expect(await stored()).toEqual(before);
    expect((await transferOf(own.id))['status']).toBe('created');
  });

  it('pay the details that were seen, though the account has got others since; those are a new payee', async () => {
    await untilStatus(client, await create(), 'completed');
    // The worker has read that there was no policy.
    await new Promise((resolve) => setTimeout(resolve, 3_100));
    const amount = { field: 'amount', operator: 'gte', value: 12_500 };
    const payee = { field: 'new_payee', operator: 'within_days', value: 0 };
    await demand(aPolicy({ conditions: [amount] }), aPolicy({ name: 'new payees', conditions: [payee] }));
    const { id, approval } = await held({ amount: 12_500 });
    expect(approval).toMatchObject({ policies: [{ given: 0 }], subject: { destination: { details_version: 1 } } });

    const { body } = await client.get(`/deliver/external/accounts?account_reference_id=${party.account_reference_id}`);
    const [account] = body['external_accounts'] as { readonly id: string }[];
    const details = { payload: { account_number: '9900887766' } };
    expect((await client.send('PATCH', `/deliver/external/accounts/${account!.id}`, details)).status).toBe(200);
    expect((await approvalOf(id)).digest).toBe(approval.digest);
    expect((await ann.decide(approval.id, 'approve')).status).toBe(200);
    await untilStatus(client, id, 'completed');
    const legs = await service.database.query<Body>(
      'SELECT account_version FROM transfers.legs WHERE enterprise_id = $1 AND transfer_id = $2',
      [client.credentials.enterprise_id, id],
    );
    expect(legs).toEqual([{ account_version: 1 }]);

    const next = await held({ amount: 1 });
    expect(next.approval).toMatchObject({
      ...{ policies: [{ name: 'new payees' }], subject: { destination: { details_version: 2 } } },
    });
  });

  it('count one decision for every policy under which the user may approve', async () => {
    await demand(
      aPolicy({ name: 'both', approvers: { users: [ann.name, bob.name] } }),
      aPolicy({ name: 'only bob', approvers: { users: [bob.name] } }),
    );
    const { id, approval } = await held();
    const first = (await ann.decide(approval.id, 'approve')).body['approval'];
    expect(first).toMatchObject({ status: 'pending', policies: [{ given: 1 }, { given: 0 }] });
    expect((await bob.decide(approval.id, 'approve')).body['approval']).toMatchObject({
      status: 'approved',
      policies: [{ given: 2 }, { given: 1 }],
    });
    await untilStatus(client, id, 'completed');
  });

  it('list for each user what he may decide and has not', async () => {
    const dana = await ApprovingUser.create(service, client, { name: 'dana', role: 'admin' });
    await demand(
      aPolicy({ name: 'a', required: 2, conditions: [{ field: 'amount', operator: 'gte', value: 500 }] }),
      aPolicy({
        ...{ name: 'b', approvers: { users: [dana.name, bob.name] } },
        conditions: [{ field: 'metadata', operator: 'equals', value: { key: 'kind', value: 'bonus' } }],
      }),
    );
    const { approval: a } = await held({ amount: 500 });
    const { approval: b } = await held({ amount: 100, metadata: { kind: 'bonus' } });
    const mine = async (user: ApprovingUser, more = '') =>
      ((await user.send('GET', `/deliver/approvals?mine=true${more}`)).body['approvals'] as Approval[]).map(
        ({ id }) => id,
      );
    expect([await mine(ann), await mine(bob), await mine(dana), await mine(admin)]).toEqual([
      ...[[a.id], [b.id, a.id], [b.id], []],
    ]);
    expect(await mine(bob, '&subject_type=transfer&status=pending')).toEqual([b.id, a.id]);
    expect(await mine(bob, `&start_time=${encodeURIComponent(b.requested_at)}`)).toEqual([b.id]);
    await bob.decide(a.id, 'approve');
    expect(await mine(bob)).toEqual([b.id]);
    expect((await client.get('/deliver/approvals?mine=true')).body).toEqual({ approvals: [] });
    expect((await client.get('/deliver/approvals?status=approved')).body).toEqual({ approvals: [] });
  });

  it('decide many at once, each by itself', async () => {
    await demand(aPolicy());
    const [one, two] = [await held(), await held()];
    await bob.decide(two.approval.id, 'reject');
    const missing = '0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a';
    const items = [one.approval, two.approval, { id: missing, digest: one.approval.digest }].map(({ id, digest }) => ({
      ...{ id, digest },
    }));
    const { body } = await ann.send('POST', '/deliver/approvals/decide', { decision: 'approve', items });
    expect(body['results']).toEqual([
      { id: one.approval.id, outcome: 'decided' },
      { id: two.approval.id, outcome: 'refused', error_code: 'approval_closed' },
      { id: missing, outcome: 'refused', error_code: 'unknown_id' },
    ]);
    const rejection = await ann.send('POST', '/deliver/approvals/decide', { decision: 'reject', items });
    expect(codeOf(rejection)).toEqual([400, 'missing_comment']);
    await untilStatus(client, one.id, 'completed');
  });

  it('resume once when the last two approve at the same time, fifty times', async () => {
    await demand(aPolicy({ required: 2 }));
    const all = await Promise.all(Array.from({ length: 50 }, () => held()));
    const answers = await Promise.all(
      all.flatMap(({ approval }) => [ann.decide(approval.id, 'approve'), bob.decide(approval.id, 'approve')]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const { id } of all) await untilStatus(client, id, 'completed');
    const events = await service.database.query<Body>(
      `SELECT count(*)::int AS decided, count(*) FILTER (WHERE data LIKE '%"status":"approved"%')::int AS approved
       FROM platform.events WHERE enterprise_id = $1 AND type = 'approval_decided'`,
      [client.credentials.enterprise_id],
    );
    expect(events).toEqual([{ decided: 100, approved: 50 }]);
  });

  it('keep their past decisions when a user is disabled or gets another role', async () => {
    await demand(aPolicy({ required: 2 }));
    const { id, approval } = await held();
    await ann.decide(approval.id, 'approve');
    const portal = await PortalUser.login(service.api, client.credentials.user);
    await portal.post(`/portal/users/${encodeURIComponent(ann.name)}/disable`);
    expect((await bob.decide(approval.id, 'approve')).body['approval']).toMatchObject({ status: 'approved' });
    await untilStatus(client, id, 'completed');
  });

  it.each([
    ['is disabled', 'POST', '/disable'],
    ['gets another role', 'PATCH', ''],
  ] as const)('are closed at once to a user whom a policy names and who %s', async (_, method, path) => {
    await demand(aPolicy({ approvers: { users: [ann.name, bob.name] } }));
    const { approval } = await held();
    const portal = await PortalUser.login(service.api, client.credentials.user);
    // The service remembers for three seconds that the token is valid.
    expect((await ann.send('GET', '/deliver/approvals')).status).toBe(200);
    const change = { ...(method === 'PATCH' && { role: 'read_only' }) };
    expect((await portal.send(method, `/portal/users/${encodeURIComponent(ann.name)}${path}`, change)).status).toBe(
      200,
    );
    for (const verdict of ['approve', 'reject']) {
      const body = { digest: approval.digest, comment: 'no invoice' };
      expect(codeOf(await ann.send('POST', `/deliver/approvals/${approval.id}/${verdict}`, body))).toEqual([
        ...[403, 'not_an_approver'],
      ]);
    }
    expect((await approvalOf(approval['subject_id'] as string)).status).toBe('pending');
  });

  it('ask who is paid, how well he is known, and how much the day had', async () => {
    const other = await verifiedParty(client);
    await untilStatus(client, await create(), 'completed');
    // The worker has read that there was no policy.
    await new Promise((resolve) => setTimeout(resolve, 3_100));
    await demand(
      aPolicy({ name: 'new payees', conditions: [{ field: 'new_payee', operator: 'within_days', value: 0 }] }),
      aPolicy({ name: 'a day', conditions: [{ field: 'payee_day_total', operator: 'gte', value: 30_000 }] }),
      aPolicy({ name: 'many', conditions: [{ field: 'enterprise_day_count', operator: 'gte', value: 4 }] }),
    );
    const named = async (id: string) =>
      ((await approvalOf(id))['policies'] as { name: string }[]).map(({ name }) => name);
    expect(await named(await create({ destination: other }))).toEqual(['new payees']);
    await untilStatus(client, await create(), 'completed');
    expect(await named(await create({ amount: 17_500 }))).toEqual(['a day']);
    expect(await named(await create({ amount: 1, destination: other }))).toEqual(['many', 'new payees']);
  });

  it('see the transfers of schedules, whose maker is who created the schedule', async () => {
    await demand(aPolicy({ conditions: [{ field: 'origin', operator: 'in', value: ['schedule'] }] }));
    await untilStatus(client, await create(), 'completed');
    const { body } = await admin.send('POST', '/deliver/schedules', {
      ...{ schedule_reference_id: 'rent', destination: party, amount: 100, currency: 'USD', speed: 'asap' },
      ...{ start_date: newYorkDate(new Date(Date.now() + DAY_MS)), recurrence: 'FREQ=DAILY;COUNT=1' },
    });
    const { id, next_payment_date } = body['schedule'] as { id: string; next_payment_date: string };
    await advanceTo(client, newYorkInstant(next_payment_date, '09:00'));
    const [transfer] = (await client.get(`/deliver/transfers?schedule_id=${id}`)).body['transfers'] as { id: string }[];
    const approval = await approvalOf(transfer!.id);
    expect(approval['requested_by']).toBe(admin.name);
    expect(codeOf(await admin.decide(approval.id, 'approve'))).toEqual([403, 'own_approval_forbidden']);
    expect((await ann.decide(approval.id, 'approve')).status).toBe(200);
    await untilStatus(client, transfer!.id, 'completed');
  });
});

describe('approvals whose transfer is canceled before it goes on', () => {
  let service: TestService;
  let client: ApiClient;
  const transferOf = async (id: string) => (await client.get(`/deliver/transfers/${id}`)).body['transfer'] as Body;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    client = await service.client();
  });
  afterAll(() => stopSound(service));

  it('say what was decided, as the transfer does, and neither is approved that was canceled', async () => {
    const worker = await service.startWorker();
    const party = await verifiedParty(client);
    const admin = await ApprovingUser.admin(service, client);
    const ann = await ApprovingUser.create(service, client, { name: 'ann' });
    expect((await admin.send('POST', '/portal/policies', aPolicy())).status).toBe(200);
    const held = async () => {
      const { body } = await client.post('/deliver/transfers', aPayout(party, { speed: 'asap' }));
      const { id } = body['transfer'] as { id: string };
      const approval = await eventually('an approval', async () => (await transferOf(id))['approval'] as Approval);
      return { id, approvalId: approval.id };
    };
    const [approved, rejected, canceled] = [await held(), await held(), await held()];
    const racing = await Promise.all(Array.from({ length: 10 }, held));
    await worker.close();
    const cancel = async (id: string) => (await client.post(`/deliver/transfers/${id}/cancel`)).status;
    const statusesOf = async ({ id, approvalId }: typeof approved) => {
      const { status, approval } = await transferOf(id);
      const { body } = await client.get(`/deliver/approvals/${approvalId}`);
      return [status, (approval as Approval).status, (body['approval'] as Approval).status];
    };

    expect((await ann.decide(approved.approvalId, 'approve')).status).toBe(200);
    expect(await statusesOf(approved)).toEqual(['created', 'approved', 'approved']);
    expect((await ann.decide(rejected.approvalId, 'reject')).status).toBe(200);
    for (const { id } of [approved, rejected, canceled]) expect(await cancel(id)).toBe(202);
    expect((await ann.decide(canceled.approvalId, 'approve')).body['error_code']).toBe('approval_closed');
    expect([await statusesOf(approved), await statusesOf(rejected), await statusesOf(canceled)]).toEqual([
      ...[
        ['failed', 'approved', 'approved'],
        ['failed', 'rejected', 'rejected'],
        ['failed', 'withdrawn', 'withdrawn'],
      ],
    ]);
    for (const each of racing) {
      const [answer] = await Promise.all([ann.decide(each.approvalId, 'approve'), cancel(each.id)]);
      const was = answer.status === 200 ? 'approved' : 'withdrawn';
      expect(await statusesOf(each)).toEqual(['failed', was, was]);
    }
    await service.startWorker();
  });
});

describeIfOneServer('approvals that fifty users give at once, through two apis', () => {
  let service: TestService;
  let secondApi: NestFastifyApplication;
  let client: ApiClient;
  let party: Party;
  let users: ApprovingUser[];
  let watch: AcceptanceWatch;

  beforeAll(async () => {
    service = await startTestService(FROZEN);
    await service.startWorker();
    const { options } = service;
    const module = ApiModule.forRoot(options);
    secondApi = await createHttpApplication({ module, log: options.log, trustedProxies: [] });
    client = await service.client();
    party = await verifiedParty(client);
    await client.post('/sandbox/balance/credit', { amount: 1_000_000 });
    const clients = [client, await ApiClient.login(secondApi, client.credentials)];
    users = [];
    for (let number = 0; number < 50; number++) {
      users.push(await ApprovingUser.create(service, clients[number % 2]!, { name: `user${number}` }));
    }
    const admin = await ApprovingUser.admin(service, client);
    for (const required of [1, 2, 3]) {
      const conditions = [{ field: 'amount', operator: 'gte', value: required * 10_000 }];
      const policy = aPolicy({ name: `by ${required}`, required, conditions });
      expect((await admin.send('POST', '/portal/policies', policy)).status).toBe(200);
    }
    watch = await AcceptanceWatch.start(service.database);
  });
  afterAll(async () => {
    await secondApi.close();
    await stopSound(service);
  });

  it.each([1, 2, 3])('count %i of them if so many are required, and are resumed and paid once', async (required) => {
    const body = aPayout(party, { speed: 'asap', amount: required * 10_000 });
    const { id } = (await client.post('/deliver/transfers', body)).body['transfer'] as { id: string };
    const read = async () =>
      (await client.get(`/deliver/approvals?subject_id=${id}`)).body['approvals'] as (Approval & {
        readonly decisions: readonly { readonly user: string }[];
      })[];
    const asked = await eventually('an approval', async () => (await read())[0]);
    const path = `/deliver/approvals/${asked.id}/approve`;
    // Who waits too long for the others is asked to try again.
    const decide = async (user: ApprovingUser): ReturnType<ApprovingUser['send']> => {
      const answer = await user.send('POST', path, { digest: asked.digest });
      return answer.status === 503 ? decide(user) : answer;
    };
    const answers = await Promise.all(users.map(decide));

    const counted = users.filter((_, index) => answers[index]!.status === 200).map(({ name }) => name);
    expect(counted).toHaveLength(required);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body: { error_code } }) => [status, error_code])).toEqual(
      refused.map(() => [400, 'approval_closed']),
    );
    await untilStatus(client, id, 'completed');
    const [{ status, decisions }] = (await read()) as [Awaited<ReturnType<typeof read>>[number]];
    expect([status, decisions.map(({ user }) => user).sort()]).toEqual(['approved', counted.sort()]);
    // Once when it was made, and once more.
    expect(await watch.timesOf([id])).toEqual([2]);
    const events = await service.database.query<Body>(
      `SELECT data::jsonb #>> '{approval,status}' AS status FROM platform.events
       WHERE resource_id = $1 AND type = 'approval_decided' ORDER BY sequence`,
      [asked.id],
    );
    // The others tell of decisions after which more are needed.
    const statuses = [...Array.from({ length: required - 1 }, () => 'pending'), 'approved'];
    expect(events.map((event) => event['status'])).toEqual(statuses);
    const entries = await service.database.query<Body>(
      'SELECT kind FROM ledger.entries WHERE subject_id = $1 ORDER BY position',
      [id],
    );
    expect(entries.map(({ kind }) => kind)).toEqual(['reserve', 'submit', 'settle']);
  });
});
