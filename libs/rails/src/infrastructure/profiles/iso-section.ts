import type { z } from 'zod';
import { directory, list, oneOf, printable, routingNumber, section, text, whole } from './profile-fields.js';

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
  },
  'format of ISO 20022 messages',
) satisfies z.ZodType;
