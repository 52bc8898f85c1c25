import { screeningName } from './screening-name.js';
import type { NameKind, ScreeningName } from './screening-name.js';

export const LIST_KINDS = ['watchlist', 'alertlist'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

export interface ListedName {
  /** As the list writes it. */
  readonly text: string;
  readonly name: ScreeningName;
}

export interface ListEntry {
  readonly id: string;
  readonly list: ListKind;
  /** The name and its aliases. */
  readonly names: readonly ListedName[];
}

/** These have names, but are not parties to payments. */
const CRAFT: ReadonlySet<string> = new Set(['vessel', 'aircraft']);

export function isCraft(type: string): boolean {
  return CRAFT.has(type.toLowerCase());
}

export function kindOf(type: string): NameKind {
  return type.toLowerCase() === 'individual' ? 'person' : 'organisation';
}

/** The value of a cell; OFAC writes `-0-` for an empty one. */
export function valueOf(cell: string): string {
  const value = cell.trim();
  return value === '-0-' ? '' : value;
}

/** The texts that contain letters or digits. */
export function listedNames(texts: readonly string[], kind: NameKind): ListedName[] {
  return texts.flatMap((text) => {
    const name = screeningName(text, kind);
    return name === undefined ? [] : [{ text: text.trim(), name }];
  });
}
