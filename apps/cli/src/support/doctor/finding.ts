import { urlPerHost } from '@payments/config';

/** One line of the doctor's table. */
export interface Finding {
  readonly name: string;
  /** `warn`: works, or is not expected to work now; `fail`: must be fixed. */
  readonly status: 'ok' | 'warn' | 'fail';
  readonly value: string;
  readonly remedy?: string;
}

/** A URL for display, without its password. */
export function shown(address: string): string {
  const urls = urlPerHost(address) ?? [];
  const { username = '', pathname = '' } = urls[0] ?? {};
  return `${username && `${username}@`}${urls.map(({ host }) => host).join(',')}${pathname}`;
}
