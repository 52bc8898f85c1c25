// Creating transfers on databases that are there already, such as one server and Citus: requests, and what each server
// of a database spends on one.
import { createEnterprise } from './growth.mjs';
import { load, newReference, progress, requestOf } from './load.mjs';
import { addParty, ask, logIn, transfer } from './party.mjs';
import { processorSecondsOf } from './processor-time.mjs';
import { API, require, startServer } from './stage.mjs';

const ENTERPRISES = 20;
const WARM_UP_SECONDS = 3;
const creation = { method: 'POST', path: '/deliver/transfers', bodyOf: transfer };
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/**
 * @param urls of owners of migrated databases, on servers of this machine
 * @param env with the keys of the databases
 * @returns for each: requests a second, and the processor time of each of its servers for a transfer
 */
export async function compareDatabases(urls, env, { rounds, ...options }) {
  const contestants = [];
  try {
    for (const url of urls) contestants.push(await contestantOn(url, env));
    for (const each of contestants) await load(each, each.request(), { ...options, seconds: WARM_UP_SECONDS });
    for (let round = 1; round <= rounds; round++) {
      for (const each of contestants) await measure(each, options);
    }
    return contestants.map(({ name, runs }) => ({
      name,
      rate: median(runs.map(({ rate }) => rate)),
      p99_ms: median(runs.map(({ p99 }) => p99)),
      spent_us: runs[0].spent_us.map(({ name: server }, index) => ({
        server,
        us: median(runs.map(({ spent_us }) => spent_us[index].us)),
      })),
    }));
  } finally {
    for (const { stop } of contestants) await stop();
  }
}

/** What `compareDatabases` found, as a table. */
export function databasesTable(found) {
  const [{ rate: first }] = found;
  return [
    '| database | requests/s | ÷ the first | p99 ms | processor time of each server for a transfer |',
    '| --- | ---: | ---: | ---: | --- |',
    ...found.map(({ name, rate, p99_ms, spent_us }) => {
      const spent = spent_us.map(({ server, us }) => `${server} ${Math.round(us)} µs`).join(', ');
      return `| ${name} | ${Math.round(rate)} | ${(rate / first).toFixed(2)} | ${p99_ms} | ${spent} |`;
    }),
  ].join('\n');
}

async function measure(contestant, options) {
  const { postmasters, pid } = contestant;
  const processes = [...postmasters, { name: 'api', pid }];
  const before = processes.map(processorSecondsOf);
  const { rate, p99, sent } = await load(contestant, contestant.request(), options);
  const spent_us = processes.map((process, index) => ({
    name: process.name,
    us: (1e6 * (processorSecondsOf(process) - before[index])) / sent,
  }));
  contestant.runs.push({ rate, p99, spent_us });
  progress(`${contestant.name}: ${Math.round(rate)}/s, p99 ${p99} ms`);
}

async function contestantOn(databaseUrl, env) {
  const settings = { ...env, DATABASE_URL: databaseUrl, DATABASE_ADMIN_URL: '' };
  const server = await startServer(API, settings);
  const clients = [];
  for (let number = 1; number <= ENTERPRISES; number++) {
    const { login } = createEnterprise(settings, `Bench ${Date.now()} ${number}`);
    const headers = await logIn(server.url, login);
    await addParty(server.url, headers);
    await ask(server.url, 'POST', '/deliver/transfers', { headers, body: transfer(newReference()) });
    clients.push(headers);
  }
  let turn = 0;
  const headersOf = () => clients[turn++ % clients.length];
  const { host, pathname } = new URL(databaseUrl);
  return {
    ...server,
    name: `${host}${pathname}`,
    postmasters: await postmastersOf(databaseUrl),
    runs: [],
    request: () => requestOf({ ...creation, headersOf }),
  };
}

// Those of Citus too, the coordinator first.
async function postmastersOf(databaseUrl) {
  const hasNodes = `SELECT to_regclass('pg_dist_node') IS NOT NULL AS found`;
  const [{ found }] = await query(databaseUrl, hasNodes);
  const nodes = found ? await query(databaseUrl, 'SELECT nodename, nodeport FROM pg_dist_node ORDER BY groupid') : [];
  const urls = nodes.map(({ nodename, nodeport }) => {
    const url = new URL(databaseUrl);
    url.host = `${nodename}:${nodeport}`;
    return url.href;
  });
  return Promise.all(
    (urls.length > 0 ? urls : [databaseUrl]).map(async (url) => {
      const [{ pid }] = await query(url, `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid`);
      return { name: new URL(url).port, pid, isServer: true };
    }),
  );
}

async function query(connectionString, sql) {
  const { Client } = require('pg');
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
