import {
  aboutPayment,
  aPayment,
  writtenCamt056,
  writtenPacs008,
  writtenPacs028,
} from '../../../../../test/support/rails/written-messages.js';
import { readXmlDocument } from '../../infrastructure/xml/xml-parts.js';
import { readLayout } from './element-layout.js';
import { IsoFaults, IsoFormatError } from './iso-diagnostic.js';
import { applicationHeader } from './messages.table.js';
import { assertNetworkRules } from './network-rules.js';
import { type MessageValues, type NetworkRule, networkRules, networkSources } from './network-rules.table.js';
import { readMessage } from './read-message.js';

const NETWORKS = ['fednow', 'rtp'] as const;
const FAMILIES = ['pacs.008', 'pacs.028', 'camt.056'] as const;
const written = { 'pacs.008': writtenPacs008, 'pacs.028': writtenPacs028, 'camt.056': writtenCamt056 };

async function valuesOf(bytes: Buffer, network: (typeof NETWORKS)[number]): Promise<MessageValues> {
  const document = await readXmlDocument([bytes]);
  let header = document;
  while (header.name !== 'AppHdr') header = header.children[0]!;
  // On RTP the header is in the namespace of the wrapper, and what it holds is not.
  const own = { ...header, uri: header.children[0]!.uri };
  const AppHdr = readLayout(applicationHeader(network), own, { faults: new IsoFaults('test') });
  return { ...readMessage(document).values, AppHdr };
}

/** The message with another value at the path of a rule; undefined where it has nothing around it. */
function brokenAt(message: MessageValues, { path, demand }: NetworkRule): MessageValues | undefined {
  const copy = structuredClone(message) as Record<string, unknown>;
  const names = path.split('/');
  const last = names.pop()!;
  const around = names.reduce<Record<string, unknown> | undefined>(
    (value, name) => value?.[name] as Record<string, unknown> | undefined,
    copy,
  );
  if (around === undefined) return undefined;
  if (path === '') copy['Text'] = 'Zo\u00eb';
  else if (demand.startsWith('is there')) delete around[last];
  else around[last] = demand === 'is left out' ? 'x' : typeof around[last] === 'bigint' ? 1_000_000_001n : 'broken!';
  return copy;
}

const cases = NETWORKS.flatMap((network) => FAMILIES.map((family) => [network, family] as const));

describe('the rules of the networks', () => {
  it.each(cases)(
    'of %s hold in every %s that is written, and each refuses a message without it',
    async (network, family) => {
      // From $3,000 on, with the address of the payer.
      const changes = family === 'pacs.008' ? { payment: aPayment({ amount: 300_000n }) } : {};
      const sound = await valuesOf(written[family](network, changes as never), network);
      expect(() => assertNetworkRules({ network, relay_adds: [] }, family, sound)).not.toThrow();
      for (const rule of networkRules[network][family]) {
        const broken = brokenAt(sound, rule);
        expect([rule.path, broken === undefined]).toEqual([rule.path, false]);
        expect(() => assertNetworkRules({ network, relay_adds: [] }, family, broken!)).toThrow(IsoFormatError);
      }
    },
  );

  it('each name where the network publishes them', () => {
    const named = cases.flatMap(([network, family]) => networkRules[network][family].map(({ source }) => source));
    expect(new Set(named)).toEqual(new Set(Object.keys(networkSources)));
  });

  it.each([
    ['FedNow: M before the date of an id', () => writtenPacs008('fednow', { message_id: 'M20261123091000019ABC' })],
    ['FedNow: an amount above the limit', () => writtenPacs008('fednow', paying(1_000_000_001n))],
    ['RTP: an amount above the limit', () => writtenPacs008('rtp', paying(1_000_000_001n))],
    ['RTP: an id without the participant', () => writtenPacs028('rtp', { message_id: 'M20261123BACM00000000001' })],
    ['RTP: a recall without the reference of the network', () => writtenCamt056('rtp', { payment: unreferenced })],
  ])('stop the writer before a byte is sent: %s', (_, write) => {
    expect(write).toThrow(IsoFormatError);
  });

  it('demand the address of the payer from $3,000 on, unless the relay adds it', () => {
    const payer = { party: { name: 'ACME', address: null }, account: payment.account };
    const paid =
      (amount: bigint, relay_adds: 'payer_address'[] = []) =>
      () =>
        writtenPacs008('fednow', { payer, ...paying(amount), relay_adds });
    expect(paid(299_999n)).not.toThrow();
    expect(paid(300_000n)).toThrow('CdtTrfTxInf/Dbtr/PstlAdr');
    expect(paid(300_000n, ['payer_address'])).not.toThrow();
  });

  it('are given the reference of the network by a recall on RTP, and none on FedNow, where the message is in the payment', () => {
    expect(writtenCamt056('rtp').toString()).toContain('<OrgnlClrSysRef>TCH000000001</OrgnlClrSysRef>');
    const fedNow = writtenCamt056('fednow').toString();
    expect(fedNow).not.toContain('OrgnlClrSysRef');
    expect(fedNow).toContain('<Undrlyg><TxInf><OrgnlGrpInf>');
  });
});

const unreferenced = { ...aboutPayment('rtp').payment, clearing_reference: null };

function paying(amount: bigint) {
  return { payment: { ...payment, amount } };
}

const payment = aPayment({ payee: { name: 'Ada', address: null } });
