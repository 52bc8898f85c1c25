import { useNavigate } from '@tanstack/react-router';
import { useCan } from '../../app/use-session.js';
import { t, tCode } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { LinkButton } from '../../ui/link-button.js';
import { Menu, MenuItem } from '../../ui/menu.js';

const FORMATS = ['csv', 'bai2', 'camt053'] as const;

/** Leads to statements of the books; whoever may create none sees the balances at two times. */
export function StatementMenu() {
  const canRead = useCan('read:reports');
  const canWrite = useCan('write:reports');
  const navigate = useNavigate();
  if (!canRead) return null;
  if (!canWrite) return <LinkButton to="/reports/balances">{t('balances.title')}</LinkButton>;
  return (
    <Menu trigger={<Button icon="download">{t('reports.statement')}</Button>}>
      {FORMATS.map((format) => (
        <MenuItem
          key={format}
          onSelect={() => void navigate({ to: '/reports/new', search: { kind: 'statement', format } })}
        >
          {tCode('format', format)}
        </MenuItem>
      ))}
      <MenuItem onSelect={() => void navigate({ to: '/reports/balances' })}>{t('balances.title')}</MenuItem>
    </Menu>
  );
}
