/**
 * Where the tables are that are not distributed by their enterprise. On Citus, a reference table is whole on every server, so
 * that it can be joined with the rows of an enterprise and may have keys without one; a local table is on the coordinator
 * only, or all tables of a schema: those of the bank rails are, since a file to a bank has entries of many enterprises and
 * goes out as one. Every other table has an `enterprise_id`, and each of its rows is where the other rows of its enterprise are.
 */
export const placements = {
  reference: [
    'auth.credential_directory',
    'bulk.transitions',
    'platform.enterprises',
    'reports.transitions',
    'transfers.ach_banks',
    'transfers.leg_direct_transitions',
    'transfers.leg_transitions',
    'transfers.participation',
    'transfers.transitions',
  ],
  local: [
    'auth.login_failures',
    'auth.rate_limits',
    'auth.signing_keys',
    'auth.token_issuer',
    'platform.sweep_turns',
    'rails.*',
    'transfers.result_cursors',
    'transfers.set_aside_results',
  ],
} as const;
