import { useEffect, useState } from 'react';
import { shortenId } from '../format/ids.js';
import { formatMoney } from '../format/money.js';
import { formatFull, formatRelative, formatShort } from '../format/time.js';
import { t, tCode } from '../messages/t.js';
import { Button } from './button.js';
import { Icon } from './icon.js';
import { useNow, useZone } from './preferences.js';
import { statuses } from './statuses.table.js';
import css from './values.module.css';

export function Money({ cents }: { readonly cents: number }) {
  return <span className={css['money']}>{formatMoney(cents)}</span>;
}

/** A time as short as it stays clear; the whole one is in its tooltip. */
export function Time({ at, isRelative = false }: { readonly at: string; readonly isRelative?: boolean }) {
  const zone = useZone();
  const now = useNow();
  return (
    <time className={css['time']} dateTime={at} title={formatFull(at, zone)}>
      {isRelative ? formatRelative(at, now) : formatShort(at, zone, now)}
    </time>
  );
}

export function Status({ of }: { readonly of: string }) {
  const { tone, icon } = statuses[of] ?? { tone: 'plain', icon: 'dot' };
  return (
    <span className={css['badge']} data-tone={tone}>
      <Icon name={icon} size={13} />
      {tCode('status', of)}
    </span>
  );
}

const COPIED_MS = 1_500;

/** Puts a text into the clipboard, and says so. */
function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return { isCopied, copy: () => void navigator.clipboard.writeText(text).then(() => setCopied(true)) };
}

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { isCopied, copy } = useCopy(text);
  return (
    <button type="button" className={css['copy']} onClick={copy} aria-label={isCopied ? t('copy.done') : label}>
      <Icon name={isCopied ? 'check' : 'copy'} size={14} />
    </button>
  );
}

interface CopyTextButtonProps {
  readonly text: string;
  readonly children: string;
}

/** Copies a text that is not shown. */
export function CopyTextButton({ text, children }: CopyTextButtonProps) {
  const { isCopied, copy } = useCopy(text);
  return (
    <Button icon={isCopied ? 'check' : 'copy'} onClick={copy}>
      {isCopied ? t('copy.done') : children}
    </Button>
  );
}

/** An id, shortened in the middle, with a button that copies all of it. */
export function Id({ value, isWhole = false }: { readonly value: string; readonly isWhole?: boolean }) {
  return (
    <span className={css['id']}>
      <span title={value}>{isWhole ? value : shortenId(value)}</span>
      <CopyButton text={value} label={t('copy.id')} />
    </span>
  );
}

export function Code({ children }: { readonly children: string }) {
  return (
    // A region that scrolls must be reachable by keyboard.
    <pre className={css['code']} tabIndex={0}>
      {children}
    </pre>
  );
}
