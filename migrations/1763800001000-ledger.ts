import { newId } from '@payments/kernel';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSchema, protect } from './tenant-table.js';

const ACCOUNTS = `('available', 'pending', 'reserved', 'clearing_ach', 'clearing_same_day_ach', 'clearing_rtp',
  'clearing_fednow', 'cash', 'suspense')`;
const SANDBOX_OPENING_CENTS = 100_000_000;

interface Enterprise {
  readonly enterprise_id: string;
  readonly environment: 'sandbox' | 'production';
}

export class Ledger1763800001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createSchema(runner, 'ledger');
    await this.entries(runner);
    await this.balances(runner);
    await this.credits(runner);
    for (const enterprise of await enterprises(runner)) await this.open(runner, enterprise);
    // Only now: the owner himself is behind the wall.
    await protect(runner, 'ledger.entries', 'SELECT, INSERT');
    await protect(runner, 'ledger.balances', 'SELECT, INSERT, UPDATE (balance, updated_at)');
    await protect(runner, 'ledger.credits', 'SELECT, INSERT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA ledger CASCADE');
  }

  private async entries(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ledger.entries (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        subject_id uuid NOT NULL,
        leg text NOT NULL CHECK (leg IN ('source', 'destination', 'none')),
        attempt int NOT NULL CHECK (attempt > 0),
        kind text NOT NULL CONSTRAINT entries_kind CHECK (kind ~ '^[a-z][a-z0-9_]{0,63}$'),
        debit_account text NOT NULL CHECK (debit_account IN ${ACCOUNTS}),
        credit_account text NOT NULL CHECK (credit_account IN ${ACCOUNTS}),
        amount bigint NOT NULL CHECK (amount > 0),
        banking_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT entries_two_accounts CHECK (debit_account <> credit_account),
        PRIMARY KEY (enterprise_id, id),
        CONSTRAINT entries_once UNIQUE (enterprise_id, subject_id, leg, attempt, kind))`);
    await runner.query(`CREATE INDEX entries_newest ON ledger.entries (enterprise_id, created_at DESC, id DESC)`);
    // Few of all entries: those of money from outside, which a check compares with the credits.
    await runner.query(
      `CREATE INDEX entries_of_credits ON ledger.entries (enterprise_id, subject_id) WHERE kind = 'credit'`,
    );
  }

  private async balances(runner: QueryRunner): Promise<void> {
    // A balance is credits minus debits.
    await runner.query(`
      CREATE TABLE ledger.balances (
        enterprise_id uuid NOT NULL,
        account text NOT NULL CHECK (account IN ${ACCOUNTS}),
        balance bigint NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, account)) WITH (fillfactor = 50)`);
  }

  private async credits(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ledger.credits (
        enterprise_id uuid NOT NULL,
        id uuid NOT NULL,
        amount bigint NOT NULL CHECK (amount > 0),
        reference text,
        created_by text NOT NULL,
        request_id text NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, id),
        CONSTRAINT credits_reference UNIQUE (enterprise_id, reference))`);
  }

  private async open(runner: QueryRunner, { enterprise_id, environment }: Enterprise): Promise<void> {
    const opening = environment === 'sandbox' ? SANDBOX_OPENING_CENTS : 0;
    await runner.query(
      `INSERT INTO ledger.balances
       SELECT $1, account, balance, date_trunc('milliseconds', now())
       FROM (VALUES ('available', $2::bigint), ('cash', -$2::bigint)) AS opened(account, balance)
       WHERE account = 'available' OR balance <> 0`,
      [enterprise_id, opening],
    );
    if (opening === 0) return;
    await runner.query(
      `INSERT INTO ledger.entries
       SELECT $1, $2, $1, 'none', 1, 'sandbox_opening', 'cash', 'available', $3::bigint, now, now
       FROM date_trunc('milliseconds', now()) AS now`,
      [enterprise_id, newId(), opening],
    );
  }
}

// The wall around the enterprises holds for their owner too, who lifts it for this one statement: others see nothing of
// that, because they wait for the end of this transaction.
async function enterprises(runner: QueryRunner): Promise<Enterprise[]> {
  await runner.query(`ALTER TABLE platform.enterprises NO FORCE ROW LEVEL SECURITY`);
  const found = (await runner.query(`SELECT enterprise_id, environment FROM platform.enterprises`)) as Enterprise[];
  await runner.query(`ALTER TABLE platform.enterprises FORCE ROW LEVEL SECURITY`);
  return found;
}
