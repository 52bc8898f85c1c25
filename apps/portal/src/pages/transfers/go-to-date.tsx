import { useState } from 'react';
import { localDay } from '../../format/time.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogButtons } from '../../ui/dialog.js';
import { formClass, TextField } from '../../ui/field.js';
import { useNow } from '../../ui/preferences.js';

/** Leads to a day in a list that is too long to be scrolled there. */
export function GoToDate({ onGo }: { readonly onGo: (day: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const today = localDay(useNow());
  const go = (form: FormData) => {
    const day = form.get('day');
    if (typeof day !== 'string' || day === '') return;
    setOpen(false);
    onGo(day);
  };
  return (
    <>
      <Button icon="clock" onClick={() => setOpen(true)}>
        {t('goToDate.action')}
      </Button>
      {isOpen && (
        <Dialog title={t('goToDate.action')} onClose={() => setOpen(false)}>
          <form
            className={formClass}
            onSubmit={(event) => {
              event.preventDefault();
              go(new FormData(event.currentTarget));
            }}
          >
            <TextField
              {...{ label: t('goToDate.day'), hint: t('goToDate.hint'), name: 'day', type: 'date', required: true }}
              max={today}
              defaultValue={today}
            />
            <DialogButtons>
              <Button onClick={() => setOpen(false)}>{t('dialog.cancel')}</Button>
              <Button look="primary" type="submit">
                {t('goToDate.go')}
              </Button>
            </DialogButtons>
          </form>
        </Dialog>
      )}
    </>
  );
}
