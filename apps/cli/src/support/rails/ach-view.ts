import { masked } from '@payments/kernel';
import {
  type AchEntry,
  type AchEvent,
  type Addenda,
  changeMeaning,
  describeFault,
  parseCorrectedData,
  returnCodes,
  transactionCodes,
} from '@payments/rails';

interface EntryView {
  readonly line: number;
  readonly transaction_code: number;
  readonly direction: string;
  readonly amount: number;
  readonly routing_number: string;
  /** Masked. */
  readonly account_number: string;
  readonly individual_id: string;
  readonly individual_name: string;
  readonly trace_number: string;
  readonly addenda: AddendaView | null;
  /** The rule that it breaks: a person says which entry is meant. */
  readonly odd: string | null;
}

interface AddendaView {
  readonly kind: Addenda['kind'];
  /** The return or change code, and what it means. */
  readonly code?: string;
  readonly meaning?: string;
  readonly original_trace?: string;
  readonly correction?: Readonly<Record<string, string>>;
  readonly information?: string;
}

/** An entry as it is shown: account numbers are masked, also those in a correction. */
export function entryView({ line, detail, addenda, odd }: AchEntry): EntryView {
  return {
    line,
    transaction_code: detail.transaction_code,
    direction: transactionCodes.get(detail.transaction_code)?.direction ?? '',
    amount: detail.amount,
    routing_number: detail.receiving_dfi + detail.check_digit,
    account_number: maskedOrBlank(detail.account_number),
    individual_id: detail.individual_id,
    individual_name: detail.individual_name,
    trace_number: detail.trace_number,
    addenda: addenda && addendaView(addenda),
    odd: odd && describeFault(odd),
  };
}

export function addendaView(addenda: Addenda): AddendaView {
  const { kind, values } = addenda;
  switch (kind) {
    case 'remittance':
      return { kind, information: values.payment_related_information };
    case 'change': {
      const { change_code: code, original_trace, corrected_data } = values;
      const correction = maskedCorrection(code, corrected_data);
      return { kind, code, meaning: changeMeaning(code) ?? 'Unknown change code', original_trace, ...correction };
    }
    case 'refused_change': {
      const { refusal_code: code, original_trace } = values;
      return { kind, code, meaning: changeMeaning(code) ?? 'Unknown refusal code', original_trace };
    }
    case 'return':
    case 'dishonored_return':
    case 'contested_return': {
      const { return_code: code, original_trace } = values;
      return { kind, code, meaning: returnCodes.get(code) ?? 'Unknown return code', original_trace };
    }
  }
}

export function fileView(event: Extract<AchEvent, { kind: 'file_closed' }>) {
  const { batches, totals, waived } = event;
  return { totals: { batches, ...totals }, waived };
}

function maskedCorrection(code: string, data: string): Pick<AddendaView, 'correction'> {
  const correction = parseCorrectedData(code, data);
  if (correction === undefined) return {};
  const { account_number, ...others } = correction;
  return { correction: { ...others, ...(account_number && { account_number: maskedOrBlank(account_number) }) } };
}

const maskedOrBlank = (accountNumber: string) => (accountNumber.trim() === '' ? '' : masked(accountNumber.trim()));
