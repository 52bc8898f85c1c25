import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.js';
import { byId } from '../../api/queries.js';
import type { Schedule } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import '../../messages/lazy/schedules.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { useNotify } from '../../ui/toast.js';

const ACTIONS = {
  pause: (id: string) => dataOf(api.POST('/deliver/schedules/{id}/pause', { params: byId(id) })),
  resume: (id: string) => dataOf(api.POST('/deliver/schedules/{id}/resume', { params: byId(id) })),
  end: (id: string) => dataOf(api.DELETE('/deliver/schedules/{id}', { params: byId(id) })),
};
type Action = keyof typeof ACTIONS;

/** Pauses, resumes or ends a schedule; nothing once it has ended. */
export function ScheduleActions({ schedule }: { readonly schedule: Schedule }) {
  const canWrite = useCan('write:schedules');
  const [asked, setAsked] = useState<Action>();
  if (!canWrite || schedule.ended_at !== undefined) return null;
  const offered = [schedule.paused_at === undefined ? 'pause' : 'resume', 'end'] as const;
  return (
    <>
      {offered.map((action) => (
        <Button key={action} onClick={() => setAsked(action)}>
          {t(`schedules.${action}`)}
        </Button>
      ))}
      {asked && <ActionDialog action={asked} schedule={schedule} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface ActionDialogProps {
  readonly action: Action;
  readonly schedule: Schedule;
  readonly onClose: () => void;
}

function ActionDialog({ action, schedule: { id, schedule_reference_id: name }, onClose }: ActionDialogProps) {
  const queries = useQueryClient();
  const notify = useNotify();
  const run = async () => {
    await ACTIONS[action](id);
    notify(t(`schedules.${action}Done`));
    await queries.invalidateQueries({ queryKey: ['schedules'] });
  };
  return (
    <ConfirmDialog
      title={t(`schedules.${action}Title`, { name })}
      text={t(`schedules.${action}Text`)}
      confirm={t(`schedules.${action}`)}
      isDangerous={action === 'end'}
      action={run}
      onClose={onClose}
    />
  );
}
