import {
  admi002,
  admi004,
  bankMessages,
  camt029,
  countOf,
  isoDocument,
  pacs002,
  pacs002FromFedNow,
  pacs002FromRtp,
  pacs004,
  pain002,
  UETR,
} from '@payments/testing';
import fc from 'fast-check';
import {
  aPayment,
  writtenCamt056,
  writtenPacs008,
  writtenPacs028,
  writtenPain001,
} from '../../../../../test/support/rails/written-messages.js';
import { readXmlDocument } from '../../infrastructure/xml/xml-parts.js';
import { InboundFileError } from '../inbound/inbound-diagnostic.js';
import { IsoFormatError } from './iso-diagnostic.js';
import { paymentStatuses } from './payment-status.js';
import { type IsoMessage, readMessage } from './read-message.js';
import { recallAnswersOf, returnedPayments, returnOutcome } from './returned-payment.js';

const read = async (bytes: Uint8Array) => readMessage(await readXmlDocument([bytes]));
const replaced = (message: Buffer, found: string, other: string) => {
  expect(message.toString()).toContain(found);
  return Buffer.from(message.toString().replace(found, other));
};

/** As a bank wrote it that gave no namespace, or misspelled it. */
const bareOf = (message: Buffer) => Buffer.from(message.toString().replace(' xmlns=', ' Xmlns='));
const readBare = async (bytes: Uint8Array) =>
  readMessage(await readXmlDocument([bytes]), { accept: ['missing_namespace'] });

/** The message; the rule that it breaks; any other error fails the test. */
async function outcomeOf(bytes: Uint8Array): Promise<IsoMessage | string> {
  try {
    return await read(bytes);
  } catch (error) {
    if (error instanceof InboundFileError) return error.diagnostics[0]!.rule;
    throw error;
  }
}

async function statusesOf(bytes: Uint8Array, network?: 'rtp') {
  const message = await read(bytes);
  if (message.family !== 'pain.002' && message.family !== 'pacs.002') throw new Error(message.family);
  return paymentStatuses(message, network);
}

describe('the statuses of a report', () => {
  it('of a bank name the payment, the amount and the code', async () => {
    const [status] = await statusesOf(pain002({ transactions: [{ status: 'RJCT', reason: 'AC03' }] }));
    expect(status).toEqual({
      ...{ message_id: 'M1', payments: null, batch_id: 'M1', status: 'RJCT', outcome: 'rejected', is_changed: false },
      ids: { end_to_end_id: 'E2E-1', instruction_id: 'I1', transaction_id: null, uetr: null },
      ...{
        reason: 'AC03',
        information: 'As the bank says',
        amount: 1_250n,
        accepted_at: null,
        clearing_reference: null,
      },
    });
  });

  it.each([
    ['RCVD', 'none'],
    ['PDNG', 'none'],
    ['ACTC', 'accepted'],
    ['ACCP', 'accepted'],
    ['ACSP', 'accepted'],
    ['ACWC', 'accepted'],
    ['ACSC', 'settled'],
    ['ACCC', 'settled'],
    ['RJCT', 'rejected'],
    ['CANC', 'rejected'],
    ['ACWP', 'unknown'],
    ['ZZZZ', 'unknown'],
  ])('of a bank: %s is %s', async (status, outcome) => {
    const [found] = await statusesOf(pain002({ transactions: [{ status }] }));
    expect([found!.outcome, found!.is_changed]).toEqual([outcome, status === 'ACWC']);
  });

  it.each([
    ['ACSC', 'settled'],
    ['ACCC', 'settled'],
    ['ACWP', 'settled'],
    ['ACTC', 'accepted'],
    ['PDNG', 'none'],
    ['RJCT', 'rejected'],
    ['ACSP', 'unknown'],
  ])('of FedNow: %s is %s, with and without its wrapper', async (status, outcome) => {
    for (const message of [pacs002({ status }), pacs002FromFedNow({ status })]) {
      const [found] = await statusesOf(message);
      expect(found).toMatchObject({ outcome, message_id: 'M1', amount: 1_250n, ids: { uetr: UETR } });
      expect(found!.accepted_at).toEqual(new Date('2026-11-23T14:05:06Z'));
    }
  });

  it.each([
    ['ACTC', 'settled'],
    ['ACWP', 'settled'],
    ['RCVD', 'none'],
    ['RJCT', 'rejected'],
    ['ACSC', 'unknown'],
  ])('of RTP: %s is %s, by its own id and in New York time', async (status, outcome) => {
    const [found] = await statusesOf(pacs002FromRtp({ status, reason: '9910' }));
    expect(found).toMatchObject({ outcome, reason: '9910', ids: { end_to_end_id: null, transaction_id: 'T1' } });
    expect(found!.accepted_at).toEqual(new Date('2026-11-23T14:05:06Z'));
  });

  it('of RTP have the reference of the network where it is told', async () => {
    const [told] = await statusesOf(pacs002FromRtp({ reference: '001' }));
    const [untold] = await statusesOf(pacs002FromRtp());
    expect([told!.clearing_reference, untold!.clearing_reference]).toEqual(['001', null]);
  });

  it('are by the network that a report without a wrapper came from', async () => {
    expect((await statusesOf(pacs002({ status: 'ACTC' }), 'rtp'))[0]!.outcome).toBe('settled');
  });

  it('of a message or batch are those of the payments that it does not name, or that have none', async () => {
    const found = await statusesOf(pain002({ group: 'ACTC', transactions: [{}] }));
    expect(found).toMatchObject([
      { batch_id: null, ids: null, payments: 1, outcome: 'accepted' },
      { batch_id: 'M1', ids: { end_to_end_id: 'E2E-1' }, outcome: 'accepted' },
    ]);
    const rejected = await statusesOf(pain002({ batch: 'RJCT', transactions: [{}] }));
    expect(rejected.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['rejected', 'NARR'],
      ['rejected', 'NARR'],
    ]);
  });

  it('may be in part: then nothing holds for payments without a status', async () => {
    const found = await statusesOf(pain002({ group: 'PART', transactions: [{ status: 'RJCT' }, { id: 'E2E-2' }] }));
    expect(found.map(({ outcome }) => outcome)).toEqual(['none', 'rejected', 'none']);
  });

  it.each([
    [{ group: 'RJCT', transactions: [{ status: 'ACSC' }] }],
    [{ batch: 'RJCT', transactions: [{ status: 'ACSP' }] }],
    [{ group: 'RJCT', batch: 'ACSP', transactions: [] }],
  ])('are refused as contradictory where a rejected whole has an accepted part', async (report) => {
    await expect(statusesOf(pain002(report))).rejects.toMatchObject({ diagnostics: [{ rule: 'contradictory' }] });
  });

  it('may have rejected parts of an accepted whole', async () => {
    const found = await statusesOf(pain002({ group: 'ACSP', transactions: [{ status: 'RJCT' }] }));
    expect(found.map(({ outcome }) => outcome)).toEqual(['accepted', 'rejected']);
  });
});

