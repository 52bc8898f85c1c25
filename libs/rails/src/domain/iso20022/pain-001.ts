import { writeLayout } from './element-layout.js';
import type { InstantPayment, Payer, PaymentParty } from './instant-payment.js';
import { IsoFormatError } from './iso-diagnostic.js';
import { isoName, isoText, optionalText } from './iso-text.js';
import { instructionId } from './message-ids.js';
import { pain001V03, pain001V09, type Pain001Values } from './messages.table.js';
import { documentOf } from './message-types.table.js';

/** What the bank demands beside the payment itself; of a code and a proprietary text, one or none. */
interface Pain001Service {
  readonly service_level: string | null;
  readonly local_instrument: { readonly code: string } | { readonly proprietary: string } | null;
  readonly category_purpose: string | null;
  readonly charge_bearer: 'SHAR' | 'SLEV' | null;
}

export interface Pain001 {
  readonly version: 'pain.001.001.03' | 'pain.001.001.09';
  readonly message_id: string;
  readonly created_at: Date;
  /** 'YYYY-MM-DD' */
  readonly execution_date: string;
  /** Name of the sender and its id at the bank. */
  readonly initiator: { readonly name: string; readonly client_id: string | null };
  readonly payer: Payer;
  readonly service: Pain001Service;
  /** At least one; each with its UETR, which version 03 does not carry. */
  readonly payments: readonly (InstantPayment & { readonly uetr: string })[];
}

/** A customer credit transfer as the bank takes it. @throws IsoFormatError when a value does not fit. */
export function writePain001(message: Pain001): Buffer {
  const { version, execution_date, payments } = message;
  if (payments.length === 0) throw new IsoFormatError('PmtInf/CdtTrfTxInf', 'at least one payment');
  const values = pain001Values(message);
  if (version === 'pain.001.001.03') return documentOf(version, writeLayout(pain001V03, values));
  const transactions = values.PmtInf.CdtTrfTxInf.map((transaction, at) => ({
    ...transaction,
    PmtId: { ...transaction.PmtId, UETR: payments[at]!.uetr },
  }));
  const PmtInf = { ...values.PmtInf, ReqdExctnDt: { Dt: execution_date }, CdtTrfTxInf: transactions };
  return documentOf(version, writeLayout(pain001V09, { ...values, PmtInf }));
}

function pain001Values({ payer, service, payments, ...message }: Pain001): Pain001Values {
  const totals = { NbOfTxs: payments.length, CtrlSum: payments.reduce((sum, each) => sum + each.amount, 0n) };
  const { client_id, name } = message.initiator;
  return {
    GrpHdr: {
      ...{ MsgId: message.message_id, CreDtTm: message.created_at, ...totals },
      InitgPty: {
        Nm: isoName(name, 'GrpHdr/InitgPty/Nm'),
        Id: client_id === null ? undefined : { OrgId: { Othr: { Id: client_id } } },
      },
    },
    PmtInf: {
      ...{ PmtInfId: message.message_id, ...totals, PmtTpInf: paymentType(service) },
      ReqdExctnDt: message.execution_date,
      Dbtr: partyOf(payer.party, 'PmtInf/Dbtr/Nm'),
      DbtrAcct: { Id: { Othr: { Id: payer.account.account_number } }, Ccy: 'USD' },
      DbtrAgt: agentOf(payer.account.routing_number),
      ChrgBr: service.charge_bearer ?? undefined,
      CdtTrfTxInf: payments.map(transactionOf),
    },
  };
}

function paymentType({ service_level, local_instrument, category_purpose }: Pain001Service) {
  if (service_level === null && local_instrument === null && category_purpose === null) return undefined;
  return {
    SvcLvl: codeOf(service_level),
    LclInstrm:
      local_instrument === null
        ? undefined
        : 'code' in local_instrument
          ? { Cd: local_instrument.code }
          : { Prtry: local_instrument.proprietary },
    CtgyPurp: codeOf(category_purpose),
  };
}

const codeOf = (code: string | null) => (code === null ? undefined : { Cd: code });

function transactionOf(payment: InstantPayment): Pain001Values['PmtInf']['CdtTrfTxInf'][number] {
  const { account } = payment;
  const path = 'PmtInf/CdtTrfTxInf';
  return {
    PmtId: { InstrId: instructionId(payment.id), EndToEndId: payment.end_to_end_id },
    Amt: { InstdAmt: paidAmount(payment, `${path}/Amt/InstdAmt`) },
    CdtrAgt: agentOf(account.routing_number),
    Cdtr: partyOf(payment.payee, `${path}/Cdtr/Nm`),
    CdtrAcct: {
      Id: { Othr: { Id: account.account_number } },
      Tp: { Cd: account.type === 'checking' ? 'CACC' : 'SVGS' },
    },
    RmtInf: remittanceOf(payment),
  };
}

/** A payment moves something. @throws IsoFormatError */
export function paidAmount({ amount }: Pick<InstantPayment, 'amount'>, path: string): bigint {
  if (amount < 1n) throw new IsoFormatError(path, 'at least one cent');
  return amount;
}

export function remittanceOf({ description }: InstantPayment) {
  const Ustrd = optionalText(description, 140);
  return Ustrd === undefined ? undefined : { Ustrd };
}

const agentOf = (routingNumber: string) => ({
  FinInstnId: { ClrSysMmbId: { ClrSysId: { Cd: 'USABA' }, MmbId: routingNumber } },
});

/** @throws IsoFormatError when nothing of the name can be written. */
export function partyOf({ name, address }: PaymentParty, path: string) {
  const PstlAdr =
    address === null
      ? undefined
      : {
          StrtNm: optionalText(address.street, 70),
          BldgNb: optionalText(address.building_number, 16),
          PstCd: optionalText(address.postal_code, 16),
          TwnNm: optionalText(address.city, 35),
          CtrySubDvsn: isoText(address.state, 35) || undefined,
          Ctry: address.country,
          AdrLine: optionalText(address.line, 70),
        };
  return { Nm: isoName(name, path), PstlAdr };
}
