import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { SubledgerOwners } from './ports.js';

/** Says who is charged with the returns of debits: the customer whose subledger they fill, else the enterprise. */
@Injectable()
export class Originators {
  constructor(private readonly owners: SubledgerOwners) {}

  /** Of these subledgers, in one statement; none without subledgers. In the current unit of work. */
  async of(subledgerIds: Iterable<string>): Promise<(subledgerId: string | null | undefined) => string> {
    const ids = [...new Set(subledgerIds)];
    const customers = ids.length === 0 ? new Map<string, string>() : await this.owners.customersOf(ids);
    const enterprise = workContext.enterpriseId();
    return (subledgerId) => customers.get(subledgerId ?? '') ?? enterprise;
  }
}
