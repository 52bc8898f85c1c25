import type { z } from 'zod';
import { NOTICE_MEANINGS, RELAY_ADDITIONS } from '../../domain/connection.js';
import { WEEKDAYS } from '../../domain/maintenance.js';
import { directory, list, oneOf, printable, routingNumber, section, text, wallTime, whole } from './profile-fields.js';

const code = (meaning: string) =>
  text(/^[A-Z0-9]{1,4}$/, { expected: '1 to 4 capital letters and digits, or null', meaning })
    .nullable()
    .default(null);

const service = (rail: string, { level, instrument }: { level: string | null; instrument: string | null }) =>
  section(
    {
      service_level: code('SvcLvl/Cd').default(level),
      local_instrument: printable(35, 'LclInstrm/Prtry').nullable().default(instrument),
      local_instrument_code: code('LclInstrm/Cd, instead of local_instrument'),
      category_purpose: code('CtgyPurp/Cd; in pacs.008 on FedNow CtgyPurp/Prtry, where null is BIZZ'),
    },
    `by what the bank knows payments on ${rail} in pain.001; null leaves an element out`,
  );

const participant = section(
  {
    routing_number: routingNumber('participant that sends the messages'),
    rtp_suffix: text(/^[A-Z0-9]{2}$/, {
      expected: 'two capital letters and digits',
      meaning: 'what RTP adds to it in headers and ids',
    }).default('A1'),
    rtp_source: text(/^[A-Z]{3}$/, {
      expected: 'three capital letters',
      meaning: 'what tells ids on RTP from those of other connections of the participant',
    }).default('PAY'),
    rtp_operator: text(/^[A-Z0-9]{11}$/, {
      expected: '11 capital letters and digits',
      meaning: 'to whom headers on RTP are addressed',
    }).default('990000001S1'),
    fednow_connection_party: text(/^[A-Z0-9]{9}$/, {
      expected: '9 capital letters and digits, or null',
      meaning: 'who is connected to FedNow, in headers and ids of messages; null: the participant',
    })
      .nullable()
      .default(null),
    fednow_operator: routingNumber('to whom headers on FedNow are addressed').default('021150706'),
  },
  'sender of messages between banks; needed for pacs.008',
);

/** What a connection says about messages of ISO 20022. */
export const iso = section(
  {
    profile: oneOf(['pain.001.001.03', 'pain.001.001.09', 'pacs.008.001.08'], 'message that the bank takes').default(
      'pain.001.001.03',
    ),
    max_transactions_per_message: whole(1, 1_000, 'most transactions in a message; 1 for pacs.008').default(1),
    status_within_seconds: whole(1, 86_400, 'time within which the bank reports a status').default(60),
    directory: directory('where the bank takes messages; null: where it takes NACHA files').nullable().default(null),
    name: text(/^[\x21-\x7e]{1,200}$/, {
      expected: 'a template of file names',
      meaning: 'names of messages, as for outbound.name; {modifier} is always 0',
    }).default('{connection}_{date}_{time}_{sequence}.xml'),
    client_id: printable(35, 'id of the sender at the bank; null leaves it out').nullable().default(null),
    charge_bearer: oneOf(['SHAR', 'SLEV'], 'who bears charges, in pain.001; null leaves it out')
      .nullable()
      .default('SLEV'),
    rtp: service('RTP', { level: 'URNS', instrument: 'RTP' }).prefault({}),
    fednow: service('FedNow', { level: null, instrument: null }).prefault({}),
    participant: participant.nullable().default(null),
    not_found_codes: list(
      text(/^[A-Z0-9]{1,35}$/, { expected: '1 to 35 capital letters and digits', meaning: 'a reason of a rejection' }),
      { most: 20, meaning: 'reasons by which a network says that it has no payment that it was asked about' },
    ).default(['NOOR']),
    notices: list(
      section(
        {
          code: text(/^[A-Z0-9]{1,4}$/, { expected: '1 to 4 capital letters and digits', meaning: 'EvtCd' }),
          means: oneOf(
            NOTICE_MEANINGS,
            'what it says: of the participants in EvtParam, of the network itself, or of neither',
          ),
        },
        'meaning of a code',
      ),
      {
        most: 50,
        meaning: 'codes of admi.004, by which a network tells who takes no payments, and who takes them again',
      },
    ).default([]),
    relay_adds: list(
      oneOf(RELAY_ADDITIONS, 'payer_address: the address of the company; payee_address: that of the customer'),
      { most: RELAY_ADDITIONS.length, meaning: 'what the relay of pacs.008 adds itself, so that it is left out' },
    ).default([]),
  },
  'format of ISO 20022 messages',
) satisfies z.ZodType;

/** Of a company that pays between banks. */
export const companyAddress = section(
  {
    street: printable(70, 'StrtNm'),
    building_number: printable(16, 'BldgNb').nullable().default(null),
    line: printable(70, 'AdrLine, for what the other parts do not hold').nullable().default(null),
    postal_code: printable(16, 'PstCd'),
    city: printable(35, 'TwnNm'),
    state: text(/^[A-Z]{2}$/, { expected: 'two capital letters', meaning: 'CtrySubDvsn' }),
    country: text(/^[A-Z]{2}$/, { expected: 'two capital letters', meaning: 'Ctry' }).default('US'),
  },
  'legal address of the company, the payer in pacs.008; needed there, unless iso.relay_adds has payer_address',
);

export const maintenance = section(
  {
    rail: oneOf(['rtp', 'fednow'], 'rail that is not used'),
    day: text(new RegExp(`^(daily|${WEEKDAYS.join('|')}|20\\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01]))$`), {
      expected: 'daily, a day of the week such as sunday, or a day as YYYY-MM-DD',
      meaning: 'on which days, in New York',
    }),
    from: wallTime('when it begins'),
    to: text(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, {
      expected: 'a time in New York as hh:mm, at most 24:00',
      meaning: 'when it ends',
    }),
  },
  'hours without a rail',
);
