import { BankStage } from '../support/bank/bank-stage.js';
import {
  aboutPayment,
  aPayment,
  writtenCamt056,
  writtenPacs008,
  writtenPacs028,
  writtenPain001,
} from '../support/rails/written-messages.js';

const ACCOUNT = '1000200030';
const payer = {
  party: { name: 'ACME CORP', address: null },
  account: { routing_number: '091000019', account_number: ACCOUNT },
};
const cents = (amount: bigint) => aPayment({ amount });
const unaddressed = writtenPacs008('fednow', { payer, payment: cents(1_250n) });
const sent = (network: 'fednow' | 'rtp') =>
  writtenPacs008(network, { payer: { ...payer, party: aPayment().payee }, payment: cents(1_250n) });

describe('the simulated bank with messages of ISO 20022', () => {
  let stage: BankStage;
  afterEach(() => stage.remove());
  const start = (options: ConstructorParameters<typeof BankStage>[0] = {}) => {
    stage = new BankStage({ settings: { statements: ['camt.053'] }, ...options });
  };
  const answers = () => stage.list('outbound').map((name) => stage.text(name));
  const booked = () => stage.journal().filter(({ event }) => event === 'booked');

  it('takes a pain.001, reports it settled, and has it on the statement that adds up', () => {
    start();
    stage.send(writtenPain001({ payer, payments: [cents(1_250n)] }), 'a.xml');
    expect(answers()).toMatchObject([expect.stringContaining('<TxSts>ACSC</TxSts>')]);
    stage.pass(1);
    const statement = answers().find((text) => text.includes('<Stmt>'))!;
    expect(statement).toContain('<Amt Ccy="USD">12.50</Amt><CdtDbtInd>DBIT</CdtDbtInd>');
    expect(statement).toContain('<Amt Ccy="USD">999987.50</Amt>');
  });

  it('rejects by the amount, and books nothing then', () => {
    start();
    stage.send(writtenPain001({ payer, payments: [cents(1_251n)] }), 'a.xml');
    expect(answers()[0]).toContain('<TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC03</Cd>');
    expect(booked()).toEqual([]);
  });

  it('makes a payment once, however often its message comes', () => {
    start();
    for (const name of ['a.xml', 'b.xml']) stage.send(writtenPain001({ payer, payments: [cents(1_250n)] }), name);
    stage.restart();
    stage.send(writtenPain001({ payer, payments: [cents(1_250n)] }), 'c.xml');
    const other = writtenPain001({ payer, payments: [cents(1_250n)], message_id: 'ANOTHER' });
    stage.send(other, 'd.xml');
    expect(booked()).toHaveLength(1);
    expect(answers().map((text) => /<TxSts>(\w+)</.exec(text)?.[1])).toEqual(['ACSC', 'ACSC', 'ACSC', 'RJCT']);
  });

  it.each(['fednow', 'rtp'] as const)('answers questions about payments on %s, and agrees to recalls', (network) => {
    start({ faults: { faults: { status_lost: { times: 1 } } } });
    const payment = cents(1_250n);
    const id = /<InstrId>(.*)<\/InstrId>/.exec(writtenPacs008(network, { payer, payment }).toString())![1]!;
    const original = { ...aboutPayment(network).payment, instruction_id: id };
    stage.send(writtenPacs028(network, { payment: original }), 'early.xml');
    expect(answers().at(-1)).toContain('<Cd>NOOR</Cd>');
    stage.send(writtenPacs008(network, { payer, payment }), 'pay.xml');
    expect(answers()).toHaveLength(1);
    stage.send(writtenPacs028(network, { payment: original }), 'ask.xml');
    expect(answers().at(-1)).toContain(`<TxSts>${network === 'rtp' ? 'ACTC' : 'ACSC'}</TxSts>`);
    const clearing_reference = /<ClrSysRef>(.*)<\/ClrSysRef>/.exec(answers().at(-1)!)?.[1] ?? null;
    expect(clearing_reference === null).toBe(network === 'fednow');
    stage.send(writtenCamt056(network, { payment: { ...original, clearing_reference } }), 'recall.xml');
    stage.bank.round();
    expect(stage.list('outbound').join()).toContain('return-');
    expect(answers().join()).toContain('<Conf>IPAY</Conf>');
    expect(booked().map((line) => (line as { direction: string }).direction)).toEqual(['debit', 'credit']);
  });

  it.each<readonly [about: string, message: Buffer, change: readonly [from: string, to: string, problem: string]]>([
    ['M before the id of FedNow', sent('fednow'), ['>20261123091', '>M20261123091', 'BizMsgIdr has another form']],
    [
      'another id in the header',
      sent('fednow'),
      ['STV</BizMsgIdr', 'STW</BizMsgIdr', 'BizMsgIdr is not of the message'],
    ],
    ['the id of another day', sent('rtp'), ['20261123091000019A1BACM', '20261122091000019A1BACM', 'of another day']],
    ['two payments', sent('fednow'), ['<NbOfTxs>1', '<NbOfTxs>2', 'NbOfTxs has another form']],
    ['no type of the payment', sent('rtp'), ['<SvcLvl><Cd>SDVA</Cd></SvcLvl>', '', 'SvcLvl is missing']],
    ['more than ten millions', sent('fednow'), ['>12.50<', '>10000000.01<', 'IntrBkSttlmAmt has another form']],
    ['an address without its town', sent('rtp'), ['<TwnNm>Lisle</TwnNm>', '', 'TwnNm is missing']],
    [
      '$3,000 without the address of the payer',
      unaddressed,
      ['>12.50<', '>3000.00<', 'address of the payer is missing'],
    ],
    [
      'a time without a zone',
      sent('fednow'),
      ['09:05:00-05:00</CreDtTm>', '09:05:00</CreDtTm>', 'CreDtTm has another form'],
    ],
    [
      'a recall on RTP without the reference of the network',
      writtenCamt056('rtp'),
      ['<OrgnlClrSysRef>TCH000000001</OrgnlClrSysRef>', '', 'OrgnlClrSysRef is missing'],
    ],
    [
      'a recall on FedNow with the message beside the payment',
      writtenCamt056('fednow'),
      ['</TxInf></Undrlyg>', '</TxInf><OrgnlGrpInfAndCxl/></Undrlyg>', 'OrgnlGrpInfAndCxl does not belong there'],
    ],
  ])('refuses %s by an admi.002, and books nothing', (_, message, [from, to, problem]) => {
    start();
    expect(message.toString()).toContain(from);
    stage.send(Buffer.from(message.toString().replaceAll(from, to)), 'a.xml');
    expect(stage.printed).toContainEqual(expect.stringContaining('refused a.xml: network: '));
    expect(answers()).toEqual([expect.stringMatching(new RegExp(`<RltdRef><Ref>\\w{34,36}</Ref>.*${problem}`))]);
    expect(booked()).toEqual([]);
  });

  it('refuses a recall on RTP that names another reference than it told', () => {
    start();
    stage.send(sent('rtp'), 'pay.xml');
    expect(answers().at(-1)).toContain('<ClrSysRef>TCH000000001</ClrSysRef>');
    const { payment } = aboutPayment('rtp');
    stage.send(writtenCamt056('rtp', { payment: { ...payment, clearing_reference: 'TCH2' } }), 'recall.xml');
    expect(stage.printed.join()).toContain('OrgnlClrSysRef is not that of the payment');
  });

  it.each<readonly [about: string, message: Buffer, rule: string]>([
    ['a wrong account of the payer', writtenPain001({ payments: [cents(1_250n)] }), 'account'],
    [
      'a wrong sum',
      Buffer.from(
        writtenPain001({ payer, payments: [cents(1_250n)] })
          .toString()
          .replace('<CtrlSum>12.50', '<CtrlSum>12.51'),
      ),
      'totals',
    ],
    [
      'another currency',
      Buffer.from(
        writtenPain001({ payer, payments: [cents(1_250n)] })
          .toString()
          .replace('InstdAmt Ccy="USD"', 'InstdAmt Ccy="EUR"'),
      ),
      'currency',
    ],
    [
      'a broken routing number',
      writtenPain001({
        payer,
        payments: [aPayment({ account: { routing_number: '231380105', account_number: '1', type: 'checking' } })],
      }),
      'routing_number',
    ],
    ...['Dbtr', 'Cdtr'].map(
      (party) =>
        [
          `zeros as the name of the ${party}`,
          Buffer.from(
            writtenPain001({ payer, payments: [cents(1_250n)] })
              .toString()
              .replace(new RegExp(`(?<open><${party}>\\s*<Nm>)[^<]*`), '$<open>0 00'),
          ),
          'element',
        ] as const,
    ),
    ['a document type', Buffer.from('<!DOCTYPE a><a/>'), 'xml'],
    ['an end that is cut off', writtenPain001({ payer, payments: [cents(1_250n)] }).subarray(0, 400), 'xml'],
    [
      'another message',
      Buffer.from('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.02"><A/></Document>'),
      'message_type',
    ],
  ])('refuses %s, and books nothing', (_, message, rule) => {
    start();
    stage.send(message, 'a.xml');
    expect(stage.printed.at(-1)).toContain(`refused a.xml: ${rule}: `);
    expect([booked(), answers()]).toEqual([[], []]);
  });
});
