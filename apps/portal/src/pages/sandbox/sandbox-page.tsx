import '../../messages/lazy/sandbox.js';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.js';
import { useCan, useMe } from '../../app/use-session.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Card, Columns, Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { AmountOutcomes } from './amount-outcomes.js';
import { ClockCard } from './clock-card.js';
import { CreditCard } from './credit-card.js';
import { OutcomeCard } from './outcome-card.js';
import { useTool } from './use-tool.js';

/** Moves the clock of the sandbox, adds money, and decides how transfers end. */
export function SandboxPage() {
  const { enterprise } = useMe();
  const canMove = useCan('write:transfers');
  const canFund = useCan('write:balances');
  if (enterprise.environment !== 'sandbox') {
    return (
      <Page title={t('nav.sandbox')}>
        <EmptyState icon="lock" title={t('sandbox.none.title')} text={t('sandbox.none.text')} />
      </Page>
    );
  }
  if (!canMove) {
    return (
      <Page title={t('nav.sandbox')}>
        <EmptyState icon="lock" title={t('state.forbidden.title')} text={t('state.forbidden.text')} />
      </Page>
    );
  }
  return (
    <Page title={t('nav.sandbox')} subtitle={t('sandbox.subtitle')} actions={canFund && <ResetButton />}>
      <Columns>
        <ClockCard />
        {canFund && <CreditCard />}
        <OutcomeCard />
        <Card title={t('sandbox.amounts')} isFlush>
          <AmountOutcomes />
        </Card>
      </Columns>
    </Page>
  );
}

function ResetButton() {
  const [isAsked, setAsked] = useState(false);
  const reset = useTool(
    () => dataOf(api.POST('/sandbox/reset', {})),
    () => t('sandbox.isReset'),
  );
  return (
    <>
      <Button icon="refresh" onClick={() => setAsked(true)}>
        {t('sandbox.reset')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          {...{ title: t('sandbox.resetTitle'), text: t('sandbox.resetText'), confirm: t('sandbox.reset') }}
          isDangerous
          action={() => reset.mutateAsync(undefined)}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
