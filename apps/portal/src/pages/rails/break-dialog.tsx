import type { BankBreak } from '../../api/types.js';
import { useMe } from '../../app/use-session.js';
import { formatBankingDate } from '../../format/time.js';
import '../../messages/lazy/rails.js';
import { t, tCode } from '../../messages/t.js';
import { Dialog, DialogButtons } from '../../ui/dialog.js';
import { LinkButton } from '../../ui/link-button.js';
import { Facts } from '../../ui/page.js';
import { CopyTextButton, Id, Money, Time } from '../../ui/values.js';
import { commandFor } from './operator-command.js';
import css from './rails.module.css';

interface BreakDialogProps {
  readonly found: BankBreak;
  readonly onClose: () => void;
}

/** What a difference means, and what is done about it. */
export function BreakDialog({ found, onClose }: BreakDialogProps) {
  const { kind, meaning, day, difference, end_to_end_id, file_name, file_id, batch, statement_id, line_id } = found;
  const { enterprise } = useMe();
  const command = commandFor(found, enterprise.id);
  return (
    <Dialog title={tCode('breakKind', kind)} isWide onClose={onClose}>
      <p>{meaning}</p>
      <p>{t(`breakRemedy.${kind}`)}</p>
      <Facts
        of={[
          [t('breaks.difference'), <Money key="difference" cents={difference} />],
          [t('breaks.expected'), found.expected],
          [t('breaks.found'), found.found],
          [t('field.date'), formatBankingDate(day)],
          [t('field.connection'), found.connection],
          [t('rails.file'), file_name],
          [t('rails.batch'), batch],
          [t('field.endToEnd'), end_to_end_id && <Id key="entry" value={end_to_end_id} />],
          [t('statements.line'), line_id && <Id key="line" value={line_id} />],
          [t('breaks.firstSeen'), <Time key="first" at={found.created_at} />],
          [t('breaks.lastSeen'), <Time key="last" at={found.last_seen_at} />],
        ]}
      />
      <h3>{t('breaks.command')}</h3>
      <p className={css['command']}>{command}</p>
      <DialogButtons>
        <CopyTextButton text={command}>{t('breaks.copy')}</CopyTextButton>
        {file_id !== undefined && <LinkButton to={`/rails/${file_id}`}>{t('breaks.openFile')}</LinkButton>}
        {statement_id !== undefined && (
          <LinkButton to={`/rails/statements/${statement_id}`} search={line_id === undefined ? {} : { open: 'true' }}>
            {t('breaks.openStatement')}
          </LinkButton>
        )}
      </DialogButtons>
    </Dialog>
  );
}
