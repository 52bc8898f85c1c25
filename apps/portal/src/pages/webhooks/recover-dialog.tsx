import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { serverTime } from '../../api/server-time.js';
import type { WebhookConfiguration } from '../../api/types.js';
import '../../messages/lazy/webhooks.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogButtons } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { Banner, textOf } from '../../ui/states.js';

const DAY_MS = 24 * 60 * 60_000;
const POLL_MS = 500;
/** As a field for date and time has it: local, to the minute. */
const localMinute = (date: Date) =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);

interface RecoverDialogProps {
  readonly configuration: WebhookConfiguration;
  readonly onClose: () => void;
}

/** Sends again what an endpoint did not accept, and says how far that is. */
export function RecoverDialog({ configuration: { id }, onClose }: RecoverDialogProps) {
  const queries = useQueryClient();
  const [since, setSince] = useState(() => localMinute(new Date(serverTime().getTime() - DAY_MS)));
  const recover = useMutation({
    mutationFn: () => {
      const body = { since: new Date(since).toISOString() };
      return dataOf(api.POST('/webhooks/configurations/{id}/recover', { params: { path: { id } }, body }));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  const started = recover.data?.recovery.id;
  return (
    <Dialog title={t('webhooks.recoverTitle')} onClose={onClose}>
      <p>{t('webhooks.recoverText')}</p>
      {started === undefined ? (
        <TextField
          label={t('webhooks.since')}
          name="since"
          type="datetime-local"
          value={since}
          onChange={({ target }) => setSince(target.value)}
          required
        />
      ) : (
        <Progress id={id} recoveryId={started} />
      )}
      {recover.error && (
        <Banner tone="bad" icon="alert">
          {textOf(recover.error)}
        </Banner>
      )}
      <DialogButtons>
        <Button onClick={onClose}>{t(started === undefined ? 'dialog.cancel' : 'dialog.close')}</Button>
        {started === undefined && (
          <Button look="primary" isBusy={recover.isPending} disabled={since === ''} onClick={() => recover.mutate()}>
            {t('webhooks.recover')}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

function Progress({ id, recoveryId }: { readonly id: string; readonly recoveryId: string }) {
  const path = { id, recovery_id: recoveryId };
  const { data, error } = useQuery({
    queryKey: ['webhooks', 'recoveries', recoveryId],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/webhooks/configurations/{id}/recoveries/{recovery_id}', { params: { path }, signal })),
    refetchInterval: ({ state }) => (state.data?.recovery.state === 'completed' ? false : POLL_MS),
  });
  if (error) return <p role="alert">{textOf(error)}</p>;
  const { state, examined = 0, recovered = 0 } = data?.recovery ?? {};
  return (
    <p role="status">
      {[
        t('recover.progress', { examined, recovered }),
        t(state === 'completed' ? 'recover.done' : 'recover.running'),
      ].join(' ')}
    </p>
  );
}
