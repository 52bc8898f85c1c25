import { achText, saysNothing } from '@payments/kernel';
import { IsoFormatError } from './iso-diagnostic.js';

/** Names and descriptions in the characters that banks and networks take, cut to the element. It may become empty. */
export const isoText = (value: string, max: number) => achText(value, { max, letterCase: 'as_given' });

/** A name, which must say something. @throws IsoFormatError */
export function isoName(value: string, path: string): string {
  const name = isoText(value, 140);
  if (saysNothing(name)) throw new IsoFormatError(path, 'a name with a letter or digit of ASCII other than 0');
  return name;
}

/** An element that is left out when there is nothing in it. */
export function optionalText(value: string | null, max: number): string | undefined {
  return isoText(value ?? '', max) || undefined;
}
