import type { BankingDate } from '@payments/kernel';
import type { InstantService, IsoFormat, Participant, RelayAddition } from './connection.js';
import type { InstantRail } from './entry-state.js';
import type { InstantPayment, PostalAddress } from './iso20022/instant-payment.js';
import { writePacs008 } from './iso20022/pacs-008.js';
import { writePain001 } from './iso20022/pain-001.js';
import type { NetworkMessage, OriginalMessage, OriginalPayment } from './iso20022/network-message.js';
import { instructionId } from './iso20022/message-ids.js';

/** What a message with payments says besides them. It is fixed when its file closes, as the header of a NACHA file is. */
export interface MessageFormat {
  readonly definition: IsoFormat['profile'];
  readonly network: InstantRail;
  readonly message_id: string;
  /** TxId of RTP between banks; it is the instruction id, too. */
  readonly transaction_id: string | null;
  /** An instant of ISO 8601. */
  readonly created_at: string;
  /** On which it is to be executed. */
  readonly day: BankingDate;
  readonly sender: {
    readonly name: string;
    readonly routing_number: string;
    readonly client_id: string | null;
    /** Between banks; omitted or null: the relay adds it. */
    readonly address?: PostalAddress | null;
  };
  readonly service: InstantService;
  readonly charge_bearer: IsoFormat['charge_bearer'];
  readonly participant: Participant | null;
  readonly relay_adds?: readonly RelayAddition[];
}

/** A payment with its UETR. */
export type IdentifiedPayment = InstantPayment & { readonly uetr: string };

/** Between banks there is a status request; a company can only wait for its bank. */
export const isBetweenBanks = ({ definition }: Pick<MessageFormat, 'definition'>): boolean =>
  definition === 'pacs.008.001.08';

/** The bytes of a message. The same payments always give the same bytes. @throws IsoFormatError */
export function writeMessage(
  format: MessageFormat,
  payments: readonly IdentifiedPayment[],
  accountNumber: string,
): Buffer {
  const { definition, message_id, sender, day, transaction_id } = format;
  const created_at = new Date(format.created_at);
  const payer = {
    party: { name: sender.name, address: sender.address ?? null },
    account: { routing_number: sender.routing_number, account_number: accountNumber },
  };
  if (definition !== 'pacs.008.001.08') {
    const initiator = { name: sender.name, client_id: sender.client_id };
    const service = { ...serviceOf(format.service), charge_bearer: format.charge_bearer };
    const values = { version: definition, message_id, created_at, execution_date: day };
    return writePain001({ ...values, initiator, payer, service, payments });
  }
  const [payment, ...others] = payments;
  if (payment === undefined || others.length > 0) throw new Error(`${message_id} carries one payment`);
  const between = betweenBanks(format, { message_id, created_at, to: payment.account.routing_number });
  const { category_purpose } = format.service;
  const values = { transaction_id, purpose: 'business', category_purpose, settlement_date: day } as const;
  return writePacs008({ ...between, payer, payment, ...values });
}

/** A message about a payment that another message carried. */
export interface AboutPayment extends NetworkMessage {
  readonly original: OriginalMessage;
  readonly payment: OriginalPayment;
}

interface LaterMessage {
  readonly message_id: string;
  readonly created_at: Date;
  readonly payment: Pick<IdentifiedPayment, 'id' | 'end_to_end_id' | 'uetr' | 'amount'> & {
    readonly clearing_reference: string | null;
  };
  /** Routing number of the payee's bank. */
  readonly to: string;
}

/** What status requests and recalls have in common. */
export function aboutPayment(format: MessageFormat, { payment, ...message }: LaterMessage): AboutPayment {
  const { definition, message_id, created_at, transaction_id, day } = format;
  return {
    ...betweenBanks(format, message),
    original: { message_id, definition, created_at: new Date(created_at) },
    payment: {
      ...{ instruction_id: transaction_id ?? instructionId(payment.id), end_to_end_id: payment.end_to_end_id },
      ...{ transaction_id, uetr: payment.uetr, clearing_reference: payment.clearing_reference },
      ...{ amount: payment.amount, settlement_date: day },
    },
  };
}

function betweenBanks(
  { network, participant, relay_adds = [] }: MessageFormat,
  { message_id, created_at, to }: Omit<LaterMessage, 'payment'>,
): NetworkMessage {
  if (participant === null) throw new Error(`${message_id} has no participant that sends it`);
  const { routing_number: from, rtp_operator, fednow_operator } = participant;
  return {
    ...{ network, message_id, created_at, from, to, sender: senderOf(network, participant) },
    relay_adds,
    operator: network === 'rtp' ? rtp_operator : fednow_operator,
  };
}

/** By what a network knows the sender, in headers and in ids of messages. */
export const senderOf = (
  network: InstantRail,
  { routing_number, rtp_suffix, fednow_connection_party }: Participant,
): string => (network === 'rtp' ? routing_number + rtp_suffix : (fednow_connection_party ?? routing_number));

function serviceOf({ service_level, local_instrument, local_instrument_code, category_purpose }: InstantService) {
  const proprietary = local_instrument === null ? null : { proprietary: local_instrument };
  const code = local_instrument_code === null ? null : { code: local_instrument_code };
  return { service_level, local_instrument: proprietary ?? code, category_purpose };
}
