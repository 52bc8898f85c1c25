import type { Connection } from '../connection.js';
import type { InstantRail } from '../entry-state.js';
import { lineFault } from '../inbound/inbound-diagnostic.js';
import { messageRails } from '../message-rules.js';
import type { IsoMessage } from './read-message.js';

/** A participant, or the network itself, takes payments no more, or again. */
export interface NetworkNotice {
  readonly rail: InstantRail;
  readonly is_off: boolean;
  /** Nine digits each; one empty text for the network itself; none where the event is about no participant. */
  readonly routing_numbers: readonly string[];
  readonly code: string;
  /** Null where it does not say. */
  readonly at: Date | null;
}

/** The letters are what RTP adds to the routing number of a participant. */
const PARTICIPANT = /^(\d{9})([A-Z0-9]{2})?$/;

/** What a system event notification says. @throws InboundFileError when that is not known. */
export function networkNoticeOf(
  { values: { EvtInf }, network }: Extract<IsoMessage, { family: 'admi.004' }>,
  connection: Pick<Connection, 'iso' | 'rails'>,
): NetworkNotice {
  const { EvtCd: code, EvtParam: parameters, EvtTm: at = null } = EvtInf;
  const means = connection.iso.notices.find((each) => each.code === code)?.means;
  if (means === undefined) {
    throw lineFault(1, 'notice_code', {
      expected: 'a code of iso.notices; add it, and read the file again',
      found: code,
    });
  }
  const carried = messageRails(connection);
  const rail = network ?? (carried.length === 1 ? carried[0] : undefined);
  if (rail === undefined) {
    throw lineFault(1, 'notice_network', { expected: 'the wrapper of FedNow or RTP', found: 'no wrapper' });
  }
  const isOff = means === 'signed_off' || means === 'network_down';
  const notice = { rail, is_off: isOff, code, at };
  if (means === 'nothing') return { ...notice, routing_numbers: [] };
  if (means === 'network_down' || means === 'network_up') return { ...notice, routing_numbers: [''] };
  const named = parameters.flatMap((each) => PARTICIPANT.exec(each)?.[1] ?? []);
  if (named.length === 0) {
    throw lineFault(1, 'notice_participant', { expected: 'a routing number in EvtParam', found: 'none' });
  }
  return { ...notice, routing_numbers: [...new Set(named)] };
}