describe('a return of a payment', () => {
  it.each([
    ['12.50', 1_250n, 'returned'],
    ['12.49', 1_250n, 'partial_return'],
    ['12.51', 1_250n, 'wrong_return'],
    ['12.50', 1_251n, 'wrong_return'],
  ])('of %s, where %s cents were sent, is a %s', async (returned, cents, outcome) => {
    const message = await read(pacs004({ returned }));
    if (message.family !== 'pacs.004') throw new Error(message.family);
    const [found] = returnedPayments(message.values);
    expect(found).toMatchObject({
      reason: 'AC04',
      message_id: 'M1',
      settlement_date: '2026-11-24',
      ids: { uetr: UETR },
    });
    expect(returnOutcome(found!, cents)).toBe(outcome);
  });
});

describe('an answer to a recall', () => {
  it.each([
    ['IPAY', 'accepted'],
    ['RJCR', 'refused'],
    ['PDCR', 'pending'],
    ['PECR', 'partial'],
    ['ZZZZ', 'unknown'],
  ])('%s means %s', async (status, answer) => {
    const message = await read(camt029({ answer: status }));
    if (message.family !== 'camt.029') throw new Error(message.family);
    expect(recallAnswersOf(message.values)).toMatchObject([
      { case_id: 'C1', status, answer, reason: 'LEGL', ids: { end_to_end_id: 'E2E-1' } },
    ]);
  });

  it('without a payment is about all of the request', async () => {
    const message = await read(replaced(camt029(), /<CxlDtls>.*<\/CxlDtls>/s.exec(camt029().toString())![0], ''));
    if (message.family !== 'camt.029') throw new Error(message.family);
    expect(recallAnswersOf(message.values)).toMatchObject([{ case_id: 'C1', ids: null, answer: 'refused' }]);
  });
});

