import type { Layout } from './element-layout.js';
import {
  admi002,
  admi004,
  camt029,
  camt056,
  pacs002,
  pacs004,
  pacs008,
  pacs028,
  pain001V03,
  pain001V09,
  pain002,
} from './messages.table.js';
import { wrapped, xmlDocument } from './xml-writer.js';

export const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:';

/** A message that is read: the element around it, and its elements by version. */
interface MessageType {
  readonly root: string;
  readonly layouts: Readonly<Record<string, Layout>>;
  /** Banks send it: a version that is newer than these is read as the last of them. */
  readonly isInbound?: boolean;
}

/** Messages by family, their versions in order. Later versions of inbound messages add elements that are not read. */
export const messageTypes = {
  'pain.001': { root: 'CstmrCdtTrfInitn', layouts: { '001.03': pain001V03, '001.09': pain001V09 } },
  'pain.002': { root: 'CstmrPmtStsRpt', layouts: versions(3, 14, pain002), isInbound: true },
  'pacs.008': { root: 'FIToFICstmrCdtTrf', layouts: { '001.08': pacs008('fednow') } },
  'pacs.028': { root: 'FIToFIPmtStsReq', layouts: { '001.03': pacs028('fednow') } },
  'camt.056': { root: 'FIToFIPmtCxlReq', layouts: { '001.08': camt056('fednow') } },
  'pacs.002': { root: 'FIToFIPmtStsRpt', layouts: versions(7, 15, pacs002), isInbound: true },
  'pacs.004': { root: 'PmtRtr', layouts: versions(7, 14, pacs004), isInbound: true },
  'camt.029': { root: 'RsltnOfInvstgtn', layouts: versions(8, 13, camt029), isInbound: true },
  'admi.002': { root: 'admi.002.001.01', layouts: { '001.01': admi002 }, isInbound: true },
  'admi.004': { root: 'SysEvtNtfctn', layouts: { '001.02': admi004 }, isInbound: true },
} as const satisfies Readonly<Record<string, MessageType>>;

export type MessageFamily = keyof typeof messageTypes;

function versions<L extends Layout>(from: number, to: number, layout: L): Readonly<Record<string, L>> {
  const numbers = Array.from({ length: to - from + 1 }, (_, at) => String(from + at).padStart(2, '0'));
  return Object.fromEntries(numbers.map((number) => [`001.${number}`, layout]));
}

/** What a namespace defines, such as pain.002.001.03; null for one that is not of ISO 20022. */
export function definitionOf(uri: string): string | null {
  return uri.startsWith(NAMESPACE) ? uri.slice(NAMESPACE.length) : null;
}

interface KnownMessage {
  readonly family: MessageFamily;
  readonly root: string;
  readonly layout: Layout;
  /** Its version is not known: it is read as the newest one that is. */
  readonly isNewer: boolean;
}

/** The message of a definition; undefined if it is not read. */
export function messageOf(definition: string): KnownMessage | undefined {
  const family = definition.slice(0, 8) as MessageFamily;
  if (!Object.hasOwn(messageTypes, family)) return undefined;
  const { root, layouts, isInbound = false }: MessageType = messageTypes[family];
  const version = definition.slice(9);
  if (Object.hasOwn(layouts, version)) return { family, root, layout: layouts[version]!, isNewer: false };
  const newest = Object.keys(layouts).at(-1)!;
  const isNewer = isInbound && /^001\.\d\d$/.test(version) && version > newest;
  return isNewer ? { family, root, layout: layouts[newest]!, isNewer } : undefined;
}

/** What a document without a namespace defines, by its message: the oldest version of it that is read. */
export function definitionOfRoot(root: string): string | undefined {
  const found = Object.entries<MessageType>(messageTypes).find(([, type]) => type.root === root);
  return found && `${found[0]}.${Object.keys(found[1].layouts)[0]}`;
}

/** A message without a wrapper. */
export const documentOf = (definition: string, body: string) => xmlDocument(isoDocument(definition, body));

/** The element Document of a message. */
export function isoDocument(definition: string, body: string): string {
  const { root } = messageTypes[definition.slice(0, 8) as MessageFamily];
  return wrapped('Document', wrapped(root, body), { xmlns: NAMESPACE + definition });
}

/** An element of ISO 20022 in a wrapper of another namespace. */
export const isoElement = (name: string, definition: string, body: string) =>
  wrapped(name, body, { xmlns: NAMESPACE + definition });
