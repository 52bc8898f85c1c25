// What the guards cost: their processor time for a request, beside that of a whole request that creates a transfer.
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { load as send, progress, requestOf } from './load.mjs';
import { logIn, transfer } from './party.mjs';
import { require, root } from './stage.mjs';

const CALLS = 100_000;
const WARM_UP_CALLS = 20_000;
const TURN = 100;
const creation = { method: 'POST', path: '/deliver/transfers', bodyOf: transfer };

/**
 * @param app the service within this process, whose guards are called one request after the other.
 * @param service an api process, which creates transfers under load.
 */
export async function measureGuards({ app, service, login, load }) {
  const headers = await logIn(service.url, login);
  const contestant = { ...service, headers };
  await send(contestant, requestOf(creation), load);
  const rounds = [];
  for (let round = 1; round <= load.rounds; round++) {
    const before = await cpuSecondsOf(service);
    const { sent } = await send(contestant, requestOf(creation), load);
    const creation_us = ((await cpuSecondsOf(service)) - before) * (1e6 / sent);
    const guards_us = await guardsMicroseconds(app, headers);
    rounds.push({ creation_us, guards_us, share: guards_us / creation_us });
    progress(`guards  round ${round}: ${guards_us.toFixed(1)} of ${creation_us.toFixed(0)} µs`);
  }
  return { calls: CALLS, ...rounds.sort((a, b) => a.share - b.share)[rounds.length >> 1] };
}

async function guardsMicroseconds(app, headers) {
  const guards = app.config.getGlobalGuards();
  const handlers = handlerOfCreation();
  const judge = async () => {
    const request = { method: 'POST', headers: { ...headers }, query: {}, workContext: {} };
    const context = executionContext(request, handlers);
    for (const guard of guards) if (!(await guard.canActivate(context))) throw new Error('a guard refused');
  };
  await repeat(WARM_UP_CALLS, judge);
  const before = process.cpuUsage();
  await repeat(CALLS, judge);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

async function repeat(times, work) {
  for (let i = 1; i <= times; i++) {
    await work();
    // What the guards have asked of the database arrives only then.
    if (i % TURN === 0) await setImmediate();
  }
}

function handlerOfCreation() {
  const path = 'dist/libs/transfers/src/infrastructure/http/transfers.controller.js';
  const { TransfersController } = require(join(root, path));
  return { controller: TransfersController, handler: TransfersController.prototype.create };
}

function executionContext(request, { controller, handler }) {
  const reply = { headers: () => reply };
  const http = { getRequest: () => request, getResponse: () => reply };
  return { getClass: () => controller, getHandler: () => handler, switchToHttp: () => http };
}

async function cpuSecondsOf({ metrics }) {
  const text = await (await fetch(metrics)).text();
  return Number(/^payments_process_cpu_seconds_total (\S+)/m.exec(text)[1]);
}
