import { eventually } from '@payments/testing';
import { Client } from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { AcceptanceWatch, aPolicy, ApprovingUser } from '../support/approvers.js';
import { chooseSeed, seededRandom } from '../support/e2e/seeded-random.js';
import { expectSound } from '../support/ledger-sound.js';
import { aPayout } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { describeOnOneServer } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('libs/controls/src', 'libs/messaging/src');

const describeIfOneServer = describeOnOneServer('A trigger is planted that notes what it sees');

const POLICIES = 5;
const TRANSFERS = 36;
const AT_ONCE = 6;
const UNANSWERED: { status: number; body: Readonly<Record<string, unknown>> } = { status: 503, body: {} };

type Role = 'admin' | 'payment_approver';
type Verdict = 'approve' | 'reject';

interface User {
  readonly role: Role;
  readonly session: ApprovingUser;
}

interface RandomPolicy {
  readonly name: string;
  readonly from: number;
  /** Of the metadata that it is about; undefined: whatever it is. */
  readonly kind: string | undefined;
  readonly required: number;
  readonly approvers: { readonly roles: readonly Role[] } | { readonly users: readonly string[] };
}

interface Sent {
  readonly id: string;
  /** The user; undefined: a client. */
  readonly maker: User | undefined;
  /** What matched it. */
  readonly policies: readonly RandomPolicy[];
}

interface Decided {
  readonly transfer_id: string;
  readonly user_name: string;
  readonly decision: Verdict;
  readonly decided_at: Date;
}

const mayDecide = ({ role, session }: User, { approvers }: RandomPolicy) =>
  'users' in approvers ? approvers.users.includes(session.name) : approvers.roles.includes(role);

