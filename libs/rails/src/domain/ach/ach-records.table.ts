import type { RecordValues } from './record-layout.js';
import {
  constant,
  digits,
  digitsOrBlank,
  number,
  ofRule,
  RecordLayout,
  rejectable,
  reserved,
  text,
} from './record-layout.js';

/** Digits without which the entry is left to a person. */
const identifier = (from: number, to: number) => ofRule(digits(from, to), 'identifying_digits');
const identifierOrBlank = (from: number, to: number) => ofRule(digitsOrBlank(from, to), 'identifying_digits');

/** The records of a NACHA file. Reader, writer and the reference page interpret this table; nothing else knows columns. */

export const fileHeader = new RecordLayout('file header', {
  record_type: constant(1, '1'),
  priority: constant(2, '01'),
  immediate_destination: text(4, 13),
  immediate_origin: text(14, 23),
  creation_date: digitsOrBlank(24, 29),
  creation_time: digitsOrBlank(30, 33),
  file_id_modifier: text(34, 34),
  record_size: constant(35, '094'),
  blocking_factor: constant(38, '10'),
  format_code: constant(40, '1'),
  destination_name: text(41, 63),
  origin_name: text(64, 86),
  reference_code: text(87, 94),
});

export const fileControl = new RecordLayout('file control', {
  record_type: constant(1, '9'),
  batch_count: number(2, 7),
  block_count: number(8, 13),
  entry_addenda_count: number(14, 21),
  entry_hash: number(22, 31),
  total_debit: number(32, 43),
  total_credit: number(44, 55),
  reserved: reserved(56, 94),
});

export const batchHeader = new RecordLayout('batch header', {
  record_type: constant(1, '5'),
  service_class: number(2, 4),
  company_name: text(5, 20),
  company_discretionary_data: text(21, 40),
  company_id: text(41, 50),
  sec: text(51, 53),
  company_entry_description: text(54, 63),
  company_descriptive_date: text(64, 69),
  effective_entry_date: ofRule(digits(70, 75), 'batch_header_digits'),
  settlement_date: ofRule(digitsOrBlank(76, 78), 'settlement_day'),
  originator_status_code: ofRule(digits(79, 79), 'batch_header_digits'),
  odfi: rejectable(80, 87),
  batch_number: number(88, 94),
});

export const batchControl = new RecordLayout('batch control', {
  record_type: constant(1, '8'),
  service_class: number(2, 4),
  entry_addenda_count: number(5, 10),
  entry_hash: number(11, 20),
  total_debit: number(21, 32),
  total_credit: number(33, 44),
  company_id: text(45, 54),
  message_authentication_code: text(55, 73),
  reserved: reserved(74, 79),
  odfi: rejectable(80, 87),
  batch_number: number(88, 94),
});

export const entryDetail = new RecordLayout('entry detail', {
  record_type: constant(1, '6'),
  transaction_code: number(2, 3),
  receiving_dfi: digits(4, 11),
  check_digit: identifier(12, 12),
  account_number: text(13, 29),
  amount: number(30, 39),
  individual_id: text(40, 54),
  individual_name: text(55, 76),
  discretionary_data: text(77, 78),
  addenda_indicator: number(79, 79),
  trace_number: rejectable(80, 94),
});

/** What the entries of all SEC codes have in common, for the totals of batches that are not read further. */
export const foreignEntry = new RecordLayout('entry detail', {
  record_type: constant(1, '6'),
  transaction_code: number(2, 3),
  receiving_dfi: digits(4, 11),
  check_digit_and_account: reserved(12, 29),
  amount: number(30, 39),
  others: reserved(40, 94),
});

export const remittanceAddenda = new RecordLayout('addenda 05', {
  record_type: constant(1, '7'),
  addenda_type: constant(2, '05'),
  payment_related_information: text(4, 83),
  sequence_number: ofRule(number(84, 87), 'addenda_sequence'),
  entry_sequence_number: ofRule(digits(88, 94), 'addenda_sequence'),
});

