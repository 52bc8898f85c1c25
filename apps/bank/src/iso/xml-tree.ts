import { RefusedMessage } from './refused-message.js';

/** An element with its local name; attributes only where the bank looks at them. */
export interface XmlNode {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlNode[];
  text: string;
}

const TOKEN =
  /<\?xml[^?]*\?>|<!--[\s\S]*?-->|<(\/?)([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)((?:\s+[\w:.-]+\s*=\s*"[^"<]*")*)\s*(\/?)>|[^<]+/gy;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*"([^"<]*)"/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const MOST_DEPTH = 40;

/** The root element of a document. No document type, no instruction, no CDATA. @throws RefusedMessage */
export function readXml(text: string): XmlNode {
  const open: XmlNode[] = [];
  const scopes: ReadonlyMap<string, string>[] = [new Map()];
  let root: XmlNode | undefined;
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const match = TOKEN.exec(text);
    if (match === null) throw new RefusedMessage('xml', `at character ${at + 1}`);
    const [token, end, qualified, attributes = '', empty] = match;
    if (qualified === undefined) {
      if (token.startsWith('<')) continue;
      if (open.length > 0) open.at(-1)!.text += unescaped(token);
      else if (token.trim() !== '') throw new RefusedMessage('xml', 'text outside of the root element');
      continue;
    }
    if (end === '/') {
      if (open.pop()?.name !== localName(qualified)) throw new RefusedMessage('xml', `</${qualified}> ends nothing`);
      scopes.pop();
      continue;
    }
    if (open.length === MOST_DEPTH || (root !== undefined && open.length === 0)) {
      throw new RefusedMessage('xml', `<${qualified}> is too deep, or a second root`);
    }
    const found = new Map([...attributes.matchAll(ATTRIBUTE)].map(([, name, value]) => [name!, unescaped(value!)]));
    const scope = scopeOf(scopes.at(-1)!, found);
    const node = { ...named(qualified, scope), attributes: found, children: [], text: '' };
    open.at(-1)?.children.push(node);
    root ??= node;
    if (empty === '/') continue;
    open.push(node);
    scopes.push(scope);
  }
  if (root === undefined || open.length > 0) throw new RefusedMessage('xml', 'the document breaks off');
  return root;
}

const localName = (qualified: string) => qualified.slice(qualified.indexOf(':') + 1);

function named(qualified: string, scope: ReadonlyMap<string, string>): Pick<XmlNode, 'name' | 'namespace'> {
  const prefix = qualified.includes(':') ? qualified.slice(0, qualified.indexOf(':')) : '';
  return { name: localName(qualified), namespace: scope.get(prefix) ?? '' };
}

function scopeOf(around: ReadonlyMap<string, string>, attributes: ReadonlyMap<string, string>) {
  const own = [...attributes].filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'));
  if (own.length === 0) return around;
  return new Map([...around, ...own.map(([name, uri]) => [name.slice('xmlns:'.length), uri] as const)]);
}

function unescaped(text: string): string {
  return text.replace(/&([a-z]+|#\d{1,7}|#x[\da-fA-F]{1,6});|&/g, (_, entity: string | undefined) => {
    const known = entity === undefined ? undefined : (ENTITIES[entity] ?? characterOf(entity));
    if (known === undefined) throw new RefusedMessage('xml', 'an unknown entity');
    return known;
  });
}

function characterOf(entity: string): string | undefined {
  if (!entity.startsWith('#')) return undefined;
  const code = entity.startsWith('#x') ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
