import { useState } from 'react';
import { useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { transferQuery } from '../../api/queries.js';
import type { ExternalAccount, Transfer } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { formatMoney } from '../../format/money.js';
import { t } from '../../messages/t.js';
import { Page } from '../../ui/page.js';
import { EmptyState, Failed, Skeleton } from '../../ui/states.js';
import { retryOf } from './draft.js';
import type { Draft } from './draft.js';
import { metadataRows } from './metadata-rows.js';
import { TransferForm } from './transfer-form.js';
import { useAccounts } from './use-accounts.js';

const EMPTY: Draft = {
  useCase: 'payout',
  ...{ source: undefined, destination: undefined },
  ...{ amount: '', speed: 'asap', reference: '', descriptor: '', group: '', subledger: '', metadata: [] },
};

/** A new transfer, empty or made from an earlier one. */
export function NewTransferPage() {
  const { from, amount } = useSearch({ from: '/transfers/new' });
  const canWrite = useCan('write:transfers');
  const earlierId = typeof from === 'string' ? from : '';
  const earlier = useQuery({ ...transferQuery(earlierId), enabled: earlierId !== '', refetchInterval: false });
  const parties = [earlier.data?.source, earlier.data?.destination].flatMap((party) => party ?? []);
  const accounts = useAccounts({ isEnabled: canWrite, parties });
  const crumbs = [{ to: '/transfers', label: t('nav.transfers') }];
  // A form that is shown stays, even when its accounts cannot be read again.
  const error = accounts.error ?? (earlier.data === undefined && earlier.error);
  return (
    <Page title={t('transfers.new')} crumbs={crumbs}>
      {!canWrite ? (
        <EmptyState icon="lock" title={t('state.forbidden.title')} text={t('state.forbidden.text')} />
      ) : error ? (
        <Failed error={error} onRetry={() => void accounts.refetch()} />
      ) : accounts.data === undefined || earlier.isLoading ? (
        <Skeleton />
      ) : (
        // Another earlier transfer, or none, is another form.
        <Form
          key={earlierId}
          accounts={accounts.data}
          earlier={earlier.data}
          amount={typeof amount === 'string' ? amount : ''}
        />
      )}
    </Page>
  );
}

interface FormProps {
  readonly accounts: readonly ExternalAccount[];
  readonly earlier: Transfer | undefined;
  readonly amount: string;
}

function Form({ accounts, earlier, amount }: FormProps) {
  const [initial] = useState(() => (earlier ? draftFrom(earlier, accounts) : { ...EMPTY, amount }));
  return <TransferForm accounts={accounts} initial={initial} />;
}

function draftFrom(transfer: Transfer, accounts: readonly ExternalAccount[]): Draft {
  const accountOf = (party: Transfer['source']) =>
    accounts.find(
      (each) =>
        each.account_reference_id === party?.account_reference_id &&
        each.customer_reference_id === party.customer_reference_id,
    )?.id;
  return {
    useCase: transfer.source ? (transfer.destination ? 'account_to_account' : 'direct_debit') : 'payout',
    source: accountOf(transfer.source),
    destination: accountOf(transfer.destination),
    amount: formatMoney(transfer.amount).slice(1),
    speed: transfer.speed,
    reference: retryOf(transfer.transfer_reference_id),
    descriptor: transfer.account_statement_descriptor ?? '',
    group: transfer.transfer_group_id ?? '',
    subledger: transfer.subledger_reference_id ?? '',
    metadata: metadataRows(transfer.metadata),
  };
}
