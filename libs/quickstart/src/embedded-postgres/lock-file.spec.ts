import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LockFile } from './lock-file.js';
import { processIdentity } from './process-identity.js';

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-file-'));
  path = join(directory, 'lock');
});
afterEach(() => rmSync(directory, { recursive: true }));

test('has one holder at a time, until it is released', () => {
  const [first, second] = [new LockFile(path), new LockFile(path)];
  expect(first.acquire()).toBeUndefined();
  expect(second.acquire()).toBe(process.pid);
  second.release();
  expect(second.acquire()).toBe(process.pid);
  first.release();
  expect(second.acquire()).toBeUndefined();
  expect(readdirSync(directory)).toEqual(['lock']);
});

test.each([
  ['a process that is gone', { pid: 2 ** 30, identity: 'x', token: 't' }],
  ['an earlier process with the pid of a living one', { pid: process.pid, identity: 'earlier run', token: 't' }],
  ['a damaged file', 'half a fi'],
])('is taken over from %s', (_, content) => {
  writeFileSync(path, JSON.stringify(content));
  expect(new LockFile(path).acquire()).toBeUndefined();
});

test('distinguishes a running process from one that has ended', () => {
  expect(processIdentity(process.pid)).toBe(processIdentity(process.pid));
  expect(processIdentity(process.pid)).not.toBe(processIdentity(process.ppid));
  expect(processIdentity(2 ** 30)).toBeUndefined();
});
