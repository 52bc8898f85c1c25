import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Limit } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/limits.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { DeleteLimitDialog } from './delete-limit-dialog.js';
import { LimitCard } from './limit-card.js';
import { LimitDialog } from './limit-dialog.js';
import { limitsQuery, usedLimitsQuery } from './limits-queries.js';
import { ReturnRatesCard } from './return-rates.js';

type Asked = { readonly edit?: Limit } | { readonly remove: Limit };

/** How much may be paid in a window of time, what is used of it, and how many debits came back. */
export function LimitsPage() {
  const query = useQuery(limitsQuery());
  const canReadTransfers = useCan('read:transfers');
  const { data: used = [] } = useQuery({ ...usedLimitsQuery(), enabled: canReadTransfers });
  const canWrite = useCan('write:controls');
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const newButton = canWrite && (
    <Button look="primary" icon="plus" onClick={() => setAsked({})}>
      {t('limits.new')}
    </Button>
  );
  return (
    <Page title={t('nav.limits')} subtitle={t('limits.subtitle')} actions={newButton}>
      <Loaded query={query}>
        {(limits) =>
          limits.length === 0 ? (
            <EmptyState icon="filter" title={t('limits.empty.title')} text={t('limits.empty.text')} />
          ) : (
            limits.map((limit) => (
              <LimitCard
                key={limit.id}
                limit={limit}
                used={used.find(({ id }) => id === limit.id)}
                {...(canWrite && { onEdit: () => setAsked({ edit: limit }) })}
                {...(canWrite && { onDelete: () => setAsked({ remove: limit }) })}
              />
            ))
          )
        }
      </Loaded>
      {canReadTransfers && <ReturnRatesCard />}
      {asked && !('remove' in asked) && <LimitDialog {...asked} onClose={close} />}
      {asked && 'remove' in asked && <DeleteLimitDialog limit={asked.remove} onClose={close} />}
    </Page>
  );
}
