import { useQuery } from '@tanstack/react-query';
import { Problem } from '../../api/problem.js';
import { previewQuery } from '../../api/queries.js';
import type { ExternalAccount } from '../../api/types.js';
import '../../messages/lazy/new-transfer.js';
import { t } from '../../messages/t.js';
import { Icon } from '../../ui/icon.js';
import { Card } from '../../ui/page.js';
import { Failed, Skeleton } from '../../ui/states.js';
import { useSettled } from '../../ui/use-settled.js';
import { questionOf } from './draft.js';
import type { Draft } from './draft.js';
import { PreviewFacts } from './preview-facts.js';
import { errorsOf } from './use-create-transfer.js';
import css from './new-transfer.module.css';

const SETTLE_MS = 300;

interface PreviewCardProps {
  readonly draft: Draft;
  readonly accounts: readonly ExternalAccount[];
}

/** What would become of the transfer, asked again while it is written. */
export function PreviewCard({ draft, accounts }: PreviewCardProps) {
  const asked = JSON.stringify(questionOf(draft, accounts)) as string | undefined;
  const question = useSettled(asked, SETTLE_MS);
  const preview = useQuery({ ...previewQuery(question ?? ''), enabled: question !== undefined });
  const isOld = preview.isPlaceholderData || question !== asked;
  return (
    <Card title={t('preview.title')}>
      {asked === undefined ? (
        <p className={css['note']}>{t('preview.first')}</p>
      ) : (
        <div className={css['preview']} data-old={isOld} aria-live="polite" aria-busy={isOld}>
          {preview.error ? (
            <Refused error={preview.error} />
          ) : preview.data === undefined ? (
            <Skeleton lines={3} />
          ) : (
            <PreviewFacts preview={preview.data} />
          )}
        </div>
      )}
    </Card>
  );
}

/** What is wrong with the fields, or why nothing could be asked. */
function Refused({ error }: { readonly error: Error }) {
  if (!(error instanceof Problem) || error.fields.length === 0) return <Failed error={error} />;
  return (
    <ul className={css['checks']}>
      {errorsOf(error).map(({ text }) => (
        <li key={text} data-outcome="refuse">
          <Icon name="cross" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