describe('a message of a bank', () => {
  it('names the message of ours that it refuses', async () => {
    expect(await read(admi002())).toMatchObject({
      family: 'admi.002',
      values: { RltdRef: { Ref: 'M1' }, Rsn: { RjctgPtyRsn: '690', RsnDesc: 'Broken' } },
    });
  });

  it.each(['fednow', 'rtp', null] as const)('tells an event of a network, in the wrapper of %s', async (network) => {
    const EvtInf = { EvtCd: 'OFF', EvtParam: ['021000021', 'A1'], EvtTm: new Date('2026-11-23T14:05:06Z') };
    expect(await read(admi004({ code: 'OFF', of: EvtInf.EvtParam, at: '2026-11-23T09:05:06', network }))).toMatchObject(
      {
        ...{ family: 'admi.004', network, values: { EvtInf } },
      },
    );
  });

  it.each<[string, Buffer, newest: string, tooOld: string]>([
    ['pain.002.001.03', pain002(), '14', '02'],
    ['pacs.002.001.10', pacs002(), '15', '06'],
    ['pacs.004.001.10', pacs004(), '14', '06'],
    ['camt.029.001.09', camt029(), '13', '07'],
  ])(
    '%s is read in every known version, in a newer one with a notice, and in no older one',
    async (own, message, ...versions) => {
      const [newest, tooOld] = versions;
      const of = (version: string) => replaced(message, own, own.slice(0, -2) + version);
      const known = await outcomeOf(of(newest));
      expect(known).toMatchObject({ definition: own.slice(0, -2) + newest, isNewer: false });
      expect(known).toMatchObject({ values: (await read(message)).values });
      expect(await outcomeOf(of('47'))).toMatchObject({ isNewer: true, values: (await read(message)).values });
      for (const other of [tooOld, '1', '470', 'xx']) expect(await outcomeOf(of(other))).toBe('message_type');
    },
  );

  it.each<[string, Buffer, version: string, from: string, to: string]>([
    ['no status of a payment', pacs002(), 'pacs.002.001.10', '<TxSts>ACSC</TxSts>', '<Sts>ACSC</Sts>'],
    ['payments under another name', pacs002(), 'pacs.002.001.10', 'TxInfAndSts>', 'Tx>'],
    ['no payment of a bank', pain002(), 'pain.002.001.03', 'TxInfAndSts>', 'Tx>'],
    ['returns under another name', pacs004(), 'pacs.004.001.10', 'TxInf>', 'Tx>'],
    ['an answer without its status', camt029(), 'camt.029.001.09', 'Conf>', 'Cnfrmd>'],
  ])(
    'of a newer version is refused, as it may say something that is missed, with %s',
    async (_, message, ...change) => {
      const [version, from, to] = change;
      const renamed = message.toString().replaceAll(from, to);
      expect(await outcomeOf(Buffer.from(renamed.replace(version, version.replace(/\d\d$/, '47'))))).toBe(
        'newer_version',
      );
    },
  );

  it.each(bankMessages)(
    '%s without a namespace says the same, where that is waived, and only there',
    async (_, message) => {
      const bare = bareOf(message);
      const found = await readBare(bare);
      expect(found).toMatchObject({ ...(await read(message)), definition: found.definition });
      expect(await outcomeOf(bare)).toBe('missing_namespace');
    },
  );

  const amount = '<IntrBkSttlmAmt Ccy="USD">12.50<';
  it('without a namespace has to keep every other rule', async () => {
    await expect(readBare(bareOf(replaced(pacs002(), amount, amount.replace('.', ','))))).rejects.toMatchObject({
      diagnostics: [{ rule: 'element_amount' }],
    });
  });

  it.each<[string, Buffer, string]>([
    [
      'another root',
      replaced(replaced(pacs002(), '<FIToFIPmtStsRpt>', '<PmtRtr>'), '</FIToFIPmtStsRpt>', '</PmtRtr>'),
      'message_root',
    ],
    ['no namespace', Buffer.from('<Document><CstmrPmtStsRpt/></Document>'), 'missing_namespace'],
    ['no namespace and an unknown message', Buffer.from('<Document><CdtrPmtActvtnReq/></Document>'), 'message_type'],
    ['another message', isoDocument('pain.013.001.07', '<CdtrPmtActvtnReq/>'), 'message_type'],
    ['an empty document', isoDocument('pain.002.001.03', ''), 'message_type'],
    ['a document type', replaced(pain002(), '<Document', '<!DOCTYPE Document><Document'), 'xml_doctype'],
    ['an entity', replaced(pain002(), 'M1', '&m;'), 'xml_syntax'],
    ['euros', replaced(pacs002(), amount, amount.replace('USD', 'EUR')), 'element_amount'],
    ['no currency', replaced(pacs002(), amount, amount.replace(' Ccy="USD"', '')), 'element_amount'],
    ...['12.505', '1e3', '-1.00', '+1.00', '12,50', '99999999999999', '.5', '5.', '1 2', '', '0x10', '12.50 USD'].map(
      (text): [string, Buffer, string] => [
        `the amount ${text}`,
        replaced(pacs002(), amount, amount.replace('12.50', text)),
        'element_amount',
      ],
    ),
    ['a time that is none', replaced(pacs002(), '2026-11-23T09:05:06', '2026-02-30T09:05:06'), 'element_date'],
    ['a leap second', replaced(pacs002(), '2026-11-23T09:05:06', '2016-12-31T18:59:60'), 'element_date'],
    ['hour 24', replaced(pacs002(), '2026-11-23T09:05:06', '2026-11-23T24:05:06'), 'element_date'],
    ['a UUID of version 7', replaced(pacs002(), UETR, UETR.replace('-48ba', '-78ba')), 'element_code'],
    [
      'a repeated id',
      replaced(pacs002(), '<OrgnlInstrId>I1</OrgnlInstrId>', '<OrgnlInstrId>I1</OrgnlInstrId>'.repeat(2)),
      'element_repeated',
    ],
    ['no id of the message', replaced(pain002(), '<OrgnlMsgId>M1</OrgnlMsgId>', ''), 'element_missing'],
    ['an id of 36 characters', replaced(pain002(), 'E2E-1', 'x'.repeat(36)), 'element_text'],
    ['elements in an id', replaced(pain002(), 'E2E-1', '<a/>E2E-1'), 'element_text'],
    [
      'two reasons in one',
      replaced(pacs002({ reason: 'AC03' }), '<Cd>AC03</Cd>', '<Cd>AC03</Cd><Prtry>x</Prtry>'),
      'element_choice',
    ],
  ])('is refused for %s', async (_, message, rule) => {
    expect(await outcomeOf(message)).toBe(rule);
  });

  it.each([
    ['12.50000', 1_250n],
    [' 12.5 ', 1_250n],
    ['0012', 1_200n],
    ['9999999999999.99', 999_999_999_999_999n],
  ])('has the amount %j as %s cents', async (text, cents) => {
    expect((await statusesOf(replaced(pacs002(), amount, amount.replace('12.50', text))))[0]!.amount).toBe(cents);
  });

  it('is refused without a value of it in the diagnostics', async () => {
    const secret = 'Jane Roe 123456789';
    const broken = replaced(pain002(), '<OrgnlEndToEndId>E2E-1', `<OrgnlEndToEndId>${secret.repeat(3)}`);
    const error = await read(broken).catch((reason: unknown) => reason as InboundFileError);
    expect(error).toMatchObject({
      diagnostics: [
        { line: 4, field: 'OrgnlPmtInfAndSts/TxInfAndSts/OrgnlEndToEndId', expected: '1 to 35 characters' },
      ],
    });
    expect(JSON.stringify(error)).not.toContain('Jane');
  });

  it('is refused with at most twenty diagnostics', async () => {
    const many = pain002({ transactions: Array.from({ length: 30 }, () => ({ id: 'x'.repeat(36) })) });
    await expect(read(many)).rejects.toHaveProperty('diagnostics.length', 20);
  });
});

