import { Injectable } from '@nestjs/common';
import type { DomainError } from '@payments/kernel';
import { WakeSignal } from '@payments/messaging';
import { Metrics, workContext } from '@payments/observability';
import {
  commonFilters,
  currentTransaction,
  DatabaseEngine,
  isAny,
  keysetPage,
  pageOf,
  raceLost,
} from '@payments/persistence';
import type { Page } from '@payments/persistence';
import type {
  ChangedTransfer,
  LookedUp,
  PartyEligibility,
  ReferencedTransfer,
  StoredTransfer,
  TransferFilter,
} from '../../application/ports.js';
import { Transfers } from '../../application/ports.js';
import type { LegState, Side } from '../../domain/leg.js';
import { Transfer } from '../../domain/transfer.js';
import type { OpenedTransfer } from '../../domain/transfer.js';
import type {
  NamedParty,
  PartyState,
  PartyVerification,
  PartyVerdict,
  StatusChange,
  TransferState,
} from '../../domain/transfer-state.js';
import { insertTransfer, insertTransferApart, isNothingInserted } from './insert-transfer.js';
import { storableTransfers } from './insert-transfers.js';
import { LEG_COLUMNS, toState, TRANSFER_COLUMNS } from './rows.js';
import type { LegRow, Row, TransferRow } from './rows.js';
import { countChanges, TransferWriter } from './transfer-writer.js';

interface PartyVerificationRow extends PartyVerdict {
  readonly transfer_id: string;
  readonly side: Side;
}

const PARTY = `side.name AS side, side.party ->> 'customer_reference_id' AS customer,
      (side.party ->> 'account_id')::uuid AS account_id, (side.party ->> 'account_version')::int AS account_version`;

// Materialized: behind row-level security an index finds by a column, but not by what is taken out of JSON.
const verificationsOf = (parties: string) => `
  WITH party AS MATERIALIZED (${parties})
  SELECT party.transfer_id, party.side, a.status AS account, a.status_before_close AS account_before_close,
    coalesce(c.status, CASE party.customer WHEN $3 THEN 'verified' ELSE 'created' END) AS customer,
    c.status_before_close AS customer_before_close, a.account_version <> party.account_version AS changed
  FROM party
  JOIN accounts.account_status a ON a.enterprise_id = party.enterprise_id AND a.account_id = party.account_id
  LEFT JOIN accounts.customer_status c ON c.enterprise_id = party.enterprise_id
    AND c.customer_reference_id = party.customer`;

const FIND_PARTY_VERIFICATIONS = verificationsOf(`
    SELECT t.enterprise_id, t.id AS transfer_id, ${PARTY}
    FROM unnest($2::uuid[]) AS listed(id) JOIN transfers.transfers t ON t.id = listed.id
    CROSS JOIN LATERAL (VALUES ('source', t.source), ('destination', t.destination)) AS side(name, party)
    WHERE t.enterprise_id = $1 AND ${isAny('listed.id')} AND side.party IS NOT NULL`);

const VERIFY_PARTIES = verificationsOf(`
    SELECT $1::uuid AS enterprise_id, NULL::uuid AS transfer_id, ${PARTY}
    FROM (VALUES ('source', $2::jsonb), ('destination', $4::jsonb)) AS side(name, party)
    WHERE side.party IS NOT NULL`);

const isParty = (reference: 'customer_reference_id' | 'account_reference_id') => (value: string) =>
  `(listed.source_${reference} = ${value} OR listed.destination_${reference} = ${value})`;

// The first condition is that of the index.
const hasReason = (value: string) => `listed.status_reasons <> '[]' AND EXISTS (
  SELECT FROM jsonb_array_elements(listed.status_reasons) AS reasons, jsonb_each(reasons.value) AS side
  WHERE side.value ->> 'reason_code' = ${value})`;

const goesBy = (value: string) => `EXISTS (
  SELECT FROM transfers.legs AS leg
  WHERE leg.enterprise_id = $1 AND leg.transfer_id = listed.id AND leg.rail = ${value})`;

const LIST: Parameters<typeof keysetPage<TransferFilter>>[0] = {
  table: 'transfers.transfers',
  columns: TRANSFER_COLUMNS,
  conditions: {
    ...commonFilters,
    transfer_reference_id: (value) => `listed.transfer_reference_id = ${value}`,
    customer_reference_id: isParty('customer_reference_id'),
    account_reference_id: isParty('account_reference_id'),
    transfer_group_id: (value) => `listed.transfer_group_id = ${value}`,
    schedule_id: (value) => `listed.schedule_id = ${value}`,
    subledger_reference_id: (value) => `listed.subledger_reference_id = ${value}`,
    bulk_transfer_id: (value) => `listed.bulk_transfer_id = ${value}`,
    created_by: (value) => `listed.created_by = ${value}`,
    amount_min: (value) => `listed.amount >= ${value}`,
    amount_max: (value) => `listed.amount <= ${value}`,
    use_case: (value) => `listed.use_case = ${value}`,
    speed: (value) => `listed.speed = ${value}`,
    rail: goesBy,
    reason_code: hasReason,
  },
};

