/** The encodings of documents that are read, as TextDecoder calls them. */
export type XmlEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const DECLARED = /^<\?xml[^>]{1,100}?\bencoding\s*=\s*["']([\w-]{1,40})["']/;
const NAMES: Readonly<Record<string, XmlEncoding>> = {
  // Some programs declare UTF-16 and write UTF-8; where it is UTF-16, the first bytes say so.
  ...{ 'UTF-8': 'utf-8', 'US-ASCII': 'utf-8', ASCII: 'utf-8', 'UTF-16': 'utf-8' },
  ...{
    'ISO-8859-1': 'windows-1252',
    'LATIN-1': 'windows-1252',
    LATIN1: 'windows-1252',
    'WINDOWS-1252': 'windows-1252',
  },
};
/** Enough for a declaration. */
export const DECLARATION_BYTES = 256;

/** The encoding of a document that begins with these bytes, by its byte order mark or its declaration. Undefined for others. */
export function xmlEncodingOf(head: Uint8Array): XmlEncoding | undefined {
  const [first = 0, second = 0] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  const start = Buffer.from(head.subarray(0, DECLARATION_BYTES)).toString('latin1');
  const [, declared] = DECLARED.exec(start) ?? [];
  return declared === undefined ? 'utf-8' : NAMES[declared.toUpperCase()];
}
