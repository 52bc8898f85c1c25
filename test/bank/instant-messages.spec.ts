import { BankStage } from '../support/bank/bank-stage.js';
import {
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
    const about = {
      instruction_id: id,
      end_to_end_id: payment.end_to_end_id,
      transaction_id: null,
      uetr: payment.uetr,
    };
    const original = { ...about, amount: 1_250n, settlement_date: '2026-11-23' };
    stage.send(writtenPacs028(network, { payment: original }), 'early.xml');
    expect(answers().at(-1)).toContain('<Cd>NOOR</Cd>');
    stage.send(writtenPacs008(network, { payer, payment }), 'pay.xml');
    expect(answers()).toHaveLength(1);
    stage.send(writtenPacs028(network, { payment: original }), 'ask.xml');
    expect(answers().at(-1)).toContain(`<TxSts>${network === 'rtp' ? 'ACTC' : 'ACSC'}</TxSts>`);
    stage.send(writtenCamt056(network, { payment: original }), 'recall.xml');
    stage.bank.round();
    expect(stage.list('outbound').join()).toContain('return-');
    expect(answers().join()).toContain('<Conf>IPAY</Conf>');
    expect(booked().map((line) => (line as { direction: string }).direction)).toEqual(['debit', 'credit']);
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
