import type { MigrationInterface, QueryRunner } from 'typeorm';
import { letMaintain, protect, withoutWall } from './tenant-table.js';

const OWN_BOOK = `'00000000-0000-0000-0000-000000000000'`;
const OF_BOOK = `('available', 'pending', 'reserved')`;

/**
 * Books of subledgers beside that of the enterprise, and positions of entries in the order of the commits. Older processes go
 * on: they write to the own book, and the trigger numbers their entries. The positions up to
 * the count of the entries that exist are theirs; the next migration gives them out while the service goes on.
 */
export class LedgerBooks1764100034000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.entries(runner);
    await this.bookBalances(runner);
    await this.doors(runner);
    await this.numberOthers(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER entries_position ON ledger.entries');
    await runner.query('DROP FUNCTION ledger.next_position()');
    await runner.query('DROP TABLE ledger.numbering, ledger.doors, ledger.book_balances');
    await runner.query('DROP POLICY numbering ON ledger.entries');
    await runner.query(`ALTER TABLE ledger.entries DROP COLUMN debit_book, DROP COLUMN credit_book, DROP COLUMN position,
      ADD CONSTRAINT entries_two_accounts CHECK (debit_account <> credit_account)`);
  }

  // Constant defaults: the table is not rewritten.
  private async entries(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE ledger.entries
      ADD COLUMN debit_book uuid NOT NULL DEFAULT ${OWN_BOOK},
      ADD COLUMN credit_book uuid NOT NULL DEFAULT ${OWN_BOOK},
      ADD COLUMN position bigint,
      DROP CONSTRAINT entries_two_accounts,
      ADD CONSTRAINT entries_two_accounts
        CHECK ((debit_book, debit_account) <> (credit_book, credit_account)) NOT VALID,
      ADD CONSTRAINT entries_accounts_of_books CHECK (
        (debit_book = ${OWN_BOOK} OR debit_account IN ${OF_BOOK})
        AND (credit_book = ${OWN_BOOK} OR credit_account IN ${OF_BOOK})) NOT VALID`);
    for (const side of ['debit', 'credit']) {
      await runner.query(`CREATE INDEX entries_of_${side}_book ON ledger.entries (enterprise_id, ${side}_book, position)
        WHERE ${side}_book <> ${OWN_BOOK}`);
    }
    await runner.query('GRANT SELECT (debit_book, credit_book, position) ON ledger.entries TO payments_maintenance');
  }

  private async bookBalances(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ledger.book_balances (
        enterprise_id uuid NOT NULL,
        book uuid NOT NULL CHECK (book <> ${OWN_BOOK}),
        account text NOT NULL CHECK (account IN ${OF_BOOK}),
        balance bigint NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (enterprise_id, book, account)) WITH (fillfactor = 50)`);
    await protect(runner, 'ledger.book_balances', 'SELECT, INSERT, UPDATE (balance, updated_at)');
    await letMaintain(runner, 'ledger.book_balances', 'SELECT (enterprise_id, book, account, balance)');
  }

  private async doors(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE ledger.doors (
        enterprise_id uuid PRIMARY KEY,
        last_position bigint NOT NULL,
        last_at timestamptz NOT NULL) WITH (fillfactor = 50)`);
    // Up to where the positions of older entries were given out; gone once all have theirs.
    await runner.query(`
      CREATE TABLE ledger.numbering (
        enterprise_id uuid PRIMARY KEY,
        last_position bigint NOT NULL,
        created_at timestamptz NOT NULL,
        id uuid NOT NULL)`);
    await withoutWall(runner, ['ledger.entries', 'ledger.balances'], async () => {
      await runner.query(`
        INSERT INTO ledger.doors
        SELECT b.enterprise_id, count(e.id), coalesce(max(e.created_at), max(b.updated_at))
        FROM (SELECT enterprise_id, max(updated_at) AS updated_at FROM ledger.balances GROUP BY 1) AS b
        LEFT JOIN ledger.entries e ON e.enterprise_id = b.enterprise_id GROUP BY b.enterprise_id`);
    });
    await runner.query(`
      INSERT INTO ledger.numbering SELECT enterprise_id, 0, '-infinity', ${OWN_BOOK} FROM ledger.doors WHERE last_position > 0`);
    await runner.query('CREATE POLICY numbering ON ledger.entries TO payments_owner USING (true)');
    await protect(runner, 'ledger.doors', 'SELECT, INSERT, UPDATE (last_position, last_at)');
    await letMaintain(runner, 'ledger.doors', 'SELECT (enterprise_id, last_position)');
  }

  private async numberOthers(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION ledger.next_position() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO ledger.doors AS known VALUES (NEW.enterprise_id, 1, NEW.created_at)
        ON CONFLICT (enterprise_id) DO UPDATE SET last_position = known.last_position + 1,
          last_at = greatest(known.last_at, excluded.last_at)
        RETURNING last_position INTO NEW.position;
        RETURN NEW;
      END $$`);
    await runner.query(`CREATE TRIGGER entries_position BEFORE INSERT ON ledger.entries
      FOR EACH ROW WHEN (NEW.position IS NULL) EXECUTE FUNCTION ledger.next_position()`);
    await runner.query('ALTER TABLE ledger.entries ENABLE ALWAYS TRIGGER entries_position');
  }
}
