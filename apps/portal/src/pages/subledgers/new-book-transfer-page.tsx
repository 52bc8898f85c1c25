import { useId, useState } from 'react';
import type { FormEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { newestSubledgersQuery } from '../../api/product-queries.js';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/subledgers.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { ErrorSummary, formClass, TextField } from '../../ui/field.js';
import type { FormError } from '../../ui/field.js';
import { Card, Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { bookTransferIn } from './book-transfer-form.js';
import type { NewBookTransfer } from './book-transfer-form.js';
import { MoveDialog } from './move-dialog.js';

const SIDES = ['source', 'destination'] as const;

/** Moves money between subledgers, after a review. */
export function NewBookTransferPage() {
  const canWrite = useCan('write:booktransfers');
  return (
    <Page
      title={t('book.new')}
      subtitle={t('book.newText')}
      crumbs={[
        { to: '/subledgers', label: t('nav.subledgers') },
        { to: '/subledgers/transfers', label: t('book.title') },
      ]}
    >
      {canWrite ? (
        <Card isNarrow>
          <Form />
        </Card>
      ) : (
        <EmptyState icon="lock" title={t('state.forbidden.title')} text={t('state.forbidden.text')} />
      )}
    </Page>
  );
}

function Form() {
  const search = useSearch({ from: '/subledgers/transfers/new' });
  const { data: subledgers = [] } = useQuery({ ...newestSubledgersQuery(), enabled: useCan('read:subledgers') });
  const offered = useId();
  const [errors, setErrors] = useState<readonly FormError[]>([]);
  const [review, setReview] = useState<NewBookTransfer>();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { transfer, problems } = bookTransferIn(new FormData(event.currentTarget));
    setErrors(problems);
    if (problems.length === 0) setReview(transfer);
  };
  const errorOf = (name: string) => errors.find((error) => error.name === name)?.text;
  return (
    <>
      <form className={formClass} noValidate autoComplete="off" onSubmit={submit}>
        <ErrorSummary errors={errors} />
        <TextField
          {...{ label: t('field.reference'), hint: t('subledgers.referenceHint'), name: 'book_transfer_reference_id' }}
          error={errorOf('book_transfer_reference_id')}
        />
        <TextField label={t('field.amount')} name="amount" inputMode="decimal" error={errorOf('amount')} />
        {SIDES.map((side) => (
          <TextField
            key={side}
            {...{ label: t(`book.${side}`), hint: t('book.sideHint'), name: side, list: offered, isOptional: true }}
            defaultValue={String(search[side] ?? '')}
            error={errorOf(side)}
          />
        ))}
        <datalist id={offered}>
          {subledgers.map(({ id, subledger_reference_id }) => (
            <option key={id} value={subledger_reference_id} />
          ))}
        </datalist>
        <div>
          <Button look="primary" type="submit">
            {t('book.review')}
          </Button>
        </div>
      </form>
      {review && (
        <MoveDialog
          transfer={review}
          idempotencyKey={key}
          onRefused={(found) => {
            setErrors(found);
            // A refused request made nothing; the corrected one is another. Without an answer it may have, so it stays.
            setKey(crypto.randomUUID());
          }}
          onClose={() => setReview(undefined)}
        />
      )}
    </>
  );
}
