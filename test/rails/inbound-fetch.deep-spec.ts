import { existsSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InboundStage } from '../support/rails/inbound-stage.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src');

const inbound = (changes: object) => ({ inbound: [{ directory: '/outbound', stable_seconds: 0, ...changes }] });

describe('the directory of a bank', () => {
  let stage: InboundStage;
  const start = async (profile: Record<string, unknown> = {}) => {
    stage = await InboundStage.start({ settings: { acknowledgment: 'none' }, profile });
  };
  const withReturn = async () => {
    await stage.send([{ cents: 1_001, side: 'source' }]);
    stage.bank.pass(3);
  };
  const outbound = () => stage.bank.list('outbound').filter((name) => name.startsWith('return'));
  const states = async () => (await stage.inbound()).map(({ name, state }) => `${name} ${state}`).sort();
  afterEach(() => stage.stop());

  it('is left as it is by default, and each file is fetched once', async () => {
    await start();
    await withReturn();
    await stage.receive();
    const before = await states();
    await stage.receive();
    expect(await states()).toEqual(before);
    expect(outbound()).toHaveLength(1);
  });

  it('is cleared only of files that are applied', async () => {
    await start(inbound({ after: 'delete' }));
    await withReturn();
    stage.bank.putOutbound('broken.ach', Buffer.from('101 '.padEnd(94, '0')));
    await stage.fetch();
    await stage.fetch();
    expect(outbound()).toHaveLength(1);
    await stage.receive();
    await stage.fetch();
    expect(outbound()).toEqual([]);
    expect(stage.bank.list('outbound')).toContain('broken.ach');
  });

  it('is cleared into another directory, under another name where that one is taken', async () => {
    await start(inbound({ after: 'move:/archive', match: ['return-*'] }));
    await withReturn();
    const [name] = outbound();
    writeFileSync(join(stage.bank.directory, 'archive', name!), 'older');
    await stage.receive();
    await stage.fetch();
    expect(outbound()).toEqual([]);
    const [file] = await stage.inbound();
    expect(stage.bank.list('archive')).toEqual([name, `${name}.${file!.id}`]);
  });

  it('is read without what the profile ignores, links and directories', async () => {
    await start(inbound({ match: ['*.ach'], ignore: ['x*'] }));
    stage.bank.putOutbound('x.ach', Buffer.from('1'));
    stage.bank.putOutbound('y.txt', Buffer.from('1'));
    mkdirSync(join(stage.bank.directory, 'outbound', 'z.ach'));
    await stage.receive();
    expect(await stage.inbound()).toEqual([]);
  });

  it('has new content under a known name read again', async () => {
    await start();
    stage.bank.putOutbound('daily.txt', Buffer.from('01,one/'));
    await stage.receive();
    stage.bank.putOutbound('daily.txt', Buffer.from('01,another/'));
    await stage.receive();
    expect(await states()).toEqual(['daily.txt quarantined', 'daily.txt quarantined']);
  });

  it('has a file that was only touched recognized by its content', async () => {
    await start();
    stage.bank.putOutbound('daily.txt', Buffer.from('01,one/'));
    await stage.receive();
    const path = join(stage.bank.directory, 'outbound', 'daily.txt');
    utimesSync(path, new Date(), new Date(statSync(path).mtimeMs + 60_000));
    await stage.receive();
    await stage.receive();
    expect(await states()).toEqual(['daily.txt quarantined']);
    const documents = await stage.service.database.query('SELECT FROM rails.documents');
    expect(documents).toHaveLength(1);
  });

  it('may be missing, which keeps no other from being read', async () => {
    await start({ inbound: [{ directory: '/nowhere' }, { directory: '/outbound', stable_seconds: 0 }] });
    stage.bank.putOutbound('daily.txt', Buffer.from('01,one/'));
    await stage.receive();
    expect(await states()).toEqual(['daily.txt quarantined']);
    stage.bank.putOutbound('later.txt', Buffer.from('01,another/'));
    await stage.receive();
    expect(await states()).toEqual(['daily.txt quarantined', 'later.txt quarantined']);
    expect(existsSync(join(stage.bank.directory, 'nowhere'))).toBe(false);

    const [{ failure, succeeded_at }] = (await stage.service.database.query(
      `SELECT failure, succeeded_at FROM rails.connection_leases WHERE work = 'fetch'`,
    )) as [{ failure: string; succeeded_at: Date | null }];
    expect([failure, succeeded_at]).toEqual([expect.stringContaining('/nowhere'), expect.any(Date)]);
  });
});
