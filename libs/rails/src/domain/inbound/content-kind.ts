import { xmlEncodingOf } from './xml-encoding.js';

/**
 * What a file of a bank is, by its content: names differ between banks. `ach`: a NACHA file · `fedach`: a FedACH print
 * report · `pain.002`: a status report · `bai2`, `camt`: a statement · `iso`: another message of ISO 20022 · `text`: anything
 * else without control characters · `unknown`
 */
export type ContentKind = 'empty' | 'ach' | 'fedach' | 'pain.002' | 'bai2' | 'camt' | 'iso' | 'text' | 'unknown';

/** Enough bytes of a file to know its kind: comments may precede the root of a document. */
export const HEAD_BYTES = 64 * 1024;

/** The constants of records 1 and 5, or a line of their length whose constants are broken. */
const RECORD = /^(101|5(200|220|225|280)|[15][^\r\n]{93}([\r\n]|$))/;
const FEDACH = /^\s*FEDACH\b.*\bACKNOWLEDG/im;
const STATEMENT = /^urn:iso:std:iso:20022:tech:xsd:camt\.05[234]\./;
const STATUS_REPORT = /^urn:iso:std:iso:20022:tech:xsd:pain\.002\./;
const MESSAGE = /^(urn:iso:std:iso:20022:tech:xsd:(pain|pacs|camt|admi|head)\.|urn:fednow:|urn:tch$)/;
/** Elements by which messages without a namespace are told apart. */
const BARE_STATEMENT = /<BkToCstmr(Stmt|AcctRpt|DbtCdtNtfctn)[\s/>]/;
const BARE_STATUS_REPORT = /<CstmrPmtStsRpt[\s/>]/;
const BARE_DOCUMENT = /<Document[\s/>]/;
const CONTROL = /[\x00-\x08\x0e-\x1f\x7f]/;

/** The kind of a file that begins with these bytes, at most HEAD_BYTES. */
export function contentKindOf(head: Buffer): ContentKind {
  const start = startOf(head);
  if (start === '') return 'empty';
  if (start.startsWith('01,')) return 'bai2';
  if (RECORD.test(start)) return 'ach';
  if (start.startsWith('<')) return kindOfXml(start);
  if (FEDACH.test(start)) return 'fedach';
  return CONTROL.test(start) ? 'unknown' : 'text';
}

/** What a file says first, but for comments. */
export function startOf(head: Buffer): string {
  const encoding = xmlEncodingOf(head);
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be';
  const text = isWide ? new TextDecoder(encoding).decode(head) : head.toString('latin1');
  const start = text.replace(/^\xef\xbb\xbf/, '').trimStart();
  return start.startsWith('<') ? start.replace(/<!--.*?(?:-->|$)/gs, '') : start;
}

function kindOfXml(start: string): ContentKind {
  if (lacksNamespace(start)) return kindOfBare(start);
  const namespaces = namespacesOf(start);
  if (namespaces.some((each) => STATEMENT.test(each))) return 'camt';
  if (namespaces.some((each) => STATUS_REPORT.test(each))) return 'pain.002';
  return namespaces.some((each) => MESSAGE.test(each)) ? 'iso' : 'unknown';
}

// The reader refuses it, unless an operator waives the namespace.
function kindOfBare(start: string): ContentKind {
  if (!BARE_DOCUMENT.test(start)) return 'unknown';
  if (BARE_STATEMENT.test(start)) return 'camt';
  return BARE_STATUS_REPORT.test(start) ? 'pain.002' : 'iso';
}

/** Whether a document that begins so is of no namespace of messages. */
export const lacksNamespace = (start: string): boolean => !namespacesOf(start).some((each) => MESSAGE.test(each));

/** Of the root element; the readers of messages parse the document. */
function namespacesOf(xml: string): string[] {
  return [...xml.matchAll(/\sxmlns(?::[^\s=:]{1,200})?\s*=\s*["']([^"']{1,200})["']/g)].map(([, uri]) => uri!);
}
