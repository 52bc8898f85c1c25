import { useQuery } from '@tanstack/react-query';
import { approvalQuery } from '../../api/controls-queries.js';
import { t } from '../../messages/t.js';
import { Decisions, Policies } from '../../ui/lazy/decisions.js';
import { LinkButton } from '../../ui/link-button.js';
import { Loaded } from '../../ui/loaded.js';
import { Card, Columns } from '../../ui/page.js';

/** Which policies hold a transfer, and who has decided; the page of the approval is where one decides. */
export function ApprovalTab({ id }: { readonly id: string }) {
  const query = useQuery(approvalQuery(id));
  const open = <LinkButton to={`/approvals/${id}`}>{t('approvals.open')}</LinkButton>;
  return (
    <Loaded query={query}>
      {(approval) => (
        <Columns>
          <Card title={t('approvals.policies')} actions={open}>
            <Policies of={approval} />
          </Card>
          <Card title={t('approvals.decisions')}>
            <Decisions of={approval} />
          </Card>
        </Columns>
      )}
    </Loaded>
  );
}
