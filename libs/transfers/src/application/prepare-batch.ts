import { Injectable } from '@nestjs/common';
import { AccountDetailsReader } from '@payments/accounts';
import { Clock, newIdAt } from '@payments/kernel';
import { currentTransaction, databaseTime } from '@payments/persistence';
import type { LegState } from '../domain/leg.js';
import type { SubmissionOutcome, Transfer } from '../domain/transfer.js';
import type { PartyVerification } from '../domain/transfer-state.js';
import { DebitValidators } from './debit-validation.js';
import { Transfers } from './ports.js';
import type { Instruction } from './ports.js';
import type { PreparedBatch } from './submissions.js';
import type { StepContext } from './transfer-steps.js';

/** The verification results of the parties of transfers, by transfer id, and when they were read, in elapsed time. */
export interface CheckedParties {
  readonly atMs: number;
  readonly verifications: ReadonlyMap<string, PartyVerification>;
}

/** A leg after its submission was recorded, and the outcome. */
interface SubmittedLeg {
  readonly leg: LegState;
  readonly transfer: Transfer;
  readonly outcome: SubmissionOutcome;
}

interface BatchOptions {
  readonly parties: CheckedParties;
  /** Which legs of the transfers to submit. */
  readonly goes: (leg: LegState) => boolean;
  readonly context: StepContext;
}

/** Makes a batch of legs that are about to be submitted. All in the current unit of work. */
@Injectable()
export class PrepareBatch {
  constructor(
    private readonly transfers: Transfers,
    private readonly accounts: AccountDetailsReader,
    private readonly clock: Clock,
    private readonly debitValidators: DebitValidators,
  ) {}

  async check(transfers: readonly Transfer[]): Promise<CheckedParties> {
    const atMs = this.clock.elapsedMs();
    const ids = transfers.map((transfer) => transfer.snapshot().id);
    const verifications = await this.transfers.partyVerifications(ids);
    return { atMs, verifications: await this.debitValidators.judge(transfers, verifications) };
  }

  /** @returns the batch, and the legs that wait for another window. */
  async execute(
    transfers: readonly Transfer[],
    { parties, goes, context }: BatchOptions,
  ): Promise<{ readonly batch: PreparedBatch; readonly waiting: readonly string[] }> {
    // By the database's clock, which all workers share.
    const id = newIdAt(await databaseTime(currentTransaction()));
    const { now, stepAt, routing } = context;
    const submitted = transfers.flatMap((transfer) => {
      const partyVerification = parties.verifications.get(transfer.snapshot().id) ?? {};
      const legs = transfer.legSnapshots().filter(goes);
      return legs.map(({ id: legId, window_at }): SubmittedLeg => {
        const at = stepAt(window_at);
        const outcome = transfer.submit(legId, { batchId: id, partyVerification, routing, now, at });
        return { leg: transfer.legSnapshots().find((leg) => leg.id === legId)!, transfer, outcome };
      });
    });
    const instructions = await this.toInstructions(submitted.filter(({ outcome }) => outcome === 'goes'));
    return {
      batch: { id, instructions, checkedAtMs: parties.atMs },
      waiting: submitted.filter(({ outcome }) => outcome === 'waits').map(({ leg }) => leg.id),
    };
  }

  // Each leg is paid to the account version at acceptance of the transfer, whatever has changed since.
  private async toInstructions(submitted: readonly SubmittedLeg[]): Promise<Instruction[]> {
    if (submitted.length === 0) return [];
    const details = await this.accounts.at(
      submitted.map(({ leg }) => ({ account_id: leg.account_id, details_version: leg.account_version })),
    );
    const versions = new Map(details.map((each) => [`${each.account_id}/${each.details_version}`, each]));
    return submitted.map(({ leg, transfer }) => {
      const version = `${leg.account_id}/${leg.account_version}`;
      const account = versions.get(version);
      if (account === undefined) throw new Error(`account details ${version} do not exist`);
      const { end_to_end_id, side, rail, amount } = leg;
      const { routing_number, account_number, account_type, account_holder_name } = account;
      const { customer_resource_type: party, customer_reference_id: customer_reference, address } = account;
      const { use_case, account_statement_descriptor: descriptor, [side]: named } = transfer.snapshot();
      return {
        ...{ end_to_end_id, use_case, side, rail, amount },
        ...{ window_at: leg.window_at!, effective_date: leg.effective_date!, settles_at: leg.settles_at! },
        ...{ routing_number, account_number, account_type, account_holder_name, party },
        ...{ customer_reference, address },
        ...{ descriptor, statement_display_name: named?.statement_display_name ?? null },
      };
    });
  }
}
