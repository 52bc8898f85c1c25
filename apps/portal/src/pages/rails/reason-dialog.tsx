import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import '../../messages/lazy/rails.js';
import { t } from '../../messages/t.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { TextField } from '../../ui/field.js';
import { useNotify } from '../../ui/toast.js';

interface ReasonDialogProps {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly done: string;
  readonly isDangerous?: boolean;
  readonly decide: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A decision with the reason that goes into the audit log. */
export function ReasonDialog({ decide, done, onClose, children, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  const notify = useNotify();
  const action = async () => {
    try {
      await decide(reason.trim());
      notify(done);
    } finally {
      // Whoever was refused sees what became of it meanwhile.
      await queries.invalidateQueries({ queryKey: ['rails'] });
    }
  };
  return (
    <ConfirmDialog {...dialog} isReady={reason.trim() !== ''} action={action} onClose={onClose}>
      {children}
      <TextField
        label={t('rails.reason')}
        hint={t('rails.reasonHint')}
        name="reason"
        value={reason}
        maxLength={200}
        required
        onChange={({ target }) => setReason(target.value)}
      />
    </ConfirmDialog>
  );
}
