import type { ByteRange } from '../../application/download-report.js';

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** What a request asks for of a file. Anything but one range that the file has asks for all of it (RFC 9110). */
export function rangeOf(header: string | undefined, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = RANGE.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  return from < to ? { from, to } : undefined;
}
