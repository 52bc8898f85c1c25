import { isReservedDescription } from './ach/entry-descriptions.js';
import { isBeforeFedDeadline, LEAST_MINUTES_BEFORE_DEADLINE, minuteOf, settlementsOf } from './ach-windows.js';
import { companyIdsOf, identityFaults } from './company-identity.js';
import type { Connection } from './connection.js';
import { longestName, templateProblem, tokensOf } from './file-name.js';
import { messageIdProblem } from './inbound/message-id.js';
import type { ProfileFault } from './profile-fault.js';
import { NEEDED_GROUP } from './inbound/report-lines.js';
import { addressFaults, messageFaults, messageNameFaults, noticeFaults, unreadStatusFaults } from './message-rules.js';

type Section = keyof Connection;

interface ConnectionRule {
  /** The rule runs when these sections are sound by themselves. */
  readonly needs: readonly Section[];
  readonly faults: (connection: Connection) => ProfileFault[];
}

const MOST_WINDOWS = 12;
const PERSONS = ['person_credit', 'person_debit'] as const;
const BUSINESSES = ['business_credit', 'business_debit'] as const;
const ACH_RAILS = ['ach', 'same_day_ach'] as const;

/** What a connection must fulfill beyond the shape of each section. */
export const connectionRules: readonly ConnectionRule[] = [
  {
    needs: ['companies'],
    faults: ({ companies }) =>
      repeated(companies.map(({ enterprise_id }) => enterprise_id.toLowerCase())).map((at) => ({
        path: ['companies', at, 'enterprise_id'],
        text: 'is in another company of this connection; keep one company for each enterprise',
      })),
  },
  {
    needs: ['companies'],
    faults: ({ companies }) =>
      companies.flatMap(({ sec }, at) => [
        ...PERSONS.filter((use) => sec[use] === 'CCD').map((use) => ({
          path: ['companies', at, 'sec', use],
          text: 'is for companies only; use PPD, or WEB for consent given on the internet',
        })),
        ...BUSINESSES.filter((use) => sec[use] !== 'CCD').map((use) => ({
          path: ['companies', at, 'sec', use],
          text: 'is for persons only; use CCD',
        })),
      ]),
  },
  {
    needs: ['companies'],
    faults: ({ companies }) =>
      companies.flatMap(({ entry_descriptions }, at) =>
        (['credit', 'debit'] as const)
          .filter((direction) => isReservedDescription(entry_descriptions[direction]))
          .map((direction) => ({
            path: ['companies', at, 'entry_descriptions', direction],
            text: 'has a special meaning to ACH operators; use another description',
          })),
      ),
  },
  {
    needs: ['companies'],
    faults: ({ companies }) =>
      companies.flatMap((company, at) =>
        identityFaults(company).map(({ path, text }) => ({ path: ['companies', at, ...path], text })),
      ),
  },
  { needs: ['windows'], faults: ({ windows }) => windows.flatMap(windowFaults) },
  { needs: ['windows'], faults: windowOrderFaults },
  {
    needs: ['windows', 'rails'],
    faults: ({ windows, rails }) =>
      ACH_RAILS.filter((rail) => rails[rail] === 'ach' && !windows.some((window) => window.rail === rail)).map(
        (rail) => ({ path: ['windows'], text: `has no window of ${rail}; add one, or set rails.${rail} to off` }),
      ),
  },
  {
    needs: ['maintenance'],
    faults: ({ maintenance }) =>
      maintenance.flatMap(({ from, to }, at) =>
        from < to ? [] : [{ path: ['maintenance', at, 'to'], text: 'is not later than from; split it at midnight' }],
      ),
  },
  {
    needs: ['hours'],
    faults: ({ hours }) =>
      minuteOf(hours.opens) < minuteOf(hours.closes)
        ? []
        : [{ path: ['hours', 'closes'], text: 'is not later than opens; make it later, on the same day' }],
  },
  {
    needs: ['timing'],
    faults: ({ timing }) =>
      timing.upload_margin_minutes < timing.lead_minutes
        ? []
        : [
            {
              path: ['timing', 'upload_margin_minutes'],
              text: 'leaves no time between the window and the upload; make it less than lead_minutes',
            },
          ],
  },
  {
    needs: ['limits'],
    faults: ({ limits }) =>
      (['file_debit_cents', 'file_credit_cents', 'day_debit_cents', 'day_credit_cents'] as const)
        .filter((limit) => (limits[limit] ?? Infinity) < limits.entry_cents)
        .map((limit) => ({
          path: ['limits', limit],
          text: 'is less than entry_cents, so that an entry would never leave; raise it, or lower entry_cents',
        })),
  },
  {
    needs: ['outbound'],
    faults: ({ outbound }) => {
      const text = templateProblem(outbound.name);
      return text === undefined ? [] : [{ path: ['outbound', 'name'], text }];
    },
  },
  {
    needs: ['outbound', 'companies'],
    faults: ({ outbound, companies }) =>
      tokensOf(outbound.name).includes('company_id') && new Set(companies.flatMap(companyIdsOf)).size > 1
        ? [
            {
              path: ['outbound', 'name'],
              text: 'uses {company_id}, but a file holds entries of companies with different ids; use {origin}',
            },
          ]
        : [],
  },
  { needs: ['iso'], faults: messageNameFaults },
  { needs: ['iso'], faults: noticeFaults },
  { needs: ['iso', 'rails'], faults: messageFaults },
  { needs: ['iso', 'rails', 'companies'], faults: addressFaults },
  { needs: ['rails', 'iso', 'inbound'], faults: unreadStatusFaults },
  { needs: ['outbound'], faults: uploadFaults },
  { needs: ['inbound'], faults: moveFaults },
  { needs: ['acknowledgment'], faults: patternFaults },
  { needs: ['acknowledgment', 'outbound'], faults: messageIdFaults },
  { needs: ['acknowledgment', 'inbound'], faults: unreadAcknowledgmentFaults },
  { needs: ['channel'], faults: credentialFaults },
  { needs: ['pgp'], faults: pgpFaults },
];

