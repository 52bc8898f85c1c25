import { useCan } from '../app/use-session.js';
import { t } from '../messages/t.js';
import { LinkButton } from './link-button.js';
import { Banner } from './states.js';

interface ApprovalBannerProps {
  readonly approval: { readonly id: string; readonly status: string } | undefined;
  readonly text: string;
}

/** Why nothing happens, and where that ends. */
export function ApprovalBanner({ approval, text }: ApprovalBannerProps) {
  const canRead = useCan('read:approvals');
  if (approval?.status !== 'pending') return null;
  return (
    <Banner
      tone="wait"
      icon="approvals"
      action={canRead && <LinkButton to={`/approvals/${approval.id}`}>{t('approvals.open')}</LinkButton>}
    >
      {text}
    </Banner>
  );
}
