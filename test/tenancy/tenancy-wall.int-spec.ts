import { newId } from '@payments/kernel';
import { Transactions } from '@payments/persistence';
import { Client, escapeIdentifier } from 'pg';
import { DataSource } from 'typeorm';
import { storeException, storeFile, storeStatement } from '../support/rails/files-at-bank.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';
import { itOnOneServer } from '../support/skip-unless.js';

const ifOneServer = itOnOneServer('A statement over all enterprises asks all servers');

const SCHEMAS = [
  ...['platform', 'auth', 'customers', 'accounts', 'ledger', 'rails', 'transfers', 'schedules', 'verify', 'sandbox'],
  ...['portal', 'webhooks', 'controls', 'subledgers', 'bulk', 'reports'],
];

/** Tables with an enterprise_id that one role reads over all enterprises in whole rows, and why. */
const NOT_WALLED: Readonly<Record<string, string>> = {
  'auth.credential_directory': 'global: it answers whose credential it is, before anybody is known',
};
/** Tables without an enterprise_id, and why. */
const GLOBAL: Readonly<Record<string, string>> = {
  'auth.login_failures': 'counts failures of names that may be nobody’s, by a keyed hash',
  'auth.rate_limits': 'counts requests of addresses too, by a keyed hash',
  'auth.signing_keys': 'one set of keys signs the tokens of all enterprises',
  'auth.token_issuer': 'the tokens of all enterprises have one issuer',
  'bulk.transitions': 'the table of legal transitions is the same for everybody',
  'platform.sweep_turns': 'one worker at a time does the rounds of all enterprises',
  'rails.batches': 'what each enterprise has in a file of all of them',
  'rails.breaks': 'a difference with a bank may be nobody’s',
  'rails.connection_leases': 'one worker at a time works on a connection to a bank',
  'rails.connections': 'a connection to a bank carries files of several enterprises',
  'rails.documents': 'the bytes of a file are of several enterprises; sealed',
  'rails.entry_transitions': 'the transitions of entries are the same for all enterprises',
  'rails.exceptions': 'whose entry a bank means may be what is not known',
  'rails.file_transitions': 'the transitions of files are the same for all enterprises',
  'rails.files': 'a file to a bank holds entries of several enterprises',
  'rails.inbound_files': 'a file from a bank holds entries of several enterprises',
  'rails.inbound_transitions': 'the transitions of files from banks are the same for all enterprises',
  'rails.participant_states': 'who takes no payments on a network is the same for all enterprises of a connection',
  'rails.payloads': 'the bytes of a file are of several enterprises; sealed',
  'rails.reconciliations': 'a comparison is of a connection, which carries files of several enterprises',
  'rails.statement_lines': 'a line of a statement may be of several enterprises, or of none',
  'rails.statements': 'the account of a connection holds the money of all of its enterprises',
  'rails.trace_counters': 'trace numbers are unique in a connection, whoever sends',
  'reports.transitions': 'the table of legal transitions is the same for everybody',
  'transfers.ach_banks': 'which banks take ACH entries is the same for everybody',
  'transfers.leg_direct_transitions': 'the transitions of legs in one step are the same for all enterprises',
  'transfers.leg_transitions': 'the transitions of legs in any number of steps are the same for all enterprises',
  'transfers.participation': 'which instant networks reach a bank is the same for everybody',
  'transfers.result_cursors': 'a processor tells the results of all enterprises in one order',
  'transfers.set_aside_results': 'who a result is for may be what is wrong with it',
  'transfers.transitions': 'the table of legal transitions is the same for everybody',
};
/** Unique keys that do not start with enterprise_id, and why. */
const GLOBAL_KEYS: Readonly<Record<string, string>> = {
  'platform.enterprises enterprises_name': 'an enterprise is itself global, and its name is unique over all',
  'auth.credential_directory credential_directory_pkey': 'found by the credential, before the enterprise is known',
};
/** What the relay reads across enterprises: enough to find due work, and states and times for gauges. */
const RELAY_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  'accounts.external_accounts': ['updated_at'],
  'controls.debit_days': [
    'administrative',
    'day',
    'enterprise_id',
    'entries',
    'originator',
    'returned',
    'unauthorized',
  ],
  'customers.screening_runs': ['customers', 'finished_at', 'screened'],
  'platform.dead_letters': ['enterprise_id', 'queue'],
  'platform.events': ['enterprise_id', 'id', 'position'],
  'platform.tasks': ['enterprise_id', 'lease_token', 'queue', 'run_at'],
  'rails.entries': [
    ...['connection', 'cut_at', 'cutoff_at', 'enterprise_id', 'file_id', 'rail', 'settle_at', 'state', 'window_key'],
  ],
  'rails.postings': [
    ...['amount', 'batch', 'batch_key', 'class', 'connection', 'count', 'created_at', 'day', 'direction'],
    ...['end_to_end_id', 'enterprise_id', 'entry_id', 'entry_refs', 'file', 'file_id', 'id', 'key', 'kind'],
    ...['match_id', 'matched_by', 'refs'],
  ],
  'rails.results': ['enterprise_id', 'reported_at'],
  'rails.return_counts': ['code', 'connection', 'day', 'debits', 'enterprise_id'],
  'rails.reversals': ['approved_by', 'connection', 'enterprise_id', 'made_at'],
  'transfers.legs': ['rail', 'status', 'updated_at'],
  'webhooks.configurations': ['enabled'],
  'webhooks.failing_endpoints': ['probe_at'],
};
/** Rows of enterprises that it changes: a comparison of a connection marks what matched, whoever it belongs to. */
const RELAY_MARKS = 'rails.postings';
/** And tables without an enterprise: files to banks, the result cursors of processors, and results that no inbox took. */
const RELAY_TABLES: Readonly<Record<string, readonly string[]>> = {
  'platform.sweep_turns': ['held_until', 'holder', 'sweep'],
  'rails.batches': [
    ...['batch_key', 'batch_no', 'connection', 'credit', 'debit', 'entries', 'file_id', 'first_trace'],
    ...['for_enterprise', 'hash', 'header', 'last_trace', 'offset_trace', 'records'],
  ],
  'rails.breaks': [
    ...['batch', 'connection', 'day', 'difference', 'end_to_end_id', 'expected', 'file', 'file_id', 'first_seen_at'],
    ...['for_enterprise', 'found', 'id', 'key', 'kind', 'last_seen_at', 'line_id', 'resolved_at'],
  ],
  'rails.connection_leases': [
    ...['connection', 'failed_at', 'failure', 'failures', 'lease_until', 'retry_at', 'succeeded_at', 'token', 'work'],
  ],
  'rails.connections': ['connection', 'file_sequence'],
  'rails.documents': ['chunks', 'connection', 'created_at', 'id', 'master_key_id', 'sha256', 'size', 'wrapped_key'],
  'rails.file_transitions': ['from_state', 'to_state'],
  'rails.files': [
    ...['acknowledged_at', 'attempts', 'batches', 'code', 'connection', 'copies', 'created_at', 'creation_date'],
    ...['credit', 'cut_at', 'cut_by', 'cutoff_at', 'debit', 'document_id', 'entries', 'entries_become', 'epoch'],
    ...['file_name', 'format', 'id', 'inquiries', 'last_error', 'may_exist', 'message_id', 'modifier'],
    ...['next_attempt_at', 'part', 'plain_sha256', 'postings_version', 'purpose', 'rail'],
    ...['reason', 'released_by', 'sha256', 'size', 'state', 'status_due_at', 'updated_at', 'upload_by', 'uploaded_at'],
    ...['version', 'window_key'],
  ],
  'rails.exceptions': [
    ...['amount', 'code', 'connection', 'created_at', 'decision', 'detail', 'direction', 'due_date', 'end_to_end_id'],
    ...['file_id'],
    ...['for_enterprise', 'id', 'inbound_id', 'key', 'kind', 'line', 'original_trace', 'resolution', 'resolved_at'],
    ...['resolved_by', 'state', 'trace'],
  ],
  'rails.inbound_files': [
    ...['applied_at', 'attempts', 'batches', 'connection', 'diagnostics', 'directory', 'document_id', 'duplicate_of'],
    ...['entries', 'fetched_at', 'id', 'kind', 'lease_token', 'lease_until', 'listed_size', 'modified_at', 'name'],
    ...['reason', 'sha256', 'size', 'state', 'updated_at', 'waived', 'waivers'],
  ],
  'rails.inbound_transitions': ['from_state', 'to_state'],
  'rails.participant_states': [
    ...['code', 'connection', 'event_at', 'inbound_id', 'is_off', 'rail', 'routing_number', 'told_at'],
  ],
  'rails.payloads': ['bytes', 'chunk', 'document_id'],
  'rails.reconciliations': [
    ...['connection', 'day', 'finished_at', 'first_day', 'opening_difference', 'started_at', 'unreconciled'],
  ],
  'rails.statement_lines': [
    ...['amount', 'booking_day', 'class', 'code', 'connection', 'direction', 'explained_as', 'explained_for'],
    ...[
      'explained_with',
      'id',
      'is_open',
      'is_reversal',
      'line',
      'match_id',
      'matched_by',
      'payments',
      'position',
      'refs',
      'statement_id',
    ],
    ...['status', 'text', 'value_day'],
  ],
  'rails.statements': [
    ...['account', 'bank_id', 'closing', 'connection', 'credits', 'day', 'debits', 'digest', 'format', 'id'],
    ...['inbound_id', 'is_interim', 'is_last_page', 'lines', 'opening', 'ordinal', 'page', 'proof', 'purpose'],
    ...['received_at', 'reconciled_at', 'sequence', 'state', 'status', 'told_at'],
  ],
  'rails.trace_counters': ['connection', 'epoch', 'next'],
  'transfers.result_cursors': ['cursor', 'lease_token', 'lease_until', 'processor'],
  'transfers.set_aside_results': [
    'close_reason',
    'closed_at',
    'end_to_end_id',
    'for_enterprise',
    'id',
    'kind',
    'page_cursor',
    'position',
    'problem',
    'processor',
    'processor_result_id',
    'reason',
    'set_aside_at',
  ],
};

