import type { Connection } from './connection.js';
import { templateProblem } from './file-name.js';
import type { ProfileFault } from './profile-fault.js';

const INSTANT_RAILS = ['rtp', 'fednow'] as const;

/** The rails of a connection that go by messages. */
export const messageRails = ({ rails }: Pick<Connection, 'rails'>) =>
  INSTANT_RAILS.filter((rail) => rails[rail] === 'iso');

export function messageNameFaults({ iso }: Pick<Connection, 'iso'>): ProfileFault[] {
  const text = templateProblem(iso.name);
  if (text !== undefined) return [{ path: ['iso', 'name'], text }];
  // Every message has the same modifier, and several leave in a second.
  if (iso.name.includes('{sequence}')) return [];
  return [{ path: ['iso', 'name'], text: 'is not unique for messages; add {sequence}' }];
}

/** A code that says two things says nothing. */
export function noticeFaults({ iso: { notices } }: Pick<Connection, 'iso'>): ProfileFault[] {
  const codes = notices.map(({ code }) => code);
  return codes.flatMap((code, at) =>
    codes.indexOf(code) < at
      ? [{ path: ['iso', 'notices', at, 'code'], text: 'is listed twice; keep one meaning' }]
      : [],
  );
}

/** What the profile must say of messages, if it carries a rail by them. */
export function messageFaults({ iso, rails }: Pick<Connection, 'iso' | 'rails'>): ProfileFault[] {
  const carried = messageRails({ rails });
  if (carried.length === 0) return [];
  if (iso.profile === 'pacs.008.001.08') {
    return [
      ...(iso.participant === null
        ? [{ path: ['iso', 'participant'], text: 'is missing; pacs.008 is sent by a participant, so describe it' }]
        : []),
      ...(iso.max_transactions_per_message > 1
        ? [{ path: ['iso', 'max_transactions_per_message'], text: 'is more than 1; a pacs.008 carries one payment' }]
        : []),
    ];
  }
  return carried.flatMap((rail) => {
    const { service_level, local_instrument, local_instrument_code } = iso[rail];
    if (local_instrument !== null && local_instrument_code !== null) {
      return [
        { path: ['iso', rail, 'local_instrument_code'], text: 'is set beside local_instrument; set one to null' },
      ];
    }
    if (service_level !== null || local_instrument !== null || local_instrument_code !== null) return [];
    // The bank would send such payments as it likes.
    const text =
      'names no rail; set service_level or a local instrument as the bank says, or rails.' + rail + ' to off';
    return [{ path: ['iso', rail], text }];
  });
}

/** From $3,000 on, a payment between banks names the address of its payer (31 CFR 1010.410(f)). */
export function addressFaults({
  iso,
  rails,
  companies,
}: Pick<Connection, 'iso' | 'rails' | 'companies'>): ProfileFault[] {
  const isNeeded = iso.profile === 'pacs.008.001.08' && !iso.relay_adds.includes('payer_address');
  if (!isNeeded || messageRails({ rails }).length === 0) return [];
  return companies.flatMap(({ address }, at) =>
    address !== null
      ? []
      : [
          {
            path: ['companies', at, 'address'],
            text: 'is missing; pacs.008 names the address of the payer, so set it, or add payer_address to iso.relay_adds',
          },
        ],
  );
}

/** Without statuses every payment would stay unknown. */
export function unreadStatusFaults({ rails, inbound }: Pick<Connection, 'rails' | 'inbound'>): ProfileFault[] {
  if (inbound.some(({ kinds }) => kinds.includes('ack'))) return [];
  return messageRails({ rails }).map((rail) => ({
    path: ['rails', rail],
    text: 'goes by messages, but no directory of inbound has the kind ack, in which statuses come; add it to one',
  }));
}
