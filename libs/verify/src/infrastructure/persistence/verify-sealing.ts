import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { FieldCipher, Secrets } from '@payments/persistence';
import type { Numbers } from '../../application/ports.js';
import { digitsOf, numbersOf } from '../../domain/verify-account-state.js';
import type { VerifyAccountState } from '../../domain/verify-account-state.js';

const SEALED = ['account_number', 'email', 'identity_number'] as const;
type SealedColumn = (typeof SEALED)[number];

/** A verification as a row: its state with sealed columns, and the look-up key of its numbers. */
export type VerifyAccountRow = Omit<VerifyAccountState, SealedColumn> & {
  readonly enterprise_id: string;
  readonly account_number: Buffer | null;
  readonly account_key: Buffer | null;
  readonly email: Buffer | null;
  readonly identity_number: Buffer | null;
};

export type ShownRow = Omit<VerifyAccountRow, 'enterprise_id' | 'account_key'>;

/** Maps verifications to rows and back. */
@Injectable()
export class VerifySealing {
  constructor(
    private readonly cipher: FieldCipher,
    private readonly secrets: Secrets,
  ) {}

  /** The look-up key of routing and account number, the same as that of external accounts. */
  keyOf({ routing_number, account_number }: Numbers): Buffer {
    const sought = `${routing_number}${digitsOf(account_number)}`;
    return this.secrets.blindIndex(workContext.enterpriseId(), 'account', sought);
  }

  async toRow(state: VerifyAccountState): Promise<VerifyAccountRow> {
    const numbers = numbersOf(state);
    const seal = (column: SealedColumn, text: string) =>
      this.cipher.seal({ ...columnOf(column), rowId: state.id }, text);
    return {
      ...state,
      enterprise_id: workContext.enterpriseId(),
      account_number: await seal('account_number', numbers.account_number),
      account_key: this.keyOf(numbers),
      email: state.email === null ? null : await seal('email', state.email),
      identity_number: state.identity_number === null ? null : await seal('identity_number', state.identity_number),
    };
  }

  /** Opens rows, in their order. */
  async open(rows: readonly ShownRow[]): Promise<VerifyAccountState[]> {
    const opened = new Map<string, string>();
    for (const column of SEALED) {
      const fields = rows.flatMap(({ id: rowId, [column]: sealed }) => (sealed === null ? [] : [{ rowId, sealed }]));
      const texts = await this.cipher.openAll(columnOf(column), fields);
      for (const [index, { rowId }] of fields.entries()) opened.set(`${column}/${rowId}`, texts[index]!);
    }
    return rows.map((row) => ({
      ...row,
      account_number: opened.get(`account_number/${row.id}`) ?? null,
      email: opened.get(`email/${row.id}`) ?? null,
      identity_number: opened.get(`identity_number/${row.id}`) ?? null,
    }));
  }
}

function columnOf(column: SealedColumn) {
  return { enterpriseId: workContext.enterpriseId(), table: 'verify.accounts', column };
}
