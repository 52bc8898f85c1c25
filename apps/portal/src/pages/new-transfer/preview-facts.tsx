import { Fragment } from 'react';
import type { TransferPreview } from '../../api/types.js';
import { formatMoney } from '../../format/money.js';
import { formatRelative } from '../../format/time.js';
import '../../messages/lazy/new-transfer.js';
import { t, tCode, tError } from '../../messages/t.js';
import { Icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.table.js';
import { Facts } from '../../ui/page.js';
import type { Fact } from '../../ui/page.js';
import { Banner } from '../../ui/states.js';
import type { Tone } from '../../ui/statuses.table.js';
import { Time } from '../../ui/values.js';
import css from './new-transfer.module.css';

type Check = TransferPreview['checks'][number];
type Leg = TransferPreview['legs'][number];
type Candidate = Leg['candidates'][number];

const TONES: Readonly<Record<TransferPreview['would'], readonly [Tone, IconName]>> = {
  accept: ['good', 'check'],
  wait: ['wait', 'clock'],
  hold: ['wait', 'pause'],
  fail: ['bad', 'cross'],
  refuse: ['bad', 'cross'],
};
const MARKS: Readonly<Record<Check['outcome'], IconName>> = {
  ...{ pass: 'check', wait: 'clock', hold: 'pause', refuse: 'cross' },
};

/** What becomes of a transfer, when its money arrives, and why. */
export function PreviewFacts({ preview }: { readonly preview: TransferPreview }) {
  const { would, checks, legs, fees } = preview;
  const [tone, icon] = TONES[would];
  const hindrances = checks.filter(({ outcome }) => outcome !== 'pass');
  const passed = checks.filter(({ outcome }) => outcome === 'pass');
  return (
    <>
      <Banner tone={tone} icon={icon}>
        {t(`would.${would}`)}
      </Banner>
      {hindrances.length > 0 && (
        <ul className={css['checks']}>
          {hindrances.map((check) => (
            <li key={`${check.check} ${check.policy} ${check.code}`} data-outcome={check.outcome}>
              <Icon name={MARKS[check.outcome]} />
              <span>
                {textOfCheck(check)}
                {check.policy !== undefined && <small>{t('preview.policy', { name: check.policy })}</small>}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Facts
        of={[
          ...legs.map(({ side, rail }) => [nameOf(legs, side), tCode('rail', rail)] as const),
          ...legs.map((leg) => cutoffOf(preview, leg)),
          [t('preview.arrives'), preview.arrival && <Arrival preview={preview} />],
          [t('preview.fee'), fees.length > 0 && formatMoney(fees.reduce((sum, { amount }) => sum + amount, 0))],
        ]}
      />
      {passed.length > 0 && (
        <ul className={css['passed']} aria-label={t('preview.passed')}>
          {passed.map(({ check, message }) => (
            <li key={check} title={message}>
              <Icon name="check" size={13} />
              {tCode('check', check)}
            </li>
          ))}
        </ul>
      )}
      {legs.map(({ side, candidates }) => (
        <details key={side} className={css['route']} open={legs.length === 1}>
          <summary>{t('preview.route', { leg: nameOf(legs, side) })}</summary>
          <ul className={css['rails']}>
            {candidates.map((candidate) => (
              <Rail key={candidate.rail} {...{ candidate, asOf: preview.as_of }} />
            ))}
          </ul>
        </details>
      ))}
    </>
  );
}

/** One leg needs no name. */
const nameOf = (legs: TransferPreview['legs'], side: Leg['side']) =>
  legs.length === 1 ? t('preview.rail') : t(`preview.leg.${side}`);

/** Until when it can be sent to leave with the next file; instant rails wait for none. */
function cutoffOf({ legs, as_of }: TransferPreview, { side, window_at, cutoff_at }: Leg): Fact {
  const label = legs.length === 1 ? t('preview.cutoff') : t('preview.cutoffOf', { leg: nameOf(legs, side) });
  if (cutoff_at === undefined) return [label, undefined];
  return [
    label,
    <Fragment key={side}>
      <Time at={window_at} />
      <small className={css['latest']}>{formatRelative(window_at, new Date(as_of))}</small>
    </Fragment>,
  ];
}

function Rail({
  candidate: { rail, why, settles_at },
  asOf,
}: {
  readonly candidate: Candidate;
  readonly asOf: string;
}) {
  return (
    <li data-eligible={why === 'chosen'}>
      <Icon name={settles_at === undefined ? 'cross' : why === 'chosen' ? 'check' : 'dot'} />
      <span>{t('legs.candidate', { rail: tCode('rail', rail), why: tCode('why', why) })}</span>
      {settles_at !== undefined && <Settles at={settles_at} asOf={asOf} />}
    </li>
  );
}

/** When the money is there, at the earliest and at the latest. */
export function Arrival({ preview: { arrival, as_of } }: { readonly preview: TransferPreview }) {
  if (arrival === undefined) return null;
  return (
    <>
      <Settles at={arrival.earliest} asOf={as_of} />
      {arrival.latest !== arrival.earliest && (
        <small className={css['latest']}>
          {t('preview.latest')} <Time at={arrival.latest} />
        </small>
      )}
    </>
  );
}

// Instant rails settle at the moment of the preview.
function Settles({ at, asOf }: { readonly at: string; readonly asOf: string }) {
  return at === asOf ? <span>{t('preview.seconds')}</span> : <Time at={at} />;
}

function textOfCheck({ code, message }: Check): string {
  return code === undefined ? message : tError({ error_code: code, message });
}