/** Views over tables without an enterprise: they are the wall themselves, with the rights of their owner. */
const OWN_VIEWS: Readonly<Record<string, { readonly owner: string; readonly of: string }>> = {
  'rails.own_batches': { owner: 'enterprise_id', of: 'rails.batches' },
  'rails.own_breaks': { owner: `substr(connection, 3)`, of: 'rails.breaks' },
  'rails.own_exceptions': { owner: 'for_enterprise', of: 'rails.exceptions' },
  'rails.own_files': { owner: 'enterprise_id', of: 'rails.batches' },
  'rails.own_statement_lines': { owner: `substr(connection, 3)`, of: 'rails.statement_lines' },
  'rails.own_statements': { owner: `substr(connection, 3)`, of: 'rails.statements' },
};

/** What it does with them, if it is not to add and change rows. */
const RELAY_RIGHTS: Readonly<Record<string, readonly string[]>> = {
  'rails.batches': ['INSERT', 'SELECT'],
  'rails.documents': ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  'rails.file_transitions': ['SELECT'],
  'rails.inbound_transitions': ['SELECT'],
  'rails.participant_states': ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  'rails.payloads': ['DELETE', 'INSERT', 'SELECT'],
};

/** Whose rows retention removes over all enterprises, and the columns that it finds them by. */
const RETENTION_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  'platform.idempotency_keys': ['enterprise_id', 'expires_at', 'key_hash'],
};
/** What retention and the invariants find and do in the tables of one enterprise at a time. */
const TENANT_RETENTION: Readonly<
  Record<string, { readonly columns: readonly string[]; readonly does: readonly string[] }>
