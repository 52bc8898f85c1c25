import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction } from '@payments/persistence';
import { SavedViews } from '../../application/manage-views.js';
import type { SavedView, ViewPage } from '../../domain/saved-view.js';

const TABLE = 'portal.views';
const COLUMNS = 'id, page, name, query, columns, shared, created_by, created_at, updated_at';

type ViewRow = Omit<SavedView, 'columns'> & { readonly columns: readonly string[] | null };

// Two look-ups, because either way to see a view has its own index.
const LIST = `
  SELECT * FROM (
    SELECT ${COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND created_by = $2
    UNION ALL
    SELECT ${COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND shared AND created_by <> $2) AS seen
  WHERE $3::text IS NULL OR page = $3 ORDER BY page, name COLLATE "C", id`;

@Injectable()
export class SavedViewsRepository extends SavedViews {
  async list(user: string, page?: ViewPage): Promise<readonly SavedView[]> {
    const values = [workContext.enterpriseId(), user, page ?? null];
    const rows = await currentTransaction().query<ViewRow>(LIST, values, 'list-views');
    return rows.map(({ columns, ...rest }) => ({ ...rest, ...(columns && { columns }) }));
  }

  async lock(user: string): Promise<readonly SavedView[]> {
    // A separate statement, so that the views are read after the lock is acquired.
    const [, views] = await Promise.all([
      currentTransaction().query(
        'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
        [`views/${workContext.enterpriseId()}`],
        'lock-views',
      ),
      this.list(user),
    ]);
    return views;
  }

  async add(view: SavedView): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO ${TABLE} (enterprise_id, ${COLUMNS})
       SELECT $1, ${COLUMNS} FROM jsonb_populate_record(NULL::${TABLE}, $2::jsonb) RETURNING 1`,
      [workContext.enterpriseId(), JSON.stringify(view)],
      'insert-view',
    );
  }

  async replace(view: SavedView): Promise<void> {
    await currentTransaction().query(
      `UPDATE ${TABLE} AS t SET page = s.page, name = s.name, query = s.query, columns = s.columns, shared = s.shared,
         updated_at = s.updated_at
       FROM jsonb_populate_record(NULL::${TABLE}, $2::jsonb) AS s WHERE t.enterprise_id = $1 AND t.id = $3`,
      [workContext.enterpriseId(), JSON.stringify(view), view.id],
      'update-view',
    );
  }

  async remove(id: string): Promise<void> {
    await currentTransaction().query(
      `DELETE FROM ${TABLE} WHERE enterprise_id = $1 AND id = $2`,
      [workContext.enterpriseId(), id],
      'delete-view',
    );
  }
}
