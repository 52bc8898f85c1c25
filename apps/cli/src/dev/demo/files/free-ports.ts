import { createServer } from 'node:net';
import { CliError } from '../../../support/cli.error.js';

// Below the range from which systems take ports for outgoing connections, so that none is taken meanwhile by chance.
const FIRST = 20_000;
const LAST = 31_000;
const ATTEMPTS = 50;

/** That many ports of loopback in a row on which nothing listens; the first of them. @throws CliError if there are none */
export async function freePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const first = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const free = await Promise.all(Array.from({ length: count }, (_, at) => isFree(first + at)));
    if (free.every(Boolean)) return first;
  }
  throw new CliError(`no ${count} free ports in a row between ${FIRST} and ${LAST}; stop what listens there`);
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((done) => {
    server.once('error', () => done(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => done(true)));
  });
}
