import { bankProfile } from '@payments/testing';
import { parseProfiles } from '../../infrastructure/profiles/read-profiles.js';
import { readIsoMessage } from '../../infrastructure/xml/read-iso-file.js';
import type { AcknowledgedFile } from './acknowledgment.js';
import { InboundFileError } from './inbound-diagnostic.js';
import { readStatusReport } from './status-report.js';

const TRACE = '091000010000001';
const connection = parseProfiles(
  JSON.stringify(
    bankProfile({
      acknowledgment: { kind: 'pain.002' },
      outbound: { directory: '/inbound', name: '{origin}_{date}_{modifier}.ach' },
    }),
  ),
)[0]!;

interface Said {
  readonly file?: string;
  readonly more?: string;
  readonly name?: string;
  readonly batches?: string;
}

function xml({ file = '<GrpSts>ACCP</GrpSts>', more = '', name = 'NACHA', batches = '' }: Said): string {
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt>
    <GrpHdr><MsgId>S1</MsgId><CreDtTm>2026-11-24T10:00:00</CreDtTm></GrpHdr>
    <OrgnlGrpInfAndSts><OrgnlMsgId>payroll.ach</OrgnlMsgId><OrgnlMsgNmId>${name}</OrgnlMsgNmId>${more}${file}</OrgnlGrpInfAndSts>
    ${batches}</CstmrPmtStsRpt></Document>`;
}

const batch = (inner: string, id = '1') =>
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${id}</OrgnlPmtInfId>${inner}</OrgnlPmtInfAndSts>`;
const entry = (status: string, id = TRACE) =>
  `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId>${status}</TxInfAndSts>`;
const refusedWith = (code: string) => `<TxSts>RJCT</TxSts><StsRsnInf><Rsn><Prtry>${code}</Prtry></Rsn></StsRsnInf>`;

async function read(said: Said): Promise<AcknowledgedFile> {
  const message = await readIsoMessage([Buffer.from(xml(said))]);
  if (message.family !== 'pain.002') throw new Error('not a status report');
  return readStatusReport(message, connection)[0]!;
}

describe('a status report about a NACHA file', () => {
  it.each([
    ...['ACCP', 'ACTC', 'ACSP', 'ACSC'].map((status) => [status, 'accepted'] as const),
    ['RJCT', 'refused'],
    ['RCVD', null],
    ['PDNG', null],
    ['XXXX', 'other'],
  ] as const)('with %s is a verdict on the file: %s', async (status, verdict) => {
    const file = await read({ file: `<GrpSts>${status}</GrpSts>` });
    expect(file).toMatchObject({ name: 'payroll.ach', identity: null, verdict, status, batches: [], entries: [] });
  });

  it.each(['AM05', 'DU01', 'DUPL'])('that calls it a duplicate (%s) does not refuse the first one', async (code) => {
    const file = `<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`;
    expect(await read({ file })).toMatchObject({ verdict: 'duplicate' });
  });

  it('states how many entries it has, and their sum', async () => {
    const more = '<OrgnlNbOfTxs>3</OrgnlNbOfTxs><OrgnlCtrlSum>18.25</OrgnlCtrlSum>';
    expect((await read({ more })).totals).toEqual({ entries: 3, total: 1_825 });
    expect((await read({})).totals).toEqual({});
  });

  it('in part names batches by number and entries by trace number', async () => {
    const batches = [
      batch('<PmtInfSts>ACCP</PmtInfSts>'),
      batch('<PmtInfSts>RJCT</PmtInfSts>', '0000002'),
      batch(`<PmtInfSts>PART</PmtInfSts>${entry(refusedWith('R03'))}`, '3'),
    ].join('');
    expect(await read({ file: '<GrpSts>PART</GrpSts>', batches })).toMatchObject({
      verdict: 'accepted',
      batches: [
        { number: 1, verdict: 'accepted' },
        { number: 2, verdict: 'refused' },
      ],
      entries: [{ trace: TRACE, verdict: 'refused', reason: 'R03' }],
    });
  });

  it('names entries by our reference where it has no trace number', async () => {
    const reference = '0123456789ABCDE';
    const batches = batch(`<PmtInfSts>PART</PmtInfSts>${entry(refusedWith('R03'), reference)}`);
    expect(await read({ file: '<GrpSts>PART</GrpSts>', batches })).toMatchObject({
      ...{ verdict: 'accepted', batches: [], entries: [] },
      references: [{ reference, verdict: 'refused', reason: 'R03' }],
    });
  });

  it('in part that names nothing refused, or a refusal that names nothing of ours, is for a person', async () => {
    const unclear = [{ number: 0, verdict: 'other' }];
    expect(await read({ file: '<GrpSts>PART</GrpSts>' })).toMatchObject({ verdict: 'accepted', batches: unclear });
    const batches = batch(entry(refusedWith('R03'), 'REF-1'), 'payroll');
    expect(await read({ file: '<GrpSts>PART</GrpSts>', batches })).toMatchObject({ batches: unclear, entries: [] });
    expect(await read({ batches: batch('<PmtInfSts>RJCT</PmtInfSts>', 'batch 12') })).toMatchObject({
      batches: unclear,
    });
    expect(await read({ file: '<GrpSts>ACWC</GrpSts>' })).toMatchObject({ verdict: 'accepted', batches: unclear });
    expect(await read({ file: '' })).toMatchObject({ verdict: null, batches: unclear });
  });

  it('with a part that the bank accepted with a change is for a person', async () => {
    const parts = `<PmtInfSts>PART</PmtInfSts>${entry('<TxSts>ACWC</TxSts>')}`;
    expect(await read({ file: '<GrpSts>PART</GrpSts>', batches: batch(parts) })).toMatchObject({
      entries: [{ trace: TRACE, verdict: 'other' }],
    });
  });

  it('tells exceptions of one line apart', async () => {
    const batches = batch(
      `<PmtInfSts>PART</PmtInfSts>${entry(refusedWith('R03'), 'A')}${entry(refusedWith('R04'), 'B')}`,
    );
    const lines = (await read({ file: '<GrpSts>PART</GrpSts>', batches })).batches.map(({ line }) => line);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('keeps no number of an account in its reason', async () => {
    const file =
      '<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>NARR</Cd></Rsn><AddtlInf>account 123456789</AddtlInf></StsRsnInf>';
    expect((await read({ file })).reason).toBe('NARR account #');
  });

  it.each([
    ['about payments', { name: 'pain.001.001.03' }, 'content'],
    [
      'that accepts an entry of a refused file',
      { file: '<GrpSts>RJCT</GrpSts>', batches: batch(entry('<TxSts>ACSC</TxSts>')) },
      'contradictory',
    ],
  ])('%s is refused', async (_, said, rule) => {
    const error = await read(said).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(InboundFileError);
    expect((error as InboundFileError).diagnostics).toMatchObject([{ rule }]);
  });
});

describe('a status report with one byte changed', () => {
  const SENT = { traces: [TRACE, '091000010000014'], batches: [12, 25] };
  const sent: readonly Said[] = [
    { more: '<OrgnlNbOfTxs>3</OrgnlNbOfTxs><OrgnlCtrlSum>18.25</OrgnlCtrlSum>' },
    { file: '<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>NARR</Cd></Rsn><AddtlInf>line 7</AddtlInf></StsRsnInf>' },
    { file: '<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>AM05</Cd></Rsn></StsRsnInf>' },
    { file: '<GrpSts>PDNG</GrpSts>' },
    { file: '<GrpSts>PART</GrpSts>', batches: batch('<PmtInfSts>RJCT</PmtInfSts>', '12') },
    {
      file: '<GrpSts>PART</GrpSts>',
      batches: batch(
        `<PmtInfSts>PART</PmtInfSts>${SENT.traces.map((trace) => entry(refusedWith('R03'), trace)).join('')}`,
      ),
    },
  ];

  /** Undefined in quarantine, or when it is about another file. */
  async function effectsOf(bytes: Buffer) {
    try {
      const message = await readIsoMessage([bytes]);
      if (message.family !== 'pain.002') return undefined;
      const [file] = readStatusReport(message, connection);
      if (file!.name !== 'payroll.ach') return undefined;
      const { verdict, totals, batches, entries, references = [] } = file!;
      const hasOtherTotals = (totals.entries ?? 3) !== 3 || (totals.total ?? 1_825) !== 1_825;
      const isRefused = (part: { readonly verdict: string }) => part.verdict === 'refused';
      return {
        verdict: verdict === 'accepted' && hasOtherTotals ? 'other' : verdict,
        refused: [
          ...entries.filter(isRefused).map(({ trace }) => trace),
          ...references.filter(isRefused).map(({ reference }) => reference),
          ...batches.filter(isRefused).map(({ number }) => String(number)),
        ],
        needsPerson: [...batches, ...entries, ...references].some((part) => part.verdict === 'other'),
      };
    } catch (error) {
      if (error instanceof InboundFileError) return undefined;
      throw error;
    }
  }

  it.each(sent.map((said, at) => ({ at: at + 1, said })))(
    'is refused, needs a person, or says the same: report $at',
    async ({ said }) => {
      const ours = [...SENT.traces, ...SENT.batches.map(String)];
      const bytes = Buffer.from(xml(said));
      const right = (await effectsOf(bytes))!;
      const wrong: string[] = [];
      for (let at = 0; at < bytes.length; at++) {
        for (const value of [bytes[at]! ^ 1, 0x20, 0x37].filter((each) => each !== bytes[at])) {
          const mutated = Buffer.from(bytes);
          mutated[at] = value;
          const found = await effectsOf(mutated);
          if (found === undefined) continue;
          // Only its code tells a duplicate from another refusal, and an operator decides about both.
          const decides =
            found.verdict === 'accepted' || (found.verdict === 'refused' && right.verdict !== 'duplicate');
          const invents = found.refused.some((each) => ours.includes(each) && !right.refused.includes(each));
          // A refusal that names nothing of ours is an exception, as one that names nothing at all.
          const loses = found.refused.length < right.refused.length && !found.needsPerson;
          if ((decides && found.verdict !== right.verdict) || invents || loses) {
            wrong.push(`byte ${at} (${bytes.toString().slice(at - 10, at + 10)}) to ${value}`);
          }
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});
