import { breakKinds } from '../../domain/statements/reconciliation-break.js';
import type { MatchedPosting, OwnBreak, OwnLine, OwnStatement } from './own-statements.ports.js';

/** As their enterprise sees them; optional fields are left out while they have no value. */
export type BankStatementView = ReturnType<typeof toStatementView>;
export type BankStatementLineView = ReturnType<typeof toLineView>;
export type BankBreakView = ReturnType<typeof toBreakView>;

const time = (at: Date) => at.toISOString();

export function toStatementView(statement: OwnStatement) {
  const { id, connection, format, bank_id, sequence, account, day, purpose, state, opening, closing } = statement;
  const { lines, credits, debits, has_gap, created_at, reconciled_at, proof } = statement;
  return {
    ...{ id, connection, format, bank_id },
    ...(sequence !== null && { sequence }),
    ...{ account_number: account, day: day, purpose, state },
    ...(opening !== null && { opening }),
    ...(closing !== null && { closing }),
    ...{ lines, credits, debits, gap: has_gap },
    ...(reconciled_at !== null && { reconciled_at: time(reconciled_at) }),
    ...(proof !== null && { proof }),
    created_at: time(created_at),
  };
}

export function toLineView(line: OwnLine) {
  const { id, position, amount, direction, status, booking_day, value_day, code, is_reversal, payments } = line;
  const { refs, text, is_open, matched_by, postings, explained_as } = line;
  return {
    ...{ id, position, amount, direction, status, booking_day: booking_day, value_day: value_day },
    ...{ class: line.class, code, reversal: is_reversal },
    ...(payments !== null && { payments }),
    ...{ references: refs, text, open: is_open },
    ...(matched_by !== null && { matched_by, matched_with: postings.map(toPostingView) }),
    ...(explained_as !== null && { explained_as }),
  };
}

const toPostingView = ({ file_id, file, batch, entries, amount }: MatchedPosting) => ({
  ...(file_id !== null && { file_id }),
  ...{ file_name: file, batch, entries, amount },
});

export function toBreakView(found: OwnBreak) {
  const { id, connection, kind, state, day, line_id, statement_id, end_to_end_id } = found;
  const { file, file_id, batch, difference, expected, created_at, last_seen_at, resolved_at } = found;
  return {
    ...{ id, connection, kind, meaning: breakKinds[kind].meaning as string, state, day },
    ...(line_id !== null && { line_id }),
    ...(statement_id !== null && { statement_id }),
    ...(end_to_end_id !== null && { end_to_end_id }),
    ...(file !== null && { file_name: file }),
    ...(file_id !== null && { file_id }),
    ...(batch !== null && { batch }),
    ...{ difference, expected, found: found.found, created_at: time(created_at), last_seen_at: time(last_seen_at) },
    ...(resolved_at !== null && { resolved_at: time(resolved_at) }),
  };
}
