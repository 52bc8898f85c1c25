import { sealedWith } from '../field-cipher.js';
import type { SealedTable } from '../sealed-columns.js';
import { columnsOfIndexes, staleIndex } from './blind-indexes.js';
import { unwrap, wrappedPlaces, wrappedRows } from './rewrap.js';
import { countRows, pages, placeOf } from './rows.js';
import type { SealedRow, Walk } from './rows.js';
import type { KeyTools } from './key-tools.js';

/** How many failures are listed; all are counted. */
const NAMED_FAILURES = 100;

interface Failure {
  readonly table: string;
  readonly column: string;
  readonly row: string;
  readonly enterprise_id?: string;
}

export interface Verification {
  readonly enterprises: number;
  readonly failures: number;
  readonly first_failures: readonly Failure[];
  /** How many sealed values each data key holds. */
  readonly data_keys: readonly { readonly enterprise_id: string; readonly key_id: string; readonly values: number }[];
  /** How many keys each master key wraps. */
  readonly master_keys: Readonly<Record<string, number>>;
  readonly complete: boolean;
}

/** Opens everything that is sealed or wrapped, compares the lookup hashes, and counts which keys are in use. */
export function verifyKeys(tools: KeyTools, ids: readonly string[]): Promise<Verification> {
  return new Verifier(tools).run(ids);
}

class Verifier {
  private readonly failures: Failure[] = [];
  private readonly values = new Map<string, { enterprise_id: string; key_id: string; values: number }>();
  private readonly masters = new Map<string, number>();
  private failed = 0;

  constructor(private readonly tools: KeyTools) {}

  async run(ids: readonly string[]): Promise<Verification> {
    this.tools.progress.begin(
      `enterprises: ${ids.length}; decrypting the fields`,
      await countRows(this.tools, ids, this.tools.sealed.tables),
    );
    await this.wrapped(ids);
    for (const enterpriseId of ids) {
      for (const table of this.tools.sealed.tables) await this.sealed(enterpriseId, table);
    }
    return {
      enterprises: ids.length,
      failures: this.failed,
      first_failures: this.failures,
      data_keys: [...this.values.values()],
      master_keys: Object.fromEntries(this.masters),
      complete: this.failed === 0,
    };
  }

  private async wrapped(ids: readonly string[]): Promise<void> {
    for (const place of wrappedPlaces(this.tools, ids)) {
      const { table, wrapped: column } = place.table;
      for (const row of await wrappedRows(this.tools, place)) {
        this.masters.set(row.master_key_id, (this.masters.get(row.master_key_id) ?? 0) + 1);
        const opens = await succeeds(() => unwrap(this.tools, place, row));
        const enterprise = place.enterpriseId === undefined ? {} : { enterprise_id: place.enterpriseId };
        if (!opens) this.fail({ table, column, row: row.id, ...enterprise });
        this.tools.progress.add(table, { rows: 1, changed: 0, failed: opens ? 0 : 1 });
      }
    }
  }

  private async sealed(enterpriseId: string, table: SealedTable): Promise<void> {
    const walk: Walk = { enterpriseId, table, also: columnsOfIndexes(table) };
    for await (const page of pages(this.tools, walk)) {
      const before = this.failed;
      for (const row of page) if (await this.opens(walk, row)) await this.isFound(walk, row);
      this.tools.progress.add(table.table, { rows: page.length, changed: 0, failed: this.failed - before });
    }
  }

  private async opens(walk: Walk, row: SealedRow): Promise<boolean> {
    const before = this.failed;
    for (const column of walk.table.columns) {
      const sealed = row.columns[column];
      if (!Buffer.isBuffer(sealed)) continue;
      const place = placeOf(walk, row, column);
      if (await succeeds(() => this.tools.cipher.open(place, sealed)))
        this.holds(walk.enterpriseId, sealedWith(sealed));
      else this.fail({ table: place.table, column, row: place.rowId, enterprise_id: walk.enterpriseId });
    }
    return this.failed === before;
  }

  private async isFound(walk: Walk, row: SealedRow): Promise<void> {
    const { enterpriseId: enterprise_id, table } = walk;
    for (const index of table.indexes ?? []) {
      const stale = await staleIndex(this.tools, { ...walk, index }, row);
      const at = { table: table.table, column: index.column, row: row.key.join('/') };
      if (stale !== undefined) this.fail({ ...at, enterprise_id });
    }
  }

  private holds(enterprise_id: string, key_id: string): void {
    const known = this.values.get(key_id) ?? { enterprise_id, key_id, values: 0 };
    known.values += 1;
    this.values.set(key_id, known);
  }

  private fail(failure: Failure): void {
    this.failed += 1;
    if (this.failures.length < NAMED_FAILURES) this.failures.push(failure);
  }
}

async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch {
    return false;
  }
}