describeIfOneServer('approvals under random policies, though workers are killed at any moment', () => {
  const seed = chooseSeed();
  const random = seededRandom(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const oneOf = <T>(choices: readonly T[]) => choices[upTo(choices.length)]!;
  const shuffled = <T>(all: readonly T[]) =>
    all
      .map((one) => ({ one, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ one }) => one);
  let service: TestService;
  let client: ApiClient;
  let party: Party;
  let owner: Client;
  let killed: Promise<unknown> = Promise.resolve();
  let watch: AcceptanceWatch;
  let users: User[];
  let policies: RandomPolicy[];
  let sent: Sent[];
  /** What each transfer must have become, by what its users were answered. */
  const expected = new Map<string, 'completed' | 'failed' | 'created'>();

  beforeAll(async () => {
    process.stdout.write(`TEST_SEED=${seed}\n`);
    service = await startTestService(FROZEN);
    await Promise.all([service.startWorker(), service.startWorker()]);
    owner = new Client({ connectionString: service.database.adminUrl });
    await owner.connect();
    client = await service.client();
    party = await verifiedParty(client);
    await client.post('/sandbox/balance/credit', { amount: 10_000_000 });
    const admin = await ApprovingUser.admin(service, client);
    users = [{ role: 'admin', session: admin }];
    for (const [name, role] of [
      ...(['ann', 'ben', 'cho', 'dan'].map((each) => [each, 'payment_approver']) as [string, Role][]),
      ...(['eve', 'fay', 'gil'].map((each) => [each, 'admin']) as [string, Role][]),
    ]) {
      users.push({ role, session: await ApprovingUser.create(service, client, { name, role }) });
    }
    policies = Array.from({ length: POLICIES }, (_, index) => aRandomPolicy(`policy ${index}`));
    for (const { name, from, kind, required, approvers } of policies) {
      const amount = { field: 'amount', operator: 'gte', value: from };
      const metadata = { field: 'metadata', operator: 'equals', value: { key: 'kind', value: kind } };
      const conditions = kind === undefined ? [amount] : [amount, metadata];
      const answer = await admin.send('POST', '/portal/policies', aPolicy({ name, required, approvers, conditions }));
      expect([seed, answer.status, answer.text]).toEqual([seed, 200, answer.text]);
    }
    watch = await AcceptanceWatch.start(service.database);
    sent = await sendAll();
    const held = sent.filter((one) => one.policies.length > 0);
    // Planned before any is made, so that the seed decides them whatever is answered when.
    const plans = held.map((one) => ({ one, decisions: aPlan(one) }));
    for (let first = 0; first < plans.length; first += AT_ONCE) {
      await Promise.all([...plans.slice(first, first + AT_ONCE).map(decideAll), kill()]);
    }
    for (const { id } of sent) if (!expected.has(id)) expected.set(id, 'completed');
    await eventually(`everything that may end has ended (TEST_SEED=${seed})`, async () => {
      const ended = [...expected].filter(([, status]) => status !== 'created').length;
      const [found] = await rows<{ ended: number }>(
        `SELECT count(*)::int AS ended FROM transfers.transfers
         WHERE enterprise_id = $1 AND status IN ('completed', 'failed')`,
      );
      return found!.ended >= ended;
    });
  });
  afterAll(async () => {
    await owner.end();
    await service.stop();
  });

  const rows = <Row>(sql: string) => service.database.query<Row>(sql, [client.credentials.enterprise_id]);

  /** One that can be satisfied whoever is the maker. */
  function aRandomPolicy(name: string): RandomPolicy {
    const required = 1 + upTo(3);
    const roles = oneOf<readonly Role[]>([['payment_approver'], ['admin'], ['admin', 'payment_approver']]);
    const names = shuffled(users).map(({ session }) => session.name);
    const approvers = random() < 0.5 ? { roles } : { users: names.slice(0, required + 1 + upTo(4)) };
    return { name, from: 100 * (1 + upTo(350)), kind: oneOf([undefined, undefined, 'a', 'b']), required, approvers };
  }

  /** Ends every connection that is in a transaction, as a killed process would. */
  function kill(): Promise<unknown> {
    // A connection runs one statement at a time.
    killed = killed.then(() =>
      owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
      ),
    );
    return killed;
  }

  async function sendAll(): Promise<Sent[]> {
    const all: Sent[] = [];
    for (let number = 0; number < TRANSFERS; number++) {
      const byClient = random() < 0.5;
      // The first administrator owns the client.
      const maker = byClient ? users[0]! : oneOf(users.filter(({ role }) => role === 'admin'));
      // Whole dollars: in the sandbox cents decide outcomes.
      const [amount, kind] = [100 * (1 + upTo(450)), oneOf(['a', 'b', 'c'])];
      const payload = aPayout(party, { amount, speed: 'asap', metadata: { kind } });
      const { status, text, body } = await (byClient
        ? client.post('/deliver/transfers', payload)
        : maker.session.send('POST', '/deliver/transfers', payload));
      expect([seed, status, text]).toEqual([seed, 200, text]);
      const matching = policies.filter((each) => amount >= each.from && (each.kind ?? kind) === kind);
      all.push({ id: (body['transfer'] as { readonly id: string }).id, maker, policies: matching });
      if (number % 8 === 7) await kill();
    }
    return all;
  }

  /** What users do, in their order: the maker always tries, some do nothing, and a few reject. */
  function aPlan({ maker }: Sent): readonly (readonly [User, Verdict])[] {
    const rejects = random() < 0.25 ? 0.3 : 0;
    const deciding = shuffled(users).filter((user) => user === maker || random() < 0.8);
    return deciding.map((user) => [user, random() < rejects ? 'reject' : 'approve'] as const);
  }

  /** Has the users decide one after the other, and compares what they are answered with what the rules say. */
  async function decideAll({ one, decisions }: { one: Sent; decisions: ReturnType<typeof aPlan> }): Promise<void> {
    const { id } = await eventually(`an approval of ${one.id} (TEST_SEED=${seed})`, async () => {
      const { body } = await client.get(`/deliver/approvals?subject_id=${one.id}`).catch(() => UNANSWERED);
      return (body['approvals'] as { readonly id: string }[] | undefined)?.[0];
    });
    const approving: User[] = [];
    const given = (policy: RandomPolicy) => approving.filter((user) => mayDecide(user, policy)).length;
    let end: 'completed' | 'failed' | 'created' = 'created';
    for (const [number, [user, verdict]] of decisions.entries()) {
      const [counts, isMaker] = [one.policies.some((policy) => mayDecide(user, policy)), user === one.maker];
      const refusal = isMaker ? 'own_approval_forbidden' : counts ? 'approval_closed' : 'not_an_approver';
      const code = isMaker || !counts || end !== 'created' ? refusal : undefined;
      if (number % 4 === 2) await kill();
      // What was rolled back is decided again: the same decision changes nothing.
      const answer = await eventually(`${user.session.name} decides (TEST_SEED=${seed})`, async () => {
        const { status, body } = await user.session.decide(id, verdict).catch(() => UNANSWERED);
        return status < 500 && { code: body['error_code'] };
      });
      expect({ seed, transfer: one.id, user: user.session.name, ...answer }).toEqual({
        ...{ seed, transfer: one.id, user: user.session.name, code },
      });
      if (code !== undefined) continue;
      if (verdict === 'reject') end = 'failed';
      else approving.push(user);
      if (end === 'created' && one.policies.every((policy) => given(policy) >= policy.required)) end = 'completed';
    }
    expected.set(one.id, end);
  }

  it('hold, release and fail what their policies and users say, and nothing else', async () => {
    const statuses = await rows<{ id: string; status: string }>(
      'SELECT id, status FROM transfers.transfers WHERE enterprise_id = $1 ORDER BY id',
    );
    const all = [...expected].map(([id, status]) => ({ id, status })).sort((a, b) => (a.id < b.id ? -1 : 1));
    expect({ seed, statuses }).toEqual({ seed, statuses: all });
    await expectSound(service.database);
  });

  it('let no money out before every policy that matched had enough different approvers, none of them the maker', async () => {
    const entries = await rows<{ subject_id: string; kind: string; created_at: Date }>(
      'SELECT subject_id, kind, created_at FROM ledger.entries WHERE enterprise_id = $1 ORDER BY position',
    );
    const decided = await rows<Decided>(
      `SELECT a.subject_id AS transfer_id, d.user_name, d.decision, d.decided_at FROM controls.decisions d
       JOIN controls.approvals a ON a.enterprise_id = d.enterprise_id AND a.id = d.approval_id WHERE d.enterprise_id = $1`,
    );
    const early = sent.flatMap(({ id, maker, policies: matching }) => {
      const first = entries.find(({ subject_id }) => subject_id === id);
      if (first === undefined) return [];
      const before = decided.filter((each) => each.transfer_id === id && each.decided_at <= first.created_at);
      const approving = new Set(before.filter(({ decision }) => decision === 'approve').map((each) => each.user_name));
      const eligible = users.filter((user) => user !== maker && approving.has(user.session.name));
      const lacking = matching.filter(
        (policy) => eligible.filter((user) => mayDecide(user, policy)).length < policy.required,
      );
      const isRejected = before.some(({ decision }) => decision === 'reject');
      return isRejected || lacking.length > 0 ? [{ id, kind: first.kind, lacking }] : [];
    });
    expect({ seed, early }).toEqual({ seed, early: [] });
    const submitted = entries.filter(({ kind }) => kind === 'submit').map(({ subject_id }) => subject_id);
    const paid = [...expected].filter(([, status]) => status === 'completed').map(([id]) => id);
    expect({ seed, submitted: submitted.sort() }).toEqual({ seed, submitted: paid.sort() });
  });

  it('resume what they decide once, and tell its end once', async () => {
    // Once when it is made, and once when its approval is decided.
    const due = sent.map(({ id, policies: { length } }) => (length > 0 && expected.get(id) !== 'created' ? 2 : 1));
    expect({ seed, times: await watch.timesOf(sent.map(({ id }) => id)) }).toEqual({ seed, times: due });
    const told = await rows<{ subject_id: string; requested: number; ended: number }>(
      `SELECT a.subject_id, count(*) FILTER (WHERE e.type = 'approval_requested')::int AS requested,
         count(*) FILTER (WHERE e.data::jsonb #>> '{approval,status}' <> 'pending')::int AS ended
       FROM controls.approvals a JOIN platform.events e ON e.enterprise_id = a.enterprise_id AND e.resource_id = a.id
       WHERE a.enterprise_id = $1 GROUP BY a.id, a.subject_id ORDER BY a.subject_id`,
    );
    const held = sent.filter((one) => one.policies.length > 0).map(({ id }) => id);
    const once = held.sort().map((subject_id) => {
      return { subject_id, requested: 1, ended: expected.get(subject_id) === 'created' ? 0 : 1 };
    });
    expect({ seed, told }).toEqual({ seed, told: once });
  });
});