/** What connections must fulfill together. Each is given with its place in the file. */
export function faultsBetween(connections: readonly (readonly [at: number, connection: Connection])[]): ProfileFault[] {
  const names = repeated(connections.map(([, { name }]) => name)).map((index) => ({
    path: ['connections', connections[index]![0], 'name'],
    text: 'is the name of another connection; rename one that was never used',
  }));
  const carrierOf = new Map<string, number>();
  const carriers = connections.flatMap(([at, { companies, rails }]) => {
    const used = Object.entries(rails).flatMap(([rail, carrier]) => (carrier === 'off' ? [] : [rail]));
    return companies.flatMap(({ enterprise_id }, company) => {
      const taken = used.filter((rail) => {
        const key = `${enterprise_id.toLowerCase()} ${rail}`;
        const carrier = carrierOf.get(key) ?? at;
        carrierOf.set(key, carrier);
        return carrier !== at;
      });
      if (taken.length === 0) return [];
      return [
        {
          path: ['connections', at, 'companies', company, 'enterprise_id'],
          text: `has another connection for ${taken.join(' and ')}; set these rails to off in one of the two`,
        },
      ];
    });
  });
  return [...names, ...carriers, ...sharedIdFaults(connections)];
}

/** Ids of RTP count messages of a connection, so that two connections of a participant would give the same ones. */
function sharedIdFaults(connections: readonly (readonly [at: number, connection: Connection])[]): ProfileFault[] {
  const senders = connections.filter(([, { iso, rails }]) => iso.participant !== null && rails.rtp === 'iso');
  const keys = senders.map(([, { iso }]) => {
    const { routing_number, rtp_suffix, rtp_source } = iso.participant!;
    return routing_number + rtp_suffix + rtp_source;
  });
  return repeated(keys).map((index) => ({
    path: ['connections', senders[index]![0], 'iso', 'participant', 'rtp_source'],
    text: 'gives the ids of another connection of this participant; set another one',
  }));
}

function windowFaults(rule: Connection['windows'][number], at: number): ProfileFault[] {
  const { rail, effective_in_banking_days: days, settles } = rule;
  const fault = (field: string, text: string) => [{ path: ['windows', at, field], text }];
  if (rail === 'same_day_ach' && days !== 0) {
    return fault('effective_in_banking_days', 'is later than the same day; set it to 0, or rail to ach');
  }
  if (!settlementsOf(rail).includes(settles)) {
    return fault('settles', `is no settlement of ${rail}; use ${settlementsOf(rail).join(' or ')}`);
  }
  if (isBeforeFedDeadline(rule)) return [];
  return fault(
    'cutoff',
    `is later than ${LEAST_MINUTES_BEFORE_DEADLINE} minutes before the deadline of FedACH for this settlement; move it ahead`,
  );
}

