import { type IsoFaults, IsoFormatError, shapeIn } from './iso-diagnostic.js';
import type { ValueType } from './iso-values.js';
import type { XmlElement } from './xml-element.js';
import { textElement, wrapped } from './xml-writer.js';

type Occurs = 'once' | 'optional' | 'many';

interface ValueItem<T = unknown, O extends Occurs = Occurs> {
  readonly kind: 'value';
  readonly occurs: O;
  readonly type: ValueType<T>;
}

interface GroupItem<L extends Layout = Layout, O extends Occurs = Occurs> {
  /** `choice`: exactly one of the elements is there. */
  readonly kind: 'group' | 'choice';
  readonly occurs: O;
  readonly layout: L;
}

/** The same text in every message; it is written and checked, but no value. */
interface ConstantItem {
  readonly kind: 'constant';
  readonly occurs: 'once';
  readonly value: string;
}

export type Item = ValueItem | GroupItem | ConstantItem;

/** The elements of a message or of an element, in the order of the schema. What it does not name is not read. */
export interface Layout {
  readonly [name: string]: Item;
}

type ContentOf<I> = I extends ValueItem<infer T> ? T : I extends GroupItem<infer L> ? ValuesOf<L> : never;

type NamesOf<L extends Layout, O extends Occurs> = {
  [N in keyof L]: L[N] extends ConstantItem ? never : L[N]['occurs'] extends O ? N : never;
}[keyof L];

/** What a layout holds, by the names of the schema. */
export type ValuesOf<L extends Layout> = {
  readonly [N in NamesOf<L, 'once'>]: ContentOf<L[N]>;
} & {
  readonly [N in NamesOf<L, 'optional'>]?: ContentOf<L[N]> | undefined;
} & {
  readonly [N in NamesOf<L, 'many'>]: readonly ContentOf<L[N]>[];
};

export const value = <T>(type: ValueType<T>) => ({ kind: 'value', occurs: 'once', type }) as const;
export const group = <L extends Layout>(layout: L) => ({ kind: 'group', occurs: 'once', layout }) as const;
export const choice = <L extends Layout>(layout: L) => ({ kind: 'choice', occurs: 'once', layout }) as const;
export const constant = (text: string) => ({ kind: 'constant', occurs: 'once', value: text }) as const;

type Repeated<I, O extends Occurs> =
  I extends ValueItem<infer T> ? ValueItem<T, O> : I extends GroupItem<infer L> ? GroupItem<L, O> : never;

export const optional = <I extends ValueItem | GroupItem>(item: I) =>
  ({ ...item, occurs: 'optional' }) as unknown as Repeated<I, 'optional'>;
export const many = <I extends ValueItem | GroupItem>(item: I) =>
  ({ ...item, occurs: 'many' }) as unknown as Repeated<I, 'many'>;

/** A value that may be left out, the most frequent item. */
export const maybe = <T>(type: ValueType<T>) => optional(value(type));

type Draft = Record<string, unknown>;

/**
 * The values of an element; undefined when something is wrong, which `faults` receives. Elements that the layout does not
 * name, and those of other namespaces such as signatures, are skipped.
 */
export function readLayout<L extends Layout>(
  layout: L,
  element: XmlElement,
  { faults, path = '' }: { readonly faults: IsoFaults; readonly path?: string },
): ValuesOf<L> | undefined {
  const reading = new Reading(faults);
  const values = reading.group({ kind: 'group', layout }, element, path);
  return reading.isSound ? (values as ValuesOf<L>) : undefined;
}

class Reading {
  isSound = true;

  constructor(private readonly faults: IsoFaults) {}

  group({ kind, layout }: Pick<GroupItem, 'kind' | 'layout'>, element: XmlElement, path: string): Draft {
    const values: Draft = {};
    let alternatives = 0;
    for (const [name, item] of Object.entries(layout)) {
      // Some banks write what they leave out as an empty element.
      const found = element.children.filter(
        (child) => child.name === name && child.uri === element.uri && !(isEmpty(child) && mayBeEmpty(item)),
      );
      if (found.length > 0) alternatives += 1;
      this.item({ name, item, found, parent: element, path: inside(path, name) }, values);
    }
    if (kind === 'choice' && alternatives !== 1) {
      const expected = `one of ${Object.keys(layout).join(', ')}`;
      this.fault(element, { path, rule: 'element_choice', expected, found: String(alternatives) });
    }
    return values;
  }

