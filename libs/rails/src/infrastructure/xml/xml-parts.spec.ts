import { isoRules } from '../../domain/iso20022/iso-rules.table.js';
import type { XmlPart } from '../../domain/iso20022/xml-element.js';
import { InboundFileError } from '../../domain/inbound/inbound-diagnostic.js';
import { readXmlDocument, readXmlParts } from './xml-parts.js';

const MIB = 1024 * 1024;

async function partsOf(source: Iterable<Uint8Array>, depth: number): Promise<XmlPart[]> {
  const parts: XmlPart[] = [];
  for await (const part of readXmlParts(source, depth)) parts.push(part);
  return parts;
}

async function ruleOf(source: Iterable<Uint8Array> | string): Promise<string> {
  try {
    await readXmlDocument(typeof source === 'string' ? [Buffer.from(source)] : source);
    return 'sound';
  } catch (error) {
    if (error instanceof InboundFileError) return error.diagnostics[0]!.rule;
    throw error;
  }
}

/** The same chunk again and again, around which the document is. */
function* repeated(start: string, chunk: string, times: number): Generator<Uint8Array> {
  const bytes = Buffer.from(chunk);
  yield Buffer.from(start);
  for (let at = 0; at < times; at++) yield bytes;
}

describe('an XML document', () => {
  it('is read with namespaces, attributes, texts and places', async () => {
    const xml =
      '<?xml version="1.0" encoding="utf-8"?>\n<!-- c --><a:B xmlns:a="urn:x" Ccy="USD">\n <C>1 &lt; 2</C><![CDATA[&]]>\n</a:B>';
    expect(await readXmlDocument([Buffer.from(xml)])).toMatchObject({
      ...{ name: 'B', uri: 'urn:x', line: 2, attributes: { Ccy: 'USD' }, text: '&' },
      children: [{ name: 'C', uri: '', text: '1 < 2', line: 3, children: [] }],
    });
  });

  it('is the same however it is cut into chunks', async () => {
    const xml = Buffer.from('\ufeff<A><B>Zo\u00eb &amp; \u{1f600}</B></A>');
    const bytes = [...xml].map((byte) => Uint8Array.of(byte));
    const { text } = (await readXmlDocument(bytes)).children[0]!;
    expect(text).toBe('Zo\u00eb & \u{1f600}');
  });

  it.each<[string, Buffer]>([
    ['Latin-1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><A><B>Zo\u00eb</B></A>', 'latin1')],
    ['UTF-16', Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><A><B>Zo\u00eb</B></A>', 'utf16le')],
    ['UTF-16 of big-endian machines', Buffer.from('\ufeff<A><B>Zo\u00eb</B></A>', 'utf16le').swap16()],
    [
      'UTF-16 without a mark',
      Buffer.from('<?xml version="1.0" encoding="UTF-16LE"?><A><B>Zo\u00eb</B></A>', 'utf16le'),
    ],
    ['UTF-8 that is called UTF-16', Buffer.from('<?xml version="1.0" encoding="utf-16"?><A><B>Zo\u00eb</B></A>')],
  ])('is read in %s, however it is cut into chunks', async (_, xml) => {
    for (const chunks of [[xml], [...xml].map((byte) => Uint8Array.of(byte))])
      expect((await readXmlDocument(chunks)).children[0]!.text).toBe('Zo\u00eb');
  });

  it('comes in parts of a depth, and everything above is opened and closed', async () => {
    const parts = await partsOf([Buffer.from('<A><B><C/><D>1</D></B><B/></A>')], 3);
    expect(parts.map((part) => `${part.kind} ${part.kind === 'close' ? part.name : part.element.name}`)).toEqual([
      ...['open A', 'open B', 'part C', 'part D', 'close B', 'open B', 'close B', 'close A'],
    ]);
  });

  it.each([
    ['a document type', '<!DOCTYPE A [<!ENTITY b "c">]><A>&b;</A>', 'xml_doctype'],
    ['a document type of elsewhere', '<!DOCTYPE A SYSTEM "file:///etc/passwd"><A/>', 'xml_doctype'],
    ['an entity', '<A>&b;</A>', 'xml_syntax'],
    ['a processing instruction', '<A><?php b ?></A>', 'xml_instruction'],
    ['no content', '', 'xml_syntax'],
    ['no end', '<A><B></B>', 'xml_syntax'],
    ['something after its end', '<A/><B/>', 'xml_syntax'],
    ['an end of another element', '<A><B></A></B>', 'xml_syntax'],
    ['a prefix without a namespace', '<a:A/>', 'xml_syntax'],
    ['an attribute twice', '<A b="1" b="2"/>', 'xml_syntax'],
    ['a control character', '<A>\u0001</A>', 'xml_syntax'],
    ['another encoding', '<?xml version="1.0" encoding="ISO-8859-2"?><A/>', 'xml_syntax'],
    ['version 1.1', '<?xml version="1.1"?><A/>', 'xml_syntax'],
    ['elements 41 deep', '<A>'.repeat(41) + '</A>'.repeat(41), 'xml_depth'],
    ['33 attributes', `<A ${Array.from({ length: 33 }, (_, at) => `a${at}="1"`).join(' ')}/>`, 'xml_attributes'],
    ['a text of 20001 characters', `<A>${'x'.repeat(20_001)}</A>`, 'xml_text'],
    ['50001 elements', `<A>${'<B/>'.repeat(50_000)}</A>`, 'xml_size'],
  ])('is refused for %s', async (_, xml, rule) => {
    expect(await ruleOf(xml)).toBe(rule);
    expect(isoRules).toHaveProperty(rule);
  });

  it('may be longer than a message where it is read in parts', async () => {
    const source = repeated('<A><B>', `<C/>${' '.repeat(60_000)}`, 1_200);
    await expect(partsOf([...source, Buffer.from('</B></A>')], 3)).resolves.toHaveLength(1_204);
  });

  it('is refused for bytes that are not UTF-8, also at its end', async () => {
    expect(await ruleOf([Buffer.from('<A>'), Uint8Array.of(0xff), Buffer.from('</A>')])).toBe('xml_syntax');
    expect(await ruleOf([Buffer.from('<A/>'), Uint8Array.of(0xc3)])).toBe('xml_syntax');
  });

  it('is sound at each limit', async () => {
    expect(await ruleOf('<A>'.repeat(40) + '</A>'.repeat(40))).toBe('sound');
    expect(await ruleOf(`<A>${'x'.repeat(20_000)}</A>`)).toBe('sound');
    expect(await ruleOf(`<A>${'<B/>'.repeat(49_999)}</A>`)).toBe('sound');
  });

  const bombs: readonly (readonly [string, () => Iterable<Uint8Array>, string])[] = [
    ['an attribute of 10 MB', () => repeated('<A b="', 'x'.repeat(MIB), 10), 'xml_size'],
    ['a name of 10 MB', () => repeated('<', 'x'.repeat(MIB), 10), 'xml_size'],
    ['a comment of 10 MB', () => repeated('<!--', 'x'.repeat(MIB), 10), 'xml_size'],
    ['a text of 10 MB', () => repeated('<A>', 'x'.repeat(MIB), 10), 'xml_size'],
    ['a document type of 10 MB', () => repeated('<!DOCTYPE A [', '<!ENTITY b "c">'.repeat(70_000), 10), 'xml_size'],
    ['attributes of 10 MB', () => repeated('<A ', ' b="1"'.repeat(170_000), 10), 'xml_attributes'],
    ['namespaces of 10 MB', () => repeated('<A ', ' xmlns:b="1"'.repeat(85_000), 10), 'xml_attributes'],
    ['character references of 10 MB', () => repeated('<A>', '&#120;'.repeat(170_000), 10), 'xml_size'],
    ['elements of 10 MB', () => repeated('<A>', '<B></B>'.repeat(150_000), 10), 'xml_size'],
    ['more than 64 MiB', () => [Buffer.alloc(64 * MIB + 1)], 'xml_size'],
  ];

  it.each(bombs)('is refused by its beginning, and not read on: %s', async (_, bomb, rule) => {
    const read: Uint8Array[] = [];
    const source = function* () {
      for (const chunk of bomb()) yield (read.push(chunk), chunk);
    };
    expect(await ruleOf(source())).toBe(rule);
    expect(read.length).toBeLessThanOrEqual(2);
  });
});
