import { TextDecoder } from 'node:util';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { DECLARATION_BYTES, xmlEncodingOf } from '../../domain/inbound/xml-encoding.js';
import type { ByteSource } from '../../domain/ach/ach-file-reader.js';
import { IsoFaults } from '../../domain/iso20022/iso-diagnostic.js';
import { type IsoRule, isoRules } from '../../domain/iso20022/iso-rules.table.js';
import type { XmlElement, XmlPart } from '../../domain/iso20022/xml-element.js';

const LIMITS = {
  bytes: 64 * 1024 * 1024,
  /** Of a document that is read in parts: its size costs no memory. */
  bytesInParts: 1024 * 1024 * 1024,
  /** Of one tag, comment or text: the parser collects it before it says anything. */
  uncut: 64 * 1024,
  depth: 40,
  /** The longest text of a schema that is read, AddtlData of admi.002. */
  text: 20_000,
  attributes: 32,
  /** Of one part, which is in memory as a whole. */
  elements: 50_000,
} as const;

/** Fed to the parser at once, so that a limit is noticed soon after it is passed. */
const SLICE = 16 * 1024;

interface Draft extends XmlElement {
  text: string;
  readonly children: Draft[];
}

/** Turns the events of the parser into parts, and refuses what a bank's message never needs. */
class PartBuilder {
  readonly parser = new SaxesParser({ xmlns: true });
  private parts: XmlPart[] = [];
  private readonly open: Draft[] = [];
  private elements = 0;
  private attributes = 0;
  private sinceEvent = 0;

  constructor(private readonly partDepth: number) {
    const { parser } = this;
    parser.on('error', () => this.refuse('xml_syntax', 'broken XML'));
    parser.on('doctype', () => this.refuse('xml_doctype', 'a document type'));
    parser.on('processinginstruction', () => this.refuse('xml_instruction', 'a processing instruction'));
    parser.on('xmldecl', ({ version }) => {
      if (version !== '1.0') this.refuse('xml_syntax', 'another version');
    });
    parser.on('comment', () => this.heard());
    parser.on('text', (text) => this.text(text));
    parser.on('cdata', (text) => this.text(text));
    parser.on('attribute', () => this.attribute());
    parser.on('opentag', (tag) => this.openTag(tag));
    parser.on('closetag', () => this.closeTag());
  }

  write(text: string): readonly XmlPart[] {
    for (let at = 0; at < text.length; at += SLICE) {
      const slice = text.slice(at, at + SLICE);
      this.sinceEvent += slice.length;
      this.parser.write(slice);
      if (this.sinceEvent > LIMITS.uncut) this.refuse('xml_size', `more than ${LIMITS.uncut} characters in one piece`);
    }
    return this.take();
  }

  end(): readonly XmlPart[] {
    this.parser.close();
    return this.take();
  }

  /** @throws InboundFileError */
  refuse(rule: IsoRule, found: string): never {
    const faults = new IsoFaults('xml');
    const { line, column } = this.parser;
    faults.at({ line, column: column + 1 }, { path: '', rule, expected: isoRules[rule], found });
    faults.assertNone();
    throw new Error('a fault ends the reading');
  }

  private take(): readonly XmlPart[] {
    const { parts } = this;
    this.parts = [];
    return parts;
  }

  private heard(): void {
    this.sinceEvent = 0;
  }

  private attribute(): void {
    this.heard();
    this.attributes += 1;
    if (this.attributes > LIMITS.attributes) this.refuse('xml_attributes', `more than ${LIMITS.attributes}`);
  }

  private text(text: string): void {
    this.heard();
    const element = this.open.at(-1);
    // Between elements there is white space without a meaning, as often as there are elements.
    if (element === undefined || text.trim() === '') return;
    if (element.text.length + text.length > LIMITS.text) this.refuse('xml_text', `more than ${LIMITS.text} characters`);
    element.text += text;
  }

  private openTag({ local, uri, attributes }: SaxesTagNS): void {
    this.heard();
    this.attributes = 0;
    if (this.open.length === LIMITS.depth) this.refuse('xml_depth', `more than ${LIMITS.depth}`);
    const { line, column } = this.parser;
    const element: Draft = { name: local, uri, line, column, attributes: ownOf(attributes), text: '', children: [] };
    if (this.open.length < this.partDepth - 1) this.parts.push({ kind: 'open', element });
    else this.addToPart(element);
    this.open.push(element);
  }

  private addToPart(element: Draft): void {
    const isPart = this.open.length === this.partDepth - 1;
    this.elements = isPart ? 1 : this.elements + 1;
    if (this.elements > LIMITS.elements) this.refuse('xml_size', `more than ${LIMITS.elements} elements`);
    if (!isPart) this.open.at(-1)!.children.push(element);
  }

  private closeTag(): void {
    this.heard();
    const element = this.open.pop()!;
    if (this.open.length === this.partDepth - 1) this.parts.push({ kind: 'part', element });
    else if (this.open.length < this.partDepth - 1) this.parts.push({ kind: 'close', name: element.name });
  }
}

const NO_ATTRIBUTES = {};

/** Most elements have none, so those share one object. */
function ownOf(attributes: SaxesTagNS['attributes']): Record<string, string> {
  let own: Record<string, string> = NO_ATTRIBUTES;
  for (const { prefix, name, value } of Object.values(attributes)) {
    if (prefix !== '' || name === 'xmlns') continue;
    if (own === NO_ATTRIBUTES) own = {};
    own[name] = value;
  }
  return own;
}

/**
 * Reads an XML document in parts of this depth; the root has depth 1. Memory depends on the largest part. Comments are
 * skipped; document types, entities and processing instructions are refused.
 * @throws InboundFileError with one diagnostic when the document is not well-formed or passes a limit.
 */
export async function* readXmlParts(source: ByteSource, partDepth: number): AsyncGenerator<XmlPart, void, undefined> {
  const builder = new PartBuilder(partDepth);
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  const decode = (bytes: Uint8Array, stream = true) => {
    const encoding = decoder?.encoding ?? xmlEncodingOf(bytes);
    if (encoding === undefined) return builder.refuse('xml_syntax', 'another encoding');
    decoder ??= new TextDecoder(encoding, { fatal: true });
    try {
      return decoder.decode(bytes, { stream });
    } catch {
      return builder.refuse('xml_syntax', `bytes that are not ${encoding}`);
    }
  };
  const most = partDepth === 1 ? LIMITS.bytes : LIMITS.bytesInParts;
  let bytes = 0;
  // Until the declaration is there, which says how to read on.
  let head: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > most) builder.refuse('xml_size', `more than ${most} bytes`);
    if (head === undefined) yield* builder.write(decode(chunk));
    else head = Buffer.concat([head, chunk]);
    if (head === undefined || head.length < DECLARATION_BYTES) continue;
    yield* builder.write(decode(head));
    head = undefined;
  }
  yield* builder.write(decode(head ?? new Uint8Array(), false));
  yield* builder.end();
}

/** A whole document. @throws InboundFileError as `readXmlParts` does. */
export async function readXmlDocument(source: ByteSource): Promise<XmlElement> {
  let root: XmlElement | undefined;
  for await (const part of readXmlParts(source, 1)) if (part.kind === 'part') root = part.element;
  if (root === undefined) throw new Error('the parser accepts no document without a root');
  return root;
}
