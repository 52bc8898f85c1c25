import { Injectable } from '@nestjs/common';
import { ObservesSteps, ValidatesDebits } from '@payments/transfers';
import type { DebitValidator, ObservedStep, StepObserver } from '@payments/transfers';
import { NoteReturnedPayments } from '../../application/note-returned-payments.js';
import { ValidateDebits } from '../../application/validate-debits.js';

/** Payments that come back. */
@ObservesSteps()
@Injectable()
export class ReturnedPayments implements StepObserver {
  constructor(private readonly noteReturnedPayments: NoteReturnedPayments) {}

  observe(step: ObservedStep): Promise<void> {
    return this.noteReturnedPayments.execute(step);
  }
}

/** Accounts that may be debited. */
@ValidatesDebits()
@Injectable()
export class ValidatedAccounts implements DebitValidator {
  constructor(private readonly validateDebits: ValidateDebits) {}

  notValidated(...asked: Parameters<DebitValidator['notValidated']>): Promise<ReadonlySet<string>> {
    return this.validateDebits.execute(...asked);
  }
}
