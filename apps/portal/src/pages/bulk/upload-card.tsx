import { useState, useSyncExternalStore } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Problem } from '../../api/problem.js';
import type { BulkTransfer } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { formatBytes } from '../../format/quantity.js';
import '../../messages/lazy/bulk.js';
import { t, tError } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/page.js';
import { Banner, textOf } from '../../ui/states.js';
import { partsQuery } from './bulk-queries.js';
import { FileField } from './file-field.js';
import { ProgressBar } from './progress-bar.js';
import { OtherFile, RefusedPart, uploads } from './uploads.js';
import css from './bulk.module.css';

/** How much of the file has arrived, and how the rest does. */
export function UploadCard({ bulk }: { readonly bulk: BulkTransfer }) {
  const canWrite = useCan('write:bulk-transfers');
  const queries = useQueryClient();
  const upload = useSyncExternalStore(uploads.subscribe, () => uploads.of(bulk.id));
  const isSending = upload !== undefined && upload.error === undefined;
  const { data: parts = [] } = useQuery({ ...partsQuery(bulk.id), enabled: !isSending });
  const received = parts.reduce((sum, { size }) => sum + size, 0);
  const send = (file: File) =>
    void uploads.send(bulk, file, () => queries.invalidateQueries({ queryKey: ['bulk_transfers'] }));
  return (
    <Card title={t('bulk.uploading')}>
      <div className={css['stack']}>
        <Arrived bulk={bulk} bytes={isSending ? Math.max(received, upload.sent) : received} />
        {upload?.error !== undefined && <Stopped error={upload.error} onGoOn={() => send(upload.file)} />}
        {!isSending &&
          !(upload?.error instanceof RefusedPart) &&
          (canWrite ? <Choose isBegun={received > 0} onChoose={send} /> : <p>{t('bulk.elsewhere')}</p>)}
      </div>
    </Card>
  );
}

interface ArrivedProps {
  readonly bulk: BulkTransfer;
  readonly bytes: number;
}

/** Whoever made it without the portal did not say how large its file is. */
function Arrived({ bulk: { metadata = {} }, bytes }: ArrivedProps) {
  const { file_name: name = '', file_size: size } = metadata;
  if (typeof size !== 'number') return <p>{t('bulk.arrivedParts', { size: formatBytes(bytes) })}</p>;
  const percent = `${Math.floor((100 * bytes) / size)}%`;
  return (
    <ProgressBar
      label={t('bulk.uploading')}
      text={t('bulk.arrived', { percent, name: String(name) })}
      value={bytes}
      max={size}
    />
  );
}

interface StoppedProps {
  readonly error: unknown;
  readonly onGoOn: () => void;
}

function Stopped({ error, onGoOn }: StoppedProps) {
  const canGoOn = error instanceof Problem && error.isRetryable;
  return (
    <Banner tone="bad" icon="alert" action={canGoOn && <Button onClick={onGoOn}>{t('bulk.goOn')}</Button>}>
      {sentenceOf(error)}
    </Banner>
  );
}

function sentenceOf(error: unknown): string {
  if (error instanceof OtherFile) return t('bulk.otherFile');
  if (error instanceof RefusedPart) return `${placeOf(error)} ${t('bulk.correct')}`;
  if (error instanceof DOMException) return t('bulk.unreadable');
  if (error instanceof Problem && !error.isRetryable) return tError({ error_code: error.code, message: error.message });
  return textOf(error);
}

/** What is wrong with a part, and where in the file. */
function placeOf({ problem: { code, message, details }, part }: RefusedPart): string {
  const text = tError({ error_code: code, message });
  const { line, column } = details;
  if (typeof line === 'number') return t('bulk.atLine', { text, line: part.linesBefore + line });
  return typeof column === 'string' ? t('bulk.atColumn', { text, column }) : text;
}

interface ChooseProps {
  readonly isBegun: boolean;
  readonly onChoose: (file: File) => void;
}

function Choose({ isBegun, onChoose }: ChooseProps) {
  // After each choice the field is another one: the same file can be chosen once more.
  const [count, setCount] = useState(0);
  return (
    <FileField
      key={count}
      label={t(isBegun ? 'bulk.again' : 'bulk.file')}
      hint={t(isBegun ? 'bulk.againHint' : 'bulk.fileHint')}
      onChoose={(file) => {
        if (file === undefined) return;
        setCount(count + 1);
        onChoose(file);
      }}
    />
  );
}