function windowOrderFaults({ windows }: Connection): ProfileFault[] {
  const many =
    windows.length > MOST_WINDOWS
      ? [{ path: ['windows'], text: `has more than ${MOST_WINDOWS} windows; remove some` }]
      : [];
  const unordered = ACH_RAILS.flatMap((rail) => {
    const own = windows.flatMap((window, at) =>
      window.rail === rail ? [{ at, minute: minuteOf(window.cutoff) }] : [],
    );
    return own.filter(({ minute }, index) => index > 0 && minute <= own[index - 1]!.minute);
  });
  return [
    ...many,
    ...unordered.map(({ at }) => ({
      path: ['windows', at, 'cutoff'],
      text: 'is not later than that of the window before it; put the windows of a rail in the order of their cut-offs',
    })),
  ];
}

function uploadFaults({ outbound }: Connection): ProfileFault[] {
  const { upload, temporary, staging_directory: staging, directory } = outbound;
  const fault = (field: string, text: string) => [{ path: ['outbound', field], text }];
  if (upload === 'rename' && temporary === '{name}') {
    return fault('temporary', 'is the name of the file itself; add an extension, such as {name}.part');
  }
  if (upload === 'move_directory' && staging === null) {
    return fault('staging_directory', 'is missing; upload is move_directory, so set a directory to write files in');
  }
  if (upload === 'move_directory' && staging === directory) {
    return fault('staging_directory', 'is the directory that files move to; set another one');
  }
  if (upload !== 'move_directory' && staging !== null) {
    return fault('staging_directory', 'is not used; remove it, or set upload to move_directory');
  }
  return [];
}

function moveFaults({ inbound }: Connection): ProfileFault[] {
  return inbound.flatMap(({ directory, after }, at) =>
    after === `move:${directory}`
      ? [{ path: ['inbound', at, 'after'], text: 'moves a file to where it is; name another directory, or use keep' }]
      : [],
  );
}

/** A pattern without these groups would match lines and say nothing. */
function patternFaults({ acknowledgment }: Connection): ProfileFault[] {
  if (acknowledgment.kind !== 'report') return [];
  return acknowledgment.patterns.flatMap(({ name, scope }, at) =>
    ['status', NEEDED_GROUP[scope]]
      .filter((group) => !name.includes(`(?<${group}>`))
      .map((group) => ({
        path: ['acknowledgment', 'patterns', at, 'name'],
        text: `has no group ${group}, which lines of the scope ${scope} need; add (?<${group}>…)`,
      })),
  );
}

/** A file that its status report does not identify would never be accepted. */
function messageIdFaults({ acknowledgment, outbound }: Connection): ProfileFault[] {
  if (acknowledgment.kind !== 'pain.002' || templateProblem(outbound.name) !== undefined) return [];
  const text = messageIdProblem(acknowledgment.message_id, longestName(outbound.name));
  return text === undefined ? [] : [{ path: ['acknowledgment', 'message_id'], text }];
}

function unreadAcknowledgmentFaults({ acknowledgment, inbound }: Connection): ProfileFault[] {
  const comesAsFile = acknowledgment.kind !== 'none' && acknowledgment.kind !== 'moved';
  if (!comesAsFile || inbound.some(({ kinds }) => kinds.includes('ack'))) return [];
  return [
    {
      path: ['acknowledgment', 'kind'],
      text: 'comes in files, but no directory of inbound has the kind ack; add it to one',
    },
  ];
}

function credentialFaults({ channel }: Connection): ProfileFault[] {
  if (channel.kind === 'directory') return [];
  if (channel.private_key === null && channel.password === null) {
    return [{ path: ['channel', 'private_key'], text: 'is missing; set private_key or password' }];
  }
  if (channel.passphrase !== null && channel.private_key === null) {
    return [{ path: ['channel', 'passphrase'], text: 'has no private_key; remove it, or set private_key' }];
  }
  return [];
}

function pgpFaults({ pgp }: Connection): ProfileFault[] {
  if (pgp === null || pgp.own_key !== null) return [];
  const fault = (field: string, text: string) => [{ path: ['pgp', field], text }];
  if (pgp.passphrase !== null) return fault('passphrase', 'has no own_key; remove it, or set own_key');
  if (pgp.sign) return fault('own_key', 'is missing; set it, or sign to false');
  if (pgp.inbound !== 'plain') return fault('own_key', 'is missing; the bank encrypts to it, so set it');
  return [];
}

/** The places of values that stand before, too. */
function repeated(values: readonly string[]): number[] {
  return values.flatMap((value, at) => (values.indexOf(value) < at ? [at] : []));
}
