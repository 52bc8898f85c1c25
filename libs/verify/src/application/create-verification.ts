import { Injectable } from '@nestjs/common';
import { AccountDirectory } from '@payments/accounts';
import { Clock, DAY_MS, newId, UnitOfWork } from '@payments/kernel';
import { Tasks } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { newVerifyAccount } from '../domain/verify-account-state.js';
import type { VerificationRequest } from '../domain/verify-account-state.js';
import { verifyErrors } from '../domain/verify.errors.js';
import { DailyVerifications } from './daily-verifications.js';
import { MOST_OF_ALL, MOST_OF_ONE_ACCOUNT, tooManyRequests } from './limits.js';
import { VerifyAccounts } from './ports.js';
import { verifyQueues } from './queues.js';
import { toVerifyAccountView } from './verify-account.view.js';
import type { VerifyAccountView } from './verify-account.view.js';

type OfExternalAccount = Omit<VerificationRequest, 'account_number' | 'routing_number' | 'account_holder_name'>;

/** A verification as a client requests it: of the numbers that it sends, or of an external account. */
export type NewVerification =
  | (VerificationRequest & { readonly external_account_id?: never })
  | (OfExternalAccount & { readonly external_account_id: string });

/** Begins a verification. Numbers that are asked about too often, as by someone who tries stolen ones, are refused. */
@Injectable()
export class CreateVerification {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: VerifyAccounts,
    private readonly daily: DailyVerifications,
    private readonly directory: AccountDirectory,
    private readonly tasks: Tasks,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_external_account_id, too_many_requests */
  execute(input: NewVerification): Promise<VerifyAccountView> {
    return this.unitOfWork.run(async () => {
      const request = await this.withNumbers(input);
      const now = this.clock.now();
      await this.demandWithinLimits(request, now);
      const state = newVerifyAccount(request, { id: newId(), now });
      await Promise.all([
        this.accounts.add(state),
        this.tasks.schedule([{ queue: verifyQueues.examination, subjectId: state.id }]),
      ]);
      return toVerifyAccountView(state);
    });
  }

  private async withNumbers(input: NewVerification): Promise<VerificationRequest> {
    if (input.external_account_id === undefined) return input;
    const details = await this.directory.details(input.external_account_id);
    if (details === undefined) throw verifyErrors.invalid_external_account_id();
    return { ...input, ...details };
  }

  private async demandWithinLimits(request: VerificationRequest, now: Date): Promise<void> {
    const most = workContext.tenant().settings.verify_daily_max ?? MOST_OF_ALL;
    const since = new Date(now.getTime() - DAY_MS);
    const [{ verifications }, hasRoom] = await Promise.all([
      this.accounts.usage(request, since),
      this.daily.hasRoom(most, since),
    ]);
    if (verifications >= MOST_OF_ONE_ACCOUNT || !hasRoom) throw tooManyRequests();
  }
}
