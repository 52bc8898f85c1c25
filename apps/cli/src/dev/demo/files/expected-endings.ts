import type { PaymentsEvent } from '@payments/client';
import { CliError } from '../../../support/cli.error.js';

/** How a transfer must end. */
export type ExpectedEnding =
  { readonly status: 'completed' } | { readonly status: 'failed'; readonly network_reason_code: string };

/** The transfers that have not ended yet, by reference id. */
export class ExpectedEndings {
  private readonly open: Map<string, ExpectedEnding>;

  constructor(endings: Readonly<Record<string, ExpectedEnding>>) {
    this.open = new Map(Object.entries(endings));
  }

  get isOver(): boolean {
    return this.open.size === 0;
  }

  /**
   * Strikes out a transfer that has ended as it should.
   * @returns whether it has. @throws CliError when it failed, and should not have or for another reason
   */
  take({ event_data }: PaymentsEvent): boolean {
    if (!('transfer' in event_data)) return false;
    const { transfer_reference_id, status, status_reasons = [] } = event_data.transfer;
    const expected = this.open.get(transfer_reference_id);
    if (expected === undefined) return false;
    const code = status_reasons[0]?.source?.network_reason_code;
    if (status === 'failed' && (expected.status !== 'failed' || code !== expected.network_reason_code)) {
      throw new CliError(
        `${transfer_reference_id} failed (${code ?? 'no code'}); GET /deliver/transfers shows the reason`,
      );
    }
    return status === expected.status && this.open.delete(transfer_reference_id);
  }
}
