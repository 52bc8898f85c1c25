const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

type Attributes = Readonly<Record<string, string>>;

const escaped = (text: string) => text.replace(/[&<>"]/g, (each) => ESCAPES[each]!);

/** An element with text. */
export function textElement(name: string, text: string, attributes: Attributes = {}): string {
  return wrapped(name, escaped(text), attributes);
}

/** An element around elements that are written already. */
export function wrapped(name: string, content: string, attributes: Attributes = {}): string {
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`);
  return `<${name}${written.join('')}>${content}</${name}>`;
}

/** A document in UTF-8, from its root element. */
export const xmlDocument = (root: string): Buffer => Buffer.from(DECLARATION + root);
