const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const xmlText = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);

/** An amount without a sign, with two decimals. */
export function xmlDecimal(cents: number): string {
  const absolute = Math.abs(cents);
  return `${Math.trunc(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`;
}
