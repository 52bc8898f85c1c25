import { randomInt } from 'node:crypto';
import { eventually } from '@payments/testing';
import type { ApiClient } from '../support/api-client.js';
import { aBulk, putPart, readBulk, submitFile } from '../support/bulk-files.js';
import type { Bulk } from '../support/bulk-files.js';
import type { Party } from '../support/parties.js';
import { dumpOf, PiiSearch } from '../support/pii-search.js';
import { FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const digits = (count: number) => Array.from({ length: count }, () => randomInt(1, 10)).join('');
const letters = (count: number) =>
  Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join('');

/** Values that nothing else in the world has: what people write into files of payments. */
const values = {
  account: digits(15),
  name: `Piiname ${letters(12)}`,
  statement: `To ${letters(8)}`,
  misplaced: digits(14),
  broken: digits(13),
};

const HEAD = [
  ...['transfer_reference_id', 'amount', 'currency', 'speed', 'destination_customer_reference_id'],
  ...['destination_account_reference_id', 'account_statement_descriptor', 'metadata.account', 'metadata.name'],
].join(',');

describe('what a file of transfers says of people', () => {
  const search = new PiiSearch(values);
  const logs: string[] = [];
  let service: TestService;
  let client: ApiClient;
  let party: Party;

  beforeAll(async () => {
    const log = { write: (line: string) => void logs.push(line) };
    service = await startTestService({ ...FROZEN, LOG_LEVEL: 'debug' }, undefined, { logs: log });
    await service.startWorker();
    client = await service.client();
    party = await verifiedParty(client);
    await client.post('/sandbox/balance/credit', { amount: 10_000 });
  });
  afterAll(() => service.stop());

  const row = (reference: string, { amount = '100', account = party.account_reference_id } = {}) =>
    [
      ...[reference, amount, 'USD', 'asap', party.customer_reference_id, account],
      ...[values.statement, values.account, values.name],
    ].join(',');
  const file = (...rows: string[]) => `${[HEAD, ...rows].join('\n')}\n`;
  const leaks = async () => ({
    tables: search.leaksIn((await dumpOf(service.database)).text),
    logs: search.leaksIn(logs.join('')),
  });
  const NOWHERE = { tables: [], logs: [] };

  it('is sealed while the parts arrive, also in a part that is refused', async () => {
    const { id } = (await client.post('/deliver/bulk-transfers', aBulk())).body['bulk_transfer'] as Bulk;
    expect((await putPart(client, id, { number: 1, content: file(row('sent-1')) })).status).toBe(200);
    const broken = await putPart(client, id, { number: 2, content: `a "${values.broken}"\n` });
    expect(broken.body['error_code']).toBe('invalid_part');
    expect(search.leaksIn(broken.text)).toEqual([]);
    expect(await leaks()).toEqual(NOWHERE);
  });

  it('is sealed while the rows wait, and the refused ones say nothing of it', async () => {
    const rows = [row('wait-1'), row('wait-2', { amount: values.misplaced }), row('wait-3', { account: 'nobody' })];
    const { id } = await submitFile(client, [file(...rows)], { review: true });
    await eventually('its rows are validated', async () => (await readBulk(client, id)).status === 'ready');
    const found = await client.get(`/deliver/bulk-transfers/${id}/rows`);
    expect(found.body['rows']).toMatchObject([{ status: 'valid' }, { status: 'refused' }, { status: 'refused' }]);
    const errors = await client.get(`/deliver/bulk-transfers/${id}/errors`);
    expect(errors.text).toContain('invalid_amount');
    expect(search.leaksIn(found.text + errors.text)).toEqual([]);
    expect(await leaks()).toEqual(NOWHERE);
    // As soon as they are transfers they show what a transfer shows, and the logs still nothing.
    expect((await client.post(`/deliver/bulk-transfers/${id}/confirm`)).status).toBe(202);
    await eventually('the good one is created', async () => {
      const { progress } = await readBulk(client, id);
      return (progress as { readonly completed: number }).completed === 1;
    });
    expect((await leaks()).tables.sort()).toEqual(['account', 'name', 'statement']);
    expect((await leaks()).logs).toEqual([]);
  });
});
