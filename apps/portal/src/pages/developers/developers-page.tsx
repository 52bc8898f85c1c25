import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { apiKeysQuery, clientsQuery } from '../../api/queries.js';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/developers.js';
import { t } from '../../messages/t.js';
import { Button, buttonClass } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { DataTable } from '../../ui/data-table.js';
import { Icon } from '../../ui/icon.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Page } from '../../ui/page.js';
import { SecretDialog } from '../../ui/secret-dialog.js';
import type { Secret } from '../../ui/secret-dialog.js';
import { EmptyState } from '../../ui/states.js';
import { useNotify } from '../../ui/toast.js';
import { apiKeyColumns, clientColumns } from './credential-columns.js';
import { NewClientDialog } from './new-client-dialog.js';
import { RefusedRequests } from './refused-requests.js';

/** A credential to be ended: its kind and id. */
interface Ending {
  readonly kind: 'client' | 'apiKey';
  readonly id: string;
}

/** The credentials with which programs call the API. */
export function DevelopersPage() {
  const canWrite = useCan('write:credentials');
  const clients = useQuery(clientsQuery());
  const keys = useQuery(apiKeysQuery());
  const [secret, setSecret] = useState<Secret>();
  const [asked, setAsked] = useState<'client' | 'apiKey' | Ending>();
  const close = () => setAsked(undefined);
  const onEnd = canWrite ? (kind: Ending['kind']) => (id: string) => setAsked({ kind, id }) : () => undefined;
  const newButton = (kind: Ending['kind']) =>
    canWrite && (
      <Button icon="plus" onClick={() => setAsked(kind)}>
        {t(`${kind}.new`)}
      </Button>
    );
  return (
    <Page title={t('nav.developers')} subtitle={t('developers.subtitle')} actions={<Documents />}>
      <Card title={t('client.title')} isFlush actions={newButton('client')}>
        <Loaded query={clients}>
          {(rows) => (
            <DataTable
              label={t('client.title')}
              columns={clientColumns(onEnd('client'))}
              rows={rows}
              idOf={({ client_id }) => client_id}
              isPlain
            />
          )}
        </Loaded>
      </Card>
      <Card title={t('apiKey.title')} isFlush actions={newButton('apiKey')}>
        <Loaded query={keys}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon="lock" title={t('apiKey.empty.title')} text={t('apiKey.empty.text')} />
            ) : (
              <DataTable
                label={t('apiKey.title')}
                columns={apiKeyColumns(onEnd('apiKey'))}
                rows={rows}
                idOf={({ id }) => id}
                isPlain
              />
            )
          }
        </Loaded>
      </Card>
      <RefusedRequests />
      {asked === 'client' && <NewClientDialog onSecret={setSecret} onClose={close} />}
      {asked === 'apiKey' && <NewApiKeyDialog onSecret={setSecret} onClose={close} />}
      {typeof asked === 'object' && <EndDialog {...asked} onClose={close} />}
      {secret && <SecretDialog {...secret} onClose={() => setSecret(undefined)} />}
    </Page>
  );
}

/** What the service itself serves of its description; Postman reads OpenAPI. */
const DOCUMENTS = [
  ['/docs', t('developers.docs')],
  ['/openapi.json', t('developers.openapi')],
  ['/llms.txt', t('developers.llms')],
] as const;

const Documents = () =>
  DOCUMENTS.map(([path, name]) => (
    <a key={path} href={path} target="_blank" rel="noreferrer" className={buttonClass()}>
      <Icon name="external" />
      {name}
    </a>
  ));

interface DialogProps {
  readonly onClose: () => void;
}

function NewApiKeyDialog({ onSecret, onClose }: DialogProps & { readonly onSecret: (secret: Secret) => void }) {
  const queries = useQueryClient();
  const create = async () => {
    const { key } = await dataOf(api.POST('/portal/api-keys'));
    onSecret({ title: t('apiKey.made'), text: t('secret.once'), values: [[t('apiKey.one'), key]] });
    await queries.invalidateQueries({ queryKey: ['credentials'] });
  };
  return (
    <ConfirmDialog
      title={t('apiKey.newTitle')}
      text={t('apiKey.newText')}
      confirm={t('apiKey.create')}
      action={create}
      onClose={onClose}
    />
  );
}

function EndDialog({ kind, id, onClose }: Ending & DialogProps) {
  const queries = useQueryClient();
  const notify = useNotify();
  const end = async () => {
    const params = { path: { id } };
    if (kind === 'client') await dataOf(api.POST('/portal/clients/{id}/disable', { params }));
    else await dataOf(api.POST('/portal/api-keys/{id}/revoke', { params }));
    notify(t(`${kind}.ended`));
    await queries.invalidateQueries({ queryKey: ['credentials'] });
  };
  return (
    <ConfirmDialog
      title={t(`${kind}.endTitle`, { id })}
      text={t(`${kind}.endText`)}
      confirm={t(`${kind}.end`)}
      isDangerous
      action={end}
      onClose={onClose}
    />
  );
}
