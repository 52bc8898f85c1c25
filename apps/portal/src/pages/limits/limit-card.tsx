import type { Limit, UsedLimit } from '../../api/types.js';
import { formatMoney } from '../../format/money.js';
import { formatCount } from '../../format/quantity.js';
import '../../messages/lazy/limits.js';
import type { MessageKey } from '../../messages/t.js';
import { t, tCode } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Card, Facts } from '../../ui/page.js';
import { Status, Time } from '../../ui/values.js';
import css from './limits.module.css';

interface LimitCardProps {
  readonly limit: Limit;
  /** What the user has used of it; none where it does not hold for the user. */
  readonly used: UsedLimit | undefined;
  readonly onEdit?: () => void;
  readonly onDelete?: () => void;
}

export function LimitCard({ limit, used, onEdit, onDelete }: LimitCardProps) {
  const { name, per, who, direction, window, max_amount, max_count, action, enabled, version, updated_by } = limit;
  const counts = enabled && window !== 'transfer' && <Time key="counts" at={limit.counts_from} />;
  return (
    <Card
      title={name}
      actions={
        <div className={css['actions']}>
          <Status of={enabled ? 'enabled' : 'disabled'} />
          {onEdit && (
            <Button size="small" onClick={onEdit} aria-label={t('limits.editOne', { name })}>
              {t('edit.action')}
            </Button>
          )}
          {onDelete && (
            <Button size="small" look="quiet" onClick={onDelete} aria-label={t('limits.deleteOne', { name })}>
              {t('limits.delete')}
            </Button>
          )}
        </div>
      }
    >
      <Facts
        of={[
          [t('limits.per'), who === undefined ? tCode('limitPer', per) : t(`limitOne.${per}` as MessageKey, { who })],
          [t('limits.direction'), tCode('limitDirection', direction)],
          [t('limits.window'), tCode('limitWindow', window)],
          [t('limits.maximum'), max_amount !== undefined && formatMoney(max_amount)],
          [t('limits.maximum'), max_count !== undefined && t('limits.maxCountText', countOf(max_count))],
          [t('limits.action'), tCode('limitAction', action)],
          [t('limits.countsFrom'), counts],
          ...usageOf(limit, used),
          [t('limits.version'), t('limits.versionOf', { version, user: updated_by })],
        ]}
      />
    </Card>
  );
}

const countOf = (count: number) => ({ count });

function usageOf({ max_amount, max_count }: Limit, used: UsedLimit | undefined) {
  if (used === undefined) return [];
  const { used_amount, used_count, resets_at } = used;
  return [
    [
      t('limits.used'),
      max_amount !== undefined && used_amount !== undefined && (
        <Meter
          key="amount"
          value={used_amount}
          max={max_amount}
          text={textOf('limits.usedAmount', used_amount, max_amount)}
        />
      ),
    ],
    [
      t('limits.used'),
      max_count !== undefined && used_count !== undefined && (
        <Meter
          key="count"
          value={used_count}
          max={max_count}
          text={textOf('limits.usedCount', used_count, max_count)}
        />
      ),
    ],
    [t('limits.resets'), resets_at && <Time key="resets" at={resets_at} />],
  ] as const;
}

/** What was approved beyond the maximum leaves nothing. */
function textOf(key: 'limits.usedAmount' | 'limits.usedCount', used: number, max: number): string {
  const format = key === 'limits.usedAmount' ? formatMoney : formatCount;
  return t(key, { used: format(used), max: format(max), left: format(Math.max(0, max - used)) });
}

interface MeterProps {
  readonly value: number;
  readonly max: number;
  readonly text: string;
}

function Meter({ value, max, text }: MeterProps) {
  return (
    <div className={css['meter']} data-full={value >= max}>
      <progress aria-label={text} value={Math.min(value, max)} max={max} />
      <span>{text}</span>
    </div>
  );
}
