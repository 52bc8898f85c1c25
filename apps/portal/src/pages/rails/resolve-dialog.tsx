import { useState } from 'react';
import { api, dataOf } from '../../api/client.js';
import type { RailException } from '../../api/types.js';
import '../../messages/lazy/rails.js';
import { t } from '../../messages/t.js';
import { TextField } from '../../ui/field.js';
import { ReasonDialog } from './reason-dialog.js';

interface ResolveDialogProps {
  readonly exception: RailException;
  readonly onClose: () => void;
}

/** Ends an exception: with the payment that is meant, or without a booking. */
export function ResolveDialog({ exception: { id, matchable, meaning }, onClose }: ResolveDialogProps) {
  const [endToEndId, setEndToEndId] = useState('');
  const entry = endToEndId.trim();
  const resolve = (reason: string) =>
    dataOf(
      api.POST('/portal/rails/exceptions/{id}/resolve', {
        params: { path: { id } },
        body: { reason, ...(entry !== '' && { end_to_end_id: entry }) },
      }),
    );
  return (
    <ReasonDialog
      {...{ title: t('rails.resolveTitle'), text: meaning, confirm: t('rails.resolve'), done: t('rails.resolved') }}
      decide={resolve}
      onClose={onClose}
    >
      <p>{t('rails.resolveText')}</p>
      {matchable && (
        <TextField
          label={t('rails.meantEntry')}
          hint={t('rails.meantEntryHint')}
          name="end_to_end_id"
          isOptional
          value={endToEndId}
          onChange={({ target }) => setEndToEndId(target.value)}
        />
      )}
    </ReasonDialog>
  );
}
