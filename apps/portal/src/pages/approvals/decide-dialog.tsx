import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { Problem } from '../../api/problem.js';
import type { Approval } from '../../api/types.js';
import { useMe } from '../../app/use-session.js';
import { formatMoney } from '../../format/money.js';
import { t, tCode } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogButtons } from '../../ui/dialog.js';
import { formClass, TextField } from '../../ui/field.js';
import { Outcome, Outcomes } from '../../ui/several.js';
import { Banner, textOf } from '../../ui/states.js';
import { useStepUp } from '../../ui/step-up.js';
import { useTypedAmount } from '../../ui/typed-amount.js';
import { hasOtherDetails, partiesOf, subjectOf } from './subject.js';

const STEP_UP = 'step_up_required';

export type Verdict = 'approve' | 'reject';

/** By id: undefined is a decision that was recorded, a code one that was refused. */
type Refusals = ReadonlyMap<string, string | undefined>;

interface DecideDialogProps {
  readonly approvals: readonly Approval[];
  readonly decision: Verdict;
  readonly onClose: () => void;
}

/** Approves or rejects what is shown: the digests that are sent are those of what the user has read. */
export function DecideDialog({ approvals, decision, onClose }: DecideDialogProps) {
  const [comment, setComment] = useState('');
  const { run, outcomes, question } = useDecision({ approvals, decision, comment: comment.trim() });
  const cents = approvals.reduce((sum, approval) => sum + (subjectOf(approval).cents ?? 0), 0);
  const typed = useTypedAmount(decision === 'approve' ? cents : 0);
  const count = approvals.length;
  const isReady = typed.isAnswered && (decision === 'approve' || comment.trim() !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !run.isPending) run.mutate();
  };
  return (
    <>
      <Dialog title={t(`${decision}.title`, { count })} onClose={() => run.isPending || onClose()}>
        <form className={formClass} noValidate autoComplete="off" onSubmit={submit}>
          <Outcomes label={t('approvals.what')}>
            {approvals.map((approval) => (
              <Outcome
                key={approval.id}
                name={subjectOf(approval).title}
                note={noteOf(approval)}
                came={outcomes && cameOf(decision, outcomes.get(approval.id))}
              />
            ))}
          </Outcomes>
          {outcomes === undefined && (
            <>
              <TextField
                label={t('approvals.comment')}
                name="comment"
                hint={t('approvals.commentHint')}
                isOptional={decision === 'approve'}
                value={comment}
                maxLength={500}
                data-first=""
                onChange={({ target }) => setComment(target.value)}
              />
              {typed.question}
            </>
          )}
          {run.error && (
            <Banner tone="bad" icon="alert">
              {textOf(run.error)}
            </Banner>
          )}
          <DialogButtons>
            <Button onClick={onClose} disabled={run.isPending}>
              {t(outcomes === undefined ? 'dialog.cancel' : 'dialog.close')}
            </Button>
            {outcomes === undefined && (
              <Button
                type="submit"
                look={decision === 'approve' ? 'primary' : 'danger'}
                disabled={!isReady}
                isBusy={run.isPending}
              >
                {cents === 0
                  ? t(`${decision}.confirm`, { count })
                  : t(`${decision}.amount`, { amount: formatMoney(cents) })}
              </Button>
            )}
          </DialogButtons>
        </form>
      </Dialog>
      {question}
    </>
  );
}

interface DecisionInput extends Pick<DecideDialogProps, 'approvals' | 'decision'> {
  readonly comment: string;
}

/** Sends the decision. Where a proof is wanted, asks for one and sends it again; what was recorded then stays so. */
function useDecision({ approvals, decision, comment }: DecisionInput) {
  const { mfa } = useMe();
  const queries = useQueryClient();
  const [outcomes, setOutcomes] = useState<Refusals>();
  const { guarded, question } = useStepUp();
  const run = useMutation({
    mutationFn: () => {
      // A password is no second factor, so whoever has none is asked for changes of controls only.
      let canProve = mfa || approvals.some(({ subject_type }) => subject_type === 'setting_change');
      return guarded(async () => {
        const items = approvals.map(({ id, digest }) => ({ id, digest }));
        const body = { decision, items, ...(comment !== '' && { comment }) };
        const { results } = await dataOf(api.POST('/deliver/approvals/decide', { body }));
        const needsProof = canProve && results.some(({ error_code }) => error_code === STEP_UP);
        canProve = false;
        if (needsProof) throw new Problem({ status: 403, code: STEP_UP, message: t('stepUp.text') });
        return results;
      });
    },
    onSuccess: (results) => setOutcomes(new Map(results.map(({ id, error_code }) => [id, error_code]))),
    onSettled: () => queries.invalidateQueries({ queryKey: ['approvals'] }),
  });
  return { run, outcomes, question };
}

/** What came of a decision; a code is why it was refused. */
function cameOf(decision: Verdict, code: string | undefined) {
  return code === undefined
    ? ({ of: 'done', text: t(`${decision}.done`) } as const)
    : ({ of: 'refused', text: tCode('decision', code) } as const);
}

function noteOf(approval: Approval): string {
  const subject = subjectOf(approval);
  const amount = subject.cents === undefined ? '' : formatMoney(subject.cents);
  const what = [amount, partiesOf(subject)].filter(Boolean).join(' → ');
  return hasOtherDetails(approval) ? `${what}. ${t('approvals.otherDetails')}` : what;
}
