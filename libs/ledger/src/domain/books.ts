import type { LedgerAccount } from './accounts.js';

/** The book of the enterprise itself. Every other book is that of a subledger, and has its id. */
export const OWN_BOOK = '00000000-0000-0000-0000-000000000000';

/** What a subledger's book has; the money in transit and at the bank is in the enterprise's own book alone. */
export const bookAccounts = ['available', 'pending', 'reserved'] as const satisfies readonly LedgerAccount[];

/** An account of a book. */
export interface Place {
  readonly book: string;
  readonly account: LedgerAccount;
}

/** Names a place: the account alone in the enterprise's own book, else `book/account`. */
export function placeKey({ book, account }: Place): string {
  return book === OWN_BOOK ? account : `${book}/${account}`;
}

export function placeOf(key: string): Place {
  const [book, account] = key.split('/') as [string, LedgerAccount | undefined];
  return account === undefined ? { book: OWN_BOOK, account: book as LedgerAccount } : { book, account };
}
