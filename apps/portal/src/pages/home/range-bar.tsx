import { useNavigate, useSearch } from '@tanstack/react-router';
import { localDay } from '../../format/time.js';
import '../../messages/lazy/home.js';
import { t } from '../../messages/t.js';
import { Choice, TextField } from '../../ui/field.js';
import { useNow } from '../../ui/preferences.js';
import { RANGES } from './home-filters.table.js';
import { rangeOf } from './range.js';
import css from './home.module.css';

const OPTIONS = RANGES.map((range) => [range, t(`home.range.${range}`)] as const);

/** Which time is shown. It stands in the address. */
export function RangeBar() {
  const search = useSearch({ from: '/' });
  const navigate = useNavigate();
  const now = useNow();
  const { name, start } = rangeOf(search, now);
  const today = localDay(now);
  const change = (next: typeof search) => void navigate({ to: '/', search: next, replace: true });
  const choose = (range: string) =>
    change(range === 'custom' ? { range, start_time: localDay(new Date(start)), end_time: today } : { range });
  const day = (field: 'start_time' | 'end_time', label: string) => (
    <TextField
      {...{ label, name: field, type: 'date', max: today }}
      value={String(search[field] ?? '')}
      onChange={({ target }) => target.value !== '' && change({ ...search, [field]: target.value })}
    />
  );
  return (
    <search className={css['range']} aria-label={t('home.range')}>
      <Choice legend={t('home.range')} name="range" value={name} options={OPTIONS} onChange={choose} />
      {name === 'custom' && (
        <>
          {day('start_time', t('filter.from'))}
          {day('end_time', t('filter.to'))}
        </>
      )}
    </search>
  );
}
