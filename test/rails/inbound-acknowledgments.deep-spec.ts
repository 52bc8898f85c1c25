import { FetchInbound, Profiles } from '@payments/rails';
import { InboundStage, traceOf } from '../support/rails/inbound-stage.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'migrations');

const FILE_LINE =
  '^FILE (?<file>\\S+) (?<status>\\w+)(?: entries=(?<count>\\d+) debit=(?<debit>\\d+) credit=(?<credit>\\d+))?(?: line=\\d+ rule=(?<reason>\\w+))?$';
const patterns = [
  { name: FILE_LINE, scope: 'file', accepted: ['ACCEPTED'], refused: ['REJECTED'] },
  {
    name: '^ENTRY (?<trace>\\d{15}) (?<status>\\w+) (?<reason>\\w+)$',
    scope: 'entry',
    accepted: [],
    refused: ['REJECTED'],
  },
];
const kinds = {
  report: { kind: 'report', patterns },
  fedach: { kind: 'fedach' },
  'pain.002': { kind: 'pain.002', message_id: '{file_name}' },
  moved: { kind: 'moved', accepted_directory: '/processed', refused_directory: '/failed' },
};

describe('an acknowledgment of a bank', () => {
  let stage: InboundStage;
  const start = async (kind: keyof typeof kinds) => {
    stage = await InboundStage.start({
      ...{ settings: { acknowledgment: kind }, profile: { acknowledgment: kinds[kind] } },
    });
  };
  afterEach(() => stage.stop());
  const files = () =>
    stage.service.database.query('SELECT state, reason, entries_become FROM rails.files ORDER BY file_name');

  it.each(['report', 'fedach', 'pain.002', 'moved'] as const)(
    'as %s accepts the files that the bank accepts',
    async (kind) => {
      await start(kind);
      await stage.send([
        { cents: 1_000, state: 'filed' },
        { cents: 2_000, side: 'source', state: 'filed' },
      ]);
      await stage.send([{ cents: 3_000, state: 'filed' }], { toBank: false });
      await stage.receive();
      expect(await files()).toEqual([
        { state: 'acknowledged', reason: null, entries_become: 'accepted' },
        { state: 'uploaded', reason: null, entries_become: null },
      ]);
      expect(await stage.exceptions()).toEqual([]);
    },
  );

  it('as moved is looked for once a minute, however often directories are read meanwhile', async () => {
    await start('moved');
    await stage.receive();
    const { movedAt } = stage.watch;
    for (const directory of stage.watch.directories.values()) directory.nextAt = -Infinity;
    await stage.get(FetchInbound).poll(stage.get(Profiles).connections[0]!, stage.watch);
    expect(stage.watch.movedAt).toBe(movedAt);
  });

  it.each(['report', 'fedach', 'pain.002', 'moved'] as const)(
    'as %s refuses the files that the bank refuses',
    async (kind) => {
      await start(kind);
      await stage.send([{ cents: 1_000, state: 'filed', name: '' }]);
      await stage.receive();
      expect(await files()).toMatchObject([{ state: 'refused', entries_become: null }]);
      expect(await stage.entries()).toMatchObject([{ state: 'filed' }]);
    },
  );

  it.each(['report', 'fedach', 'pain.002'] as const)(
    'as %s rejects the entries that the bank refuses',
    async (kind) => {
      await start(kind);
      await stage.send([
        { cents: 1_026, side: 'source', state: 'filed' },
        { cents: 1_000, side: 'source', state: 'filed' },
      ]);
      await stage.receive();
      expect(await stage.entries()).toMatchObject([
        { state: 'rejected', code: 'R03' },
        { state: 'filed', code: null },
      ]);
      expect(await stage.results()).toMatchObject([
        {
          key: expect.stringMatching(`^P[0-9a-f]{32}-${traceOf(1)}-0-x$`) as string,
          kind: 'rejected',
          code: 'R03',
          trace: traceOf(1),
        },
      ]);
      expect(await files()).toMatchObject([{ state: 'acknowledged' }]);
    },
  );

  it.each([
    ['our reference rejects the entry that has it', ['ABCDEFGHJKMNP01', 'ABCDEFGHJKMNP02'], 'rejected', []],
    [
      'a reference that two entries have is shown to a person',
      Array(2).fill('ABCDEFGHJKMNP01'),
      'filed',
      ['unknown_entry'],
    ],
    ['a reference that no entry has is shown to a person', ['A', 'B'], 'filed', ['unknown_entry']],
  ])('with %s', async (...[, references, state, exceptions]) => {
    await start('pain.002');
    const orders = references.map((identification, at) => ({
      cents: 1_000 + at,
      state: 'filed' as const,
      identification,
    }));
    await stage.send(orders, { toBank: false });
    const refused = '<TxSts>RJCT</TxSts><StsRsnInf><Rsn><Prtry>R03</Prtry></Rsn></StsRsnInf>';
    const report = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt>
      <GrpHdr><MsgId>S1</MsgId><CreDtTm>2026-07-15T10:00:00</CreDtTm></GrpHdr>
      <OrgnlGrpInfAndSts><OrgnlMsgId>acme-A.ach</OrgnlMsgId><OrgnlMsgNmId>NACHA</OrgnlMsgNmId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>
      <OrgnlPmtInfAndSts><OrgnlPmtInfId>1</OrgnlPmtInfId><PmtInfSts>PART</PmtInfSts><TxInfAndSts>
        <OrgnlEndToEndId>ABCDEFGHJKMNP01</OrgnlEndToEndId>${refused}</TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
    stage.bank.putOutbound('status.xml', Buffer.from(report));
    await stage.receive();
    expect(await stage.entries()).toMatchObject([{ state }, { state: 'filed' }]);
    expect((await stage.exceptions()).map(({ kind }) => kind)).toEqual(exceptions);
    expect(await files()).toMatchObject([{ state: 'acknowledged' }]);
  });

  it('of a file that waits to go out again accepts it, so that the bank gets no second copy', async () => {
    await start('report');
    await stage.send([{ cents: 1_000, state: 'filed' }]);
    const { database } = stage.service;
    await database.query(`UPDATE rails.files SET state = 'doubtful', reason = 'lost'`);
    await database.query(`UPDATE rails.files SET state = 'sealed', attempts = 1, copies = 2`);
    await stage.receive();
    expect(await files()).toEqual([{ state: 'acknowledged', reason: null, entries_become: 'accepted' }]);
    expect(await stage.exceptions()).toEqual([]);
  });

  it('of other totals leaves the file in doubt', async () => {
    await start('report');
    await stage.send([{ cents: 1_000, state: 'filed' }], { toBank: false });
    stage.bank.putOutbound('ack.txt', Buffer.from('FILE acme-A.ach ACCEPTED entries=1 debit=0 credit=1001\n'));
    await stage.receive();
    expect(await files()).toEqual([{ state: 'doubtful', reason: 'ack_totals', entries_become: null }]);
    expect(await stage.exceptions()).toMatchObject([{ kind: 'ack_totals', detail: 'credit' }]);
  });

  it('that refuses what another one accepted wins, and is shown to a person', async () => {
    await start('report');
    await stage.send([{ cents: 1_000, state: 'filed' }]);
    await stage.receive();
    stage.bank.putOutbound('later.txt', Buffer.from('FILE acme-A.ach REJECTED\n'));
    await stage.receive();
    expect(await files()).toMatchObject([{ state: 'refused' }]);
    expect(await stage.exceptions()).toMatchObject([{ kind: 'ack_contradiction' }]);
    stage.bank.putOutbound('again.txt', Buffer.from('FILE acme-A.ach ACCEPTED entries=1\n'));
    await stage.receive();
    expect(await files()).toMatchObject([{ state: 'refused' }]);
  });

  it.each([
    ['an unknown file', 'FILE other.ach ACCEPTED\n', 'unknown_file'],
    ['a duplicate', 'FILE acme-A.ach DUPLICATE\n', 'ack_status'],
    ['an unknown entry', `ENTRY ${traceOf(999)} REJECTED R03\n`, 'unknown_entry'],
  ])('of %s is shown to a person', async (_, text, kind) => {
    await start('report');
    await stage.send([{ cents: 1_000, state: 'filed' }], { toBank: false });
    stage.bank.putOutbound('ack.txt', Buffer.from(text));
    await stage.receive();
    expect(await stage.exceptions()).toMatchObject([{ kind }]);
    expect(await files()).toMatchObject([{ state: 'uploaded' }]);
  });
});
