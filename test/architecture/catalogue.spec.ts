import { previewApplication } from '../../apps/api/src/describe-api.js';
import { documentedErrors } from '../../apps/api/src/description/errors.table.js';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorTable } from '@payments/kernel';
import { describeErrors, operationsOf } from '@payments/http';
import type { DescribedError, DescribedOperation } from '@payments/http';

const words = (text: string) => text.trim().split(/\s+/);
const both = (...stems: string[]) => stems.flatMap((stem) => [`missing_${stem}`, `invalid_${stem}`]);

const addresses = [
  ...both('addresses', 'addresses_type', 'address1', 'city', 'state', 'country', 'zip5'),
  'invalid_address2',
];
const contacts = [
  ...both('contacts_type'),
  ...words('invalid_contacts duplicate_contacts_type invalid_phone_value missing_contacts_value'),
];
const reference = [...both('customer_reference_id'), 'duplicate_customer_reference_id'];

/** The codes that clients are promised, for each part of the interface. */
const PROMISED: Readonly<Record<string, readonly string[]>> = {
  Authentication: [...both('client_id', 'client_secret', 'name', 'password', 'refresh_token'), 'unauthorized'],
  Persons: [
    ...words('unknown_id invalid_middle_name invalid_social_security_number'),
    ...reference,
    ...both('first_name', 'last_name', 'date_of_birth'),
    ...addresses,
    ...contacts,
  ],
  Businesses: [
    ...words('unknown_id invalid_business_name invalid_entity_type invalid_account_holder_name'),
    ...words('invalid_incorporation_date'),
    ...reference,
    ...both('legal_name', 'tax_id', 'tax_id_type'),
    ...addresses,
    ...contacts,
  ],
  'External accounts': [
    ...words('unknown_id unknown_account_reference_id duplicate_account_reference_id'),
    ...both('account_reference_id', 'customer_reference_id', 'customer_resource_type', 'account_type'),
    ...both('routing_number', 'account_number', 'account_holder_name'),
  ],
  Transfers: [
    ...words(
      'duplicate_transfer_reference_id missing_source_and_destination invalid_transfer_group_id invalid_schedule_id invalid_reason_code',
    ),
    ...words('invalid_created_by invalid_amount_min invalid_amount_max invalid_rail invalid_use_case'),
    ...['invalid_bulk_transfer_id', ...both('subledger_reference_id')],
    ...words('invalid_account_statement_descriptor unknown_enterprise_external_account'),
    ...both('source_account_reference_id', 'destination_account_reference_id'),
    ...both('source_customer_reference_id', 'destination_customer_reference_id'),
    ...both('transfer_reference_id', 'amount', 'currency', 'speed'),
  ],
  'Transfer groups': [
    ...words('unknown_id duplicate_transfer_group_reference_id'),
    ...both('transfer_group_reference_id'),
    ...both('transfer_group_source_account_reference_id', 'transfer_group_destination_account_reference_id'),
    ...both('transfer_group_source_customer_reference_id', 'transfer_group_destination_customer_reference_id'),
  ],
  Schedules: [
    ...words(
      'unknown_id duplicate_schedule_reference_id missing_source_and_destination too_many_schedules schedule_ended',
    ),
    ...words('invalid_occurrence_count invalid_schedule_status invalid_missed invalid_end_on_failures'),
    ...words('invalid_account_statement_descriptor unknown_enterprise_external_account'),
    ...both('source_account_reference_id', 'destination_account_reference_id'),
    ...both('source_customer_reference_id', 'destination_customer_reference_id'),
    ...both('schedule_reference_id', 'schedule_start_date', 'schedule_recurrence', 'amount', 'currency', 'speed'),
    ...both('subledger_reference_id'),
  ],
  Subledgers: [
    ...words('unknown_id duplicate_subledger_reference_id too_many_subledgers subledger_not_empty subledger_in_use'),
    ...words('duplicate_book_transfer_reference_id missing_source_and_destination invalid_closed_with_balance'),
    ...both('subledger_reference_id', 'customer_reference_id', 'book_transfer_reference_id', 'amount', 'currency'),
    ...both('book_transfer_source_subledger_reference_id', 'book_transfer_destination_subledger_reference_id'),
  ],
  'Bulk transfers': [
    ...words('unknown_id duplicate_bulk_reference_id bulk_not_uploading bulk_not_ready bulk_not_cancelable'),
    ...words('part_conflict invalid_part_number invalid_part unknown_column duplicate_column'),
    ...words('missing_parts bulk_empty too_many_rows expected_rows_mismatch invalid_expected_rows'),
    ...words('invalid_expected_amount invalid_on_duplicate invalid_review invalid_execute_at invalid_bulk_status'),
    ...words('invalid_row_status'),
    ...both('bulk_reference_id', 'mode', 'format', 'parts', 'content_digest'),
  ],
  Reports: [
    ...words('unknown_id report_not_ready too_many_reports invalid_report_scope invalid_report_status invalid_kind'),
    ...both('start_time', 'end_time', 'subledger_reference_id', 'format', 'date', 'start_date', 'end_date', 'resource'),
    'invalid_filters',
  ],
  Controls: [
    ...words(
      'duplicate_name too_many_policies conditions_do_not_apply not_enough_approvers own_approval_forbidden not_an_approver',
    ),
    ...words(
      'approval_subject_changed already_decided approval_closed step_up_required still_enabled change_not_possible',
    ),
    ...words('invalid_expires_after_hours invalid_step_up invalid_mine invalid_subject_type invalid_subject_id'),
    ...both('name', 'applies_to', 'conditions', 'required', 'approvers', 'enabled'),
    ...words('too_many_limits invalid_who invalid_max_count'),
    ...both('per', 'direction', 'window', 'action', 'max_amount'),
    ...both('decision', 'items', 'id', 'digest', 'comment'),
  ],
  Verify: [
    ...words('unknown_id account_not_valid control_not_requested control_canceled invalid_external_account_id'),
    ...words(
      'invalid_type invalid_email invalid_person invalid_business invalid_phone_number invalid_ssn invalid_tax_id',
    ),
    ...words('invalid_sender_name invalid_verification_status invalid_ownership_status invalid_control_status'),
    ...words('invalid_debit_status'),
    ...both('account_number', 'routing_number', 'account_holder_name', 'first_name', 'last_name', 'business_name'),
    ...both('statement_code'),
  ],
  Portal: [
    ...words('unknown_id duplicate_name too_many_clients last_administrator invalid_scopes invalid_require_api_key'),
    ...words(
      'invalid_customer_requirements invalid_unique_account_details own_user invalid_verify_daily_max invalid_use_cases invalid_return_guard invalid_return_guard_min_entries invalid_return_guard_min_returns',
    ),
    ...words('invalid_require_mfa invalid_portal_idle_minutes invalid_portal_session_hours'),
    ...words('invalid_debit_requires_validation invalid_verify_gates_accounts invalid_subledger_required'),
    ...words('invalid_action invalid_subject_type invalid_subject_id invalid_actor'),
    ...words('invalid_dual_control not_enough_administrators'),
    ...both('name', 'role'),
  ],
  'Portal pages': [
    ...words(
      'unknown_id duplicate_name too_many_views invalid_step invalid_columns invalid_error_code invalid_request_id',
    ),
    ...both('q', 'page', 'name', 'query', 'shared'),
  ],
  Webhooks: both('event_types', 'url', 'enabled'),
  Ledger: words('invalid_transfer_id invalid_account invalid_format invalid_subledger_id'),
  Sandbox: [...both('amount', 'kind', 'code', 'banking_days'), ...words('invalid_to invalid_leg')],
};

