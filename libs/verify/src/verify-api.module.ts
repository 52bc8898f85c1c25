import { Module } from '@nestjs/common';
import { CheckDebit } from './application/check-debit.js';
import { ConfirmControl } from './application/confirm-control.js';
import { CreateVerification } from './application/create-verification.js';
import { DailyVerifications } from './application/daily-verifications.js';
import { GetVerification } from './application/get-verification.js';
import { ListVerifications } from './application/list-verifications.js';
import { VerifyController } from './infrastructure/http/verify.controller.js';
import { VerifyModule } from './verify.module.js';

/** The operations on verifications. */
@Module({
  imports: [VerifyModule],
  controllers: [VerifyController],
  providers: [DailyVerifications, CreateVerification, GetVerification, ListVerifications, ConfirmControl, CheckDebit],
})
export class VerifyApiModule {}
