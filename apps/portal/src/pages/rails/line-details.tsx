import { Link } from '@tanstack/react-router';
import type { BankStatementLine } from '../../api/types.js';
import { formatMoney } from '../../format/money.js';
import { formatBankingDate } from '../../format/time.js';
import '../../messages/lazy/rails.js';
import { t, tCode } from '../../messages/t.js';
import { Facts } from '../../ui/page.js';
import { Id, Money, Status } from '../../ui/values.js';
import { kindOf, matchOf, signedAmount } from './statement-columns.js';

export const peekAtLine = (line: BankStatementLine) => ({
  title: kindOf(line),
  content: <LineDetails line={line} />,
});

function LineDetails({ line }: { readonly line: BankStatementLine }) {
  const { id, position, payments, references, text, code, booking_day, value_day } = line;
  const { matched_by, matched_with = [], explained_as } = line;
  return (
    <Facts
      of={[
        [t('field.match'), <Status key="match" of={matchOf(line)} />],
        [t('field.amount'), <Money key="amount" cents={signedAmount(line)} />],
        [t('statements.bankText'), text],
        [t('statements.code'), code],
        [t('statements.line'), String(position)],
        [t('statements.payments'), payments !== undefined && String(payments)],
        [t('statements.references'), references.join(', ')],
        [t('statements.bookingDay'), formatBankingDate(booking_day)],
        [t('statements.valueDay'), formatBankingDate(value_day)],
        [t('statements.matchedBy'), matched_by && tCode('matchedBy', matched_by)],
        [t('statements.matchedWith'), matched_with.length > 0 && <Postings key="with" of={matched_with} />],
        [t('statements.explainedAs'), explained_as && tCode('lineClass', explained_as)],
        [t('field.id'), <Id key="id" value={id} />],
      ]}
    />
  );
}

/** The batches that the bank booked with a line. */
function Postings({ of: postings }: { readonly of: NonNullable<BankStatementLine['matched_with']> }) {
  return postings.map(({ file_id, file_name, batch, entries, amount }) => {
    const name = t('statements.batchOf', { file: file_name, batch });
    return (
      <div key={`${file_name} ${batch}`}>
        {file_id === undefined ? (
          name
        ) : (
          <Link to="/rails/$id" params={{ id: file_id }}>
            {name}
          </Link>
        )}
        <div>{t('statements.entries', { count: entries, amount: formatMoney(amount) })}</div>
      </div>
    );
  });
}
