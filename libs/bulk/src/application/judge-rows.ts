import { Injectable } from '@nestjs/common';
import { OWN_BOOK } from '@payments/ledger';
import { fingerprint } from '@payments/persistence';
import { OpenTransfers, PaidAccounts } from '@payments/transfers';
import type { PinnedAccount, TransferOrder, TransferRequest } from '@payments/transfers';
import type { BulkState } from '../domain/bulk-state.js';
import type { FileRow } from '../domain/file-rows.js';
import type { RowError } from '../domain/read-row.js';
import { firstErrorOf, orderOf } from './order.js';
import { RowRules, Rows } from './ports.js';
import type { NewRow, RowAccounts } from './ports.js';

type NumberedRow = FileRow & { readonly number: number };
type Candidate = Pick<NewRow, 'number' | 'line'> & { readonly request: TransferRequest };

const REPEATED: RowError = {
  error_code: 'duplicate_transfer_reference_id',
  field: 'transfer_reference_id',
  message: 'Another row of the file has this transfer_reference_id.',
};

const NOTHING = {
  ...{ transfer_reference_id: null, amount: null, takes_funds: false, book: OWN_BOOK, transfer_id: null },
  request: null,
  accounts: null,
};

/** Decides on rows what `POST /deliver/transfers` would decide now. In the current unit of work. */
@Injectable()
export class JudgeRows {
  constructor(
    private readonly rules: RowRules,
    private readonly rows: Rows,
    private readonly openTransfers: OpenTransfers,
    private readonly paidAccounts: PaidAccounts,
  ) {}

  async execute(bulk: BulkState, rows: readonly NumberedRow[]): Promise<NewRow[]> {
    const judged = new Map<number, NewRow>();
    const candidates: Candidate[] = [];
    for (const row of rows) {
      const { number, line } = row;
      const found = 'error' in row ? row.error : this.rules.check(row.body);
      if ('error_code' in found) judged.set(number, this.unreadable(row, found));
      else candidates.push({ number, line, request: found });
    }
    for (const row of await this.judge(bulk, candidates)) judged.set(row.number, row);
    return rows.map(({ number }) => judged.get(number)!);
  }

  /** The digest of what rows pay after the digest of what those before them pay. */
  async digestAfter(before: string | null, rows: readonly NewRow[]): Promise<string> {
    const accounts = rows.map(({ accounts }) => pinnedIn(accounts));
    const details = await this.paidAccounts.at(accounts.flat());
    const paid = rows.map(({ number }, at) => [number, accounts[at]!.map((each) => ({ ...each, ...details(each) }))]);
    return Buffer.from(fingerprint(JSON.stringify([before, paid])), 'base64').toString('hex');
  }

  private unreadable({ number, line, body }: NumberedRow, error: RowError): NewRow {
    const transfer_reference_id = body === undefined ? null : this.rules.referenceOf(body);
    return { ...NOTHING, number, line, transfer_reference_id, status: 'refused', error };
  }

  private async judge(bulk: BulkState, candidates: readonly Candidate[]): Promise<NewRow[]> {
    const references = candidates.map(({ request }) => request.transfer_reference_id);
    const used = new Set(await this.rows.usedReferences(bulk.id, references));
    const [repeated, fresh]: [Candidate[], Candidate[]] = [[], []];
    for (const candidate of candidates) {
      const reference = candidate.request.transfer_reference_id;
      (used.has(reference) ? repeated : fresh).push(candidate);
      used.add(reference);
    }
    const orders = fresh.map(({ request }) => orderOf(bulk, request));
    return [
      ...repeated.map((row) => refused(row, REPEATED)),
      ...(await this.judgeOrders(bulk, { rows: fresh, orders })),
    ];
  }

  private async judgeOrders(
    { on_duplicate }: BulkState,
    { rows, orders }: { readonly rows: readonly Candidate[]; readonly orders: readonly TransferOrder[] },
  ): Promise<NewRow[]> {
    const existing = on_duplicate === 'skip' ? await this.openTransfers.existing(orders) : new Map<string, string>();
    const judgments = await this.openTransfers.judge(orders);
    return rows.map((row, index) => {
      const { takesFunds: takes_funds, subledger_id, accounts: pinned, error } = judgments[index]!;
      const transfer_id = existing.get(row.request.transfer_reference_id) ?? null;
      if (transfer_id !== null) return { ...known(row), takes_funds, transfer_id, status: 'skipped', error: null };
      if (error !== undefined) return refused(row, firstErrorOf(error));
      const book = subledger_id ?? OWN_BOOK;
      const accounts = Object.fromEntries(pinned.map(({ side, ...account }) => [side, account]));
      return { ...known(row), takes_funds, book, status: 'valid', error: null, request: row.request, accounts };
    });
  }
}

function refused(row: Candidate, error: RowError): NewRow {
  return { ...known(row), status: 'refused', error };
}

function known({ number, line, request }: Candidate) {
  const { transfer_reference_id, amount } = request;
  return { ...NOTHING, number, line, transfer_reference_id, amount: BigInt(amount) };
}

/** The accounts of a row, the debit first. */
export function pinnedIn(accounts: RowAccounts | null): PinnedAccount[] {
  return (['source', 'destination'] as const).flatMap((side) => {
    const account = accounts?.[side];
    return account === undefined ? [] : [{ side, ...account }];
  });
}