> = {
  'accounts.account_details': {
    columns: [
      ...['account_holder_name', 'account_id', 'account_type', 'details_version', 'enterprise_id', 'routing_number'],
    ],
    does: [],
  },
  'auth.refresh_families': { columns: ['enterprise_id', 'expires_at', 'id'], does: ['DELETE'] },
  'ledger.balance_checkpoints': {
    columns: ['balances', 'enterprise_id', 'entry_count', 'last_entry_id'],
    does: ['INSERT', 'SELECT', 'UPDATE'],
  },
  'ledger.balances': { columns: ['account', 'balance', 'enterprise_id'], does: [] },
  'ledger.credits': { columns: ['amount', 'enterprise_id', 'id'], does: [] },
  'ledger.entries': {
    columns: [
      ...[
        'amount',
        'created_at',
        'credit_account',
        'credit_book',
        'debit_account',
        'debit_book',
        'enterprise_id',
        'id',
        'kind',
      ],
      ...['leg', 'position', 'subject_id'],
    ],
    does: [],
  },
  'ledger.book_balances': { columns: ['account', 'balance', 'book', 'enterprise_id'], does: [] },
  'subledgers.book_transfers': {
    columns: ['amount', 'destination_id', 'enterprise_id', 'id', 'source_id', 'status', 'updated_at'],
    does: [],
  },
  'subledgers.subledgers': {
    columns: [
      ...['closed_at', 'customer_reference_id', 'customer_resource_type', 'enterprise_id', 'id'],
      'subledger_reference_id',
    ],
    does: [],
  },
  'ledger.doors': { columns: ['enterprise_id', 'last_position'], does: [] },
  'controls.approvals': {
    columns: ['contributors', 'enterprise_id', 'id', 'owner', 'policies', 'requested_by', 'status', 'updated_at'],
    does: [],
  },
  'controls.counted': {
    columns: ['amount', 'bucket', 'enterprise_id', 'limit_id', 'subject', 'transfer_id'],
    does: ['DELETE'],
  },
  'controls.usage': {
    columns: ['amount', 'bucket', 'count', 'enterprise_id', 'limit_id', 'subject'],
    does: ['DELETE'],
  },
  'controls.debit_days': {
    columns: ['administrative', 'day', 'enterprise_id', 'entries', 'originator', 'returned', 'unauthorized'],
    does: [],
  },
  'controls.day_totals': { columns: ['day', 'enterprise_id'], does: ['DELETE'] },
  'controls.decisions': {
    columns: ['approval_id', 'decision', 'enterprise_id', 'policies', 'user_name'],
    does: [],
  },
  'platform.audit': { columns: ['created_at', 'enterprise_id', 'id'], does: ['DELETE'] },
  'platform.event_positions': { columns: ['enterprise_id', 'last_position'], does: [] },
  'platform.events': {
    columns: [
      ...['created_at', 'enterprise_id', 'id', 'position', 'resource_id', 'resource_type', 'sequence', 'test', 'type'],
    ],
    does: ['DELETE'],
  },
  'platform.invariant_runs': {
    columns: ['checked_at', 'checked_fully_at', 'checked_until', 'enterprise_id'],
    does: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  },
  'platform.invariant_violations': {
    columns: ['enterprise_id', 'first_seen_at', 'invariant', 'last_seen_at', 'message', 'subject'],
    does: ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
  },
  'platform.tasks': { columns: ['enterprise_id', 'lease_token', 'queue', 'run_at', 'subject_id'], does: [] },
  'portal.refused_requests': { columns: ['enterprise_id', 'id'], does: ['DELETE'] },
  'rails.entries': {
    columns: ['amount', 'batch_key', 'end_to_end_id', 'enterprise_id', 'file_id', 'id', 'state', 'updated_at'],
    does: ['DELETE'],
  },
  'rails.inquiries': { columns: ['end_to_end_id', 'enterprise_id', 'inquiry_id'], does: ['DELETE'] },
  'rails.postings': { columns: ['created_at', 'enterprise_id', 'id', 'match_id'], does: ['DELETE'] },
  'rails.reversals': { columns: ['created_at', 'enterprise_id', 'id'], does: ['DELETE'] },
  'rails.return_counts': { columns: ['code', 'connection', 'day', 'enterprise_id'], does: ['DELETE'] },
  'rails.results': {
    columns: ['created_at', 'end_to_end_id', 'enterprise_id', 'id', 'key', 'kind', 'reported_at'],
    does: ['DELETE'],
  },
  'bulk.bulk_transfers': {
    columns: [
      ...[
        'approval',
        'confirmed_at',
        'created',
        'ended_at',
        'enterprise_id',
        'id',
        'mode',
        'refused',
        'review',
        'rows',
      ],
      ...['skipped', 'status', 'updated_at', 'validated'],
    ],
    does: [],
  },
  'bulk.chunks': { columns: ['bulk_id', 'enterprise_id', 'id', 'is_done'], does: ['DELETE'] },
  'bulk.funds': { columns: ['amount', 'book', 'bulk_id', 'enterprise_id'], does: [] },
  'bulk.outcomes': { columns: ['bulk_id', 'changed_at', 'completed', 'enterprise_id', 'failed'], does: ['UPDATE'] },
  'bulk.parts': { columns: ['bulk_id', 'enterprise_id', 'number', 'received_at'], does: ['DELETE'] },
  'bulk.rows': { columns: ['bulk_id', 'enterprise_id', 'number', 'status', 'transfer_id'], does: ['DELETE'] },
  'ledger.day_ends': { columns: ['account', 'balance', 'book', 'day', 'enterprise_id'], does: [] },
  'ledger.days': { columns: ['closed_at', 'day', 'enterprise_id', 'last_position'], does: [] },
  'reports.parts': { columns: ['enterprise_id', 'made_at', 'number', 'report_id', 'size'], does: ['DELETE'] },
  'reports.reports': {
    columns: ['bytes', 'completed_at', 'enterprise_id', 'error', 'id', 'kind', 'parts', 'status', 'updated_at'],
    does: [],
  },
  'schedules.occurrences': {
    columns: ['created_at', 'enterprise_id', 'occurrence_date', 'schedule_id', 'status', 'transfer_id'],
    does: [],
  },
  'schedules.schedules': {
    columns: ['ended_at', 'enterprise_id', 'id', 'made', 'refused', 'skipped', 'updated_at'],
    does: [],
  },
  'transfers.legs': {
    columns: [
      ...['amount', 'effective_date', 'enterprise_id', 'hold_until', 'id', 'network_reason_code', 'rail', 'side'],
      ...['status', 'transfer_id'],
    ],
    does: [],
  },
  'transfers.processor_results': {
    columns: ['applied_at', 'end_to_end_id', 'enterprise_id', 'id', 'kind', 'processor_result_id'],
    does: ['DELETE'],
  },
  'transfers.reconciliation_breaks': {
    columns: ['end_to_end_id', 'enterprise_id', 'resolved_at'],
    does: ['DELETE'],
  },
  'transfers.status_history': { columns: ['enterprise_id', 'position', 'status', 'transfer_id'], does: [] },
  'transfers.transfers': {
    columns: [
      ...['bulk_transfer_id', 'created_at', 'enterprise_id', 'gate', 'id', 'schedule_id', 'sequence', 'status'],
      'subledger_id',
      'updated_at',
    ],
    does: [],
  },
  'verify.accounts': {
    columns: [
      ...['control_status', 'control_until', 'enterprise_id', 'erased_at', 'id', 'updated_at', 'verification_status'],
    ],
    does: ['DELETE', 'UPDATE'],
  },
  'verify.probes': {
    columns: [...['account_id', 'amount', 'enterprise_id', 'hold_until', 'id', 'rail', 'side', 'status', 'updated_at']],
    does: ['DELETE'],
  },
  'webhooks.attempts': { columns: ['attempted_at', 'delivery_id', 'enterprise_id', 'id'], does: ['DELETE'] },
  'webhooks.configurations': { columns: ['enabled', 'enterprise_id', 'event_types', 'id', 'updated_at'], does: [] },
  'webhooks.deliveries': {
    columns: ['configuration_id', 'enterprise_id', 'event_id', 'id', 'status'],
    does: ['DELETE'],
  },
  'webhooks.notices': {
    columns: ['created_at', 'deliveries', 'enterprise_id', 'id'],
    does: ['DELETE', 'INSERT', 'UPDATE'],
  },
  'webhooks.recoveries': { columns: ['created_at', 'enterprise_id', 'id'], does: ['DELETE'] },
};
/** Tables without an enterprise that it prunes, and the columns it reads. */
const GLOBAL_RETENTION: Readonly<Record<string, readonly string[]>> = {
  'auth.login_failures': ['expires_at', 'key'],
  'auth.rate_limits': ['at_ms', 'key'],
  'rails.batches': ['batch_key', 'credit', 'debit', 'entries', 'file_id', 'for_enterprise'],
  'rails.breaks': ['id', 'resolved_at'],
  'rails.documents': ['created_at', 'id'],
  'rails.exceptions': [
    'decision',
    'end_to_end_id',
    'file_id',
    'for_enterprise',
    'id',
    'inbound_id',
    'resolved_at',
    'state',
  ],
  'rails.files': [
    ...['acknowledged_at', 'batches', 'credit', 'debit', 'document_id', 'entries', 'entries_become', 'id', 'state'],
    ...['updated_at', 'uploaded_at'],
  ],
  'rails.payloads': ['document_id'],
  'rails.statement_lines': ['id', 'is_open', 'statement_id'],
  'rails.statements': ['id', 'received_at'],
};
/** And one whose rows stay without what they refer to. */
const GLOBAL_ERASURE: Readonly<Record<string, readonly string[]>> = {
  'rails.inbound_files': ['document_id', 'id', 'state', 'updated_at'],
};
/** Retention finds the enterprises here, and sees nothing of them but their ids. */
const DIRECTORY_OF_RETENTION = 'platform.enterprises';
/** Where the worker finds the enterprises that a new screening list is not in force for. */
const SCREENED_ENTERPRISES = 'customers.screening_runs';
/** What the checks of stored amounts compare, beside what retention reads. */
const CHECKED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  'bulk.bulk_transfers': ['amount', 'expected_amount', 'sequence'],
  'bulk.rows': ['amount'],
  'controls.approvals': ['digest', 'sequence', 'subject', 'subject_id', 'subject_type'],
  'controls.decisions': ['decided_at'],
  'ledger.book_balances': ['updated_at'],
  'ledger.credits': ['created_at', 'reference'],
  'ledger.doors': ['last_at'],
  'ledger.entries': ['attempt', 'banking_at'],
  'platform.audit': ['action', 'actor', 'subject_id', 'subject_type'],
  'platform.enterprises': ['environment'],
  'platform.events': ['data'],
  'rails.entries': [
    'code',
    'connection',
    'effective_date',
    'epoch',
    'name',
    'rail',
    'return_trace',
    'reverses',
    'routing_number',
    'side',
    'trace',
    'transaction_code',
  ],
  'rails.exceptions': ['amount', 'code', 'connection', 'direction', 'original_trace', 'trace'],
  'rails.files': ['postings_version', 'rail', 'version'],
  'rails.own_statements': [
    'closing',
    'connection',
    'created_at',
    'credits',
    'day',
    'debits',
    'enterprise_id',
    'has_gap',
    'id',
    'opening',
    'reconciled_at',
    'sequence',
    'state',
  ],
  'rails.postings': [
    'amount',
    'batch_key',
    'connection',
    'count',
    'day',
    'direction',
    'end_to_end_id',
    'entry_refs',
    'file_id',
    'key',
    'kind',
  ],
  'rails.statement_lines': ['amount', 'direction', 'status'],
  'schedules.schedules': ['amount', 'destination', 'sequence', 'source'],
  'subledgers.book_transfers': ['destination_reference_id', 'source_reference_id'],
  'transfers.legs': ['account_id', 'account_version', 'attempt', 'end_to_end_id'],
  'transfers.of_bulk': ['amount'],
  'transfers.pinned': ['amount', 'destination', 'enterprise_id', 'id', 'source'],
  'transfers.transfers': ['amount', 'destination', 'source'],
};
/** What retention and loading read: that, and the directory of banks. */
const REMOVED_OR_LOADED: Readonly<Record<string, readonly string[]>> = {
  ...RETENTION_COLUMNS,
  ...GLOBAL_RETENTION,
  ...GLOBAL_ERASURE,
  ...Object.fromEntries(Object.entries(TENANT_RETENTION).map(([table, { columns }]) => [table, columns])),
  [DIRECTORY_OF_RETENTION]: ['enterprise_id'],
  [SCREENED_ENTERPRISES]: ['enterprise_id', 'list_digest', 'list_placed_at'],
  'transfers.ach_banks': ['name', 'new_routing_number', 'routing_number'],
  'transfers.participation': ['fednow', 'routing_number', 'rtp'],
  'subledgers.directory': ['customer_reference_id', 'customer_resource_type', 'enterprise_id', 'id'],
  'transfers.debits': ['day', 'enterprise_id', 'id', 'return_code', 'subledger_id'],
  'transfers.held': ['enterprise_id', 'has_legs', 'hold_id', 'id'],
  'transfers.of_bulk': ['bulk_transfer_id', 'created_at', 'enterprise_id', 'id', 'status'],
  'transfers.scheduled': ['created_at', 'enterprise_id', 'id', 'schedule_id'],
  'transfers.transitions': ['from_status', 'to_status'],
};
const MAINTENANCE_COLUMNS = Object.fromEntries(
  [...new Set([...Object.keys(REMOVED_OR_LOADED), ...Object.keys(CHECKED_COLUMNS)])].map((table) => [
    table,
    [...(REMOVED_OR_LOADED[table] ?? []), ...(CHECKED_COLUMNS[table] ?? [])].sort(),
  ]),
);

