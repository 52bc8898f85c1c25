import { Injectable } from '@nestjs/common';
import { currentTransaction } from '@payments/persistence';
import { ReceivingBanks } from '@payments/rails';

interface Row {
  readonly routing_number: string | null;
  readonly new_routing_number: string | null;
}

/** The directory of FedACH that the operator has loaded. */
@Injectable()
export class LoadedBanks extends ReceivingBanks {
  async of(routingNumbers: readonly string[]) {
    if (routingNumbers.length === 0) return undefined;
    // A row without a number says that there is a directory.
    const rows = await currentTransaction().query<Row>(
      `SELECT routing_number, new_routing_number FROM transfers.ach_banks WHERE routing_number = ANY($1::text[])
       UNION ALL SELECT NULL, NULL WHERE EXISTS (SELECT FROM transfers.ach_banks)`,
      [routingNumbers],
      'find-ach-banks',
    );
    if (rows.length === 0) return undefined;
    return new Map(
      rows.flatMap(({ routing_number, new_routing_number }) =>
        routing_number === null ? [] : [[routing_number, { new_routing_number }] as const],
      ),
    );
  }
}
