import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, dataOf } from '../../api/client.js';
import { Problem } from '../../api/problem.js';
import type { BulkTransfer } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/bulk.js';
import type { MessageKey } from '../../messages/t.js';
import { t, tCode } from '../../messages/t.js';
import { CreateForm } from '../../ui/create-form.js';
import { TextField } from '../../ui/field.js';
import { FormFields } from '../../ui/form-fields.js';
import type { FormField } from '../../ui/form-fields.js';
import { Card, Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { FileField } from './file-field.js';
import { formatOf, MAX_FILE_BYTES } from './parts.js';
import { fileMetadata, uploads } from './uploads.js';

const choice = (name: string, label: MessageKey, [texts, ...values]: [string, ...string[]]): FormField => ({
  ...{ name, label, kind: 'choice' },
  options: values.map((value) => [value, tCode(texts, value)]),
});
const FIELDS: readonly FormField[] = [
  { name: 'bulk_reference_id', label: 'bulk.reference', hint: 'bulk.referenceHint', kind: 'text' },
  choice('mode', 'bulk.mode', ['bulkMode', 'all', 'each']),
  choice('on_duplicate', 'bulk.duplicate', ['onDuplicate', 'reject', 'skip']),
];

/** Chooses a file and what it is to be. It is always reviewed: somebody sees the sum before money moves. */
export function NewBulkPage() {
  const canWrite = useCan('write:bulk-transfers');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [file, setFile] = useState<File>();
  const crumbs = [{ to: '/bulk', label: t('nav.bulk') }];
  if (!canWrite) {
    return (
      <Page title={t('bulk.new')} crumbs={crumbs}>
        <EmptyState icon="lock" title={t('state.forbidden.title')} text={t('state.forbidden.text')} />
      </Page>
    );
  }
  const onCreated = (bulk: BulkTransfer) => {
    void uploads.send(bulk, file!, () => queries.invalidateQueries({ queryKey: ['bulk_transfers'] }));
    void navigate({ to: '/bulk/$id', params: { id: bulk.id } });
  };
  return (
    <Page title={t('bulk.new')} subtitle={t('bulk.newText')} crumbs={crumbs}>
      <Card isNarrow>
        <CreateForm
          submit={t('bulk.upload')}
          create={(typed, key) => createBulk(demandFile(file), typed, key)}
          onCreated={onCreated}
        >
          {(errors) => (
            <>
              <FileField
                label={t('bulk.file')}
                hint={t('bulk.fileHint')}
                error={errors.find(({ name }) => name === 'file')?.text}
                onChoose={(chosen, input) => {
                  setFile(chosen);
                  nameAfter(chosen, input.form);
                }}
              />
              <FormFields fields={FIELDS} errors={errors} initial={{ mode: 'all', on_duplicate: 'reject' }} />
              <TextField
                {...{ label: t('bulk.executeAt'), hint: t('bulk.executeAtHint'), name: 'execute_at', isOptional: true }}
                type="datetime-local"
                error={errors.find(({ name }) => name === 'execute_at')?.text}
              />
            </>
          )}
        </CreateForm>
      </Card>
    </Page>
  );
}

/** Proposes the name of the file as the reference, unless one was typed. */
function nameAfter(file: File | undefined, form: HTMLFormElement | null): void {
  const field = form?.elements.namedItem('bulk_reference_id');
  if (file && field instanceof HTMLInputElement && field.value === '') field.value = file.name.replace(/\.\w+$/, '');
}

/** @throws Problem */
function demandFile(file: File | undefined): File {
  const refuse = (message: string) => {
    const fields = [{ error_code: 'invalid_file', message, field: 'file' }];
    return new Problem({ status: 400, code: 'invalid_file', message, fields });
  };
  if (file === undefined) throw refuse(t('bulk.noFile'));
  if (file.size === 0) throw refuse(t('bulk.emptyFile'));
  if (file.size > MAX_FILE_BYTES) throw refuse(t('bulk.largeFile'));
  return file;
}

async function createBulk(file: File, typed: Readonly<Record<string, string>>, key: string): Promise<BulkTransfer> {
  const { execute_at: start, ...fields } = typed;
  const body = {
    ...fields,
    // What was typed is a time of this machine.
    ...(start !== undefined && { execute_at: new Date(start).toISOString() }),
    ...{ format: await formatOf(file), review: true, metadata: await fileMetadata(file) },
  };
  const headers = { 'Idempotency-Key': key };
  const created = await dataOf(api.POST('/deliver/bulk-transfers', { body: body as never, headers }));
  return created.bulk_transfer;
}
