import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { achLines, admi004, asFile } from '@payments/testing';
import { runCommand } from '../support/command.js';
import { InboundStage } from '../support/rails/inbound-stage.js';
import { returnsOfFirst } from '../support/rails/return-files.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'apps/cli/src');

describe('what an operator does at the command line', () => {
  let stage: InboundStage;
  beforeAll(async () => {
    stage = await InboundStage.start({ profile: { iso: { notices: [{ code: 'OFF', means: 'signed_off' }] } } });
  });
  afterAll(() => stage.stop());

  const rails = async (...args: string[]) => {
    const { environment } = stage.service.database;
    const banks = { PROCESSOR: 'bank', BANKS_FILE: join(stage.bank.directory, 'banks.json') };
    const { code, stdout, stderr } = await runCommand(['rails', ...args], { ...environment, ...banks });
    expect([args, code, stderr]).toEqual([args, 0, '']);
    return stdout;
  };
  const audited = async () =>
    (
      await stage.service.database.query<{ what: string }>(
        `SELECT concat_ws(' ', action, actor, after ->> 'reason') AS what FROM platform.audit
         WHERE action LIKE 'bank_file.%' OR action LIKE 'rail_exception.%' OR action LIKE 'entry.%' OR action LIKE 'participant.%' ORDER BY id`,
      )
    ).map(({ what }) => what);

  it('is in the audit log with the name that they give, or that of their shell', async () => {
    await stage.send([{ cents: 1_001, side: 'source' }, { cents: 500 }], { toBank: false });
    const path = join(stage.bank.directory, 'mailed.ach');
    writeFileSync(path, asFile(achLines([])));
    await rails('inbound', 'ingest', path, '--connection', 'first-bank', '--reason', 'mailed', '--as', 'ada');
    await stage.receive();
    const [{ id } = { id: '' }] = await stage.inbound();
    await rails('inbound', 'retry', id, '--reason', 'asked', '--as', 'grace');
    await stage.receive();
    await rails('inbound', 'discard', id, '--reason', 'empty');
    await stage.service.database.query(`UPDATE rails.entries SET individual_id = 'OTHER' WHERE amount = 1001`);
    stage.bank.putOutbound('return.ach', returnsOfFirst(1));
    await stage.receive();
    const [exception] = await stage.exceptions();
    await rails('exceptions', 'resolve', exception!.id, '--ignore', '--reason', 'by wire', '--as', 'ada');
    const [entry] = await stage.service.database.query<{ end_to_end_id: string }>(
      'SELECT end_to_end_id FROM rails.entries WHERE amount = 500',
    );
    const request = ['--request-return', entry!.end_to_end_id, '--reason', 'ticket 4711'];
    await rails('exceptions', 'add', ...request, '--as', 'grace');
    stage.bank.putOutbound('notice.xml', admi004({ code: 'OFF', of: ['231380104'], at: '2026-11-23T09:05:06-05:00' }));
    await stage.receive();
    expect(await rails('participants', 'list')).toMatch(
      /first-bank +fednow +231380104 +no +2026-11-23T14:05:06.000Z +OFF /,
    );
    const participant = ['231380104', '--connection', 'first-bank', '--rail', 'fednow'];
    await rails('participants', 'forget', ...participant, '--reason', 'it is back', '--as', 'ada');
    expect(await rails('participants', 'list')).toBe('no notices\n');
    expect(await audited()).toEqual([
      'bank_file.ingested ada mailed',
      'bank_file.retried grace asked',
      `bank_file.discarded ${userInfo().username} empty`,
      'rail_exception.resolved ada by wire',
      'entry.return_requested grace ticket 4711',
      'participant.forgotten ada it is back',
    ]);
    expect(await stage.exceptions()).toMatchObject([{ kind: 'return_requested' }]);
  });

  it('writes the exact bytes of a file with files show --raw, which needs a reason', async () => {
    const [file] = await stage.service.database.query<{ id: string; sha256: Buffer }>(
      'SELECT id, sha256 FROM rails.files',
    );
    const { environment } = stage.service.database;
    const settings = { ...environment, PROCESSOR: 'bank', BANKS_FILE: join(stage.bank.directory, 'banks.json') };
    const without = await runCommand(['rails', 'files', 'show', file!.id, '--raw'], settings);
    expect([without.code, without.stdout, without.stderr]).toEqual([2, '', expect.stringContaining('--reason')]);
    const text = await rails('files', 'show', file!.id, '--raw', '--reason', 'comparison', '--as', 'ada');
    expect(text).toMatch(/^101 .*\n5/);
    expect(await rails('files', 'show', file!.id)).not.toContain('\n5');
    const [last] = await stage.service.database.query<{ actor: string }>(
      `SELECT actor FROM platform.audit WHERE action = 'file.exported'`,
    );
    expect(last).toEqual({ actor: 'ada' });
  });
});
