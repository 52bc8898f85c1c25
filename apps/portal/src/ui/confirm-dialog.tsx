import type { ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { t } from '../messages/t.js';
import { Button } from './button.js';
import { Dialog, DialogButtons } from './dialog.js';
import { Banner, textOf } from './states.js';
import { useStepUp } from './step-up.js';

interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  /** What the button says that does it. */
  readonly confirm: string;
  readonly isDangerous?: boolean;
  /** Whether everything that it asks for is there. */
  readonly isReady?: boolean;
  /** It waits for the answer, also to a step-up; an error is shown, and the dialog stays. */
  readonly action: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks before something is done that cannot be undone, or that others notice. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, confirm, isDangerous = false, isReady = true, action, onClose, children } = props;
  const { guarded, question } = useStepUp();
  const run = useMutation({ mutationFn: () => guarded(action), onSuccess: onClose });
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      {children}
      {run.error && (
        <Banner tone="bad" icon="alert">
          {textOf(run.error)}
        </Banner>
      )}
      <DialogButtons>
        <Button onClick={onClose}>{t('dialog.cancel')}</Button>
        <Button
          look={isDangerous ? 'danger' : 'primary'}
          isBusy={run.isPending}
          disabled={!isReady}
          onClick={() => run.mutate()}
        >
          {confirm}
        </Button>
      </DialogButtons>
      {question}
    </Dialog>
  );
}
