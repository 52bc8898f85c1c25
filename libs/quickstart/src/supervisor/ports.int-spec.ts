import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { loadConfig } from '@payments/config';
import { requireFreePorts } from './ports.js';

const config = (ports: Record<string, number>) =>
  loadConfig(Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])));

test('names the setting of a busy port in one line', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(requireFreePorts(config({ VAULT_PORT: port }))).rejects.toThrow(
    new RegExp(`VAULT_PORT: port ${port} is in use.*; stop the process that uses it, or set another port$`),
  );
  server.close();
});

test('refuses one port for two purposes, the metrics of the worker included', async () => {
  await expect(requireFreePorts(config({ VAULT_PORT: 3000 }))).rejects.toThrow(
    'VAULT_PORT: port 3000 is also used by PORT',
  );
  await expect(requireFreePorts(config({ METRICS_PORT: 2999 }))).rejects.toThrow('3000');
});

test('rejects port 0, which clients could not know', async () => {
  await expect(requireFreePorts(config({ PORT: 0 }))).rejects.toThrow('PORT: must not be 0');
});
