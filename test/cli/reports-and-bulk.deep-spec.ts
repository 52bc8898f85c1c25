import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dateOfDay, dayNumber, newYorkDate } from '@payments/kernel';
import { eventually } from '@payments/testing';
import type { ApiClient } from '../support/api-client.js';
import { payoutFile, putPart, readBulk } from '../support/bulk-files.js';
import { runCommand } from '../support/command.js';
import type { Party } from '../support/parties.js';
import { FROZEN, verifiedParty } from '../support/sandbox.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { guards } from '../support/guards.js';

guards('apps/cli/src', 'libs/reports/src', 'libs/bulk/src');

type Body = Record<string, unknown>;

/** Three parts of 1 MiB. */
const ROWS = 8_000;
const LONG_PREFIX = 'long'.padEnd(240, '-');
const TODAY = dayNumber(newYorkDate(new Date()));
const [YESTERDAY, TOMORROW] = [dateOfDay(TODAY - 1), dateOfDay(TODAY + 1)];

describe('the commands of reports and bulk transfers', () => {
  let service: TestService;
  let client: ApiClient;
  let party: Party;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cli-'));
    service = await startTestService(FROZEN);
    await service.startWorker();
    client = await service.client({ name: 'Acme Payroll' });
    party = await verifiedParty(client);
    await client.post('/sandbox/balance/credit', { amount: 50_000_000 });
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  const command = (...args: string[]) => runCommand(args, service.database.environment);
  const shown = async (...args: string[]) => {
    const { stdout, stderr } = await command(...args);
    if (stdout === '') throw new Error(stderr);
    return stdout;
  };
  const json = async (...args: string[]) => JSON.parse(await shown(...args, '--json')) as Body;
  const inFolder = (name: string, content?: string) => {
    const path = join(folder, name);
    if (content !== undefined) writeFileSync(path, content);
    return path;
  };
  const upload = (file: string, reference: string, ...options: string[]) => [
    ...['bulk', 'upload', file, '--reference', reference, ...options],
  ];

  describe('bulk', () => {
    it('uploads a file, waits for its rows, and shows those refused with line and code', async () => {
      const file = inFolder('some.csv', payoutFile(party, 5, { prefix: 'some', isBad: (row) => row === 3 }));
      const { code, stdout } = await command(...upload(file, 'some', '--mode', 'each', '--wait'));
      expect([code, stdout]).toEqual([1, expect.stringMatching(/^status +completed_with_errors$/m)]);
      expect(stdout).toMatch(/^4 +3 +invalid_destination_account_reference_id +destination/m);
      const { bulk_transfers } = (await json('bulk', 'list')) as { bulk_transfers: { id: string }[] };
      const { id } = bulk_transfers[0]!;
      expect(await shown('bulk', 'list')).toMatch(
        new RegExp(`^${id} +some +each +5 +\\$4\\.00 +4 +1 .*completed_with_errors\n1 bulk transfer\n`, 'm'),
      );
      expect(await shown('bulk', 'rows', id)).toMatch(
        /^3 +2 +some-2 +\$1\.00 +\S{36} +created +- *\n4 +3 .* refused +invalid_destination_account_reference_id /m,
      );
      expect(await json('bulk', 'rows', id, '--status', 'refused')).toEqual({
        rows: [expect.objectContaining({ line: 4, number: 3, status: 'refused' })],
      });
      expect((await json('bulk', 'rows', id, '--after', '3', '--limit', '1'))['rows']).toMatchObject([{ number: 4 }]);
      expect(await json('bulk', 'show', id)).toMatchObject({ bulk_transfer: { id, progress: { created: 4 } } });
      const created = await service.database.query<Body>(
        `SELECT count(*)::int AS transfers, min(created_by) AS created_by FROM transfers.transfers WHERE bulk_transfer_id = $1`,
        [id],
      );
      expect(created).toEqual([{ transfers: 4, created_by: 'cli' }]);
    });

    it('resumes an upload that another program began, and sends only what is missing', async () => {
      const text = payoutFile(party, ROWS, { prefix: LONG_PREFIX });
      const file = inFolder('long.csv', text);
      const parts = partsOf(text);
      expect(parts.length).toBeGreaterThan(2);
      const made = await client.post('/deliver/bulk-transfers', {
        ...{ bulk_reference_id: 'long', mode: 'all', format: 'csv', review: true },
      });
      const { id } = made.body['bulk_transfer'] as { readonly id: string };
      for (const number of [1, 3]) {
        expect((await putPart(client, id, { number, content: parts[number - 1]! })).status).toBe(200);
      }
      const [before, sent] = [await received(id), await command(...upload(file, 'long', '--mode', 'all', '--json'))];
      expect(sent.stderr).toMatch(`bulk transfer ${id} has 2 parts already\n`);
      expect(sent.stderr).toMatch(/^100 % {2}part \d of .*long\.csv$|^ *\d+ % {2}part 1 of /m);
      expect(JSON.parse(sent.stdout)).toMatchObject({ bulk_transfer: { id, rows: ROWS, status: 'validating' } });
      const after = await received(id);
      expect(after.map(({ number }) => number)).toEqual(parts.map((_, index) => index + 1));
      for (const part of before) expect(after).toContainEqual(part);
      const again = await command(...upload(file, 'long', '--mode', 'all', '--json'));
      expect([again.stderr, again.code]).toEqual([expect.stringContaining(' has 3 parts already\n'), 0]);
      expect(await received(id)).toEqual(after);
      await eventually('every row is validated', async () => (await readBulk(client, id)).status === 'ready');
      expect(await json('bulk', 'cancel', id)).toMatchObject({ bulk_transfer: { status: 'canceled' } });
      writeFileSync(file, text.replace(`${LONG_PREFIX}-1,`, 'other,'));
      const other = await command(...upload(file, 'long', '--mode', 'all'));
      expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('bulk_not_uploading')]);
    });

    it('creates what waits for a review after it was confirmed', async () => {
      const file = inFolder('review.csv', payoutFile(party, 2, { prefix: 'review' }));
      const options = ['--mode', 'all', '--review', '--expected-rows', '2', '--expected-amount', '200', '--wait'];
      const { bulk_transfer } = await json(...upload(file, 'review', ...options));
      const { id, status } = bulk_transfer as { id: string; status: string };
      expect(status).toBe('ready');
      const { code, stdout } = await command('bulk', 'confirm', id);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^confirmed_at +20/m)]);
    });

    it('names the line of the file that is wrong, also in a later part', async () => {
      const line = 6_000;
      const lines = payoutFile(party, ROWS, { prefix: LONG_PREFIX }).split('\n');
      lines[line - 1] = 'a "quote';
      const file = inFolder('broken.csv', lines.join('\n'));
      const { code, stderr } = await command(...upload(file, 'broken', '--mode', 'each'));
      expect([code, stderr]).toEqual([1, expect.stringContaining(`${file}:${line}: `)]);
      expect(stderr).toContain('(invalid_part)');
    });

    it('refuses what does not fit, in one line', async () => {
      const file = inFolder('two.csv', payoutFile(party, 2, { prefix: 'two' }));
      const rows = await command(...upload(file, 'two', '--mode', 'each', '--expected-rows', '3'));
      expect([rows.code, rows.stderr]).toEqual([1, expect.stringMatching(/expected_rows_mismatch.*rows: 2.*: 3\n$/)]);
      const late = await command(...upload(file, 'late', '--mode', 'each', '--execute-at', '2020-01-01T00:00:00Z'));
      expect([late.code, late.stderr]).toEqual([
        2,
        expect.stringMatching(/^--execute-at must .*\(invalid_execute_at\)/),
      ]);
      const mode = await command(...upload(file, 'two', '--mode', 'all'));
      expect([mode.code, mode.stderr]).toEqual([1, expect.stringContaining('has the mode each')]);
      const name = await command(...upload(inFolder('two.txt', ''), 'text', '--mode', 'all'));
      expect([name.code, name.stderr]).toEqual([2, expect.stringContaining('--format')]);
      const missing = await command(...upload(inFolder('none.csv'), 'none', '--mode', 'all'));
      expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('cannot be read (ENOENT)')]);
      const empty = await command(...upload(inFolder('empty.csv', ''), 'empty', '--mode', 'all'));
      expect([empty.code, empty.stderr]).toEqual([1, expect.stringContaining('bulk_empty')]);
      const unknown = await command('bulk', 'show', client.credentials.enterprise_id);
      expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('unknown_id')]);
    });
  });

  describe('reports', () => {
    const period = ['--from', YESTERDAY, '--to'];
    let now: string;
    beforeAll(() => {
      now = new Date().toISOString();
    });

    it('creates a reconciliation report, and writes its file under the given name', async () => {
      const file = inFolder('recon.csv');
      const { code, stdout } = await command('reports', 'create', 'recon', ...period, now, '--out', file);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^status +completed$/m)]);
      const text = readFileSync(file);
      expect(stdout).toContain(createHash('sha256').update(text).digest('hex'));
      expect(text.toString()).toMatch(/^Transfer ID,Reference ID,/);
      const { reports } = (await json('reports', 'list', '--kind', 'recon')) as { reports: Body[] };
      expect(reports).toMatchObject([{ kind: 'recon', report_scope: 'total', status: 'completed' }]);
      const id = String(reports[0]!['id']);
      expect(await json('reports', 'show', id)).toEqual({ report: reports[0] });
      const listed = (await command('reports', 'list')).stdout;
      expect(listed).toMatch(new RegExp(`^${id} +recon +csv +total .* completed\n1 report\n$`, 'm'));
      const printed = await command('reports', 'download', id, '--out', '-');
      expect([printed.code, printed.stdout]).toEqual([0, text.toString()]);
      const twice = await command('reports', 'download', id, '--out', file);
      expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('exists already')]);
      const nowhere = await command('reports', 'download', id, '--out', join(folder, 'no', 'place'));
      expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('cannot be written (ENOENT)')]);
      expect(await json('reports', 'delete', id)).toEqual({ deleted: id });
      expect((await command('reports', 'show', id)).stderr).toContain('unknown_id');
      expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    });

    it('creates statements and exports, also of the audit log', async () => {
      const statement = await json('reports', 'create', 'statement', '--format', 'bai2', '--date', YESTERDAY, '--wait');
      expect(statement['report']).toMatchObject({ kind: 'statement', format: 'bai2', status: 'completed' });
      const filter = ['--filter', 'status=completed,settled', '--filter', 'subledger_reference_id=none'];
      const rows = await json('reports', 'create', 'export', 'transfers', ...period, now, ...filter);
      expect(rows['report']).toMatchObject({
        ...{ resource: 'transfers', format: 'csv', status: 'created' },
        filters: { status: ['completed', 'settled'], subledger_reference_id: ['none'] },
      });
      const audit = await json('reports', 'create', 'export', 'audit', ...period, now, '--format', 'ndjson');
      expect(audit['report']).toMatchObject({ resource: 'audit', format: 'ndjson' });
      const { id } = audit['report'] as { id: string };
      expect((await command('reports', 'download', id)).stderr).toContain('report_not_ready');
    });

    it('refuses what the operations refuse, with their codes', async () => {
      const future = await command('reports', 'create', 'recon', ...period, TOMORROW);
      expect([future.code, future.stderr]).toEqual([
        2,
        '--to must be after --from, at most 400 days later, and not in the future (invalid_end_time)\n',
      ]);
      const book = await command('reports', 'create', 'recon', ...period, now, '--subledger', 'nobody');
      expect(book.stderr).toMatch(/^--subledger must .*\(invalid_subledger_reference_id\)\n$/);
      const days = await command('reports', 'create', 'statement', '--format', 'csv', '--from', YESTERDAY);
      expect(days.stderr).toBe('--to is required with --from (missing_end_date)\n');
      const day = await command('reports', 'create', 'statement', '--format', 'csv', '--date', '1999-12-31');
      expect(day.stderr).toBe('--date must be a date from 2000 on as YYYY-MM-DD (invalid_date)\n');
      const type = ['--filter', 'type=approval_requested'];
      const filter = await command('reports', 'create', 'export', 'accounts', ...period, now, ...type);
      expect(filter.stderr).toMatch(/^--filter of accounts can be status, .*\(invalid_filters\)\n$/);
      const name = await command('reports', 'create', 'export', 'accounts', ...period, now, '--filter', 'size=1');
      expect([name.code, name.stderr]).toEqual([2, expect.stringContaining('customer_reference_id')]);
    });
  });

  async function received(id: string): Promise<Body[]> {
    return (await client.get(`/deliver/bulk-transfers/${id}/parts`)).body['parts'] as Body[];
  }
});

/** Parts of at most 1 MiB that end with a line. */
function partsOf(text: string): string[] {
  const lines = text.split(/(?<=\n)/);
  const parts: string[] = [''];
  for (const line of lines) {
    if (parts.at(-1)!.length + line.length > 1024 * 1024) parts.push('');
    parts[parts.length - 1] += line;
  }
  return parts;
}
