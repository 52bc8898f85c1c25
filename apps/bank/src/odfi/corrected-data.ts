import type { AchEntry } from '../ach/ach-file.js';

const OTHER_BANKS = ['011401533', '021000021'] as const;
const OTHER_CODES: Readonly<Record<string, string>> = { '2': '3', '3': '2' };

/** What a notification of change says: other values of the fields that its code is about, at their columns. */
export function correctedData(code: string, entry: Pick<AchEntry, 'account' | 'rdfi' | 'name' | 'code'>): string {
  const account = entry.account.replace(/.$/, (last) => String((Number(last) + 1 || 0) % 10));
  const routing = OTHER_BANKS.find((bank) => !bank.startsWith(entry.rdfi)) ?? OTHER_BANKS[0];
  const transaction = entry.code.replace(/^./, (kind) => OTHER_CODES[kind] ?? kind);
  switch (code) {
    case 'C01':
      return account;
    case 'C02':
      return routing;
    case 'C03':
      return `${routing}   ${account}`;
    case 'C04':
      return `${entry.name} JR`.slice(0, 22);
    case 'C05':
      return transaction;
    case 'C06':
      return `${account.padEnd(20)}${transaction}`;
    case 'C07':
      return `${routing}${account.padEnd(17)}${transaction}`;
    case 'C09':
      return 'CORRECTED ID';
    default:
      return '';
  }
}
