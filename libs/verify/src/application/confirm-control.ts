import { Injectable } from '@nestjs/common';
import { isUuid, KeyedMutex, UnitOfWork } from '@payments/kernel';
import { MAX_CONTROL_ATTEMPTS } from '../domain/verify-account.js';
import { verifyErrors } from '../domain/verify.errors.js';
import { tooManyRequests } from './limits.js';
import { StatementCodes } from './ports.js';
import { toVerifyAccountView } from './verify-account.view.js';
import type { VerifyAccountView } from './verify-account.view.js';
import { VerifySteps } from './verify-steps.js';

const WAIT_MS = 10_000;

/** Compares the code that the holder has read on the bank statement. A wrong one is counted, whatever else happens. */
@Injectable()
export class ConfirmControl {
  /** Guesses of one code wait here, not for its row, where each would hold a connection. */
  private readonly turns = new KeyedMutex();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly steps: VerifySteps,
    private readonly codes: StatementCodes,
  ) {}

  /** @throws unknown_id, control_not_requested, control_canceled, too_many_requests, invalid_statement_code */
  async execute(id: string, code: string): Promise<VerifyAccountView> {
    if (!isUuid(id)) throw verifyErrors.unknown_id();
    const release = await this.turns.acquire(id, performance.now() + WAIT_MS);
    if (release === undefined) throw tooManyRequests(1);
    const { outcome, state } = await this.unitOfWork.run(() => this.judge(id, code)).finally(release);
    // Only now: the attempt is committed.
    if (outcome === 'exhausted') throw tooManyRequests();
    if (outcome === 'expired') throw verifyErrors.control_canceled();
    if (outcome === 'wrong') {
      const attempts_remaining = MAX_CONTROL_ATTEMPTS - state.control_attempts;
      throw verifyErrors.invalid_statement_code({ body: { attempts_remaining } });
    }
    return toVerifyAccountView(state);
  }

  private judge(id: string, code: string) {
    return this.steps.take({ ids: [id] }, ([account], time) => {
      if (account === undefined) throw verifyErrors.unknown_id();
      const { statement_code_hash: hash } = account.snapshot();
      const outcome = account.confirmControl(hash !== null && this.codes.matches(id, code, hash), time);
      return { outcome, state: account.snapshot() };
    });
  }
}
