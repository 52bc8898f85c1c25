import type { Waiver } from '../inbound/waivers.js';
import { readLayout } from './element-layout.js';
import { IsoFaults } from './iso-diagnostic.js';
import { isoRules } from './iso-rules.table.js';
import { definitionOf, definitionOfRoot, type MessageFamily, messageOf } from './message-types.table.js';
import type {
  Admi002Values,
  Admi004Values,
  Camt029Values,
  Camt056Values,
  Pacs002Values,
  Pacs004Values,
  Pacs008Values,
  Pacs028Values,
  Pain001V09Values,
  Pain001Values,
  Pain002Values,
} from './messages.table.js';
import { saysWhatMatters } from './newer-version.js';
import type { XmlElement } from './xml-element.js';

interface ValuesByFamily {
  readonly 'pain.001': Pain001Values | Pain001V09Values;
  readonly 'pain.002': Pain002Values;
  readonly 'pacs.008': Pacs008Values;
  readonly 'pacs.028': Pacs028Values;
  readonly 'camt.056': Camt056Values;
  readonly 'pacs.002': Pacs002Values;
  readonly 'pacs.004': Pacs004Values;
  readonly 'camt.029': Camt029Values;
  readonly 'admi.002': Admi002Values;
  readonly 'admi.004': Admi004Values;
}

/** A message as it was read, by its family. */
export type IsoMessage = {
  [F in MessageFamily]: {
    readonly family: F;
    /** Such as pain.002.001.03. */
    readonly definition: string;
    /** The version is newer than those that are known; all that matters is there. */
    readonly isNewer: boolean;
    /** The network that its wrapper belongs to; null without a wrapper. */
    readonly network: 'fednow' | 'rtp' | null;
    readonly values: ValuesByFamily[F];
  };
}[MessageFamily];

export interface IsoReadOptions {
  /** Rules that the message may break. */
  readonly accept?: readonly Waiver[];
}

/**
 * The message in a document: alone, or in the wrapper of a network. Its signature is neither checked nor used.
 * @throws InboundFileError when the message is of no type that is read, or breaks a rule.
 */
export function readMessage(document: XmlElement, { accept = [] }: IsoReadOptions = {}): IsoMessage {
  const isBare = document.uri === '' && document.name === 'Document';
  const body = isBare ? document.children[0] : bodyOf(document);
  const definition =
    body === undefined ? null : isBare ? (definitionOfRoot(body.name) ?? null) : definitionOf(body.uri);
  const known = definition === null ? undefined : messageOf(definition);
  const faults = new IsoFaults(known?.family ?? 'xml');
  const fault = { path: '', found: 'another one' };
  if (body === undefined || definition === null || known === undefined) {
    faults.at(document, { ...fault, rule: 'message_type', expected: isoRules.message_type });
  } else if (isBare && !accept.includes('missing_namespace')) {
    faults.at(document, { path: '', rule: 'missing_namespace', expected: 'a namespace', found: 'none' });
  } else if (body.name !== known.root) {
    faults.at(body, { ...fault, rule: 'message_root', expected: known.root });
  }
  faults.assertNone();
  const values = readLayout(known!.layout, body!, { faults });
  faults.assertNone();
  const { family, isNewer } = known!;
  if (isNewer && !saysWhatMatters(family, values!)) {
    faults.at(body!, { path: '', rule: 'newer_version', expected: isoRules.newer_version, found: 'not all of it' });
  }
  faults.assertNone();
  return { family, definition, isNewer, network: networkOf(document), values } as unknown as IsoMessage;
}

/** The outermost element of ISO 20022 that is no header; what is in the element Document, if there is one. */
function bodyOf(element: XmlElement): XmlElement | undefined {
  const definition = definitionOf(element.uri);
  if (definition !== null && !definition.startsWith('head.')) {
    return element.name === 'Document' ? element.children[0] : element;
  }
  if (definition !== null) return undefined;
  for (const child of element.children) {
    const body = bodyOf(child);
    if (body !== undefined) return body;
  }
  return undefined;
}

function networkOf({ uri }: XmlElement): 'fednow' | 'rtp' | null {
  if (uri.startsWith('urn:fednow:')) return 'fednow';
  return uri === 'urn:tch' ? 'rtp' : null;
}
