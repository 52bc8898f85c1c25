import { useState } from 'react';
import { Link, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { ledgerQuery } from '../../api/queries.js';
import type { Subledger } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { formatMoney } from '../../format/money.js';
import '../../messages/lazy/subledgers.js';
import { t, tCode } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Figure, Figures } from '../../ui/figure.js';
import { LinkButton } from '../../ui/link-button.js';
import { ListView } from '../../ui/list-view.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Facts, Page } from '../../ui/page.js';
import { Banner, EmptyState } from '../../ui/states.js';
import { Id, Money, Status, Time } from '../../ui/values.js';
import { CloseDialog } from './close-dialog.js';
import { entryColumns } from './subledger-columns.js';
import { subledgerBalanceQuery, subledgerQuery } from './subledger-queries.js';

export function SubledgerPage() {
  const { id } = useParams({ from: '/subledgers/$id' });
  const query = useQuery(subledgerQuery(id));
  const canReadBalance = useCan('read:balances');
  const canReadLedger = useCan('read:ledger');
  const { data: subledger } = query;
  return (
    <Page
      title={subledger === undefined ? t('nav.subledgers') : subledger.subledger_reference_id}
      crumbs={[{ to: '/subledgers', label: t('nav.subledgers') }]}
      badge={subledger?.closed_at !== undefined && <Status of="closed" />}
      actions={subledger && <Actions subledger={subledger} />}
    >
      <Loaded query={query}>
        {(found) => (
          <>
            {canReadBalance && <Balance id={id} isClosed={found.closed_at !== undefined} />}
            <Card title={t('subledgers.details')}>
              <Facts
                of={[
                  [t('subledgers.owner'), found.customer_reference_id],
                  [t('field.type'), tCode('ownerType', found.customer_resource_type)],
                  [t('field.created'), <Time key="created" at={found.created_at} />],
                  [t('field.closed'), found.closed_at && <Time key="closed" at={found.closed_at} />],
                  [t('subledgers.returnsUntil'), found.debits_return_until],
                  [t('field.id'), <Id key="id" value={found.id} />],
                ]}
              />
            </Card>
            {canReadLedger && <Entries id={id} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Balance({ id, isClosed }: { readonly id: string; readonly isClosed: boolean }) {
  const query = useQuery(subledgerBalanceQuery(id));
  return (
    <Loaded query={query}>
      {({ available, pending }) => (
        <>
          {isClosed && available !== 0 && (
            <Banner tone="bad" icon="alert">
              {t('subledgers.unsettled', { amount: formatMoney(available) })}
            </Banner>
          )}
          <Figures>
            <Figure
              label={t('subledgers.available')}
              value={<Money cents={available} />}
              note={t('subledgers.availableNote')}
            />
            <Figure
              label={t('subledgers.pending')}
              value={<Money cents={pending} />}
              note={t('subledgers.pendingNote')}
            />
          </Figures>
        </>
      )}
    </Loaded>
  );
}

function Actions({ subledger }: { readonly subledger: Subledger }) {
  const { id, subledger_reference_id: reference, closed_at } = subledger;
  const { data: balance } = useQuery({ ...subledgerBalanceQuery(id), enabled: useCan('read:balances') });
  const isShort = balance !== undefined && balance.available < 0;
  const canReadBook = useCan('read:booktransfers');
  const canMove = useCan('write:booktransfers');
  const canClose = useCan('write:subledgers') && closed_at === undefined;
  const [isClosing, setClosing] = useState(false);
  return (
    <>
      {canReadBook && (
        <LinkButton to="/subledgers/transfers" search={{ subledger_reference_id: reference }}>
          {t('book.title')}
        </LinkButton>
      )}
      {canClose && <Button onClick={() => setClosing(true)}>{t('subledgers.close')}</Button>}
      {canMove && (
        <LinkButton
          to="/subledgers/transfers/new"
          // Of a closed one, money leaves, unless a late return has left it short.
          search={closed_at === undefined || isShort ? { destination: reference } : { source: reference }}
          look="primary"
          icon="plus"
        >
          {t('book.new')}
        </LinkButton>
      )}
      {isClosing && <CloseDialog subledger={subledger} onClose={() => setClosing(false)} />}
    </>
  );
}

function Entries({ id }: { readonly id: string }) {
  return (
    <Card
      title={t('subledgers.entries')}
      isFlush
      actions={
        <Link to="/balance" search={{ subledger_id: id }}>
          {t('subledgers.inLedger')}
        </Link>
      }
    >
      <ListView
        label={t('subledgers.entries')}
        query={ledgerQuery({ subledger_id: id })}
        columns={entryColumns(id)}
        idOf={({ id: entryId }) => entryId}
        isPlain
        isFiltered={false}
        empty={
          <EmptyState icon="balance" title={t('subledgers.noEntries.title')} text={t('subledgers.noEntries.text')} />
        }
      />
    </Card>
  );
}