/** The service's own codes: what the interface leaves open, each with the reason why it is there. */
const OWN: Readonly<Record<string, string>> = {
  not_found: 'no such address',
  method_not_allowed: 'the address exists, the method does not',
  bad_request: 'no valid HTTP',
  missing_service_version: 'the version header is demanded, so its absence has a code',
  invalid_service_version: 'there is one version',
  unsupported_media_type: 'bodies are JSON',
  invalid_json: 'the body cannot be read',
  invalid_body: 'the body is no object',
  invalid_query_parameter: 'a mistyped filter must not return everything',
  invalid_type: 'a search may be for some kinds of resources only',
  invalid_from_date: 'the dates of a rule may be asked for from a day on',
  payload_too_large: 'bodies have a limit',
  too_many_requests: 'the token operation can answer 429',
  internal_server_error: 'status 500 has a body too',
  service_unavailable: 'status 503 has a body too',
  unauthorized: 'promised for every operation',
  forbidden: 'promised for every operation',
  invalid_grant_type: 'OAuth knows other grants; this service does not',
  invalid_scope: 'a token may be narrowed, to what the client holds',
  invalid_idempotency_key: 'keys have a form',
  idempotency_key_in_use: 'a duplicate may arrive while the first is in progress',
  idempotency_key_reused: 'a key stands for one request',
  unknown_id: 'transfers and webhook configurations have ids too',
  resource_closed: 'closed resources stay as they are',
  missing_metadata: 'it is all that can be changed of a transfer',
  transfer_not_cancelable: 'a payment that has gone cannot be called back',
  outcome_not_possible: 'the sandbox cannot undo what has happened',
  invalid_customer_reference_id: 'transfers are listed by the customers of their parties',
  invalid_account_reference_id: 'transfers are listed by the accounts of their parties',
  invalid_metadata: 'metadata has limits, and the tables no code for them',
  invalid_contacts_value: 'e-mail addresses and websites have rules, and the tables only name that of phones',
  duplicate_account_details: 'an enterprise may want every account once',
  missing_routing_numbers: 'instant networks are asked for by routing numbers',
  invalid_routing_numbers: 'instant networks are asked for by routing numbers',
  invalid_routing_number: 'the rails to a bank are asked for by its routing number, as accounts are made with it',
  invalid_amount: 'the rails to a bank depend on the amount, as a transfer does',
  invalid_speed: 'the rails to a bank depend on the speed, as a transfer does',
  invalid_source_statement_display_name: 'a party has a name for statements',
  invalid_destination_statement_display_name: 'a party has a name for statements',
  missing_tax_id: 'such a transfer needs the tax id of the business',
  missing_tax_id_type: 'such a transfer needs the tax id of the business',
  missing_addresses: 'such a transfer needs the address of the business',
  too_many_webhook_configurations: 'deliveries cost, so there is a limit',
  missing_event_type: 'a test event has a type',
  invalid_event_type: 'there are so many event types',
  missing_data: 'a test event has data',
  invalid_data: 'a test event has data',
  invalid_resource_id: 'events are found by their resource',
  missing_since: 'a recovery begins somewhere',
  invalid_since: 'a recovery begins somewhere',
  invalid_follow: 'a stream goes on or ends',
  invalid_bank_file_state: 'files are found by their state',
  invalid_exception_state: 'what needs a decision is found by its state',
  invalid_break_state: 'differences are found by their state',
  invalid_break_kind: 'differences are found by their kind',
  invalid_connection: 'statements are found by their connection',
  invalid_open: 'lines of a statement are found by whether anything matches them',
  missing_decision_reason: 'a decision is recorded with its reason',
  invalid_decision_reason: 'a decision is recorded with its reason',
  invalid_old_file_name: 'who replaces a file types its name',
  invalid_end_to_end_id: 'a return is applied to the entry that is meant',
  shared_connection: 'a file of several enterprises is the operator’s',
  bank_file_not_changeable: 'a file that has left cannot be held',
  exception_not_resolvable: 'what was resolved already stays so',
  mfa_required: 'a password alone is not enough where there is a second factor',
  mfa_already_enrolled: 'a second factor is removed before another one is set up',
  mfa_not_enrolled: 'what is not set up cannot be confirmed or removed',
  session_required: 'only a session in a browser can be stepped up',
  step_up_required: 'a token that was left open must not show secrets',
  missing_name: 'users log in by name, in a browser too',
  invalid_name: 'users log in by name, in a browser too',
  missing_password: 'users log in by password, in a browser too',
  invalid_password: 'a step-up checks the password',
  missing_token: 'a login that waits for a code is named by its token',
  invalid_token: 'a login that waits for a code is named by its token',
  missing_code: 'a second factor is a code',
  invalid_code: 'a second factor is a code',
  missing_preferences: 'the page stores preferences for a user',
  invalid_preferences: 'the page stores preferences for a user',
  missing_current_password: 'only the owner of a password changes it',
  invalid_current_password: 'only the owner of a password changes it',
  missing_link: 'a user whom an administrator made chooses a password by a link',
  invalid_link: 'a user whom an administrator made chooses a password by a link',
  invalid_link_code: 'with dual control, a link needs a code',
  missing_new_password: 'a password is changed to another one',
  invalid_new_password: 'passwords that many people use are refused',
};

