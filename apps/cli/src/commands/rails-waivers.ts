import type { Waiver } from '@payments/rails';

/** The rules of NACHA files, messages and BAI2 files that can be waived. The library with their list is not loaded for the help. */
export const WAIVERS = Object.keys({
  missing_file_header: true,
  missing_file_control: true,
  missing_batch_control: true,
  unordered_batches: true,
  unequal_service_class: true,
  company_id_mismatch: true,
  unknown_return_codes: true,
  foreign_trace: true,
  zero_batches: true,
  control_characters: true,
  odd_file_header: true,
  odd_batch_header: true,
  odd_settlement_day: true,
  forward_codes: true,
  remittance_in_return: true,
  missing_namespace: true,
  ambiguous_text: true,
  record_code: true,
  record_missing: true,
  record_count: true,
  account_count: true,
} satisfies Record<Waiver, true>);
