import { networkShapes, type Shape } from './network-shapes.table.js';
import { RefusedMessage } from './refused-message.js';
import type { XmlNode } from './xml-tree.js';

/** A message of a participant has the shape that its network demands, and its ids agree. @throws RefusedMessage */
export function assertNetworkShape(document: XmlNode, network: 'fednow' | 'rtp', definition: string): void {
  const shape = networkShapes[network][definition];
  if (shape === undefined) throw new RefusedMessage('message_type', `no message of ${network}`);
  assertShape(document, shape);
  assertPayerAddress(document);
  const header = find(document, 'AppHdr')!;
  const id = messageIdOf(document)!;
  const expected = network === 'rtp' ? `B${id.slice(1)}` : id;
  if (find(header, 'BizMsgIdr')!.text !== expected)
    throw new RefusedMessage('network', 'BizMsgIdr is not of the message');
  const day = id.replace(/^M/, '').slice(0, 8);
  if (find(header, 'CreDt')!.text.slice(0, 10).replaceAll('-', '') !== day)
    throw new RefusedMessage('network', 'the ids are of another day than the message');
}

/** From $3,000 on, the address of the payer travels with the payment: 31 CFR 1010.410(f). */
const TRAVELS_FROM = 3_000;

function assertPayerAddress(document: XmlNode): void {
  const payer = find(document, 'Dbtr');
  if (payer === undefined || find(payer, 'PstlAdr') !== undefined) return;
  if (Number(find(document, 'IntrBkSttlmAmt')!.text) >= TRAVELS_FROM)
    throw new RefusedMessage('network', 'the address of the payer is missing');
}

/** The id of a message between banks; undefined if it has none. */
export function messageIdOf(document: XmlNode): string | undefined {
  const group = find(document, 'GrpHdr') ?? find(document, 'Assgnmt');
  return group?.children.find(({ name }) => name === 'MsgId' || name === 'Id')?.text;
}

function find(node: XmlNode, name: string): XmlNode | undefined {
  if (node.name === name) return node;
  for (const child of node.children) {
    const found = find(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function assertShape(node: XmlNode, shape: Shape, path = node.name): void {
  if (shape instanceof RegExp) {
    const currency = node.attributes.get('Ccy');
    const content = currency === undefined ? node.text : `${currency} ${node.text}`;
    if (node.children.length > 0 || !shape.test(content))
      throw new RefusedMessage('network', `${path} has another form`);
    return;
  }
  const left = [...node.children];
  for (const [key, own] of Object.entries(shape)) {
    const name = key.replace(/\?$/, '');
    if (left[0]?.name === name) assertShape(left.shift()!, own, `${path}/${name}`);
    else if (key === name) throw new RefusedMessage('network', `${path}/${name} is missing`);
  }
  if (left.length > 0) throw new RefusedMessage('network', `${path}/${left[0]!.name} does not belong there`);
}
