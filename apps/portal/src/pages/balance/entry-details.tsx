import { Link } from '@tanstack/react-router';
import type { LedgerEntry } from '../../api/types.js';
import { shortenId } from '../../format/ids.js';
import { t, tCode } from '../../messages/t.js';
import { Facts } from '../../ui/page.js';
import { Id, Money, Time } from '../../ui/values.js';

/** The page of the transfer that an entry is of; none for credits and what belongs to no side of a transfer. */
export const transferOf = ({ leg, subject_id }: LedgerEntry): string | undefined =>
  leg === 'none' ? undefined : `/transfers/${subject_id}`;

/** What a peek at an entry shows. */
export const peekAtEntry = (entry: LedgerEntry) => ({
  title: tCode('entry', entry.kind),
  content: (
    <Facts
      of={[
        [t('field.number'), String(entry.position)],
        [t('field.amount'), <Money key="amount" cents={entry.amount} />],
        [t('field.debits'), <Side key="debit" account={entry.debit_account} subledger={entry.debit_subledger_id} />],
        [
          t('field.credits'),
          <Side key="credit" account={entry.credit_account} subledger={entry.credit_subledger_id} />,
        ],
        [t('field.bankingTime'), <Time key="banking" at={entry.banking_at} />],
        [t('field.created'), <Time key="created" at={entry.created_at} />],
        [t('field.subject'), <Id key="subject" value={entry.subject_id} />],
        [t('field.id'), <Id key="id" value={entry.id} />],
      ]}
    />
  ),
});

interface SideProps {
  readonly account: string;
  readonly subledger: string | undefined;
}

/** An account of the ledger, and the subledger whose it is. */
function Side({ account, subledger }: SideProps) {
  return (
    <>
      {tCode('ledger', account)}
      {subledger !== undefined && (
        <>
          {' · '}
          <Link to="/subledgers/$id" params={{ id: subledger }}>
            {shortenId(subledger)}
          </Link>
        </>
      )}
    </>
  );
}