@Injectable()
export class TransfersRepository extends Transfers {
  constructor(
    private readonly writer: TransferWriter,
    private readonly wake: WakeSignal,
    private readonly metrics: Metrics,
    private readonly engine: DatabaseEngine,
  ) {
    super();
  }

  async add(opened: OpenedTransfer, explain: () => Promise<DomainError | undefined>): Promise<void> {
    const transaction = currentTransaction();
    const statements = (await this.engine.isDistributed())
      ? await insertTransferApart(opened)
      : [insertTransfer(opened)];
    for (const statement of statements) {
      transaction.defer({
        ...statement,
        explain: async (error) => (isNothingInserted(error) ? ((await explain()) ?? raceLost(error)) : error),
      });
    }
    transaction.afterCommit(() => {
      this.wake.send();
      countChanges(this.metrics, opened.state, opened.changes);
    });
  }

  addAll(opened: readonly OpenedTransfer[]): Promise<ReadonlySet<string>> {
    return this.writer.addAll(opened);
  }

  storable(opened: readonly OpenedTransfer[]): Promise<ReadonlyMap<string, LookedUp>> {
    return storableTransfers(opened);
  }

  async findByReferences(references: readonly string[]): Promise<ReferencedTransfer[]> {
    const rows = await currentTransaction().query<Row<ReferencedTransfer>>(
      `SELECT id, transfer_reference_id, amount, source, destination FROM transfers.transfers
       WHERE enterprise_id = $1 AND transfer_reference_id = ANY($2::text[])`,
      [workContext.enterpriseId(), references],
      'find-transfers-by-reference',
    );
    return rows.map((row) => toState<ReferencedTransfer>(row));
  }

  async failed(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await currentTransaction().query<{ id: string }>(
      `SELECT id FROM transfers.transfers WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) AND status = 'failed'`,
      [workContext.enterpriseId(), ids],
      'find-failed-transfers',
    );
    return new Set(found.map(({ id }) => id));
  }

  async findPartyProblems(party: NamedParty): Promise<PartyEligibility> {
    const values = [workContext.enterpriseId(), party.account_reference_id, party.customer_reference_id];
    const [account] = await currentTransaction().query<PartyEligibility>(
      `SELECT 'open' AS customer, 'open' AS account, lacks_tax_id, lacks_address FROM accounts.party
       WHERE enterprise_id = $1 AND account_reference_id = $2 AND customer_reference_id = $3
         AND account_status <> 'closed' AND customer_status <> 'closed'`,
      values,
    );
    if (account !== undefined) return account;
    const [customer] = await currentTransaction().query(
      `SELECT FROM accounts.customer WHERE enterprise_id = $1 AND customer_reference_id = $2 AND status <> 'closed'`,
      [workContext.enterpriseId(), party.customer_reference_id],
    );
    const open = customer !== undefined || party.customer_reference_id === workContext.tenant().enterpriseName;
    return { customer: open ? 'open' : 'unusable', account: 'unusable', lacks_tax_id: false, lacks_address: false };
  }

  async findAccount(party: NamedParty): Promise<Pick<PartyState, 'account_id' | 'account_version'> | undefined> {
    const [found] = await currentTransaction().query<Pick<PartyState, 'account_id' | 'account_version'>>(
      `SELECT account_id, account_version FROM accounts.party
       WHERE enterprise_id = $1 AND account_reference_id = $2 AND customer_reference_id = $3
         AND account_status <> 'closed' AND customer_status <> 'closed'`,
      [workContext.enterpriseId(), party.account_reference_id, party.customer_reference_id],
      'find-party-account',
    );
    return found;
  }

  async hasGroup(id: string): Promise<boolean> {
    const found = await currentTransaction().query(
      'SELECT FROM transfers.groups WHERE enterprise_id = $1 AND id = $2',
      [workContext.enterpriseId(), id],
    );
    return found.length > 0;
  }

  async isUsableSubledger(reference: string, owners: readonly string[] | null): Promise<boolean> {
    const found = await currentTransaction().query(
      `SELECT FROM subledgers.directory WHERE enterprise_id = $1 AND subledger_reference_id = $2
         AND closed_at IS NULL AND ($3::text[] IS NULL OR customer_reference_id = ANY($3))`,
      [workContext.enterpriseId(), reference, owners],
    );
    return found.length > 0;
  }

  async enterpriseHasAccount(): Promise<boolean> {
    const found = await currentTransaction().query(
      `SELECT FROM accounts.party WHERE enterprise_id = $1 AND customer_resource_type = 'enterprise' LIMIT 1`,
      [workContext.enterpriseId()],
    );
    return found.length > 0;
  }

  async referenceIsTaken(transferReferenceId: string): Promise<boolean> {
    const found = await currentTransaction().query(
      `SELECT FROM transfers.transfers WHERE enterprise_id = $1 AND transfer_reference_id = $2`,
      [workContext.enterpriseId(), transferReferenceId],
    );
    return found.length > 0;
  }

