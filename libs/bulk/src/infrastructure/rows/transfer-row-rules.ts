import { Injectable } from '@nestjs/common';
import { validate } from '@payments/http';
import { DomainError } from '@payments/kernel';
import { CreateTransferDto } from '@payments/transfers';
import type { TransferRequest } from '@payments/transfers';
import { firstErrorOf } from '../../application/order.js';
import { RowRules } from '../../application/ports.js';
import type { RowError } from '../../domain/read-row.js';

const REFERENCE = 'transfer_reference_id';

/** The class of the operation's body decides, so that a row and a request cannot differ. */
@Injectable()
export class TransferRowRules extends RowRules {
  check(body: Readonly<Record<string, unknown>>): TransferRequest | RowError {
    try {
      return validate(CreateTransferDto, body);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return firstErrorOf(error);
    }
  }

  referenceOf(body: Readonly<Record<string, unknown>>): string | null {
    try {
      return validate(CreateTransferDto, body).transfer_reference_id;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const isWrong = error.fieldErrors.some(({ field }) => field === REFERENCE);
      return isWrong ? null : (body[REFERENCE] as string);
    }
  }
}
