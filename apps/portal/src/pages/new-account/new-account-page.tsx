import { useNavigate, useSearch } from '@tanstack/react-router';
import { dataOf, vault } from '../../api/client.js';
import type { NewExternalAccount } from '../../api/types.js';
import { t } from '../../messages/t.js';
import { accountFields } from '../../ui/account-fields.table.js';
import { CreateForm } from '../../ui/create-form.js';
import { fieldsClass } from '../../ui/field.js';
import { FormFields } from '../../ui/form-fields.js';
import { Card, Page } from '../../ui/page.js';
import { useNotify } from '../../ui/toast.js';

/** Adds a bank account of a customer. Its number goes to the vault address and is never shown again. */
export function NewAccountPage() {
  const search = useSearch({ from: '/accounts/new' });
  const navigate = useNavigate();
  const notify = useNotify();
  const given = (name: string) => [search[name] ?? ''].flat()[0]!;
  return (
    <Page title={t('newAccount.title')} crumbs={[{ to: '/accounts', label: t('nav.accounts') }]}>
      <Card>
        <CreateForm
          submit={t('newAccount.create')}
          create={async (typed, key) => {
            // What is missing is the API's to say.
            const body = typed as unknown as NewExternalAccount;
            const headers = { 'Idempotency-Key': key };
            return (await dataOf(vault.POST('/deliver/external/accounts', { body, headers }))).external_account.id;
          }}
          onCreated={(id) => {
            notify(t('newAccount.created'));
            const side = given('for');
            if (side === '') void navigate({ to: '/accounts/$id', params: { id } });
            // Back to what waits for the account: the form of this one is done, and the draft goes on in the history.
            else void navigate({ to: '/transfers/new', search: { account: id, side }, state: true, replace: true });
          }}
        >
          {(errors) => (
            <div className={fieldsClass}>
              <FormFields
                fields={accountFields}
                errors={errors}
                initial={{
                  customer_reference_id: given('customer'),
                  customer_resource_type: given('kind') || 'business',
                  account_holder_name: given('holder'),
                  account_type: 'checking',
                }}
              />
            </div>
          )}
        </CreateForm>
      </Card>
    </Page>
  );
}