describe('a message that we write', () => {
  it.each<[string, Buffer, string]>([
    ['pain.001', writtenPain001(), 'pain.001.001.03'],
    ['pain.001', writtenPain001({ version: 'pain.001.001.09' }), 'pain.001.001.09'],
    ...(['fednow', 'rtp'] as const).flatMap((network): [string, Buffer, string][] => [
      ['pacs.008', writtenPacs008(network), 'pacs.008.001.08'],
      ['pacs.028', writtenPacs028(network), 'pacs.028.001.03'],
      ['camt.056', writtenCamt056(network), 'camt.056.001.08'],
    ]),
  ])('is read again: %s', async (family, message, definition) => {
    expect(await read(message)).toMatchObject({ family, definition });
  });

  it('states the number and the sum of its payments', async () => {
    const { values } = await read(writtenPain001());
    expect(values).toMatchObject({ GrpHdr: { NbOfTxs: 1, CtrlSum: 1_250n }, PmtInf: { NbOfTxs: 1, CtrlSum: 1_250n } });
    expect(values).toMatchObject({ PmtInf: { CdtTrfTxInf: [{ Cdtr: { Nm: 'Zoe & Sons <Best>' } }] } });
  });

  it('has the same bytes each time', () => {
    expect(writtenPacs008('rtp').equals(writtenPacs008('rtp'))).toBe(true);
  });

  const { payments } = { payments: [] };
  it.each<[string, () => Buffer, string]>([
    ['no payment', () => writtenPain001({ payments }), 'PmtInf/CdtTrfTxInf'],
    ['RTP without a transaction id', () => writtenPacs008('rtp', { transaction_id: null }), 'CdtTrfTxInf/PmtId/TxId'],
    [
      'a short routing number',
      () => writtenPacs008('fednow', { to: '23138010' }),
      'CdtTrfTxInf/InstdAgt/FinInstnId/ClrSysMmbId/MmbId',
    ],
    ['a date that is none', () => writtenPain001({ execution_date: '2026-02-30' }), 'PmtInf/ReqdExctnDt'],
    ['a message id of 36 characters', () => writtenPain001({ message_id: 'x'.repeat(36) }), 'GrpHdr/MsgId'],
    ['no message id', () => writtenPain001({ message_id: '' }), 'GrpHdr/MsgId'],
    [
      'a name of which nothing is left',
      () => writtenPain001({ payments: [aPayment({ payee: { name: '\u5c71', address: null } })] }),
      'PmtInf/CdtTrfTxInf/Cdtr/Nm',
    ],
    [
      'an amount of nothing',
      () => writtenPacs008('rtp', { payment: aPayment({ amount: 0n }) }),
      'CdtTrfTxInf/IntrBkSttlmAmt',
    ],
  ])('is refused for %s', (_, write, path) => {
    expect(write).toThrow(IsoFormatError);
    expect(write).toThrow(expect.objectContaining({ path }));
  });
});