interface Column {
  readonly name: string;
  readonly type: string;
  readonly generated: boolean;
}

const SAMPLE: Readonly<Record<string, string>> = {
  uuid: `gen_random_uuid()`,
  text: `'x'`,
  integer: '1',
  bigint: '1',
  smallint: '1',
  boolean: 'true',
  jsonb: `'{}'`,
  json: `'{}'`,
  bytea: `'\\x00'`,
  date: `'2026-01-31'`,
  numeric: '1',
  'timestamp with time zone': 'now()',
  'text[]': `'{}'`,
  'bytea[]': `'{}'`,
  'uuid[]': `'{}'`,
};

describe('the wall between enterprises', () => {
  let service: TestService;
  let transactions: Transactions;
  let ours: string;
  let theirs: string;
  let tables: string[];
  const columns = new Map<string, Column[]>();
  const words = new Map<string, string>();

  const query = <Row>(sql: string, values?: readonly unknown[]) => service.database.query<Row>(sql, values);
  const as = <Row>(scope: Parameters<Transactions['run']>[0], sql: string) =>
    transactions.run(scope, (transaction) => transaction.query<Row>(sql));
  /** The SQL state of a refusal, or what was done instead. */
  const stateOf = (work: Promise<unknown>) =>
    work.then(
      (rows) => `done: ${JSON.stringify(rows)}`,
      (error: unknown) => (error as { code?: string }).code ?? String(error),
    );

  /** A row that the constraints of the table take, whatever it means. */
  function insertion(table: string, enterpriseId: string): string {
    const list = columns.get(table)!.filter(({ generated }) => !generated);
    const values = list.map(({ name, type }) => {
      if (name === 'enterprise_id') return `'${enterpriseId}'`;
      const word = words.get(`${table}.${name}`);
      if (word !== undefined) return `'${word}'`;
      // Unique over the whole database, in case a key is.
      return type === 'text' ? `gen_random_uuid()::text` : SAMPLE[type];
    });
    return `INSERT INTO ${table} (${list.map(({ name }) => escapeIdentifier(name)).join(', ')}) VALUES (${values.join(', ')})`;
  }

  async function readCatalogue() {
    const found = await query<{ table: string; name: string; type: string; generated: boolean }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS table, a.attname AS name,
         format_type(a.atttypid, NULL) AS type, a.attgenerated <> '' OR a.attidentity = 'a' AS generated
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'p') ORDER BY 1, a.attnum`,
      [SCHEMAS],
    );
    for (const { table, ...column } of found) columns.set(table, [...(columns.get(table) ?? []), column]);
    const isTenants = (table: string) => columns.get(table)!.some(({ name }) => name === 'enterprise_id');
    tables = [...columns.keys()].filter((table) => isTenants(table) && !(table in NOT_WALLED));
    const checks = await query<{ table: string; definition: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS table, pg_get_constraintdef(k.oid) AS definition
       FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE k.contype = 'c' AND n.nspname = ANY($1)`,
      [SCHEMAS],
    );
    for (const { table, definition } of checks) {
      const [, column, word] = /\((\w+) = ANY \(ARRAY\['([^']+)'/.exec(definition) ?? [];
      if (column !== undefined && word !== undefined) words.set(`${table}.${column}`, word);
    }
  }

  async function fill() {
    await query('SET session_replication_role = replica');
    for (const table of tables) {
      for (const enterprise of [ours, theirs]) {
        if ((await query(`SELECT FROM ${table} WHERE enterprise_id = $1`, [enterprise])).length > 0) continue;
        await query(insertion(table, enterprise));
      }
    }
    await query('SET session_replication_role = DEFAULT');
  }

  beforeAll(async () => {
    service = await startTestService();
    transactions = service.api.get(Transactions, { strict: false });
    ours = (await service.createEnterprise()).enterprise_id;
    theirs = (await service.createEnterprise()).enterprise_id;
    await readCatalogue();
    await fill();
    await storeFile(service.api, { connection: 'pooled-bank', state: 'sealed', enterpriseIds: [ours, theirs] });
    for (const enterpriseId of [ours, theirs]) {
      await storeException(service.api, { connection: 'pooled-bank', enterpriseId, kind: 'untimely_return' });
      await storeFile(service.api, { connection: `b-${enterpriseId}`, state: 'sealed', enterpriseIds: [enterpriseId] });
      await storeStatement(service.api, { connection: `b-${enterpriseId}`, enterpriseId: null });
    }
    // A statement of a connection that several enterprises use is nobody's, and so is one of a connection without files.
    await storeStatement(service.api, { connection: 'pooled-bank', enterpriseId: null });
    await storeStatement(service.api, { connection: 'new-bank', enterpriseId: null });
  });
  afterAll(() => service.stop());

  describe('in the catalogue', () => {
    it('stands around every table with an enterprise_id, for its owner too', async () => {
      const open = await query<{ table: string }>(
        `SELECT format('%I.%I', n.nspname, c.relname) AS table
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'enterprise_id' AND NOT a.attisdropped
         WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'p') AND NOT (c.relrowsecurity AND c.relforcerowsecurity)`,
        [SCHEMAS],
      );
      expect(open).toEqual([]);
      expect(tables.length).toBeGreaterThan(15);
    });

    it('knows every table that belongs to no enterprise', () => {
      const others = [...columns].filter(([, list]) => !list.some(({ name }) => name === 'enterprise_id'));
      expect(others.map(([table]) => table)).toEqual(Object.keys(GLOBAL));
    });

    it('knows every schema that holds tables of the service', async () => {
      const schemas = await query<{ name: string }>(
        `SELECT DISTINCT n.nspname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'enterprise_id'
         WHERE c.relkind IN ('r', 'p', 'v', 'm') AND NOT n.nspname = ANY($1)`,
        [SCHEMAS],
      );
      expect(schemas).toEqual([]);
    });

    it('lets the application see and write the rows of the current tenant, and has no other door than the relay’s, the directory’s and retention’s', async () => {
      const policies = await query<{
        table: string;
        roles: string;
        cmd: string;
        qual: string;
        with_check: string | null;
      }>(
        `SELECT format('%I.%I', schemaname, tablename) AS table, roles::text, cmd, qual, with_check
         FROM pg_policies WHERE schemaname = ANY($1)`,
        [SCHEMAS],
      );
      const tenant = `(enterprise_id = (NULLIF(current_setting('app.enterprise_id'::text, true), ''::text))::uuid)`;
      const walls = policies.filter(({ roles }) => roles === '{payments_app}');
      expect(walls.map(({ table }) => table).sort()).toEqual([...tables, ...Object.keys(NOT_WALLED)].sort());
      expect(
        walls.filter(({ cmd, qual, with_check }) => cmd !== 'ALL' || qual !== tenant || with_check !== tenant),
      ).toEqual([]);
      const maintenance = policies.filter(({ roles }) => roles === '{payments_maintenance}');
      const walled = maintenance.filter(({ cmd }) => cmd === 'ALL');
      expect(walled.map(({ table }) => table).sort()).toEqual(Object.keys(TENANT_RETENTION).sort());
      expect(walled.filter(({ qual, with_check }) => qual !== tenant || with_check !== tenant)).toEqual([]);
      const retention = maintenance.filter(({ cmd }) => cmd !== 'ALL');
      expect(retention.map(({ table, cmd }) => `${cmd} ${table}`).sort()).toEqual(
        [
          ...['DELETE', 'SELECT'].flatMap((cmd) => Object.keys(RETENTION_COLUMNS).map((table) => `${cmd} ${table}`)),
          `SELECT ${DIRECTORY_OF_RETENTION}`,
          `SELECT ${SCREENED_ENTERPRISES}`,
        ].sort(),
      );
      const doors = policies.filter(({ roles }) => !['{payments_app}', '{payments_maintenance}'].includes(roles));
      const writes = doors.filter(({ cmd }) => cmd !== 'SELECT').map(({ table, cmd }) => `${cmd} ${table}`);
      expect(writes).toEqual([`UPDATE ${RELAY_MARKS}`]);
      const directory = doors.filter(({ roles }) => roles === '{payments_auth}');
      expect(directory.map(({ table }) => table)).toEqual(Object.keys(NOT_WALLED));
      const others = doors.filter(({ roles, cmd }) => roles !== '{payments_auth}' && cmd === 'SELECT');
      expect(others.filter(({ roles }) => roles !== '{payments_relay}')).toEqual([]);
      expect(others.map(({ table }) => table).sort()).toEqual(Object.keys(RELAY_COLUMNS).sort());
    });

    it('has security_invoker on every view', async () => {
      const views = await query<{ view: string }>(
        `SELECT format('%I.%I', n.nspname, c.relname) AS view FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = ANY($1) AND c.relkind IN ('v', 'm')
           AND NOT coalesce(c.reloptions @> ARRAY['security_invoker=true'], false)`,
        [SCHEMAS],
      );
      expect(views.map(({ view }) => view).sort()).toEqual(Object.keys(OWN_VIEWS));
    });

    it.each(Object.entries(OWN_VIEWS))('has in %s the enterprise’s own rows only', async (view, { owner, of }) => {
      for (const enterpriseId of [ours, theirs]) {
        const found = await as<{ owner: string }>(
          { role: 'app', enterpriseId },
          `SELECT DISTINCT ${owner} AS owner FROM ${view}`,
        );
        expect(found).toEqual([{ owner: enterpriseId }]);
      }
      expect(await stateOf(as({ role: 'app', enterpriseId: ours }, `SELECT FROM ${of}`))).toBe('42501');
    });

    // It names a table to analyze: it reads no rows itself, is given nothing, and finds nothing in schemas of others.
    it('has one function that runs with the rights of its owner, for maintenance only', async () => {
      const functions = await query(
        `SELECT p.proname AS name, p.pronargs AS arguments, p.prorettype::regtype::text AS type, p.proconfig AS settings,
           ARRAY(SELECT CASE grantee WHEN 0 THEN 'public' ELSE grantee::regrole::text END FROM aclexplode(p.proacl)
             WHERE grantee <> p.proowner) AS callers
         FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
         WHERE n.nspname = ANY($1) AND p.prosecdef`,
        [SCHEMAS],
      );
      expect(functions).toEqual([
        {
          ...{ name: 'collect_statistics', arguments: 0, type: 'text' },
          settings: ['search_path=pg_catalog, pg_temp', 'lock_timeout=100ms'],
          callers: ['payments_maintenance'],
        },
      ]);
    });

    it('has every primary, unique and foreign key start with the enterprise', async () => {
      const keys = await query<{ key: string }>(
        `SELECT format('%I.%I %I', n.nspname, c.relname, i.relname) AS key
         FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
         JOIN pg_namespace n ON n.oid = c.relnamespace
         JOIN pg_attribute first ON first.attrelid = c.oid AND first.attnum = x.indkey[0]
         WHERE x.indisunique AND n.nspname = ANY($1) AND first.attname <> 'enterprise_id'
           AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'enterprise_id')
         UNION ALL
         SELECT format('%I.%I %I', n.nspname, c.relname, k.conname)
         FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
         JOIN pg_attribute first ON first.attrelid = c.oid AND first.attnum = k.conkey[1]
         WHERE k.contype = 'f' AND n.nspname = ANY($1) AND first.attname <> 'enterprise_id' ORDER BY 1`,
        [SCHEMAS],
      );
      expect(keys.map(({ key }) => key).sort()).toEqual(Object.keys(GLOBAL_KEYS).sort());
    });

    it('has every table of an enterprise start its columns’ primary key with it', async () => {
      const without = await query<{ table: string }>(
        `SELECT t.name AS table FROM unnest($1::text[]) AS t(name)
         WHERE NOT EXISTS (SELECT FROM pg_index x JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = x.indkey[0]
           WHERE x.indrelid = t.name::regclass AND x.indisprimary AND a.attname = 'enterprise_id')`,
        [tables],
      );
      expect(without).toEqual([]);
    });
  });

  describe('for a transaction of one enterprise', () => {
    it('shows its own rows, or this suite would prove nothing', async () => {
      const empty: string[] = [];
      for (const enterpriseId of [ours, theirs]) {
        for (const table of tables) {
          const rows = await as({ role: 'app', enterpriseId }, `SELECT enterprise_id FROM ${table}`);
          if (rows.length === 0) empty.push(table);
        }
      }
      expect(empty).toEqual([]);
    });

    ifOneServer('shows no row of another in any table or view, even without a where clause', async () => {
      const views = await query<{ view: string }>(
        `SELECT DISTINCT format('%I.%I', table_schema, table_name) AS view FROM information_schema.columns
         JOIN information_schema.views USING (table_schema, table_name)
         WHERE table_schema = ANY($1) AND column_name = 'enterprise_id'`,
        [SCHEMAS],
      );
      expect(views.length).toBeGreaterThan(0);
      const seen: string[] = [];
      for (const name of [...tables, ...views.map(({ view }) => view)]) {
        const rows = await as<{ enterprise_id: string }>(
          { role: 'app', enterpriseId: ours },
          `SELECT enterprise_id FROM ${name}`,
        );
        if (rows.some(({ enterprise_id }) => enterprise_id !== ours)) seen.push(name);
        const asked = `SELECT FROM ${name} WHERE enterprise_id = '${theirs}'`;
        if ((await as({ role: 'app', enterpriseId: ours }, asked)).length > 0) seen.push(`${name}, asked for`);
      }
      expect(seen).toEqual([]);
    });

    it('takes no row for another, where it takes rows at all', async () => {
      const taken: string[] = [];
      for (const table of tables) {
        const scope = { role: 'app', enterpriseId: ours } as const;
        const [{ granted }] = (await query<{ granted: boolean }>(
          `SELECT has_table_privilege('payments_app', $1, 'INSERT') AS granted`,
          [table],
        )) as [{ granted: boolean }];
        const refused = granted ? /violates row-level security policy/ : /permission denied/;
        const response = await as(scope, insertion(table, theirs)).catch((error: unknown) => String(error));
        if (!refused.test(String(response))) taken.push(`${table}: ${String(response)}`);
      }
      expect(taken).toEqual([]);
    });

    ifOneServer('changes and deletes no foreign row, and gives away no row', async () => {
      const snapshot = async () => {
        const rows: unknown[] = [];
        for (const table of tables) {
          rows.push(await query(`SELECT t::text FROM ${table} AS t WHERE enterprise_id = $1 ORDER BY 1`, [theirs]));
        }
        return rows;
      };
      const before = await snapshot();
      const done: string[] = [];
      for (const table of tables) {
        for (const statement of [
          `UPDATE ${table} SET enterprise_id = '${ours}' WHERE enterprise_id = '${theirs}' RETURNING 1`,
          `UPDATE ${table} SET enterprise_id = '${theirs}' RETURNING 1`,
          `DELETE FROM ${table} WHERE enterprise_id = '${theirs}' RETURNING 1`,
        ]) {
          const state = await stateOf(as({ role: 'app', enterpriseId: ours }, statement));
          if (state !== '42501' && state !== 'done: []') done.push(`${statement}: ${state}`);
        }
        const truncated = await stateOf(as({ role: 'app', enterpriseId: ours }, `TRUNCATE ${table}`));
        if (truncated !== '42501') done.push(`TRUNCATE ${table}: ${truncated}`);
      }
      expect(done).toEqual([]);
      expect(await snapshot()).toEqual(before);
    });

    it('does not let the tenant be taken from anything but a UUID', async () => {
      for (const enterpriseId of [`${ours}'; SET LOCAL ROLE payments_owner; --`, '', 'x', `${ours} `]) {
        await expect(as({ role: 'app', enterpriseId }, 'SELECT 1')).rejects.toThrow('not a UUID');
      }
    });

    it('is forgotten with it: the connection goes back without a role and without a tenant', async () => {
      const pool = Array.from({ length: 30 }, () => as({ role: 'app', enterpriseId: ours }, 'SELECT pg_sleep(0.01)'));
      await Promise.all(pool);
      const dataSource = service.api.get(DataSource, { strict: false });
      const look = `SELECT current_user = session_user AS bare, NULLIF(current_setting('app.enterprise_id', true), '') AS tenant`;
      const connections = await Promise.all(Array.from({ length: 10 }, () => dataSource.query<object[]>(look)));
      expect(connections.flat()).toEqual(Array(10).fill({ bare: true, tenant: null }));
    });
  });

  describe('without an enterprise', () => {
    it('shows no row at all', async () => {
      const seen: string[] = [];
      for (const table of tables) {
        if ((await as({ role: 'app' }, `SELECT FROM ${table}`)).length > 0) seen.push(table);
      }
      expect(seen).toEqual([]);
    });

    it('takes no row at all', async () => {
      const states = await Promise.all(tables.map((table) => stateOf(as({ role: 'app' }, insertion(table, ours)))));
      expect(tables.filter((_, i) => states[i] !== '42501')).toEqual([]);
    });
  });

  describe('for the login outside a transaction', () => {
    let login: Client;
    beforeAll(async () => {
      login = new Client({ connectionString: service.database.appUrl });
      await login.connect();
    });
    afterAll(() => login.end());

    it('refuses every statement on every table', async () => {
      const done: string[] = [];
      for (const table of columns.keys()) {
        for (const statement of [`SELECT FROM ${table}`, `DELETE FROM ${table}`, `TRUNCATE ${table}`]) {
          if ((await stateOf(login.query(statement))) !== '42501') done.push(statement);
        }
      }
      expect(done).toEqual([]);
    });

    it('refuses a tenant without a role', async () => {
      await login.query(`BEGIN; SET LOCAL "app.enterprise_id" = '${ours}'`);
      expect(await stateOf(login.query('SELECT FROM platform.tasks'))).toBe('42501');
      await login.query('ROLLBACK');
    });

    it('is no owner, no superuser, and cannot become one', async () => {
      const [role] = await query(
        `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolinherit, rolreplication FROM pg_roles WHERE rolname = $1`,
        [new URL(service.database.appUrl).username],
      );
      expect(new Set(Object.values(role as object))).toEqual(new Set([false]));
      for (const name of ['payments_owner', new URL(service.database.adminUrl).username]) {
        expect(await stateOf(login.query(`SET ROLE ${escapeIdentifier(name)}`))).toBe('42501');
      }
      expect(await stateOf(login.query('SET session_replication_role = replica'))).toBe('42501');
    });
  });

  describe('for the other roles', () => {
    it.each([
      ['relay', 'of the work tables', { ...RELAY_COLUMNS, ...RELAY_TABLES }],
      ['maintenance', 'of what it removes, loads or checks', MAINTENANCE_COLUMNS],
    ] as const)('shows the %s role the granted columns %s and nothing else', async (role, _, expected) => {
      const granted = await query<{ table: string; columns: string[] }>(
        `SELECT format('%I.%I', n.nspname, c.relname) AS table, array_agg(a.attname::text ORDER BY a.attname) AS columns
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
         WHERE n.nspname = ANY($1) AND has_column_privilege($2, c.oid, a.attnum, 'SELECT')
         GROUP BY 1 ORDER BY 1`,
        [SCHEMAS, `payments_${role}`],
      );
      expect(Object.fromEntries(granted.map(({ table, columns: names }) => [table, names]))).toEqual(expected);
    });

    it('shows the relay the work of every enterprise, and refuses what the work is about', async () => {
      const rows = await as<{ enterprise_id: string }>(
        { role: 'relay' },
        'SELECT DISTINCT enterprise_id FROM platform.tasks',
      );
      expect(rows.map(({ enterprise_id }) => enterprise_id).sort()).toEqual([ours, theirs].sort());
      for (const statement of ['SELECT subject_id FROM platform.tasks', 'SELECT data FROM platform.events']) {
        expect(await stateOf(as({ role: 'relay' }, statement))).toBe('42501');
      }
    });

    it('lets neither the relay nor the directory’s role write or read a table of an enterprise, and retention remove only', async () => {
      const rights = await query<{ right: string }>(
        `SELECT concat_ws(' ', role, privilege, format('%I.%I', n.nspname, c.relname)) AS right
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         CROSS JOIN unnest(ARRAY['payments_relay', 'payments_auth', 'payments_maintenance']) AS role
         CROSS JOIN unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'SELECT']) AS privilege
         WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'p', 'v')
           AND (has_table_privilege(role, c.oid, privilege)
             OR (privilege IN ('INSERT', 'UPDATE') AND has_any_column_privilege(role, c.oid, privilege))) ORDER BY 1`,
        [SCHEMAS],
      );
      expect(rights.map(({ right }) => right)).toEqual([
        'payments_auth DELETE auth.login_failures',
        'payments_auth DELETE auth.rate_limits',
        'payments_auth INSERT auth.login_failures',
        'payments_auth INSERT auth.rate_limits',
        'payments_auth INSERT auth.signing_keys',
        'payments_auth INSERT auth.token_issuer',
        'payments_auth SELECT auth.credential_directory',
        'payments_auth SELECT auth.login_failures',
        'payments_auth SELECT auth.rate_limits',
        'payments_auth SELECT auth.signing_keys',
        'payments_auth SELECT auth.token_issuer',
        'payments_auth UPDATE auth.login_failures',
        'payments_auth UPDATE auth.rate_limits',
        'payments_auth UPDATE auth.signing_keys',
        'payments_auth UPDATE auth.token_issuer',
        ...[
          'payments_maintenance SELECT transfers.transitions',
          ...[...Object.keys(RETENTION_COLUMNS), ...Object.keys(GLOBAL_RETENTION)].map(
            (table) => `payments_maintenance DELETE ${table}`,
          ),
          ...Object.keys(GLOBAL_ERASURE).map((table) => `payments_maintenance UPDATE ${table}`),
          ...Object.entries(TENANT_RETENTION).flatMap(([table, { does }]) =>
            does.map((right) => `payments_maintenance ${right} ${table}`),
          ),
          ...['ach_banks', 'participation'].flatMap((table) =>
            ['DELETE', 'INSERT', 'SELECT'].map((right) => `payments_maintenance ${right} transfers.${table}`),
          ),
          ...['SELECT', 'UPDATE'].map((right) => `payments_relay ${right} ${RELAY_MARKS}`),
          ...Object.keys(RELAY_TABLES).flatMap((table) =>
            (RELAY_RIGHTS[table] ?? ['INSERT', 'SELECT', 'UPDATE']).map((right) => `payments_relay ${right} ${table}`),
          ),
        ].sort(),
      ]);
      const events = await as<{ enterprise_id: string }>(
        { role: 'maintenance', enterpriseId: ours },
        'SELECT enterprise_id FROM platform.events',
      );
      expect(new Set(events.map(({ enterprise_id }) => enterprise_id))).toEqual(new Set([ours]));
      expect(await as({ role: 'maintenance' }, 'SELECT enterprise_id FROM platform.events')).toEqual([]);
    });

    it('lets the application write to the directory, but neither read nor change it, nor see signing keys', async () => {
      for (const statement of [
        'SELECT FROM auth.credential_directory',
        `UPDATE auth.credential_directory SET enterprise_id = '${ours}'`,
        'DELETE FROM auth.credential_directory',
        'SELECT FROM auth.signing_keys',
        `INSERT INTO auth.signing_keys (kid) VALUES ('x')`,
      ]) {
        expect([statement, await stateOf(as({ role: 'app', enterpriseId: ours }, statement))]).toEqual([
          statement,
          '42501',
        ]);
      }
    });

    it('lets the application enter into the directory for the current tenant only', async () => {
      const entry = (enterprise: string) =>
        `INSERT INTO auth.credential_directory (lookup, kind, enterprise_id) VALUES ('x-${enterprise}', 'client', '${enterprise}')`;
      expect(await stateOf(as({ role: 'app', enterpriseId: ours }, entry(theirs)))).toBe('42501');
    });

    it('keeps events, histories and the audit log append-only for the application', async () => {
      const appendOnly = ['platform.events', 'transfers.status_history', 'accounts.account_details'];
      for (const table of [...appendOnly, 'platform.audit', 'ledger.entries', 'ledger.credits']) {
        const scope = { role: 'app', enterpriseId: ours } as const;
        expect([table, await stateOf(as(scope, `DELETE FROM ${table}`))]).toEqual([table, '42501']);
        expect([table, await stateOf(as(scope, `UPDATE ${table} SET enterprise_id = enterprise_id`))]).toEqual([
          table,
          '42501',
        ]);
      }
      expect(await stateOf(as({ role: 'app', enterpriseId: ours }, `UPDATE platform.events SET data = '{}'`))).toBe(
        '42501',
      );
    });

    it('lets none of them make or change a table', async () => {
      for (const role of ['app', 'relay', 'auth', 'maintenance'] as const) {
        const name = `t_${newId().replaceAll('-', '')}`;
        for (const schema of [...SCHEMAS, 'public']) {
          expect([role, schema, await stateOf(as({ role }, `CREATE TABLE ${schema}.${name} (a int)`))]).toEqual([
            role,
            schema,
            '42501',
          ]);
        }
        expect(await stateOf(as({ role }, 'ALTER TABLE platform.tasks DISABLE ROW LEVEL SECURITY'))).toBe('42501');
      }
    });
  });
});
