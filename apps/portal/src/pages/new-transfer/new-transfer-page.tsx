import { useState } from 'react';
import { useLocation, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { transferQuery } from '../../api/queries.js';
import type { ExternalAccount, Transfer } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { formatMoney } from '../../format/money.js';
import { t } from '../../messages/t.js';
import { isOf, isOwned, useAccounts } from '../../ui/lazy/use-accounts.js';
import { Page } from '../../ui/page.js';
import { EmptyState, Failed, Skeleton } from '../../ui/states.js';
import { retryOf } from './draft.js';
import type { Draft } from './draft.js';
import { metadataRows } from './metadata-rows.js';
import { TransferForm } from './transfer-form.js';

const EMPTY: Draft = {
  useCase: 'payout',
  ...{ source: undefined, destination: undefined },
  ...{ amount: '', speed: 'asap', reference: '', descriptor: '', group: '', subledger: '', metadata: [] },
};

/** A new transfer: empty, made from an earlier one, or one that was left to add an account. */
export function NewTransferPage() {
  const { from, amount, account, side } = useSearch({ from: '/transfers/new' });
  const kept = useLocation({ select: ({ state }) => state.transferDraft });
  const canWrite = useCan('write:transfers');
  const earlierId = textIn(from);
  const earlier = useQuery({ ...transferQuery(earlierId), enabled: earlierId !== '', refetchInterval: false });
  const added = isSide(side) && account !== undefined ? { [side]: textIn(account) } : {};
  return (
    <Page title={t('transfers.new')} crumbs={[{ to: '/transfers', label: t('nav.transfers') }]}>
      {!canWrite ? (
        <EmptyState icon="lock" title={t('state.forbidden.title')} text={t('state.forbidden.text')} />
      ) : earlier.data === undefined && earlier.error ? (
        <Failed error={earlier.error} onRetry={() => void earlier.refetch()} />
      ) : earlier.isLoading ? (
        <Skeleton />
      ) : (
        // Another earlier transfer, or none, is another form.
        <Form
          key={earlierId}
          earlier={earlier.data}
          draft={{ amount: textIn(amount), ...kept, ...added }}
          isKept={kept !== undefined}
        />
      )}
    </Page>
  );
}

const textIn = (parameter: string | string[] | undefined): string => (typeof parameter === 'string' ? parameter : '');
const isSide = (text: unknown): text is 'source' | 'destination' => text === 'source' || text === 'destination';

interface FormProps {
  readonly earlier: Transfer | undefined;
  /** What is filled in. A draft of the history may be that of an older build. */
  readonly draft: Partial<Draft>;
  /** Whether the draft was begun before, and an earlier transfer is in it already. */
  readonly isKept: boolean;
}

function Form({ earlier, draft, isKept }: FormProps) {
  const model = isKept ? undefined : earlier;
  // What the form begins with.
  const [wanted] = useState({
    parties: [model?.source, model?.destination].flatMap((party) => party ?? []),
    ids: [draft.source, draft.destination].flatMap((id) => id ?? []),
  });
  const { data: accounts, error, refetch } = useAccounts(wanted);
  if (accounts === undefined) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton />;
  const initial = model ? draftFrom(model, accounts) : { ...EMPTY, ...draft };
  return <TransferForm accounts={accounts} initial={withKnown(initial, accounts)} />;
}

/** Without accounts that are no more. */
function withKnown(draft: Draft, accounts: readonly ExternalAccount[]): Draft {
  const known = (id: string | undefined) => (accounts.some((account) => account.id === id) ? id : undefined);
  return { ...draft, source: known(draft.source), destination: known(draft.destination) };
}

function kindOf({ source, destination }: Transfer, accounts: readonly ExternalAccount[]): Draft['useCase'] {
  if (!source) return 'payout';
  if (!destination) return 'direct_debit';
  const payee = accounts.find((account) => isOf(account, destination));
  return payee && isOwned(payee) ? 'deposit' : 'account_to_account';
}

function draftFrom(transfer: Transfer, accounts: readonly ExternalAccount[]): Draft {
  const accountOf = (party: Transfer['source']) => accounts.find((account) => isOf(account, party))?.id;
  return {
    useCase: kindOf(transfer, accounts),
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
