import { useNavigate, useSearch } from '@tanstack/react-router';
import { dataOf, vault } from '../../api/client.js';
import type { CustomerKind } from '../../api/types.js';
import { useMe } from '../../app/use-session.js';
import { t } from '../../messages/t.js';
import { CreateForm } from '../../ui/create-form.js';
import { Choice, fieldsClass } from '../../ui/field.js';
import { FormFields } from '../../ui/form-fields.js';
import { Card, Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { useNotify } from '../../ui/toast.js';
import { businessBody, personBody } from '../../ui/lazy/customer-body.js';
import { customerSections } from '../../ui/lazy/customer-fields.table.js';

const KINDS: readonly CustomerKind[] = ['persons', 'businesses'];

/** Creates a person or a business. The numbers of people go to the vault address. */
export function NewCustomerPage() {
  const { scopes } = useMe();
  const { kind: wanted } = useSearch({ from: '/customers/new' });
  const navigate = useNavigate();
  const kinds = KINDS.filter((kind) => scopes.includes(`write:${kind}`));
  const kind = kinds.find((each) => each === wanted) ?? kinds[0];
  if (kind === undefined) {
    return (
      <Page title={t('newCustomer.title')}>
        <EmptyState icon="lock" title={t('state.forbidden.title')} text={t('state.forbidden.text')} />
      </Page>
    );
  }
  return (
    <Page title={t('newCustomer.title')} crumbs={[{ to: '/customers', label: t('nav.customers') }]}>
      <Choice
        legend={t('customers.kind')}
        name="kind"
        value={kind}
        options={kinds.map(
          (each) => [each, t(each === 'persons' ? 'customers.person' : 'customers.business')] as const,
        )}
        onChange={(next) => void navigate({ to: '/customers/new', search: { kind: next }, replace: true })}
      />
      <CustomerForm key={kind} kind={kind} />
    </Page>
  );
}

function CustomerForm({ kind }: { readonly kind: CustomerKind }) {
  const navigate = useNavigate();
  const notify = useNotify();
  return (
    <CreateForm
      submit={t('newCustomer.create')}
      create={async (typed, key) => {
        const headers = { 'Idempotency-Key': key };
        if (kind === 'persons') {
          return (await dataOf(vault.POST('/deliver/persons', { body: personBody(typed), headers }))).person.id;
        }
        return (await dataOf(vault.POST('/deliver/businesses', { body: businessBody(typed), headers }))).business.id;
      }}
      onCreated={(id) => {
        notify(t('newCustomer.created'));
        void navigate({ to: '/customers/$kind/$id', params: { kind, id } });
      }}
    >
      {(errors) =>
        customerSections[kind].map(({ id, fields }) => (
          <Card key={id} title={t(`newCustomer.${id}`)}>
            <div className={fieldsClass}>
              <FormFields fields={fields} errors={errors} />
            </div>
          </Card>
        ))
      }
    </CreateForm>
  );
}
