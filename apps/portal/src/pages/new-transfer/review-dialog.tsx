import { useQuery } from '@tanstack/react-query';
import { previewQuery } from '../../api/queries.js';
import type { ExternalAccount } from '../../api/types.js';
import { formatMetadata } from '../../format/metadata.js';
import { formatMoney, parseAmount } from '../../format/money.js';
import '../../messages/lazy/new-transfer.js';
import { t, tCode } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogButtons } from '../../ui/dialog.js';
import type { FormError } from '../../ui/field.js';
import { needsDestination, needsSource } from '../../ui/lazy/parties.js';
import { Facts } from '../../ui/page.js';
import { Banner, textOf } from '../../ui/states.js';
import { useTypedAmount } from '../../ui/typed-amount.js';
import { useGroups } from '../../ui/lazy/use-choices.js';
import { questionOf } from './draft.js';
import type { Draft } from './draft.js';
import { Arrival } from './preview-facts.js';
import { useCreateTransfer } from './use-create-transfer.js';
import { metadataOf } from './metadata-rows.js';

interface ReviewDialogProps {
  readonly draft: Draft;
  readonly accounts: readonly ExternalAccount[];
  readonly idempotencyKey: string;
  readonly onErrors: (errors: readonly FormError[]) => void;
  readonly onClose: () => void;
}

const centsOf = (text: string): number => {
  const amount = parseAmount(text);
  return 'cents' in amount ? amount.cents : 0;
};

/** Repeats what will happen, then sends it. */
export function ReviewDialog({ draft, accounts, onClose, ...sending }: ReviewDialogProps) {
  const create = useCreateTransfer({ draft, accounts, ...sending });
  const groups = useGroups(draft.group);
  const cents = centsOf(draft.amount);
  const metadata = formatMetadata(metadataOf(draft.metadata)).split('\n').filter(Boolean);
  const { question, isAnswered } = useTypedAmount(cents);
  const { data: preview } = useQuery(previewQuery(JSON.stringify(questionOf(draft, accounts))));
  // Its line is there from the start: a button that moves is missed by the click on its way.
  const arrival = preview === undefined ? '…' : preview.arrival ? <Arrival preview={preview} /> : '—';
  const nameOf = (id: string | undefined) => {
    const account = accounts.find((each) => each.id === id);
    return account && `${account.account_holder_name} ${account.account_number}`;
  };
  return (
    <Dialog title={t('review.title')} onClose={onClose}>
      <Facts
        of={[
          [t('field.amount'), formatMoney(cents)],
          [t('field.payer'), needsSource(draft) && nameOf(draft.source)],
          [t('field.payee'), needsDestination(draft) && nameOf(draft.destination)],
          [t('field.speed'), tCode('speed', draft.speed)],
          [t('preview.arrives'), arrival],
          [t('field.reference'), draft.reference],
          [t('field.descriptor'), draft.descriptor],
          [t('newTransfer.subledger'), draft.subledger],
          [t('field.group'), groups.find(([id]) => id === draft.group)?.[1]],
          [t('edit.metadata'), metadata.length > 0 && metadata.map((pair) => <div key={pair}>{pair}</div>)],
        ]}
      />
      {question}
      {create.failureCount > 0 && create.isPending && <Banner tone="wait">{t('review.again')}</Banner>}
      {create.error && (
        <Banner tone="bad" icon="alert">
          {textOf(create.error)}
        </Banner>
      )}
      <DialogButtons>
        <Button onClick={onClose} disabled={create.isPending}>
          {t('review.back')}
        </Button>
        <Button
          look="primary"
          icon="send"
          disabled={!isAnswered}
          isBusy={create.isPending}
          onClick={() => create.mutate()}
        >
          {t('review.send', { amount: formatMoney(cents) })}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
