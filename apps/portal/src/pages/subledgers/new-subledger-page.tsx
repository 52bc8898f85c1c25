import { useNavigate, useSearch } from '@tanstack/react-router';
import { api, dataOf } from '../../api/client.js';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/subledgers.js';
import { t } from '../../messages/t.js';
import { CreateForm } from '../../ui/create-form.js';
import { FormFields } from '../../ui/form-fields.js';
import type { FormField } from '../../ui/form-fields.js';
import { Card, Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { useNotify } from '../../ui/toast.js';

const FIELDS: readonly FormField[] = [
  {
    ...{ name: 'subledger_reference_id', label: 'subledgers.reference', hint: 'subledgers.referenceHint' },
    kind: 'text',
  },
  { name: 'customer_reference_id', label: 'subledgers.owner', hint: 'subledgers.ownerHint', kind: 'text' },
];

export function NewSubledgerPage() {
  const { customer = '' } = useSearch({ from: '/subledgers/new' });
  const canWrite = useCan('write:subledgers');
  const navigate = useNavigate();
  const notify = useNotify();
  return (
    <Page
      title={t('subledgers.new')}
      subtitle={t('subledgers.newText')}
      crumbs={[{ to: '/subledgers', label: t('nav.subledgers') }]}
    >
      {canWrite ? (
        <Card isNarrow>
          <CreateForm
            submit={t('subledgers.create')}
            create={(typed, key) =>
              // What is missing is the API's to say.
              dataOf(api.POST('/deliver/subledgers', { body: typed as never, headers: { 'Idempotency-Key': key } }))
            }
            onCreated={({ subledger }) => {
              notify(t('subledgers.created'));
              void navigate({ to: '/subledgers/$id', params: { id: subledger.id } });
            }}
          >
            {(errors) => (
              <FormFields fields={FIELDS} errors={errors} initial={{ customer_reference_id: String(customer) }} />
            )}
          </CreateForm>
        </Card>
      ) : (
        <EmptyState icon="lock" title={t('state.forbidden.title')} text={t('state.forbidden.text')} />
      )}
    </Page>
  );
}
