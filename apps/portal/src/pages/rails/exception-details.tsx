import type { RailException } from '../../api/types.js';
import '../../messages/lazy/rails.js';
import { t, tCode } from '../../messages/t.js';
import { Facts } from '../../ui/page.js';
import { Id, Money } from '../../ui/values.js';

export const peekAtException = (exception: RailException) => ({
  title: tCode('exceptionKind', exception.kind),
  content: <ExceptionDetails exception={exception} />,
});

function ExceptionDetails({ exception }: { readonly exception: RailException }) {
  const { id, meaning, code, direction, amount, original_trace_number, trace_number, detail, file_id } = exception;
  return (
    <>
      <p>{meaning}</p>
      <Facts
        of={[
          [t('field.networkCode'), code],
          [t('field.direction'), direction && tCode('direction', direction)],
          [t('field.amount'), amount !== undefined && <Money key="amount" cents={amount} />],
          [t('rails.originalTrace'), original_trace_number],
          [t('field.trace'), trace_number],
          [t('field.endToEnd'), exception.end_to_end_id],
          [t('rails.detail'), detail],
          [t('rails.file'), file_id && <Id key="file" value={file_id} />],
          [t('field.id'), <Id key="id" value={id} />],
        ]}
      />
    </>
  );
}
