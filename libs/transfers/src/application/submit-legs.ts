import { Injectable } from '@nestjs/common';
import { AccountDetailsReader } from '@payments/accounts';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import type { Claim } from '@payments/platform';
import type { LegState } from '../domain/leg.js';
import { Processor, Transfers } from './ports.js';
import type { Instruction } from './ports.js';

interface OutgoingLeg {
  readonly leg: LegState;
  readonly descriptor: string | null;
}

/**
 * Hands legs to the processor, a batch per claim. That a leg may be on its way is committed before the call, so after a
 * crash or a time-out the processor is asked what it has before anything is sent again.
 */
@Injectable()
export class SubmitLegs {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transfers: Transfers,
    private readonly accounts: AccountDetailsReader,
    private readonly processor: Processor,
    private readonly clock: Clock,
  ) {}

  async execute(claim: Claim): Promise<void> {
    const doubtful = await this.doubtful(claim);
    const known = await this.processor.known(doubtful.map(({ end_to_end_id }) => end_to_end_id));
    const batchId = newId();
    const instructions = await this.prepare(claim, known, batchId);
    if (instructions.length > 0) await this.processor.submit({ id: batchId, instructions });
    await this.confirm(claim);
  }

  // Legs of which an earlier attempt said that they were about to be handed over.
  private async doubtful(claim: Claim): Promise<LegState[]> {
    const legs = await this.unitOfWork.run(() => this.transfers.legs(claim.subjectIds));
    return legs.filter(({ status }) => status === 'submitting');
  }

  private prepare(claim: Claim, known: ReadonlySet<string>, batchId: string): Promise<Instruction[]> {
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const legs = await this.transfers.legs(claim.subjectIds);
      const ids = legs.map(({ transfer_id }) => transfer_id);
      const transfers = await this.transfers.lock({ ids });
      const clearances = await this.transfers.clearances(ids);
      const claimed = new Set(claim.subjectIds);
      const outgoing: OutgoingLeg[] = [];
      for (const transfer of transfers) {
        const { id, account_statement_descriptor: descriptor } = transfer.snapshot();
        const clearance = clearances.get(id) ?? {};
        for (const leg of transfer.legSnapshots()) {
          const neverArrived = leg.status === 'submitting' && !known.has(leg.end_to_end_id);
          if (!claimed.has(leg.id) || !(leg.status === 'ready' || neverArrived)) continue;
          if (transfer.handOver(leg.id, { batchId, clearance, now })) outgoing.push({ leg, descriptor });
        }
      }
      await this.transfers.save(transfers);
      return this.toInstructions(outgoing);
    });
  }

  // Each leg is paid to the account as it was when the transfer was accepted, whatever it has become since.
  private async toInstructions(outgoing: readonly OutgoingLeg[]): Promise<Instruction[]> {
    const details = await this.accounts.at(
      outgoing.map(({ leg }) => ({ account_id: leg.account_id, details_version: leg.account_version })),
    );
    return outgoing.map(({ leg, descriptor }) => {
      const { end_to_end_id, side, rail, amount, account_id, account_version } = leg;
      const account = details.find(
        (candidate) => candidate.account_id === account_id && candidate.details_version === account_version,
      );
      if (account === undefined) throw new Error(`account ${account_id} has no details of version ${account_version}`);
      const { routing_number, account_number, account_type, account_holder_name } = account;
      const bank = { routing_number, account_number, account_type, account_holder_name };
      return { end_to_end_id, side, rail, amount, ...bank, descriptor };
    });
  }

  private confirm(claim: Claim): Promise<void> {
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const legs = await this.transfers.legs(claim.subjectIds);
      const transfers = await this.transfers.lock({ ids: legs.map(({ transfer_id }) => transfer_id) });
      const claimed = new Set(claim.subjectIds);
      for (const transfer of transfers) {
        for (const { id } of transfer.legSnapshots()) if (claimed.has(id)) transfer.confirmLeg(id, now);
      }
      await this.transfers.save(transfers);
      await claim.complete();
    });
  }
}
