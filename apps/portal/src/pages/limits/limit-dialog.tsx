import type { FormEvent } from 'react';
import { api, dataOf } from '../../api/client.js';
import { byId } from '../../api/queries.js';
import type { Limit, NewLimit } from '../../api/types.js';
import '../../messages/lazy/limits.js';
import { t, tCode } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogButtons } from '../../ui/dialog.js';
import { CheckField, ErrorSummary, fieldsClass, formClass, SelectField, TextField } from '../../ui/field.js';
import { useSaveControl } from '../../ui/use-save-control.js';
import { limitIn, shownAmount } from './limit-form.js';

const CHOICES = {
  per: ['limitPer', 'enterprise', 'customer', 'account', 'credential', 'subledger'],
  direction: ['limitDirection', 'out', 'in', 'any'],
  window: ['limitWindow', 'transfer', 'hour', 'day', '7d', '30d'],
  action: ['limitAction', 'refuse', 'hold'],
} as const;

interface LimitDialogProps {
  /** None for a new one. */
  readonly edit?: Limit;
  readonly onClose: () => void;
}

/** Writes a limit. It needs a fresh sign-in, because it decides how much can be paid. */
export function LimitDialog({ edit, onClose }: LimitDialogProps) {
  const { save, errors, setErrors, question } = useSaveControl({
    ...{ of: 'limits', saved: 'limits.saved', onSaved: onClose },
    send: senderOf(edit),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { limit, problems } = limitIn(new FormData(event.currentTarget));
    setErrors(problems);
    if (problems.length === 0) save.mutate(limit);
  };
  const errorOf = (name: string) => errors.find((error) => error.name === name)?.text;
  const text = (name: 'name' | 'who' | 'max_count') => ({
    ...{ name, defaultValue: String(edit?.[name] ?? ''), error: errorOf(name) },
  });
  const choice = (name: keyof typeof CHOICES) => {
    const [texts, ...values] = CHOICES[name];
    return (
      <SelectField
        {...{ name, label: t(`limits.${name}`), error: errorOf(name), defaultValue: edit?.[name] ?? values[0] }}
        options={values.map((value) => [value, tCode(texts, value)])}
      />
    );
  };
  return (
    <>
      <Dialog title={edit ? t('limits.editOne', { name: edit.name }) : t('limits.new')} isWide onClose={onClose}>
        <form className={formClass} noValidate autoComplete="off" onSubmit={submit}>
          <ErrorSummary errors={errors} />
          <TextField label={t('field.name')} {...text('name')} maxLength={80} data-first="" />
          <div className={fieldsClass}>
            {choice('per')}
            {choice('direction')}
          </div>
          <TextField label={t('limits.who')} hint={t('limits.whoHint')} {...text('who')} maxLength={255} isOptional />
          <div className={fieldsClass}>
            <TextField
              {...{ label: t('limits.maxAmount'), name: 'max_amount', inputMode: 'decimal', isOptional: true }}
              defaultValue={shownAmount(edit?.max_amount)}
              error={errorOf('max_amount')}
            />
            <TextField label={t('limits.maxCount')} {...text('max_count')} inputMode="numeric" isOptional />
            {choice('window')}
            {choice('action')}
          </div>
          <CheckField label={t('limits.enabled')} name="enabled" defaultChecked={edit?.enabled ?? true} />
          <DialogButtons>
            <Button onClick={onClose}>{t('dialog.cancel')}</Button>
            <Button look="primary" type="submit" isBusy={save.isPending}>
              {t('limits.save')}
            </Button>
          </DialogButtons>
        </form>
      </Dialog>
      {question}
    </>
  );
}

const senderOf = (edit: Limit | undefined) => (body: NewLimit) =>
  edit === undefined
    ? dataOf(api.POST('/portal/limits', { body }))
    : dataOf(api.PUT('/portal/limits/{id}', { params: byId(edit.id), body }));
