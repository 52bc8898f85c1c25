import type { MessageFamily } from './message-types.table.js';
import type { Camt029Values, Pacs002Values, Pacs004Values, Pain002Values } from './messages.table.js';

interface Payment {
  readonly OrgnlEndToEndId?: string | undefined;
  readonly OrgnlInstrId?: string | undefined;
  readonly OrgnlTxId?: string | undefined;
  readonly OrgnlUETR?: string | undefined;
}

/**
 * Whether a message of a version that is not known says which payments it is about, and what became of them. The elements for
 * that are optional in the known versions: under other names they would be missed, and the message would say nothing.
 */
export function saysWhatMatters(family: MessageFamily, values: unknown): boolean {
  switch (family) {
    case 'pain.002':
      return isReport(values as Pain002Values);
    case 'pacs.002':
      return isNetworkReport(values as Pacs002Values);
    case 'pacs.004': {
      const { TxInf } = values as Pacs004Values;
      return TxInf.length > 0 && TxInf.every(isNamed);
    }
    case 'camt.029':
      return isAnswer(values as Camt029Values);
    case 'pain.001':
    case 'pacs.008':
    case 'pacs.028':
    case 'camt.056':
    case 'admi.002':
    case 'admi.004':
      return true;
  }
}

const isNamed = ({ OrgnlEndToEndId, OrgnlInstrId, OrgnlTxId, OrgnlUETR }: Payment) =>
  [OrgnlEndToEndId, OrgnlInstrId, OrgnlTxId, OrgnlUETR].some((id) => id !== undefined);

const areReported = (payments: readonly (Payment & { readonly TxSts?: string | undefined })[], around?: string) =>
  payments.every((payment) => isNamed(payment) && (payment.TxSts ?? around) !== undefined);

function isReport({ OrgnlGrpInfAndSts: { GrpSts }, OrgnlPmtInfAndSts: batches }: Pain002Values): boolean {
  const saysSomething = GrpSts !== undefined || batches.length > 0;
  return (
    saysSomething &&
    batches.every(({ PmtInfSts, TxInfAndSts }) => {
      const around = PmtInfSts ?? GrpSts;
      return areReported(TxInfAndSts, around) && (TxInfAndSts.length > 0 || around !== undefined);
    })
  );
}

function isNetworkReport({ OrgnlGrpInfAndSts: groups, TxInfAndSts }: Pacs002Values): boolean {
  const around = groups.find(({ GrpSts }) => GrpSts !== undefined)?.GrpSts;
  return areReported(TxInfAndSts, around) && (TxInfAndSts.length > 0 || around !== undefined);
}

function isAnswer({ Sts, RslvdCase, CxlDtls }: Camt029Values): boolean {
  const payments = CxlDtls.flatMap(({ OrgnlGrpInfAndSts, TxInfAndSts }) =>
    TxInfAndSts.map((each) => ({ ...each, around: OrgnlGrpInfAndSts?.RslvdCase ?? RslvdCase })),
  );
  const cases = [RslvdCase, ...CxlDtls.map(({ OrgnlGrpInfAndSts }) => OrgnlGrpInfAndSts?.RslvdCase)];
  if (payments.length === 0) return Sts.Conf !== undefined && cases.some((each) => each !== undefined);
  return payments.every(
    ({ around, ...each }) =>
      (each.TxCxlSts ?? Sts.Conf) !== undefined && (isNamed(each) || (each.RslvdCase ?? around) !== undefined),
  );
}
