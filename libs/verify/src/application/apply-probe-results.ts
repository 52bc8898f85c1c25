import { Injectable } from '@nestjs/common';
import { classifyResult, isRailUnavailable, networkReason, postponed, resultsUpTo, traceOf } from '@payments/transfers';
import type { ProcessorResult, ResultOutcome, StoredResult } from '@payments/transfers';
import { probeIdOf } from '../domain/probe.js';
import type { ProbeState } from '../domain/probe.js';
import type { VerifyAccount } from '../domain/verify-account.js';
import { silentUntil } from './probe-timetable.js';
import { VerifySteps } from './verify-steps.js';

/** Applies results to probes, by the table that classifies those of legs. */
@Injectable()
export class ApplyProbeResults {
  constructor(private readonly steps: VerifySteps) {}

  /** In the current unit of work. */
  execute(results: readonly StoredResult[]): Promise<ResultOutcome[]> {
    const probeIds = results.flatMap(({ end_to_end_id }) => probeIdOf(end_to_end_id) ?? []);
    return this.steps.take({ probeIds }, (accounts, { now }) => {
      const byProbe = new Map(
        accounts.flatMap((account) => account.probeSnapshots().map(({ id }) => [id, account] as const)),
      );
      return results.map((result): ResultOutcome => {
        const probeId = probeIdOf(result.end_to_end_id) ?? '';
        const account = byProbe.get(probeId);
        const probe = account?.probeSnapshots().find(({ id }) => id === probeId);
        if (account === undefined || probe === undefined) return { result, effect: 'unmatched' };
        const effect = classifyResult(result, asLeg(probe));
        if (effect === 'apply') apply(account, probe, { result, now });
        return { result, effect, leg_status: probe.status };
      });
    });
  }
}

function apply(
  account: VerifyAccount,
  probe: ProbeState,
  { result, now }: { readonly result: ProcessorResult; readonly now: Date },
): void {
  // What the bank would correct of the account does not concern whether it exists.
  if (result.kind === 'notification_of_change') return;
  if (result.kind === 'accepted' && result.retimed !== undefined) {
    const { effective_date, settles_at } = postponed(probe, result.retimed);
    const hold_until = probe.hold_until && silentUntil(effective_date);
    account.retime(probe.id, { effective_date, settles_at, hold_until }, now);
  }
  account.trace(probe.id, traceOf(probe, result), now);
  const { reason_code: reason } = networkReason(result.network_reason_code, probe.rail);
  const answer = { reason, isUnavailable: isRailUnavailable(result.network_reason_code) };
  account.record(probe.id, resultsUpTo(result, probe), { answer, now });
}

function asLeg(probe: ProbeState) {
  return { ...probe, attempt: 1, attempts: [] };
}