const LIST_PARAMETERS = words('size index after start_time end_time status id');
const listCode = (code: string) => LIST_PARAMETERS.some((name) => code === `invalid_${name}`);

let errors: readonly DescribedError[];
let operations: readonly DescribedOperation[];

beforeAll(async () => {
  operations = operationsOf(await previewApplication());
  errors = describeErrors(operations, documentedErrors);
});

const codesOf = (group: string) => [...new Set(errors.filter((each) => each.group === group).map(({ code }) => code))];

describe('the catalogue of errors', () => {
  it.each(Object.entries(PROMISED))('returns every documented code of %s', (group, promised) => {
    const codes = codesOf(group);
    const unbound = errors.filter((each) => each.group === group && each.operations.length === 0);
    expect(promised.filter((code) => !codes.includes(code))).toEqual([]);
    expect(unbound).toEqual([]);
  });

  it('has no code that is neither promised nor explained here', () => {
    const strangers = errors.filter(
      ({ group, code }) => !PROMISED[group]?.includes(code) && !(code in OWN) && !listCode(code),
    );
    expect(strangers.map(({ group, code }) => `${group}: ${code}`)).toEqual([]);
  });

  it('explains no code that is not there', () => {
    const codes = new Set(errors.map(({ code }) => code));
    expect(Object.keys(OWN).filter((code) => !codes.has(code))).toEqual([]);
  });

  it('returns 404 for unknown ids and 400 for other broken rules', () => {
    const resources = errors.filter(({ group }) => group in PROMISED && group !== 'Authentication');
    // Who decides about an approval is a question of rights.
    const rights = ['own_approval_forbidden', 'not_an_approver', 'step_up_required'];
    // What a bulk transfer takes depends on its status.
    const conflicts = [
      'bulk_not_uploading',
      'bulk_not_ready',
      'bulk_not_cancelable',
      'part_conflict',
      'report_not_ready',
    ];
    const statusOf = (code: string) => {
      if (conflicts.includes(code)) return 409;
      if (code === 'too_many_reports') return 429;
      return code === 'unknown_id' ? 404 : rights.includes(code) ? 403 : 400;
    };
    const odd = resources.filter(({ code, status }) => status !== statusOf(code));
    expect(odd).toEqual([]);
  });

  it('knows every table of errors, and every code that stands in the sources', () => {
    const libs = join(__dirname, '../../libs');
    const sources = readdirSync(libs, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.ts') && !path.endsWith('spec.ts') && !/node_modules|^kernel/.test(path),
    );
    const texts = sources.map((path) => [path, readFileSync(join(libs, path), 'utf8')] as const);
    const written = texts.flatMap(([, text]) =>
      [...text.matchAll(/error_code: '(\w+)'/g)].map(([, code = '']) => code),
    );
    const tables = texts
      .filter(([, text]) => text.includes('defineErrors({'))
      .flatMap(([path]) => Object.values(jest.requireActual<Record<string, ErrorTable<string>>>(join(libs, path))))
      .flatMap(({ definitions }) => Object.keys(definitions ?? {}));
    const known = new Set([
      ...errors.map(({ code }) => code),
      'enterprise_name_taken',
      'unknown_owner',
      'credit_reference_taken',
    ]);
    expect(tables.length).toBeGreaterThan(30);
    expect([...written, ...tables].filter((code) => !known.has(code))).toEqual([]);
  });
});

