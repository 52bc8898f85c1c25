import { useQuery } from '@tanstack/react-query';
import { reasonCodesQuery } from '../../api/queries.js';
import type { Transfer } from '../../api/types.js';
import { t, tCode } from '../../messages/t.js';
import { Card, Facts } from '../../ui/page.js';

/** Why a transfer failed, in words, and what can be done. */
export function Reasons({ transfer }: { readonly transfer: Transfer }) {
  const { data: codes } = useQuery({ ...reasonCodesQuery(), enabled: transfer.status_reasons !== undefined });
  const reasons = (transfer.status_reasons ?? []).flatMap(({ source, destination }) => [
    ...(source ? [{ side: 'source', ...source }] : []),
    ...(destination ? [{ side: 'destination', ...destination }] : []),
  ]);
  return reasons.map((reason) => {
    const known = codes?.find(({ reason_code }) => reason_code === reason.reason_code);
    return (
      <Card key={`${reason.side} ${reason.reason_code}`} title={tCode('reason', reason.reason_code)}>
        <Facts
          of={[
            [t('field.meaning'), reason.reason_code_message],
            [
              t('field.networkCode'),
              reason.network_reason_code &&
                [reason.network_reason_code, reason.network_reason_code_message, reason.network_reason_text]
                  .filter(Boolean)
                  .join(' — '),
            ],
            [t('field.side'), tCode('side', reason.side)],
            [t('field.whoActs'), known && tCode('whoActs', known.who_acts)],
            [t('field.tryAgain'), known && tCode('tryAgain', known.try_again)],
          ]}
        />
      </Card>
    );
  });
}
