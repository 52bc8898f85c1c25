import { Injectable } from '@nestjs/common';
import { Transactions } from '@payments/persistence';
import { SentFiles } from '../../application/inbound/ports.js';
import type { FileIdentity } from '../../domain/inbound/acknowledgment.js';

@Injectable()
export class SentFilesRepository extends SentFiles {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  named(connection: string, name: string): Promise<string | undefined> {
    return this.find(`file_name = $2`, [connection, name]);
  }

  identified(
    connection: string,
    { creation_date, modifier }: Pick<FileIdentity, 'creation_date' | 'modifier'>,
  ): Promise<string | undefined> {
    return this.find(`format->'header'->>'creation_date' = $2 AND format->'header'->>'file_id_modifier' = $3`, [
      connection,
      creation_date,
      modifier,
    ]);
  }

  private async find(condition: string, values: readonly unknown[]): Promise<string | undefined> {
    const [file] = await this.transactions.run({ role: 'relay' }, (transaction) =>
      transaction.query<{ id: string }>(
        `SELECT id FROM rails.files WHERE connection = $1 AND ${condition} ORDER BY id DESC LIMIT 1`,
        values,
      ),
    );
    return file?.id;
  }
}
