/** What the reader of messages and statements demands. A file that breaks a rule is refused as a whole. */
export const isoRules = {
  xml_syntax: 'The file is well-formed XML 1.0 in UTF-8.',
  xml_doctype: 'There is no document type, and so no entity.',
  xml_instruction: 'There is no processing instruction.',
  xml_size:
    'A message has at most 64 MiB, a file of statements 1 GiB, a tag or text at most 64 KiB, and a message or statement line at most 50000 elements.',
  xml_depth: 'Elements are nested at most 40 deep.',
  xml_text: 'The text of an element has at most 20000 characters.',
  xml_attributes: 'An element has at most 32 attributes.',
  missing_namespace: 'A message or statement names its namespace.',
  message_type: 'The namespace is that of a message and version that are read.',
  newer_version: 'A message of a version that is not known names each payment, with its status or amount.',
  message_root: 'The message has the root element of its type.',
  element_missing: 'A mandatory element is there.',
  element_repeated: 'An element that occurs once is not repeated.',
  element_choice: 'Exactly one of the elements of a choice is there.',
  element_text: 'A text has one character at least and no more than the schema allows.',
  element_code: 'A code, a number or an identification has its form.',
  element_amount: 'An amount is in USD, has no sign, at most 13 digits and at most two decimals that are not zero.',
  element_date: 'A date is a calendar date, and a time a time of day.',
  contradictory: 'A payment whose message or batch is rejected is not reported as accepted or settled.',
  statement_account: 'The statement is of the settlement account.',
  statement_paging: 'A page has a number.',
  statement_balance: 'A statement of a day has a closing balance, and each balance once.',
  statement_order: 'What describes a statement precedes its lines.',
  statement_does_not_add_up: 'The opening balance and the booked lines give the closing balance.',
} as const satisfies Readonly<Record<string, string>>;

export type IsoRule = keyof typeof isoRules;

/** Rules that an operator may waive, by their names. */
export const ISO_WAIVERS = ['missing_namespace'] as const satisfies readonly IsoRule[];
export type IsoWaiver = (typeof ISO_WAIVERS)[number];
