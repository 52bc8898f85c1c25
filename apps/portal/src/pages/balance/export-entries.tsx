import { useMutation } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import type { Filter } from '../../api/queries.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { download } from '../../ui/download.js';
import { textOf } from '../../ui/states.js';
import { useNotify } from '../../ui/toast.js';

/** Saves all entries that match, as the API writes them. */
export function ExportEntries({ filter }: { readonly filter: Filter }) {
  const notify = useNotify();
  const run = useMutation({
    mutationFn: () => {
      const query = { ...filter, format: 'csv' as const };
      return dataOf(api.GET('/deliver/ledger/entries', { params: { query }, parseAs: 'text' }));
    },
    onSuccess: (csv) => download('ledger-entries.csv', csv),
    onError: (error) => notify(textOf(error), 'bad'),
  });
  return (
    <Button icon="download" isBusy={run.isPending} onClick={() => run.mutate()}>
      {t('export.action')}
    </Button>
  );
}
