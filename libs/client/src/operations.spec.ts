import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PaymentsClient } from './index.js';

interface Operation {
  readonly parameters?: readonly { readonly $ref?: string }[];
}

const ID = '01a1f837-0e76-7000-8000-000000000001';
const description = JSON.parse(
  readFileSync(join(__dirname, '../../../docs/reference/openapi.generated.json'), 'utf8'),
) as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(description.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  )
  // Clients do not use the endpoints of load balancers and gateways.
  .filter(({ name }) => !/ \/(health|\.well-known)/.test(name));

/** Calls every client method with ids and bodies that no service checks, and records the requests. */
async function sendEverything(): Promise<{ name: string; keyed: boolean }[]> {
  const sent: { name: string; keyed: boolean }[] = [];
  const fetch: typeof globalThis.fetch = (input, init = {}) => {
    const path = (input as URL).pathname.replaceAll(ID, '{id}');
    const headers = init.headers as Record<string, string>;
    sent.push({ name: `${init.method} ${path}`, keyed: 'Idempotency-Key' in headers });
    return Promise.resolve(new Response('{"access_token":"t","expires_in":3600,"enterprise_keypair":{}}'));
  };
  const at = { baseUrl: 'http://localhost', fetch };
  const user = new PaymentsClient({ ...at, user: { name: 'n', password: 'p' } });
  const client = new PaymentsClient({ ...at, clientId: 'c', clientSecret: 's' });
  for (const resource of Object.values(client) as object[]) {
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(resource)).filter(
      (name) => name !== 'constructor',
    );
    for (const name of methods) {
      const method = (resource as Record<string, (...args: unknown[]) => unknown>)[name]!;
      const second = /^recovery$|^reasonCode$|^putPart$/.test(name) ? ID : {};
      // `upload` calls others of them, for a bulk transfer.
      if (name === 'upload') continue;
      const result = method.call(resource, ID, second, { format: 'csv', content: Buffer.from('') });
      await Promise.resolve((result as { firstPage?: () => unknown }).firstPage?.() ?? result).catch(() => undefined);
    }
  }
  await user.ledger.balance();
  return sent;
}

describe(PaymentsClient.name, () => {
  let sent: { name: string; keyed: boolean }[];
  // Every id is sent as the same text; the description names the second one of a path, and codes, by their own names.
  const plain = (name: string) => name.replace(/\{(recovery_id|code|number)\}/, '{id}');
  // Sessions in a browser are for the page of the portal alone. A stream is read with fetch.
  const described = operations.filter(
    ({ name }) => !/ \/(refresh$|portal\/(session\b|me(?!\/password))|deliver\/events\/stream$)/.test(name),
  );

  beforeAll(async () => {
    sent = await sendEverything();
  });

  it('sends each operation of the description, and nothing else', () => {
    expect([...new Set(sent.map(({ name }) => name))].sort()).toEqual(described.map(({ name }) => plain(name)).sort());
  });

  it('sends an idempotency key with exactly those operations that accept one', () => {
    const keyed = operations.filter(({ operation: { parameters = [] } }) =>
      parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey'),
    );
    const keyedOnes = sent.filter((request) => request.keyed).map(({ name }) => name);
    expect([...new Set(keyedOnes)].sort()).toEqual(keyed.map(({ name }) => plain(name)).sort());
    expect(keyed.length).toBeGreaterThan(5);
  });
});
