import { masked } from '@payments/kernel';
import { statementFault } from './open-statement.js';
import type { FileClosed, StatementOptions } from './statement.js';
import type { ConfiguredCodes } from './statement-classes.table.js';

/** So many other accounts are named. */
const MOST_NAMED = 20;

/** Which statements of a file are read: a bank may put those of all accounts of a company into one file. */
export class StatementAccounts {
  private own = 0;
  private firstOther: { readonly line: number; readonly account: string } | undefined;
  private statements = 0;
  private others = new Set<string>();

  constructor(private readonly options: StatementOptions) {}

  copy(): StatementAccounts {
    return Object.assign(new StatementAccounts(this.options), this, { others: new Set(this.others) });
  }

  /** The codes of the account of a statement; undefined where it is not ours. */
  codesOf(account: string, line: number): ConfiguredCodes | undefined {
    const { accounts, codes = {} } = this.options;
    const found = accounts === undefined ? { codes } : accounts.find(({ number }) => isSameAccount(number, account));
    if (found !== undefined) {
      this.own += 1;
      return found.codes ?? codes;
    }
    this.firstOther ??= { line, account };
    this.statements += 1;
    if (this.others.size < MOST_NAMED) this.others.add(masked(account));
    return undefined;
  }

  /** What was not read. @throws InboundFileError when that is all. */
  close(): FileClosed['others'] {
    if (this.own === 0 && this.firstOther !== undefined) {
      const { line, account } = this.firstOther;
      const expected = this.options.accounts!.map(({ number }) => masked(number)).join(', ');
      statementFault(line, 'statement_account', { expected, found: masked(account) });
    }
    return { statements: this.statements, accounts: [...this.others] };
  }
}

/** Banks group the digits of an account, or fill it with zeros. */
export const isSameAccount = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (account: string) => account.replace(/[\s-]/g, '').replace(/^0+/, '');
