import { Injectable } from '@nestjs/common';
import { masked } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { FieldCipher, Secrets } from '@payments/persistence';
import type { AccountDetails, AccountVersion, ShownVersion } from '../../application/ports.js';
import type { Corrections } from '../../domain/account-corrections.js';
import { digitsOf } from '../../domain/account-numbers.js';
import { ExternalAccount } from '../../domain/external-account.js';
import type { AccountState } from '../../domain/external-account.js';
import type { AccountDetailsRow } from './account-details.schema.js';
import type { AccountRow } from './account.schema.js';

type Sealed = Pick<AccountRow, 'account_number' | 'corrections'>;
type SealedColumns = Sealed & Pick<AccountRow, 'id'>;
type Opened<Row> = Omit<Row, keyof Sealed> & Pick<AccountState, keyof Sealed>;

/** The details of a version with its number sealed. */
export interface SealedDetails extends Omit<AccountDetails, 'account_number'> {
  readonly account_number: Buffer;
}

type SealedVersion = AccountVersion & Pick<SealedDetails, 'account_number'>;
type ShownNumber<Row> = Omit<Row, 'account_number'> & Pick<ShownVersion, 'account_number' | 'fingerprint'>;

/** People compare it: 22 characters tell any two numbers apart. */
const FINGERPRINT_BYTES = 16;

/** Maps accounts to rows and back: account numbers are sealed, and searchable only by keyed hashes. */
@Injectable()
export class AccountSealing {
  constructor(
    private readonly cipher: FieldCipher,
    private readonly secrets: Secrets,
  ) {}

  async toRow(account: ExternalAccount): Promise<AccountRow> {
    const state = account.snapshot();
    const { enterpriseId: enterprise_id, settings } = workContext.tenant();
    const sought = `${state.routing_number}${digitsOf(state.account_number)}`;
    return {
      ...state,
      enterprise_id,
      account_number: await this.cipher.seal(numberPlace(state.id), state.account_number),
      corrections: await this.sealCorrections(state),
      account_key: this.secrets.blindIndex(enterprise_id, 'account', sought),
      unique_key: settings.unique_account_details ? this.uniqueKey(state) : null,
    };
  }

  async toAccount(row: AccountRow): Promise<ExternalAccount> {
    const [state] = await this.open([row]);
    return ExternalAccount.restore(state!);
  }

  async sealCorrections({ id, corrections }: AccountState): Promise<Buffer | null> {
    if (corrections === null) return null;
    return this.cipher.seal({ ...columnOf('corrections'), rowId: id }, JSON.stringify(corrections));
  }

  /** Opens rows, which may lack some columns, in their order. */
  async open<Row extends SealedColumns>(rows: readonly Row[]): Promise<Opened<Row>[]> {
    const numbers = rows.map(({ id, account_number }) => ({ rowId: id, sealed: account_number }));
    const opened = await this.cipher.openAll(columnOf('account_number'), numbers);
    const corrections = await this.openCorrections(rows);
    return rows.map((row, index) => ({
      ...row,
      account_number: opened[index]!,
      corrections: row.corrections && corrections.get(row.id)!,
    }));
  }

  private async openCorrections(rows: readonly SealedColumns[]): Promise<ReadonlyMap<string, Corrections>> {
    const fields = rows.flatMap(({ id: rowId, corrections: sealed }) => (sealed === null ? [] : [{ rowId, sealed }]));
    const texts = await this.cipher.openAll(columnOf('corrections'), fields);
    return new Map(fields.map(({ rowId }, index) => [rowId, JSON.parse(texts[index]!) as Corrections]));
  }

  async toDetailsRow(account: ExternalAccount): Promise<AccountDetailsRow> {
    const { id: account_id, details_version, account_number, ...state } = account.snapshot();
    const place = detailsPlace({ account_id, details_version });
    return {
      enterprise_id: place.enterpriseId,
      account_id,
      details_version,
      account_type: state.account_type,
      routing_number: state.routing_number,
      account_number: await this.cipher.seal(place, digitsOf(account_number)),
      account_holder_name: state.account_holder_name,
      customer_reference_id: state.customer_reference_id,
      customer_resource_type: state.customer_resource_type,
      created_at: state.updated_at,
      created_by: workContext.get().actor ?? null,
    };
  }

  async toDetails(details: SealedDetails): Promise<AccountDetails> {
    return { ...details, account_number: await this.cipher.open(detailsPlace(details), details.account_number) };
  }

  /** Opens versions for people, in their order: of the number they see the end, and what tells it from another one. */
  async toShown<Row extends SealedVersion>(rows: readonly Row[]): Promise<ShownNumber<Row>[]> {
    const fields = rows.map((row) => ({ rowId: detailsPlace(row).rowId, sealed: row.account_number }));
    const numbers = await this.cipher.openAll(detailsColumn(), fields);
    return rows.map((row, index) => {
      const hash = this.secrets.blindIndex(workContext.enterpriseId(), 'shown-account', numbers[index]!);
      const fingerprint = hash.toString('base64url', 0, FINGERPRINT_BYTES);
      return { ...row, account_number: masked(numbers[index]!), fingerprint };
    });
  }

  private uniqueKey({ customer_reference_id, routing_number, account_number, status }: AccountState): Buffer | null {
    const enterpriseId = workContext.enterpriseId();
    const sought = `${customer_reference_id}|${routing_number}|${digitsOf(account_number)}`;
    return status === 'closed' ? null : this.secrets.blindIndex(enterpriseId, 'unique-account', sought);
  }
}

function columnOf(column: keyof Sealed) {
  return { enterpriseId: workContext.enterpriseId(), table: 'accounts.external_accounts', column };
}

function numberPlace(rowId: string) {
  return { ...columnOf('account_number'), rowId };
}

function detailsColumn() {
  return { enterpriseId: workContext.enterpriseId(), table: 'accounts.account_details', column: 'account_number' };
}

function detailsPlace({ account_id, details_version }: AccountVersion) {
  return { ...detailsColumn(), rowId: `${account_id}/${details_version}` };
}
