// What a benchmark of a product plays on: an enterprise on a database of its own, an api, and a worker when it is wanted.
import { setTimeout as sleep } from 'node:timers/promises';
import { createEnterprise } from '../growth.mjs';
import { addParty, ask, logIn } from '../party.mjs';
import { API, ownerOf, WORKER } from '../stage.mjs';

/** The clock is moved; nothing is due by itself. */
const STILL = { SANDBOX_DAY_SECONDS: '36000' };
const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 600_000;
let enterprises = 0;

/** @param settings of the api and the worker, beside those of every benchmark */
export async function openWorld(stage, name, settings = STILL) {
  const database = await stage.another(name);
  const owner = await ownerOf(database);
  stage.closes(() => owner.end());
  const api = await database.start(API, settings);
  const startWorker = () => database.start(WORKER, settings);
  const settle = async () => {
    const worker = await startWorker();
    await idle(owner);
    await worker.stop();
  };
  return {
    ...{ owner, database, startWorker },
    /** Lets a worker do what is left, the verification of parties say. */
    settle,
    /** An enterprise with a verified party: headers of its client and of its first user. */
    enterprise: () => enterpriseOn(database, api.url),
  };
}

async function enterpriseOn(database, url) {
  const { enterprise_id, login, api_key, user } = createEnterprise(database.env, `Bench ${(enterprises += 1)}`);
  const headers = await logIn(url, login);
  await addParty(url, headers);
  const { access_token } = await ask(url, 'POST', '/authenticate', { body: user });
  const admin = { ...headers, authorization: `Bearer ${access_token}`, 'x-api-key': api_key };
  return { enterprise_id, url, headers, admin, user };
}

/** Waits until `look` finds something. @returns what it has found */
export async function until(look) {
  for (const end = Date.now() + PATIENCE_MS; ;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error('the worker does not get its work done');
    await sleep(LOOK_EVERY_MS);
  }
}

/** Waits until a worker has nothing left to do. */
export function idle(owner) {
  return until(async () => {
    const { rows } = await owner.query('SELECT NOT EXISTS (SELECT FROM platform.tasks WHERE run_at <= now()) AS idle');
    return rows[0].idle;
  });
}
