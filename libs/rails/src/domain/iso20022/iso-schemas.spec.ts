import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bankMessages } from '@payments/testing';
import { validateXML } from 'xmllint-wasm';
import {
  aPayment,
  writtenCamt056,
  writtenPacs008,
  writtenPacs028,
  writtenPain001,
} from '../../../../../test/support/rails/written-messages.js';
import { describeIf } from '../../../../../test/support/skip-unless.js';

const folder = process.env.ISO20022_XSD_DIR;

/** What the schema of the definition says against each document; empty where it says nothing. */
async function faultsOf(definition: string, documents: readonly Buffer[]): Promise<string[]> {
  const schema = readFileSync(join(folder!, `${definition}.xsd`), 'utf8');
  const xml = documents.map((contents, at) => ({ fileName: `${at}.xml`, contents }));
  const { errors } = await validateXML({ xml, schema });
  return documents.map((_, at) =>
    errors
      .filter(({ loc }) => loc?.fileName === `${at}.xml`)
      .map((each) => each.message)
      .join(),
  );
}

/** The document in the wrapper of a network. RTP's has no element Document. */
function unwrapped(message: Buffer): Buffer {
  const text = message.toString();
  const [document] = /<Document .*<\/Document>/s.exec(text) ?? [];
  if (document !== undefined) return Buffer.from(document);
  const [, root, xmlns, rest] = /<(FI\w+) xmlns="([^"]+)">(.*)<\/\w+><\/Message>$/s.exec(text)!;
  return Buffer.from(`<Document xmlns="${xmlns}"><${root}>${rest}</Document>`);
}

const header = (message: Buffer) => Buffer.from(/<AppHdr .*<\/AppHdr>/s.exec(message.toString())![0]);

const bare = { party: { name: 'ACME', address: null }, account: { routing_number: '091000019', account_number: '1' } };
const least = aPayment({ description: '', payee: { name: 'A', address: null }, amount: 1n });
const most = aPayment({
  description: 'x'.repeat(500),
  payee: { name: 'N'.repeat(300), address: null },
  amount: 10n ** 15n - 1n,
});
const service = { service_level: null, local_instrument: null, category_purpose: null, charge_bearer: null };
const initiator = { name: 'ACME', client_id: null };

const written: readonly (readonly [string, readonly Buffer[]])[] = [
  [
    'pain.001.001.03',
    [
      writtenPain001(),
      writtenPain001({ payer: bare, payments: [least], service, initiator }),
      writtenPain001({ payments: [most] }),
      writtenPain001({ payments: [aPayment(), least] }),
    ],
  ],
  [
    'pacs.008.001.08',
    [
      ...[writtenPacs008('fednow'), writtenPacs008('fednow', { payer: bare, payment: least, purpose: 'consumer' })],
      ...[
        writtenPacs008('rtp'),
        writtenPacs008('rtp', {
          payer: bare,
          payment: { ...most, amount: 1_000_000_000n },
          relay_adds: ['payer_address'],
        }),
      ],
    ],
  ],
  ['pacs.028.001.03', [writtenPacs028('fednow'), writtenPacs028('rtp')]],
  ['camt.056.001.08', [writtenCamt056('fednow'), writtenCamt056('rtp', { explanation: '' })]],
];

/** Each breaks one rule of a schema. */
const twins: readonly (readonly [string, Buffer, string, string])[] = [
  ['pain.001.001.03', writtenPain001(), '<PmtMtd>TRF</PmtMtd>', '<PmtMtd>ACH</PmtMtd>'],
  ['pain.001.001.03', writtenPain001(), '<NbOfTxs>1</NbOfTxs><CtrlSum>12.50</CtrlSum><InitgPty>', '<InitgPty>'],
  ['pain.001.001.03', writtenPain001(), 'Ccy="USD"', 'Ccy="usd"'],
  ['pain.001.001.03', writtenPain001(), '<EndToEndId>', '<EndToEndId>12345'],
  ['pain.001.001.03', writtenPain001(), '<ReqdExctnDt>2026-11-23', '<ReqdExctnDt>2026-11-31'],
  ['pain.001.001.03', writtenPain001(), '>12.50</InstdAmt>', '>-12.50</InstdAmt>'],
  ['pacs.008.001.08', unwrapped(writtenPacs008('fednow')), '8a562c67-ca16-48ba', '8a562c67-ca16-78ba'],
  ['pacs.008.001.08', unwrapped(writtenPacs008('fednow')), '<ChrgBr>SLEV</ChrgBr>', ''],
  ['pacs.008.001.08', unwrapped(writtenPacs008('rtp')), '12.50</IntrBkSttlmAmt>', '12.123456</IntrBkSttlmAmt>'],
  ['pacs.028.001.03', unwrapped(writtenPacs028('fednow')), '<CreDtTm>2026-11-23T', '<CreDtTm>2026-11-23 '],
  ['camt.056.001.08', unwrapped(writtenCamt056('fednow')), '<Cd>DUPL</Cd>', '<Cd>DUPLI</Cd>'],
  ['camt.056.001.08', unwrapped(writtenCamt056('rtp')), '</Assgnmt>', '<Ctry>US</Ctry></Assgnmt>'],
];

const reason = 'NOT TESTED: the schemas of ISO 20022. Set ISO20022_XSD_DIR to the folder with their .xsd files.';

describeIf(folder !== undefined, reason)('the schemas of ISO 20022', () => {
  it.each(written)('accept every %s that is written', async (definition, messages) => {
    const documents = definition.startsWith('pain') ? messages : messages.map(unwrapped);
    expect(await faultsOf(definition, documents)).toEqual(messages.map(() => ''));
  });

  it('accept the header of FedNow', async () => {
    const messages = [writtenPacs008('fednow'), writtenPacs028('fednow'), writtenCamt056('fednow')];
    expect(await faultsOf('head.001.001.02', messages.map(header))).toEqual(messages.map(() => ''));
  });

  it('refuse each of twelve twins with one rule broken', async () => {
    expect(twins).toHaveLength(12);
    const definitions = [...new Set(twins.map(([definition]) => definition))];
    for (const definition of definitions) {
      const broken = twins
        .filter(([each]) => each === definition)
        .map(([, document, found, other]) => {
          expect(document.includes(found)).toBe(true);
          return Buffer.from(document.toString().replace(found, other));
        });
      const faults = await faultsOf(definition, broken);
      expect(faults.filter((each) => each === '')).toEqual([]);
    }
  });

  it('accept the messages of banks that the other specs read', async () => {
    // Its schema is not among those that banks and networks publish together.
    for (const [definition, message] of bankMessages.filter(([each]) => each !== 'pain.002.001.03')) {
      expect([definition, await faultsOf(definition, [message])]).toEqual([definition, ['']]);
    }
  });
});
