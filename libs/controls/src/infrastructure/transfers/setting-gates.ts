import { Injectable } from '@nestjs/common';
import { GatesTransfers, ObservesSteps } from '@payments/transfers';
import type { ObservedStep, Refusal, StepObserver, TransferGate } from '@payments/transfers';
import { CountDebits } from '../../application/count-debits.js';
import { JudgeDebits } from '../../application/judge-debits.js';
import { JudgeUseCases } from '../../application/judge-use-cases.js';

/** Transfers of a use case that the enterprise does not want fail. */
@GatesTransfers({ name: 'use_case', order: 10, passes: 'The enterprise may make such a transfer.' })
@Injectable()
export class UseCaseGate implements TransferGate {
  constructor(private readonly judgeUseCases: JudgeUseCases) {}

  judge(transfers: Parameters<TransferGate['judge']>[0]): Promise<ReadonlyMap<string, Refusal>> {
    return Promise.resolve(this.judgeUseCases.execute(transfers));
  }

  foresee(transfers: Parameters<TransferGate['foresee']>[0]): Promise<ReadonlyMap<string, Refusal>> {
    return Promise.resolve(this.judgeUseCases.execute(transfers));
  }
}

/** Debits stop while too many are returned. */
@GatesTransfers({ name: 'return_rate', order: 20, passes: 'Not too many debits are returned.' })
@Injectable()
export class ReturnRateGate implements TransferGate {
  constructor(private readonly judgeDebits: JudgeDebits) {}

  judge(...asked: Parameters<TransferGate['judge']>): Promise<ReadonlyMap<string, Refusal>> {
    return this.judgeDebits.execute(...asked);
  }

  foresee(...asked: Parameters<TransferGate['foresee']>): Promise<ReadonlyMap<string, Refusal>> {
    return this.judgeDebits.execute(...asked);
  }
}

/** Debits and their returns are counted where they change. */
@ObservesSteps()
@Injectable()
export class CountedDebits implements StepObserver {
  constructor(private readonly countDebits: CountDebits) {}

  observe(step: ObservedStep): Promise<void> {
    return this.countDebits.execute(step);
  }
}
