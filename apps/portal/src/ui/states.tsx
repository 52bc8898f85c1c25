import type { ReactNode } from 'react';
import { Problem } from '../api/problem.js';
import { t } from '../messages/t.js';
import { Button } from './button.js';
import { Icon } from './icon.js';
import type { IconName } from './icons.table.js';
import { Id } from './values.js';
import type { Tone } from './statuses.table.js';
import css from './states.module.css';

interface StateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: ReactNode;
  readonly tone?: Tone;
  readonly children?: ReactNode;
}

/** What is shown instead of content: why there is none, and what to do. */
export function EmptyState({ icon, title, text, tone = 'plain', children }: StateProps) {
  return (
    <div className={css['state']} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <span className={css['mark']}>
        <Icon name={icon} size={20} />
      </span>
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children !== undefined && <div className={css['buttons']}>{children}</div>}
    </div>
  );
}

/** Grey lines in place of what is on its way; not before 200 ms, so that nothing flickers. */
export function Skeleton({ lines = 6 }: { readonly lines?: number }) {
  return (
    <div className={css['skeleton']} role="status" aria-label={t('state.loading')}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}

interface FailedProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** The state for an error of the API: what happened, its request id, and what can be done. */
export function Failed({ error, onRetry }: FailedProps) {
  const problem = error instanceof Problem ? error : undefined;
  if (problem?.isNotFound) {
    return <EmptyState icon="search" title={t('state.notFound.title')} text={t('state.notFound.text')} />;
  }
  if (problem?.isForbidden) {
    return <EmptyState icon="lock" title={t('state.forbidden.title')} text={t('state.forbidden.text')} />;
  }
  return (
    <EmptyState icon="alert" tone="bad" title={t('state.failed.title')} text={textOf(error)}>
      {problem?.requestId !== undefined && (
        <span className={css['request']}>
          {t('state.requestId')} <Id value={problem.requestId} />
        </span>
      )}
      {onRetry && (
        <Button icon="refresh" onClick={onRetry}>
          {t('state.retry')}
        </Button>
      )}
    </EmptyState>
  );
}

/** A sentence for a person about any error. */
export function textOf(error: unknown): string {
  if (!(error instanceof Problem)) return t('problem.unknown');
  if (error.isUnanswered) return t('problem.noAnswer');
  if (error.status === 429) return t('problem.rateLimited', { count: error.retryAfterSeconds ?? 1 });
  if (error.status === 503) return t('problem.unavailable');
  if (error.status >= 500) return t('problem.server');
  return error.message;
}

interface BannerProps {
  readonly tone: Tone;
  readonly icon?: IconName;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function Banner({ tone, icon = 'info', children, action }: BannerProps) {
  return (
    <div className={css['banner']} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={icon} />
      <div className={css['bannerText']}>{children}</div>
      {action}
    </div>
  );
}
