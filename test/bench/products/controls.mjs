// What policies and limits cost: transfers worked off with three of each that all pass, beside those of an enterprise without.
// And the approvals that a user may decide, few and many.
import { median, newReference, progress } from '../load.mjs';
import { ask, transfer } from '../party.mjs';
import { pileUp, SETTINGS as WITHOUT_WAITING } from '../pipeline.mjs';
import { compareLatency, LIST_SHARE } from './latency.mjs';
import { idle, openWorld, until } from './world.mjs';

/** Each looks something up, and none holds anything. */
const CONDITIONS = {
  'Large days of a payee': { field: 'payee_day_total', operator: 'gte', value: 999_999_999_999_999 },
  'Many of a day': { field: 'enterprise_day_count', operator: 'gte', value: 1_000_000 },
  'Large payments to new payees': { field: 'amount', operator: 'gte', value: 9_999_999_999 },
};
const LIMITS = [
  { name: 'Payouts of a day', per: 'enterprise', window: 'day' },
  { name: 'Payouts to a customer', per: 'customer', window: '30d' },
  { name: 'Payouts to an account', per: 'account', window: '7d' },
];
const POLICY = {
  applies_to: ['transfer'],
  required: 1,
  approvers: { roles: ['admin', 'payment_approver'] },
  enabled: true,
};
/** In which policies and limits reach every process. */
const REACH_MS = 3_500;
const FEW = 100;

/** @returns transfers a second that one worker works off, without controls and with them */
export async function measureControls(stage, { rounds, seconds }) {
  const world = await openWorld(stage, 'controls', WITHOUT_WAITING);
  const [without, controlled] = [await world.enterprise(), await world.enterprise()];
  await world.settle();
  await controlAll(controlled);
  const rates = { without: [], controlled: [] };
  for (let round = 1; round <= rounds; round += 1) {
    const turns = Object.entries({ without, controlled });
    for (const [name, api] of round % 2 === 0 ? turns.reverse() : turns) {
      const run = { ...world, api, seconds };
      const { rate } = await pileUp(run);
      await run.worker.stop();
      rates[name].push(rate);
      progress(`controls  round ${round}  ${name}: ${rate}/s`);
    }
  }
  return { without: median(rates.without), controlled: median(rates.controlled) };
}

// Two users may approve: whoever makes a transfer does not count.
async function appoint({ enterprise_id, url, admin }) {
  const body = { name: `approver-${enterprise_id}`, role: 'payment_approver' };
  await ask(url, 'POST', '/portal/users', { headers: admin, body });
}

async function controlAll(enterprise) {
  await appoint(enterprise);
  const { url, admin } = enterprise;
  const post = (path, body) => ask(url, 'POST', path, { headers: admin, body });
  for (const [name, condition] of Object.entries(CONDITIONS)) {
    await post('/portal/policies', { ...POLICY, name, conditions: [condition] });
  }
  for (const limit of LIMITS) {
    const most = { max_amount: 999_999_999_999_999, max_count: 1_000_000 };
    await post('/portal/limits', { ...limit, ...most, direction: 'out', action: 'refuse', enabled: true });
  }
  await new Promise((resolve) => setTimeout(resolve, REACH_MS));
}

/** @returns the latency of the list of what a user may decide, with a hundred that wait and with `rows` */
export async function measureApprovals(stage, { rows, ...load }) {
  const world = await openWorld(stage, 'approvals');
  const worker = await world.startWorker();
  const enterprises = { few: await world.enterprise(), many: await world.enterprise() };
  for (const [name, enterprise] of Object.entries(enterprises)) {
    await hold(world, enterprise, name === 'few' ? FEW : rows);
  }
  await idle(world.owner);
  await worker.stop();
  await world.owner.query('VACUUM ANALYZE');
  const operation = { method: 'GET', path: '/deliver/approvals?mine=true' };
  const contestants = Object.entries(enterprises).map(([name, { url, admin }]) => ({
    ...{ name, operation, server: { url, headers: admin } },
  }));
  return { rows, ...(await compareLatency('approvals', contestants, { ...load, rate: load.rate * LIST_SHARE })) };
}

/** A transfer that waits for an approval, and as many approvals like its own. */
async function hold({ owner }, enterprise, wanted) {
  await appoint(enterprise);
  const { enterprise_id, url, headers, admin } = enterprise;
  const policy = { ...POLICY, name: 'All', conditions: [{ field: 'amount', operator: 'gte', value: 1 }] };
  await ask(url, 'POST', '/portal/policies', { headers: admin, body: policy });
  await new Promise((resolve) => setTimeout(resolve, REACH_MS));
  const body = transfer(newReference());
  await ask(url, 'POST', '/deliver/transfers', { headers, body });
  const mine = () => ask(url, 'GET', '/deliver/approvals?mine=true', { headers: admin });
  await until(async () => (await mine()).approvals.length === 1);
  await owner.query(
    `INSERT INTO controls.approvals
     SELECT (jsonb_populate_record(a, jsonb_build_object('id', uuidv7(), 'subject_id', uuidv7(),
       'created_at', a.created_at - n * interval '1 ms'))).*
     FROM controls.approvals a, generate_series(2, $2::int) AS n WHERE enterprise_id = $1`,
    [enterprise_id, wanted],
  );
  if ((await mine()).approvals.length !== Math.min(wanted, 100)) throw new Error('the copies cannot be decided');
}
