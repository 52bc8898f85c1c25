import { Injectable } from '@nestjs/common';
import { currentTransaction } from '@payments/persistence';
import { BankNames } from '../../application/paid-accounts.js';

/** The names of the FedACH directory. */
@Injectable()
export class LoadedBankNames extends BankNames {
  async of(routingNumbers: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (routingNumbers.length === 0) return new Map();
    const rows = await currentTransaction().query<{ readonly routing_number: string; readonly name: string }>(
      'SELECT routing_number, name FROM transfers.ach_banks WHERE routing_number = ANY($1::text[])',
      [routingNumbers],
      'find-bank-names',
    );
    return new Map(rows.map(({ routing_number, name }) => [routing_number, name]));
  }
}
