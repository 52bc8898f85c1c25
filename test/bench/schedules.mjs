// Schedules that are all due at one instant: how long a worker takes to make their transfers, beside creating transfers.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEnterprise } from './growth.mjs';
import { load, newReference, progress, requestOf } from './load.mjs';
import { addParty, ask, logIn, transfer } from './party.mjs';
import { API, library, ownerOf, WORKER } from './stage.mjs';

/** The clock is moved; nothing is due by itself. */
const SETTINGS = { SANDBOX_DAY_SECONDS: '36000' };
const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 300_000;
const DAY_MS = 86_400_000;
const creation = { method: 'POST', path: '/deliver/transfers', bodyOf: transfer };

/** @returns the seconds until `count` schedules have made their transfers, and creations a second on the same database. */
export async function measureSchedules(stage, { count, ...options }) {
  const database = await stage.another('schedules');
  const owner = await ownerOf(database);
  try {
    const { login } = createEnterprise(database.env);
    const { url } = await database.start(API, SETTINGS);
    const headers = await logIn(url, login);
    await addParty(url, headers);
    const worker = await database.start(WORKER, SETTINGS);
    await until(async () => (await countOf(owner, 'platform.tasks WHERE run_at <= now()')) === 0);
    const due = await schedule({ url, headers, owner, count });
    const begun = performance.now();
    const advanced = ask(url, 'POST', '/sandbox/clock/advance', { headers, body: { to: due.toISOString() } });
    await until(async () => (await countOf(owner, `schedules.occurrences WHERE status = 'made'`)) >= count);
    const seconds = (performance.now() - begun) / 1_000;
    progress(`schedules  ${count} due at once: made in ${seconds.toFixed(1)} s`);
    await advanced;
    await worker.stop();
    await owner.query('VACUUM ANALYZE');
    const { rate } = await load({ url, headers }, requestOf(creation), options);
    progress(`schedules  ${Math.round(rate)}/s created`);
    return { count, seconds: Number(seconds.toFixed(2)), created: Math.round(rate) };
  } finally {
    await owner.end();
  }
}

// One schedule through the API, and copies of it with their tasks. @returns when they are due
async function schedule({ url, headers, owner, count }) {
  const { newYorkDate, newYorkInstant } = library('kernel');
  const body = {
    ...{ schedule_reference_id: newReference(), amount: 100, currency: 'USD', speed: 'standard' },
    destination: transfer('').destination,
    ...{ start_date: newYorkDate(new Date(Date.now() + DAY_MS)), recurrence: 'FREQ=WEEKLY' },
  };
  const { schedule: first } = await ask(url, 'POST', '/deliver/schedules', { headers, body });
  await owner.query(`CREATE TEMP TABLE copies AS SELECT uuidv7() AS id, n FROM generate_series(2, ${count}) n`);
  await owner.query(
    `INSERT INTO schedules.schedules
     SELECT (jsonb_populate_record(s, jsonb_build_object('id', c.id, 'schedule_reference_id', 'copy-' || n))).*
     FROM schedules.schedules s, copies c WHERE s.id = $1`,
    [first.id],
  );
  await owner.query(
    `INSERT INTO platform.tasks
     SELECT (jsonb_populate_record(t, jsonb_build_object('id', uuidv7(), 'subject_id', c.id))).*
     FROM platform.tasks t, copies c WHERE t.subject_id = $1`,
    [first.id],
  );
  await owner.query('VACUUM ANALYZE');
  return newYorkInstant(first.next_payment_date, '09:00');
}

async function until(isSo) {
  const patientUntil = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > patientUntil) throw new Error('the worker does not get its work done');
    await sleep(LOOK_EVERY_MS);
  }
}

async function countOf(owner, rows) {
  const { rows: found } = await owner.query(`SELECT count(*)::int AS count FROM ${rows}`);
  return found[0].count;
}