/** What is done because of a message: for which payment, and how much. */
async function effectsOf(bytes: Uint8Array): Promise<unknown[]> {
  const message = await outcomeOf(bytes);
  if (typeof message === 'string') return [];
  if (message.family === 'pacs.004') {
    return returnedPayments(message.values).map(({ ids, returned, sent }) => ({ ids, returned, sent }));
  }
  if (message.family !== 'pain.002' && message.family !== 'pacs.002') return [];
  try {
    return paymentStatuses(message).map(({ ids, amount }) => ({ ids, amount }));
  } catch (error) {
    if (error instanceof InboundFileError) return [];
    throw error;
  }
}

interface Effect {
  readonly ids: Record<string, string | null> | null;
  readonly amount?: bigint | null;
  readonly returned?: bigint;
}

describe('a message with one byte changed', () => {
  it.each(bankMessages)(
    'is refused, or says nothing else about the same payment and its cents: %s',
    async (_, message) => {
      const [sent] = (await effectsOf(message)) as Effect[];
      const wrong: string[] = [];
      for (let at = 0; at < Math.min(message.length, 2_500); at++) {
        const mutated = Buffer.from(message);
        mutated[at] = message[at]! ^ 1;
        const effects = (await effectsOf(mutated)) as Effect[];
        const same = effects.filter(({ ids }) => ids !== null && JSON.stringify(ids) === JSON.stringify(sent?.ids));
        // A changed digit of an amount is read as it is. The cents of the payment do not agree then, which matching sees.
        const isDigit = /\d/.test(String.fromCharCode(message[at]!));
        if (same.length > 1 || same.some((each) => !isDigit && differ(each, sent!))) wrong.push(`byte ${at}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  const differ = (one: Effect, other: Effect) =>
    (one.amount ?? null) !== null && (one.amount !== other.amount || one.returned !== other.returned);
});

describe('the reader of messages, given anything', () => {
  it('refuses random bytes with its own error', async () => {
    const bytes = fc.uint8Array({ maxLength: 200 });
    const property = fc.asyncProperty(bytes, async (each) => expect(typeof (await outcomeOf(each))).toBe('string'));
    await fc.assert(property, { numRuns: countOf(4_000, 'FUZZ_INPUTS') });
  });

  it('refuses or reads mixed up pieces of messages without another error', async () => {
    const pieces = bankMessages
      .flatMap(([, message]) => message.toString().split(/(?=<)/))
      .filter((each) => each.length < 500);
    const mixed = fc.array(fc.constantFrom(...pieces), { maxLength: 30 });
    const property = fc.asyncProperty(mixed, async (drawn) => void (await outcomeOf(Buffer.from(drawn.join('')))));
    await fc.assert(property, { numRuns: countOf(2_000, 'FUZZ_INPUTS') });
  });

  it('refuses or reads messages without a piece, without another error', async () => {
    const drawn = fc.tuple(fc.constantFrom(...bankMessages), fc.nat(), fc.nat({ max: 60 }));
    const property = fc.asyncProperty(drawn, async ([[, message], start, length]) => {
      const from = start % message.length;
      await outcomeOf(Buffer.concat([message.subarray(0, from), message.subarray(from + length)]));
    });
    await fc.assert(property, { numRuns: countOf(2_000, 'FUZZ_INPUTS') });
  });
});