export const returnAddenda = new RecordLayout('addenda 99', {
  record_type: constant(1, '7'),
  addenda_type: constant(2, '99'),
  return_code: text(4, 6),
  original_trace: identifierOrBlank(7, 21),
  date_of_death: identifierOrBlank(22, 27),
  original_receiving_dfi: identifier(28, 35),
  addenda_information: text(36, 79),
  trace_number: identifier(80, 94),
});

export const dishonoredReturnAddenda = new RecordLayout('addenda 99, dishonored return', {
  record_type: constant(1, '7'),
  addenda_type: constant(2, '99'),
  return_code: text(4, 6),
  original_trace: identifierOrBlank(7, 21),
  reserved_1: reserved(22, 27),
  original_receiving_dfi: identifier(28, 35),
  reserved_2: reserved(36, 38),
  return_trace: identifierOrBlank(39, 53),
  return_settlement_date: identifierOrBlank(54, 56),
  original_return_code: identifierOrBlank(57, 58),
  addenda_information: text(59, 79),
  trace_number: identifier(80, 94),
});

export const contestedReturnAddenda = new RecordLayout('addenda 99, contested dishonored return', {
  record_type: constant(1, '7'),
  addenda_type: constant(2, '99'),
  return_code: text(4, 6),
  original_trace: identifierOrBlank(7, 21),
  original_return_date: identifierOrBlank(22, 27),
  original_receiving_dfi: identifier(28, 35),
  original_settlement_date: identifierOrBlank(36, 38),
  return_trace: identifierOrBlank(39, 53),
  return_settlement_date: identifierOrBlank(54, 56),
  original_return_code: identifierOrBlank(57, 58),
  dishonored_return_trace: identifierOrBlank(59, 73),
  dishonored_return_settlement_date: identifierOrBlank(74, 76),
  dishonored_return_code: identifierOrBlank(77, 78),
  reserved: reserved(79, 79),
  trace_number: identifier(80, 94),
});

export const changeAddenda = new RecordLayout('addenda 98', {
  record_type: constant(1, '7'),
  addenda_type: constant(2, '98'),
  change_code: text(4, 6),
  original_trace: identifierOrBlank(7, 21),
  reserved_1: reserved(22, 27),
  original_receiving_dfi: identifier(28, 35),
  corrected_data: text(36, 64),
  reserved_2: reserved(65, 79),
  trace_number: identifier(80, 94),
});

export const refusedChangeAddenda = new RecordLayout('addenda 98, refused notification of change', {
  record_type: constant(1, '7'),
  addenda_type: constant(2, '98'),
  refusal_code: text(4, 6),
  original_trace: identifierOrBlank(7, 21),
  reserved_1: reserved(22, 27),
  original_receiving_dfi: identifier(28, 35),
  corrected_data: text(36, 64),
  change_code: text(65, 67),
  change_trace_sequence: identifierOrBlank(68, 74),
  reserved_2: reserved(75, 79),
  trace_number: identifier(80, 94),
});

/** The layouts of addenda, by what they say. */
export const addendaLayouts = {
  remittance: remittanceAddenda,
  return: returnAddenda,
  dishonored_return: dishonoredReturnAddenda,
  contested_return: contestedReturnAddenda,
  change: changeAddenda,
  refused_change: refusedChangeAddenda,
} as const;

export type FileHeader = RecordValues<typeof fileHeader>;
export type FileControl = RecordValues<typeof fileControl>;
export type BatchHeader = RecordValues<typeof batchHeader>;
export type BatchControl = RecordValues<typeof batchControl>;
export type EntryDetail = RecordValues<typeof entryDetail>;

export type AddendaKind = keyof typeof addendaLayouts;

/** An addenda record and what it says. */
export type Addenda = {
  [K in AddendaKind]: { readonly kind: K; readonly values: RecordValues<(typeof addendaLayouts)[K]> };
}[AddendaKind];
