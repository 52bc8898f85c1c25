import { useMutation } from '@tanstack/react-query';
import { Cursor } from '../../api/list.js';
import { transfersPage } from '../../api/queries.js';
import type { Filter } from '../../api/queries.js';
import type { Transfer } from '../../api/types.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { textOf } from '../../ui/states.js';
import { useNotify } from '../../ui/toast.js';
import { saveTransfers } from './transfers-csv.js';

/** What a page of the browser can well hold. */
const MOST_ROWS = 10_000;

async function readAll(filter: Filter): Promise<readonly Transfer[]> {
  const rows: Transfer[] = [];
  const { signal } = new AbortController();
  for (let cursor: Cursor | undefined = Cursor.first; cursor !== undefined && rows.length < MOST_ROWS;) {
    const page = await transfersPage(filter, cursor.after, signal);
    rows.push(...page.items);
    cursor = cursor.next(page);
  }
  return rows.slice(0, MOST_ROWS);
}

/** Saves the filtered list as a file for a spreadsheet. */
export function ExportButton({ filter }: { readonly filter: Filter }) {
  const notify = useNotify();
  const run = useMutation({
    mutationFn: () => readAll(filter),
    onSuccess: (rows) => {
      saveTransfers(rows);
      notify(t(rows.length === MOST_ROWS ? 'export.cut' : 'export.done', { count: rows.length }));
    },
    onError: (error) => notify(textOf(error), 'bad'),
  });
  return (
    <Button icon="download" isBusy={run.isPending} onClick={() => run.mutate()}>
      {t('export.action')}
    </Button>
  );
}
