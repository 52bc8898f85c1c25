import { useState } from 'react';
import { api, dataOf } from '../../api/client.js';
import type { BankFile } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/rails.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { ReasonDialog } from './reason-dialog.js';

type Decision = 'hold' | 'release' | 'resubmit' | 'refile';

/** What can be decided about a file in a state; the API decides whether it is possible. */
const DECISIONS: Readonly<Partial<Record<BankFile['state'], readonly Decision[]>>> = {
  sealed: ['hold'],
  held: ['release'],
  doubtful: ['resubmit', 'refile'],
  refused: ['refile'],
};

/** Nobody knows whether the payments of a message in doubt were made, so no other message takes them. */
const isFor = ({ rail, state }: BankFile, decision: Decision) =>
  decision !== 'refile' || state !== 'doubtful' || (rail !== 'rtp' && rail !== 'fednow');

/** Decisions about a file: for administrators, and only if no other enterprise uses the connection. */
export function FileActions({ file }: { readonly file: BankFile }) {
  const canWrite = useCan('write:rails');
  const [asked, setAsked] = useState<Decision>();
  const [oldName, setOldName] = useState('');
  if (!canWrite || file.shared) return null;
  const params = { path: { id: file.id } };
  const decide: Readonly<Record<Decision, (reason: string) => Promise<unknown>>> = {
    hold: (reason) => dataOf(api.POST('/portal/rails/files/{id}/hold', { params, body: { reason } })),
    release: (reason) => dataOf(api.POST('/portal/rails/files/{id}/release', { params, body: { reason } })),
    resubmit: (reason) => dataOf(api.POST('/portal/rails/files/{id}/resubmit', { params, body: { reason } })),
    refile: (reason) =>
      dataOf(api.POST('/portal/rails/files/{id}/resubmit', { params, body: { reason, old_file_name: oldName } })),
  };
  return (
    <>
      {DECISIONS[file.state]
        ?.filter((decision) => isFor(file, decision))
        .map((decision) => (
          <Button key={decision} onClick={() => setAsked(decision)}>
            {t(`rails.${decision}`)}
          </Button>
        ))}
      {asked && (
        <ReasonDialog
          {...{ title: t(`rails.${asked}Title`), text: t(`rails.${asked}Text`), confirm: t(`rails.${asked}`) }}
          done={t('rails.decided')}
          isDangerous={asked === 'resubmit' || asked === 'refile'}
          decide={decide[asked]}
          onClose={() => setAsked(undefined)}
        >
          {asked === 'refile' && (
            <TextField
              label={t('rails.oldName')}
              hint={file.file_name}
              name="old_file_name"
              value={oldName}
              onChange={({ target }) => setOldName(target.value)}
            />
          )}
        </ReasonDialog>
      )}
    </>
  );
}
