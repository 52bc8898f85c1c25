// Receivers that harm their callers: each responds by what it writes to the socket.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { clearInterval, setInterval } from 'node:timers';

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;
const GZIPPED = gzipSync(Buffer.alloc(10 * 1024 * 1024));
const DRIP_MS = 50;
/** 13 MB in a second: more than a caller has to take, and little enough for the process that hosts the receivers. */
const FLOOD_BYTES = 64 * 1024;
const FLOOD_MS = 5;

const endlessly = (start, bytes) =>
  repeating(start, Buffer.alloc(Math.max(FLOOD_BYTES, bytes.length), bytes), FLOOD_MS);
const dripping = (start, bytes) => repeating(start, bytes, DRIP_MS);

const repeating = (start, bytes, everyMs) => (socket) => {
  if (start !== '') socket.write(start);
  const write = () => socket.writableNeedDrain || socket.write(bytes);
  write();
  const timer = setInterval(write, everyMs);
  socket.on('close', () => clearInterval(timer));
};

/** What each does, and the outcome of a delivery to it: the class of its error, or null for a success. */
export const HOSTILITIES = {
  'endless early hints': [endlessly('', 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'), 'too_large'],
  'endless continues': [endlessly('', 'HTTP/1.1 100 Continue\r\n\r\n'), 'reset'],
  'an endless status line': [endlessly('HTTP/1.1 200 ', 'x'), 'too_large'],
  'endless headers': [endlessly(OK, 'a: b\r\n'), 'too_large'],
  'an endless header': [endlessly(`${OK}a: `, 'x'), 'too_large'],
  'an endless body': [endlessly(`${OK}\r\n`, 'x'), null],
  'an endless body in tiny chunks': [endlessly(CHUNKED, '1\r\nx\r\n'), 'too_large'],
  'an endless chunk extension': [endlessly(`${CHUNKED}1;`, 'x'), 'too_large'],
  'endless trailers': [endlessly(`${CHUNKED}0\r\n`, 'a: b\r\n'), 'too_large'],
  'an endless compressed body': [endlessly(`${OK}Content-Encoding: gzip\r\n\r\n`, GZIPPED), null],
  'endless bytes after the answer': [endlessly(`${OK}Content-Length: 0\r\n\r\n`, 'x'), null],
  'dripping early hints': [dripping('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), 'timeout'],
  'a dripping body': [dripping(`${OK}\r\n`, 'x'), 'timeout'],
  silence: [() => undefined, 'timeout'],
  'a reset': [(socket) => socket.resetAndDestroy(), 'reset'],
  garbage: [(socket) => socket.end('\0garbage\r\n\r\n'), 'protocol'],
};

/** Listens on loopback; `sockets` are all that it has accepted. */
export async function listenHostile(name) {
  const [answer, error] = HOSTILITIES[name];
  const sockets = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined).once('data', () => answer(socket));
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    name,
    error,
    sockets,
    url: `http://127.0.0.1:${server.address().port}/`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
