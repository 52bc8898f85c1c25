import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import type { Refusal, TransferState } from '@payments/transfers';

/** Refuses use cases that the enterprise has not enabled. */
@Injectable()
export class JudgeUseCases {
  /** The rulings by transfer id; the others pass. */
  execute(transfers: readonly TransferState[]): ReadonlyMap<string, Refusal> {
    const { use_cases } = workContext.tenant().settings;
    if (use_cases === undefined) return new Map();
    const refused = transfers.filter(({ use_case }) => !use_cases.includes(use_case));
    return new Map(
      refused.map(({ id, source }) => {
        const side = source === null ? 'destination' : 'source';
        return [id, { outcome: 'refuse', side, reason_code: 'unsupported_transfer' }];
      }),
    );
  }
}
