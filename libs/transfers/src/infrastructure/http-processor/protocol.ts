import { DAY_MS } from '@payments/kernel';
import { z } from 'zod';
import type { Instruction, ReportedResult } from '../../application/ports.js';
import { rails } from '../../domain/reason-codes.js';

/**
 * The responses of a bank connector, as docs/reference/processor.md defines them. Any other response counts as none, except
 * that a single invalid result is set aside.
 */

const word = (max: number) => z.string().regex(new RegExp(`^[\\x21-\\x7e]{1,${max}}$`), 'must be visible ASCII');
const FIRST_INSTANT = Date.UTC(2000, 0, 1);
const END_OF_INSTANTS = Date.UTC(2101, 0, 1);

// Other years are mistakes, and PostgreSQL cannot store some of them.
const instant = z.iso
  .datetime({ message: 'must be an instant in UTC' })
  .transform((text) => new Date(text))
  .refine((at) => at.getTime() >= FIRST_INSTANT && at.getTime() < END_OF_INSTANTS, {
    message: 'must be between 2000 and 2100',
  });

const correction = z.object({
  account_number: z
    .string()
    .regex(/^\d{4,17}$/)
    .optional(),
  routing_number: z
    .string()
    .regex(/^\d{9}$/)
    .optional(),
  account_type: z.enum(['checking', 'savings']).optional(),
  account_holder_name: z
    .string()
    .regex(/^[^\p{C}]{1,120}$/u)
    .optional(),
});

const retimed = z.object({
  effective_date: z.iso.date({ message: 'must be a calendar date as YYYY-MM-DD' }),
  settles_at: instant,
});

/** An ACH entry takes effect within days: a date beyond is a mistake, and would hold the money until then. */
const RETIMED_WITHIN_MS = 31 * DAY_MS;

const resultFields = z.object({
  enterprise_id: z.uuid().toLowerCase(),
  result_id: word(100),
  end_to_end_id: word(35),
  kind: z.enum(['accepted', 'settled', 'rejected', 'returned', 'notification_of_change']),
  reason_code: z
    .string()
    .regex(/^[A-Z0-9]{1,10}$/)
    .nullish(),
  reason_text: z
    .string()
    .regex(/^[\x20-\x7e]{0,80}$/, 'must be printable ASCII')
    .nullish(),
  trace_number: word(35).nullish(),
  occurred_at: instant,
  correction: correction.nullish(),
  retimed: retimed.nullish(),
});

/** One result of a page. */
export const resultSchema = resultFields
  .refine(({ kind, retimed }) => (retimed ?? null) === null || kind === 'accepted', {
    path: ['retimed'],
    message: 'must come with the kind accepted',
  })
  .refine(({ occurred_at, retimed }) => (retimed ?? null) === null || isNear(retimed!, occurred_at), {
    path: ['retimed'],
    message: 'must be at most 31 days after occurred_at',
  });

/** The most results that one page may hold. */
export const PAGE_SIZE = 500;

export const resultsPage = z.object({
  results: z.array(z.unknown()).max(PAGE_SIZE),
  next_cursor: word(500).nullish(),
});
export type WireResult = z.infer<typeof resultSchema>;

/** The results that the response to a batch contains. They are in `/results` too, so that an unusable response loses none. */
export function resultsOf(response: string): WireResult[] {
  return (
    z.object({ results: z.array(resultSchema).max(2 * PAGE_SIZE) }).safeParse(parseJson(response)).data?.results ?? []
  );
}

function isNear({ effective_date, settles_at }: z.infer<typeof retimed>, occurredAt: Date): boolean {
  const last = Math.max(settles_at.getTime(), Date.parse(effective_date));
  return last - occurredAt.getTime() <= RETIMED_WITHIN_MS;
}

/** What a result can be named by, however wrong the rest of it is. */
export function nameResult(raw: unknown) {
  const { enterprise_id, result_id, end_to_end_id, kind } = resultFields.shape;
  const fields = (typeof raw === 'object' ? raw : null) as Readonly<Record<string, unknown>> | null;
  const named = (schema: z.ZodType<string>, value: unknown) => schema.safeParse(value).data ?? null;
  return {
    for_enterprise: named(enterprise_id, fields?.['enterprise_id']),
    processor_result_id: named(result_id, fields?.['result_id']),
    end_to_end_id: named(end_to_end_id, fields?.['end_to_end_id']),
    kind: named(kind, fields?.['kind']),
  };
}

/** Where a result is wrong, and what is expected there; not what it says: it may hold account numbers. */
export function problemOf({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') || 'the result'}: ${issue?.message}`;
}

export const REPORT_PAGE_SIZE = 5_000;

export const reportPage = z.object({
  lines: z
    .array(
      z.object({
        end_to_end_id: word(35),
        rail: z.enum(rails),
        side: z.enum(['source', 'destination']),
        // A prenote has none.
        amount: z
          .int()
          .nonnegative()
          .transform((cents) => BigInt(cents)),
        status: z.enum(['accepted', 'settled', 'returned', 'failed']),
        occurred_at: instant,
      }),
    )
    .max(REPORT_PAGE_SIZE),
  next_cursor: word(500).nullish(),
});

export const inquiryResponse = z.object({ known: z.array(z.string()) });

/** An instruction as it goes over the wire: cents as an integer, instants in UTC. */
export function wireInstruction(instruction: Instruction): Record<string, unknown> {
  const { amount, window_at, settles_at, customer_reference: _, ...rest } = instruction;
  return {
    ...rest,
    amount: wholeCents(amount),
    currency: 'USD',
    window_at: window_at.toISOString(),
    settles_at: settles_at.toISOString(),
  };
}

// JSON has no bigint, and a rounded amount is another amount.
function wholeCents(amount: bigint): number {
  const cents = Number(amount);
  if (!Number.isSafeInteger(cents)) throw new Error('the amount does not fit into a JSON integer');
  return cents;
}

export function reportedResult(wire: WireResult): ReportedResult {
  const { result_id, end_to_end_id, kind, reason_code, reason_text, trace_number, occurred_at, retimed } = wire;
  const corrected = Object.entries(wire.correction ?? {}).filter(([, value]) => value !== undefined);
  return {
    processor_result_id: result_id,
    end_to_end_id,
    kind,
    network_reason_code: reason_code ?? null,
    ...(reason_text && { reason_text }),
    trace_number: trace_number ?? null,
    occurred_at,
    ...(corrected.length > 0 && { correction: Object.fromEntries(corrected) }),
    ...(retimed && { retimed }),
  };
}

/** undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