describe('the messages of errors', () => {
  const STATES = /^[^ ].* (is required|must|cannot|is already|already exists|is not|has)\b/;

  it('say what was expected of the field', () => {
    const ofFields = errors.filter(({ field }) => field !== undefined);
    expect(ofFields.filter(({ message }) => !STATES.test(message)).map(({ message }) => message)).toEqual([]);
  });

  it('begin with the name of the field', () => {
    const ofFields = errors.filter(({ field }) => field !== undefined && !field.includes('.'));
    const odd = ofFields.filter(({ code, field = '', message }) => code.endsWith(field) && !message.includes(field));
    expect(odd.map(({ message }) => message)).toEqual([]);
  });

  it('end with a period unless they are a bare rule of a field', () => {
    const isSentence = ({ field, message }: DescribedError) => field === undefined || /[.] [A-Z]/.test(message);
    const odd = errors.filter((error) => error.message.endsWith('.') !== isSentence(error));
    expect(odd.map(({ message }) => message)).toEqual([]);
    expect(errors.filter(({ message }) => message.includes('\n'))).toEqual([]);
  });
});

describe('the messages of errors', () => {
  const LONGEST = 240;
  const INSIDE =
    /\b(database|table|row|sql|postgres|redis|queue|outbox|tenant|exception|undefined|stack|null|regex|dto)\b/i;
  /** What was expected, or what can be done: without it a message only complains. */
  const HELPS = /\b(must|required)\b|[.] [A-Z]|^No .* exists\b/;
  /** Words of the catalogue are listed in full, however many there are. */
  const listsWords = (message: string) => (message.match(/'/g) ?? []).length > 6;

  it('are short enough to be read', () => {
    const long = errors.filter(({ message }) => message.length > LONGEST && !listsWords(message));
    expect(long.map(({ message }) => message)).toEqual([]);
  });

  it('reveal no implementation details', () => {
    expect(errors.filter(({ message }) => INSIDE.test(message)).map(({ message }) => message)).toEqual([]);
  });

  it('begin with a capital letter, or with a field as the client writes it', () => {
    const odd = errors.filter(
      ({ message, field }) => !/^[A-Z]/.test(message) && !/^[a-z][a-z0-9_.]*[ ,]/.test(message + (field ?? '')),
    );
    expect(odd.map(({ message }) => message)).toEqual([]);
  });

  it('say what is expected, or what to do', () => {
    const helpless = errors.filter(({ message, field }) => field === undefined && !HELPS.test(message));
    expect(helpless.map(({ message }) => message)).toEqual([]);
  });
});
