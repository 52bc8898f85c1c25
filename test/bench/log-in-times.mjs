// How long a log-in with an unknown name takes, and one with a wrong password: node test/bench/log-in-times.mjs. They
// come in turns from many addresses; what was counted is forgotten in between, for the delay of a name would hide all.
import { performance } from 'node:perf_hooks';
import { require, root, setStage } from './stage.mjs';
import { join } from 'node:path';

const TRIES = 500;
const WARM_UP = 20;
const FORGET_EVERY = 8;

const { Client } = require('pg');
const { withApplication } = require(join(root, 'dist/apps/cli/src/support/application.js'));
const { CreateEnterprise } = require(join(root, 'dist/libs/auth/src/index.js'));

const stage = await setStage();
try {
  const { user } = await withApplication(stage.config, (app) =>
    app.get(CreateEnterprise, { strict: false }).execute({ name: 'Bench' }),
  );
  const settings = { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_ADDRESS: '100000' };
  const { url } = await stage.start('dist/apps/api/src/main.js', settings);
  const database = new Client({ connectionString: stage.appUrl });
  await database.connect();
  const times = { unknown: [], wrong: [] };
  for (let i = 0; i < TRIES + WARM_UP; i++) {
    if (i % FORGET_EVERY === 0) {
      await database.query('BEGIN; SET LOCAL ROLE payments_auth; DELETE FROM auth.login_failures; COMMIT');
    }
    const kinds = i % 2 === 0 ? ['unknown', 'wrong'] : ['wrong', 'unknown'];
    for (const kind of kinds) {
      const name = kind === 'wrong' ? user.name : `admin@nobody-${'x'.repeat(6)}`;
      const ms = await time(`${url}/authenticate`, { name, password: `guess ${i}` }, i);
      if (i >= WARM_UP) times[kind].push(ms);
    }
  }
  await database.end();
  const [unknown, wrong] = [median(times.unknown), median(times.wrong)];
  const difference = Math.abs(unknown / wrong - 1);
  console.log(`median of ${TRIES}: unknown name ${unknown.toFixed(2)} ms, wrong password ${wrong.toFixed(2)} ms`);
  console.log(`difference ${(difference * 100).toFixed(2)} %`);
  if (difference >= 0.05) process.exitCode = 1;
} finally {
  await stage.close();
}

async function time(url, body, i) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `198.51.${i >> 8}.${i & 255}` };
  const start = performance.now();
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  if (answer.status !== 401) throw new Error(`answered ${answer.status}`);
  return performance.now() - start;
}

function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1];
}