  // Both at once: the connection pipelines, so the legs cost no additional round trip.
  async find(id: string): Promise<StoredTransfer | undefined> {
    const [[transfer], legs] = await Promise.all([
      currentTransaction().query<TransferRow>(
        `SELECT ${TRANSFER_COLUMNS} FROM transfers.transfers WHERE enterprise_id = $1 AND id = $2`,
        [workContext.enterpriseId(), id],
        'find-transfer',
      ),
      this.legsOf([id]),
    ]);
    return transfer && { id, state: toState<TransferState>(transfer), legs };
  }

  async list(filter: TransferFilter): Promise<Page<StoredTransfer>> {
    // Without its name the statement is planned for its values: how rare a party is decides how it is found.
    const { sql, values } = keysetPage(LIST, filter, workContext.enterpriseId());
    const found = await this.withLegs(currentTransaction().query<TransferRow>(sql, values));
    return pageOf(found, filter);
  }

  history(id: string): Promise<StatusChange[]> {
    return currentTransaction().query<StatusChange>(
      `SELECT position, status, updated_at FROM transfers.status_history
       WHERE enterprise_id = $1 AND transfer_id = $2 ORDER BY position`,
      [workContext.enterpriseId(), id],
      'find-status-history',
    );
  }

  async lock(by: { readonly ids?: readonly string[]; readonly legIds?: readonly string[] }): Promise<Transfer[]> {
    const found = await this.withLegs(
      currentTransaction().query<TransferRow>(
        `WITH listed AS MATERIALIZED (
           SELECT unnest($2::uuid[]) AS id UNION
           SELECT l.transfer_id FROM unnest($3::uuid[]) AS leg(id) JOIN transfers.legs l ON l.id = leg.id
           WHERE l.enterprise_id = $1 AND ${isAny('leg.id')})
         SELECT ${TRANSFER_COLUMNS} FROM listed JOIN transfers.transfers USING (id)
         WHERE enterprise_id = $1 AND ${isAny('listed.id')} ORDER BY id FOR UPDATE OF transfers`,
        [workContext.enterpriseId(), by.ids ?? [], by.legIds ?? []],
        'lock-transfers',
      ),
    );
    return found.map(({ state, legs }) => Transfer.restore(state, legs));
  }

  save(changed: readonly ChangedTransfer[]): Promise<void> {
    return this.writer.save(changed);
  }

  async partyVerifications(transferIds: readonly string[]): Promise<Map<string, PartyVerification>> {
    const rows = await currentTransaction().query<PartyVerificationRow>(
      FIND_PARTY_VERIFICATIONS,
      [workContext.enterpriseId(), transferIds, workContext.tenant().enterpriseName],
      'find-party-verifications',
    );
    const partyVerifications = new Map<string, PartyVerification>();
    for (const { transfer_id, side, ...verdict } of rows) {
      partyVerifications.set(transfer_id, { ...partyVerifications.get(transfer_id), [side]: verdict });
    }
    return partyVerifications;
  }

  async partyVerification({ source, destination }: Pick<TransferState, Side>): Promise<PartyVerification> {
    const rows = await currentTransaction().query<PartyVerificationRow>(
      VERIFY_PARTIES,
      [
        ...[workContext.enterpriseId(), source && JSON.stringify(source), workContext.tenant().enterpriseName],
        destination && JSON.stringify(destination),
      ],
      'find-party-verification',
    );
    return Object.fromEntries(rows.map(({ side, transfer_id, ...verdict }) => [side, verdict]));
  }

  async legs(ids: readonly string[]): Promise<LegState[]> {
    const rows = await currentTransaction().query<LegRow>(
      `SELECT ${LEG_COLUMNS} FROM unnest($2::uuid[]) AS listed(id) JOIN transfers.legs USING (id)
       WHERE enterprise_id = $1 AND ${isAny('listed.id')}`,
      [workContext.enterpriseId(), [...new Set(ids)]],
      'find-legs',
    );
    return rows.map((row) => toState<LegState>(row));
  }

  private async withLegs(finding: Promise<TransferRow[]>): Promise<StoredTransfer[]> {
    const transfers = await finding;
    if (transfers.length === 0) return [];
    const legs = new Map(transfers.map(({ id }) => [id, [] as LegState[]]));
    for (const leg of await this.legsOf([...legs.keys()])) legs.get(leg.transfer_id)!.push(leg);
    return transfers.map((row) => ({ id: row.id, state: toState<TransferState>(row), legs: legs.get(row.id)! }));
  }

  private async legsOf(transferIds: readonly string[]): Promise<LegState[]> {
    const rows = await currentTransaction().query<LegRow>(
      `SELECT ${LEG_COLUMNS} FROM unnest($2::uuid[]) AS listed(transfer_id) JOIN transfers.legs USING (transfer_id)
       WHERE enterprise_id = $1 AND ${isAny('listed.transfer_id')} ORDER BY side DESC`,
      [workContext.enterpriseId(), transferIds],
      'find-transfer-legs',
    );
    return rows.map((row) => toState<LegState>(row));
  }
}