  private item({ name, item, found, parent, path }: Found, values: Draft): void {
    const [first, second] = found;
    if (item.occurs === 'many') {
      values[name] = found.map((each) => this.content(item, each, path));
    } else if (first === undefined) {
      if (item.occurs === 'once') {
        this.fault(parent, { path, rule: 'element_missing', expected: 'the element', found: 'none' });
      }
    } else if (second !== undefined) {
      this.fault(second, { path, rule: 'element_repeated', expected: 'one', found: String(found.length) });
    } else if (item.kind === 'constant') this.constant(item, first, path);
    else values[name] = this.content(item, first, path);
  }

  private content(item: ValueItem | GroupItem, element: XmlElement, path: string): unknown {
    if (item.kind !== 'value') return this.group(item, element, path);
    const read = item.type.read(element);
    if (read === undefined) {
      const { rule, expected } = item.type;
      this.fault(element, { path, rule, expected, found: shapeIn(element) });
    }
    return read;
  }

  private constant({ value: expected }: ConstantItem, element: XmlElement, path: string): void {
    if (element.text.trim() === expected) return;
    this.fault(element, { path, rule: 'element_code', expected, found: shapeIn(element) });
  }

  private fault(...[element, fault]: Parameters<IsoFaults['at']>): void {
    this.isSound = false;
    this.faults.at(element, fault);
  }
}

/** Whether it may be left out, and an element without content is none. */
const mayBeEmpty = (item: Item) =>
  item.kind === 'value' ? item.occurs !== 'once' : item.occurs === 'optional' && needsContent(item);
const needsContent = ({ kind, layout }: GroupItem) =>
  kind === 'choice' || Object.values(layout).some(({ occurs }) => occurs === 'once');
const isEmpty = ({ text, children, attributes }: XmlElement) =>
  children.length === 0 && text.trim() === '' && Object.keys(attributes).length === 0;

interface Found {
  readonly name: string;
  readonly item: Item;
  readonly found: readonly XmlElement[];
  readonly parent: XmlElement;
  readonly path: string;
}

export interface WriteOptions {
  /** Of the element around them, for errors. */
  readonly path?: string;
  /** Namespace of the outermost elements, where it is not that of the element around them. */
  readonly xmlns?: string;
}

type Attributes = Readonly<Record<string, string>>;

/** The elements of a layout, written. @throws IsoFormatError when a value does not fit; nothing is ever cut. */
export function writeLayout<L extends Layout>(
  layout: L,
  values: ValuesOf<L>,
  { path = '', xmlns }: WriteOptions = {},
): string {
  const attributes: Attributes = xmlns === undefined ? {} : { xmlns };
  return Object.entries(layout)
    .map(([name, item]) => writeItem({ name, item, path: inside(path, name), attributes }, (values as Draft)[name]))
    .join('');
}

interface Place {
  readonly name: string;
  readonly item: Item;
  readonly path: string;
  readonly attributes: Attributes;
}

function writeItem(place: Place, content: unknown): string {
  const { name, item, path, attributes } = place;
  if (item.kind === 'constant') return textElement(name, item.value, attributes);
  const contents = item.occurs === 'many' ? (content as unknown[]) : content === undefined ? [] : [content];
  if (item.occurs === 'once' && contents.length === 0) throw new IsoFormatError(path, 'a value');
  return contents.map((each) => writeContent({ ...place, item }, each)).join('');
}

function writeContent(place: Place & { readonly item: ValueItem | GroupItem }, content: unknown): string {
  const { name, item, path, attributes } = place;
  if (item.kind !== 'value') return wrapped(name, writeGroup(item, content as Draft, path), attributes);
  const written = item.type.write(content);
  if (written === undefined) throw new IsoFormatError(path, item.type.expected);
  return textElement(name, written.text, { ...attributes, ...written.attributes });
}

function writeGroup({ kind, layout }: Pick<GroupItem, 'kind' | 'layout'>, values: Draft, path: string): string {
  const present = Object.keys(layout).filter((name) => values[name] !== undefined);
  if (kind === 'choice' && present.length !== 1) {
    throw new IsoFormatError(path, `one of ${Object.keys(layout).join(', ')}`);
  }
  return writeLayout(layout, values, { path });
}

const inside = (path: string, name: string) => (path === '' ? name : `${path}/${name}`);
