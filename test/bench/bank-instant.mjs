// `npm run bench -- --bank-instant`: payouts over RTP at a steady rate, from the moment when each is accepted until all bytes of
// its message are at the simulated bank, over SFTP. The bank answers each with its status.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOOK_EVERY_MS, startBank, useBank } from './bank-stage.mjs';
import { createEnterprise } from './growth.mjs';
import { addParty, logIn, transfer } from './party.mjs';
import { API, ownerOf, WORKER } from './stage.mjs';
import { sendAll } from './steady-load.mjs';
import { STEPS } from './bank-tables.mjs';

const PATIENCE_MS = 60_000;
const WARM_UP_SECONDS = 5;
const PAYOUT = {
  ...{ method: 'POST', path: '/deliver/transfers' },
  bodyOf: (reference) => ({ ...transfer(reference), speed: 'asap' }),
};
const INSTANT = {
  ...{ rails: { ach: 'off', same_day_ach: 'off', rtp: 'iso', fednow: 'off' }, windows: [] },
  inbound: [{ directory: '/outbound', poll_seconds: 1, stable_seconds: 1 }],
};

/** @returns milliseconds at p50 and p99 until each step, of so many payouts */
export async function measureBankInstant(stage, { rate, seconds, connections }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-instant-'));
  const bank = await startBank(join(folder, 'bank'));
  const owner = await ownerOf(stage);
  try {
    const { enterprise_id, login } = createEnterprise(stage.env);
    const env = useBank(folder, bank, { enterprises: [enterprise_id], ...INSTANT });
    const api = await stage.start(API, env);
    const headers = await logIn(api.url, login);
    await addParty(api.url, headers);
    const worker = await stage.start(WORKER, env);
    const send = (lasting) => sendAll({ ...api, headers }, PAYOUT, { rate, seconds: lasting, connections });
    await send(WARM_UP_SECONDS);
    await untilAllAreSent(owner);
    const [{ now }] = (await owner.query('SELECT now()::text AS now')).rows;
    await send(seconds);
    await untilAllAreSent(owner);
    const { rows } = await owner.query(TIMES, [now]);
    await worker.stop();
    await api.stop();
    return { rate, ...rows[0] };
  } finally {
    await owner.end();
    await bank.stop();
    rmSync(folder, { recursive: true });
  }
}

const OF_TRANSFERS = `
  FROM transfers.transfers t
    JOIN transfers.legs l ON l.enterprise_id = t.enterprise_id AND l.transfer_id = t.id
    LEFT JOIN rails.entries e ON e.enterprise_id = l.enterprise_id AND e.end_to_end_id = l.end_to_end_id
    LEFT JOIN rails.files f ON f.id = e.file_id`;

const TIMES = `
  SELECT count(*)::int AS count, ${Object.keys(STEPS)
    .map((step) => `percentile_cont(ARRAY[0.5, 0.99]) WITHIN GROUP (ORDER BY 1000 * ${step}::float8) AS ${step}`)
    .join(', ')}
  FROM (SELECT extract(epoch FROM e.created_at - t.created_at) AS ordered,
      extract(epoch FROM f.created_at - t.created_at) AS begun,
      extract(epoch FROM f.uploaded_at - t.created_at) AS uploaded
    ${OF_TRANSFERS} WHERE t.created_at >= $1::timestamptz) AS times`;

async function untilAllAreSent(owner) {
  const begun = performance.now();
  const unsent = async () =>
    (await owner.query(`SELECT count(*)::int AS count ${OF_TRANSFERS} WHERE f.uploaded_at IS NULL`)).rows[0].count;
  while ((await unsent()) > 0) {
    if (performance.now() - begun > PATIENCE_MS) throw new Error(`${await unsent()} payouts are not at the bank`);
    await sleep(LOOK_EVERY_MS);
  }
}
