import { useEffect, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { live } from '../../api/live.js';
import { serverTime } from '../../api/server-time.js';
import '../../messages/lazy/webhooks.js';
import { t, tCode } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Card } from '../../ui/page.js';
import { Id, Time } from '../../ui/values.js';
import { added, matches, MOST_LINES } from './tail.js';
import type { TailLine } from './tail.js';
import css from './live-tail.module.css';

/** Where the resource of an event is shown; a kind without a page of its own is not a link. */
const PAGES: Readonly<Record<string, string>> = {
  transfer: '/transfers',
  external_account: '/accounts',
  person: '/customers/persons',
  business: '/customers/businesses',
  verify_account: '/verifications',
  schedule: '/schedules',
};

/** The events of the enterprise as they happen, from the stream that keeps every page live. */
export function LiveTail() {
  const [lines, setLines] = useState<readonly TailLine[]>([]);
  const [held, setHeld] = useState<readonly TailLine[]>();
  const [filter, setFilter] = useState('');
  useEffect(
    () =>
      live.onEvent(({ id, type, data }) => {
        const event = JSON.parse(data) as Omit<TailLine, 'id' | 'type' | 'at'>;
        setLines((before) => added(before, { ...event, id: id ?? '', type, at: serverTime().toISOString() }));
      }),
    [],
  );
  const shown = (held ?? lines).filter((line) => matches(line, filter));
  const meanwhile = held === undefined ? 0 : lines.length - held.length;
  return (
    <Card
      title={t('tail.title')}
      actions={
        <div className={css['actions']}>
          <Button
            size="small"
            icon={held ? 'refresh' : 'pause'}
            onClick={() => setHeld(held === undefined ? lines : undefined)}
          >
            {t(held ? 'tail.resume' : 'tail.pause')}
          </Button>
          <Button
            size="small"
            onClick={() => {
              setLines([]);
              setHeld(undefined);
            }}
          >
            {t('tail.clear')}
          </Button>
        </div>
      }
    >
      <p className={css['note']}>{t('tail.text', { most: MOST_LINES })}</p>
      <TextField
        label={t('tail.filter')}
        name="tail"
        value={filter}
        onChange={({ target }) => setFilter(target.value)}
      />
      {meanwhile > 0 && <p role="status">{t('tail.waiting', { count: meanwhile })}</p>}
      {shown.length === 0 && <p className={css['note']}>{t('tail.none')}</p>}
      <ol className={css['lines']} aria-label={t('tail.title')}>
        {shown.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ol>
    </Card>
  );
}

function Line({ line: { type, sequence, at, resource_type, resource_id } }: { readonly line: TailLine }) {
  const page = PAGES[resource_type];
  const address: string | undefined = page && `${page}/${resource_id}`;
  const text = t('tail.line', { type: tCode('event', type), sequence });
  return (
    <li className={css['line']}>
      <Time at={at} />
      {address === undefined ? <span>{text}</span> : <Link to={address}>{text}</Link>}
      <Id value={resource_id} />
    </li>
  );
}
