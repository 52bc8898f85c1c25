import { achText, type BankingDate, newYorkDate, newYorkTime } from '@payments/kernel';
import { identityOf } from '../company-identity.js';
import type { Company, Connection } from '../connection.js';
import type { BatchHeader, FileHeader } from './ach-records.table.js';
import { partsOfBatchKey, serviceClassOf } from './batch-key.js';

/** The header of a file that is created at a real instant. */
export function fileHeaderOf({ header }: Pick<Connection, 'header'>, createdAt: Date, modifier: string): FileHeader {
  return {
    immediate_destination: header.immediate_destination.padStart(10),
    immediate_origin: header.immediate_origin.padStart(10),
    creation_date: shortDate(newYorkDate(createdAt)),
    creation_time: newYorkTime(createdAt).replace(':', ''),
    file_id_modifier: modifier,
    destination_name: header.immediate_destination_name,
    origin_name: header.immediate_origin_name,
    reference_code: header.reference_code,
  };
}

interface NumberedBatch {
  readonly key: string;
  readonly company: Company;
  readonly number: number;
  readonly hasOffset: boolean;
}

/** The header of a batch, which its key determines. */
export function batchHeaderOf(connection: Connection, { key, company, number, hasOffset }: NumberedBatch): BatchHeader {
  const { direction, ...parts } = partsOfBatchKey(key);
  const { letter_case: letterCase } = connection.ach;
  return {
    ...parts,
    service_class: serviceClassOf(direction, { hasOffset }),
    company_discretionary_data: achText(identityOf(company, { direction, sec: parts.sec }).discretionary_data, {
      ...{ max: 20, letterCase },
    }),
    settlement_date: '',
    originator_status_code: '1',
    odfi: odfiOf(connection),
    batch_number: number,
  };
}

/** The eight digits of the bank that originates. */
export const odfiOf = ({ odfi }: Pick<Connection, 'odfi'>): string => odfi.routing_number.slice(0, 8);

/** YYMMDD. */
export const shortDate = (date: BankingDate): string => date.slice(2).replaceAll('-', '');
