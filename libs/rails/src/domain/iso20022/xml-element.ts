/** An element of an XML document, without comments and without what it is called by prefix. */
export interface XmlElement {
  /** Local name. */
  readonly name: string;
  /** Namespace; empty if it has none. */
  readonly uri: string;
  /** Where its start tag ends, from 1. */
  readonly line: number;
  readonly column: number;
  /** By local name, without namespace declarations. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Its own text, with character references and CDATA resolved. */
  readonly text: string;
  readonly children: readonly XmlElement[];
}

/**
 * A document in parts, so that a long one need not fit into memory: the elements above a depth are opened and closed, and
 * those at the depth are whole.
 */
export type XmlPart =
  { readonly kind: 'open' | 'part'; readonly element: XmlElement } | { readonly kind: 'close'; readonly name: string };
