import { useState } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { approvalsQuery } from '../../api/controls-queries.js';
import type { ApprovalShare } from '../../api/controls-queries.js';
import type { Approval } from '../../api/types.js';
import { useCan } from '../../app/use-session.js';
import { t } from '../../messages/t.js';
import { Button } from '../../ui/button.js';
import { useKeys } from '../../ui/keys.js';
import { ListView } from '../../ui/list-view.js';
import { Page } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { SelectionActions } from '../../ui/several.js';
import { Tabs } from '../../ui/tabs.js';
import { approvalColumns } from './approval-columns.js';
import { SHARES } from './approval-filters.table.js';
import { DecideDialog } from './decide-dialog.js';
import type { Verdict } from './decide-dialog.js';

type Rows = ReadonlyMap<string, Approval>;

const NONE: Rows = new Map();

/** What waits for a decision, and what was decided. */
export function ApprovalsPage() {
  const canDecide = useCan('write:approvals');
  const { show } = useSearch({ from: '/approvals' });
  const navigate = useNavigate();
  const shares = canDecide ? SHARES : SHARES.filter((share) => share !== 'mine');
  const share = shares.find((each) => each === show) ?? shares[0];
  const go = (next: string) => void navigate({ to: '/approvals', search: { show: next }, replace: true });
  return (
    <Page title={t('nav.approvals')} subtitle={t('approvals.subtitle')}>
      <Tabs
        label={t('approvals.show')}
        active={share}
        onChange={go}
        tabs={shares.map((each) => ({
          id: each,
          label: t(`approvals.${each}`),
          content: each === share ? <List key={each} share={each} /> : null,
        }))}
      />
    </Page>
  );
}

function List({ share }: { readonly share: ApprovalShare }) {
  const [selected, setSelected] = useState(NONE);
  const [decision, setDecision] = useState<Verdict>();
  const begin = (verdict: Verdict) => selected.size > 0 && setDecision(verdict);
  useKeys({ a: () => begin('approve'), r: () => begin('reject') });
  const selection = share === 'mine' && { selection: { rows: selected, onChange: setSelected } };
  return (
    <>
      <ListView
        label={t(`approvals.${share}`)}
        query={approvalsQuery(share)}
        columns={approvalColumns}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/approvals/${id}`}
        {...selection}
        isFiltered={false}
        empty={<EmptyState icon="check" title={t(`approvals.none.${share}`)} text={t('approvals.empty')} />}
      />
      <SelectionActions count={selected.size} onClear={() => setSelected(NONE)}>
        <Button look="primary" icon="check" onClick={() => begin('approve')}>
          {t('approve.action')}
        </Button>
        <Button icon="cross" onClick={() => begin('reject')}>
          {t('reject.action')}
        </Button>
      </SelectionActions>
      {decision && (
        <DecideDialog
          approvals={[...selected.values()]}
          decision={decision}
          onClose={() => {
            setDecision(undefined);
            setSelected(NONE);
          }}
        />
      )}
    </>
  );
}
