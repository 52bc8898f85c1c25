import { useState } from 'react';
import type { FormEvent } from 'react';
import { api, dataOf } from '../../api/client.js';
import { byId } from '../../api/queries.js';
import type { NewPolicy, Policy } from '../../api/types.js';
import { t, tCode } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogButtons } from '../../ui/dialog.js';
import { CheckField, ErrorSummary, fieldsClass, formClass, TextField } from '../../ui/field.js';
import { useSaveControl } from '../../ui/use-save-control.js';
import { ApproverFields } from './approver-fields.js';
import { ConditionFields } from './condition-fields.js';
import { conditionOf, draftOf, newDraft } from './condition-draft.js';
import type { ConditionDraft } from './condition-draft.js';
import { policyIn } from './policy-form.js';
import { PolicyTrial } from './policy-trial.js';

const SUBJECTS = ['transfer', 'schedule', 'bulk_transfer', 'book_transfer'] as const satisfies NewPolicy['applies_to'];

interface PolicyDialogProps {
  /** None for a new one. */
  readonly edit?: Policy;
  readonly onClose: () => void;
}

/** Writes a policy. It needs a fresh sign-in, because it decides who can release money. */
export function PolicyDialog({ edit, onClose }: PolicyDialogProps) {
  const [drafts, setDrafts] = useState<readonly ConditionDraft[]>(
    edit?.conditions.map(draftOf) ?? [newDraft('amount')],
  );
  const { save, errors, setErrors, question } = useSaveControl({
    ...{ of: 'policies', saved: 'policies.saved', onSaved: onClose },
    send: senderOf(edit),
  });
  const completePolicy = (form: HTMLFormElement): NewPolicy | undefined => {
    const wrong = drafts.findIndex((draft) => conditionOf(draft) === undefined);
    setErrors(wrong === -1 ? [] : [{ name: `condition-${wrong}`, text: t('policies.wrongCondition') }]);
    return wrong === -1 ? policyIn(form, drafts) : undefined;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const policy = completePolicy(event.currentTarget);
    if (policy !== undefined) save.mutate(policy);
  };
  const errorOf = (name: string) => errors.find((error) => error.name === name)?.text;
  return (
    <>
      <Dialog title={edit ? t('policies.editOne', { name: edit.name }) : t('policies.new')} isWide onClose={onClose}>
        <form className={formClass} noValidate autoComplete="off" onSubmit={submit}>
          <ErrorSummary errors={errors} />
          <TextField
            label={t('field.name')}
            name="name"
            maxLength={80}
            data-first=""
            defaultValue={edit?.name ?? ''}
            error={errorOf('name')}
          />
          <SubjectFields edit={edit} />
          <ConditionFields drafts={drafts} errors={errors} onChange={setDrafts} />
          <PolicyTrial policyIn={completePolicy} />
          <ApproverFields initial={edit?.approvers} error={errorOf('approvers')} />
          <div className={fieldsClass}>
            <TextField
              label={t('policies.required')}
              name="required"
              type="number"
              min={1}
              max={5}
              defaultValue={String(edit?.required ?? 1)}
              error={errorOf('required')}
            />
            <TextField
              label={t('policies.expires')}
              name="expires_after_hours"
              type="number"
              min={1}
              max={720}
              defaultValue={String(edit?.expires_after_hours ?? 72)}
              error={errorOf('expires_after_hours')}
            />
          </div>
          <CheckField label={t('policies.stepUp')} name="step_up" defaultChecked={edit?.step_up ?? false} />
          <CheckField label={t('policies.enabled')} name="enabled" defaultChecked={edit?.enabled ?? true} />
          <DialogButtons>
            <Button onClick={onClose}>{t('dialog.cancel')}</Button>
            <Button look="primary" type="submit" isBusy={save.isPending}>
              {t('policies.save')}
            </Button>
          </DialogButtons>
        </form>
      </Dialog>
      {question}
    </>
  );
}

function SubjectFields({ edit }: { readonly edit: Policy | undefined }) {
  return (
    <fieldset className={fieldsClass}>
      <legend>{t('policies.appliesTo')}</legend>
      {SUBJECTS.map((subject) => (
        <CheckField
          key={subject}
          name="applies_to"
          value={subject}
          label={tCode('subjectTypes', subject)}
          defaultChecked={edit?.applies_to.includes(subject) ?? subject === 'transfer'}
        />
      ))}
    </fieldset>
  );
}

const senderOf = (edit: Policy | undefined) => (body: NewPolicy) =>
  edit === undefined
    ? dataOf(api.POST('/portal/policies', { body }))
    : dataOf(api.PUT('/portal/policies/{id}', { params: byId(edit.id), body }));
