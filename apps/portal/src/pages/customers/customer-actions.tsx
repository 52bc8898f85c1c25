import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf, doneOf, vault } from '../../api/client.js';
import { nameOf } from '../../api/types.js';
import type { Business, CustomerKind, Person } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { customerPatch } from '../../ui/lazy/customer-body.js';
import { customerSections } from '../../ui/lazy/customer-fields.table.js';
import { EditDialog } from '../../ui/edit-dialog.js';
import type { Edited } from '../../ui/edit-dialog.js';

interface ActionsProps {
  readonly kind: CustomerKind;
  readonly customer: Person | Business;
}

/** Its reference is what accounts and transfers know a customer by: it stays. */
const KEPT = 'customer_reference_id';

/** Changes a customer, or closes it. Numbers go to the vault address. */
export function CustomerActions({ kind, customer }: ActionsProps) {
  const canWrite = useCan(`write:${kind}`);
  const [asked, setAsked] = useState<'edit' | 'close'>();
  const queries = useQueryClient();
  if (!canWrite || customer.status === 'closed') return null;
  const params = { path: { id: customer.id } };
  const save = ({ changed, all, metadata }: Edited): Promise<unknown> => {
    const address = kind === 'persons' ? 'home' : 'legal';
    const body = { ...customerPatch({ changed, all }, address), ...(metadata && { metadata }) };
    return kind === 'persons'
      ? dataOf(vault.PATCH('/deliver/persons/{id}', { params, body }))
      : dataOf(vault.PATCH('/deliver/businesses/{id}', { params, body }));
  };
  const close = async () => {
    await (kind === 'persons'
      ? doneOf(api.DELETE('/deliver/persons/{id}', { params }))
      : doneOf(api.DELETE('/deliver/businesses/{id}', { params })));
    await queries.invalidateQueries();
  };
  const hide = () => setAsked(undefined);
  return (
    <>
      <Button onClick={() => setAsked('edit')}>{t('edit.action')}</Button>
      <Button onClick={() => setAsked('close')}>{t('edit.close')}</Button>
      {asked === 'edit' && (
        <EditDialog
          title={t('edit.title', { name: nameOf(customer) })}
          fields={customerSections[kind].flatMap(({ fields }) => fields).filter(({ name }) => name !== KEPT)}
          initial={initialOf(customer)}
          metadata={customer.metadata ?? {}}
          {...{ save, onClose: hide }}
        />
      )}
      {asked === 'close' && (
        <ConfirmDialog
          {...{ title: t('edit.closeTitle', { name: nameOf(customer) }), text: t('customers.closeText') }}
          {...{ confirm: t('edit.close'), isDangerous: true, action: close, onClose: hide }}
        />
      )}
    </>
  );
}

/** What the fields of the form have, as the API says it. Numbers are not shown again. */
function initialOf(customer: Person | Business): Record<string, string> {
  const texts = Object.entries(customer).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !['tax_id', 'social_security_number'].includes(name) ? [[name, value]] : [],
  );
  const [address] = customer.addresses ?? [];
  const contacts = customer.contacts?.map(({ type, value }) => [type, value] as const) ?? [];
  return { ...Object.fromEntries([...texts, ...contacts]), ...textsOf(address) };
}

const textsOf = (of: object = {}) =>
  Object.fromEntries(Object.entries(of).filter(([name, value]) => typeof value === 'string' && name !== 'id'));
