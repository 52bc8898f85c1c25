import { newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { currentTransaction, Enterprises, Transactions } from '@payments/persistence';
import type { INestApplicationContext } from '@nestjs/common';
import { Entries, parseProfiles } from '@payments/rails';
import type { Connection, FileStatus } from '@payments/rails';
import { bankCompany, bankProfile } from '@payments/testing';
import { Profiles } from '../../../libs/rails/src/application/ports.js';
import { anEntry, aPlan } from './rails-stage.js';

/** Lets the api know a connection of some enterprises, as if BANKS_FILE had it. */
export function connect(api: INestApplicationContext, name: string, enterpriseIds: readonly string[]): void {
  const companies = enterpriseIds.map((enterprise_id) => bankCompany({ enterprise_id }));
  const parsed = parseProfiles(JSON.stringify(bankProfile({ name, companies })));
  const profiles = api.get(Profiles, { strict: false });
  const { byName, connections } = profiles as unknown as {
    readonly byName: Map<string, Connection>;
    readonly connections: Connection[];
  };
  for (const connection of parsed) {
    connections.push(connection);
    byName.set(connection.name, connection);
  }
}

interface FileAtBank {
  readonly connection: string;
  readonly state: FileStatus;
  /** Each gets one payout in a batch of its own. */
  readonly enterpriseIds: readonly string[];
  readonly accountNumber?: string;
  readonly name?: string;
}

let modifier = 0;

/** Stores a file with bytes, and a payout of $125.00 of each enterprise in it. @returns its id */
export async function storeFile(api: INestApplicationContext, file: FileAtBank): Promise<string> {
  const { connection, state, enterpriseIds, accountNumber = '1234567890', name = 'ADA BYRON' } = file;
  const id = newId();
  modifier += 1;
  const fileName = `1234567890_20260715_${modifier}.ach`;
  await relay(
    api,
    `INSERT INTO rails.files (id, connection, rail, window_key, part, state, epoch, cut_at, upload_by, cutoff_at, file_name,
       creation_date, batches, entries, credit, document_id, size, sha256, may_exist)
     VALUES ($1, $2, 'ach', $3, 1, $4, 0, now(), now() + interval '1 hour', now() + interval '1 hour', $5, '2026-07-15',
       $6, $6, $6 * 12500, $7, 940, $8, $4 = 'doubtful')`,
    [
      id,
      connection,
      `ach/2026-07-15T13:45:00.000Z/${modifier}`,
      state,
      fileName,
      enterpriseIds.length,
      newId(),
      Buffer.from(id),
    ],
  );
  for (const [at, enterpriseId] of enterpriseIds.entries()) {
    const entry = anEntry({ plan: aPlan({ connection, account_number: accountNumber, name }) });
    const tenant = await api.get(Enterprises, { strict: false }).get(enterpriseId);
    const inTenant = (work: () => Promise<unknown>) =>
      workContext.run({ requestId: 'test', tenant }, () => api.get(UnitOfWork, { strict: false }).run(work));
    await inTenant(() => api.get(Entries, { strict: false }).add(newId(), [entry]));
    const trace = `09100001${String(modifier * 100 + at).padStart(7, '0')}`;
    await inTenant(() =>
      currentTransaction().query(
        `UPDATE rails.entries SET state = 'filed', file_id = $2, trace = $3, epoch = 0 WHERE id = $1`,
        [entry.id, id, trace],
      ),
    );
    const header = {
      ...{ sec: 'PPD', company_id: '1234567890', company_name: 'ACME CORP', company_entry_description: 'PAYMENT' },
      effective_entry_date: '260716',
    };
    await relay(
      api,
      `INSERT INTO rails.batches (file_id, connection, batch_no, for_enterprise, batch_key, header, first_trace, last_trace,
         entries, records, hash, debit, credit)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7, 1, 1, 2100002, 0, 12500)`,
      [id, connection, at + 1, enterpriseId, aPlan().batch_key, JSON.stringify(header), trace],
    );
  }
  return id;
}

/** Stores an open exception of an enterprise, or of a connection. @returns its id */
export async function storeException(
  api: INestApplicationContext,
  { connection, enterpriseId, kind }: { connection: string; enterpriseId: string | null; kind: string },
): Promise<string> {
  const id = newId();
  await relay(
    api,
    `INSERT INTO rails.exceptions (id, key, connection, for_enterprise, kind, code, direction, amount, original_trace, detail,
       created_at)
     VALUES ($1, $5, $2, $3, $4, 'R01', 'credit', 12500, '091000010000001', 'a detail', now())`,
    [id, connection, enterpriseId, kind, id],
  );
  return id;
}

/** Stores a statement with one open line of $125.00, and a break about it. @returns the id of the statement */
export async function storeStatement(
  api: INestApplicationContext,
  { connection, enterpriseId }: { connection: string; enterpriseId: string | null },
): Promise<string> {
  const [id, line, found] = [newId(), newId(), newId()];
  await relay(
    api,
    `INSERT INTO rails.statements (id, connection, inbound_id, ordinal, format, bank_id, sequence, account, day, purpose,
       status, state, opening, closing, lines, credits, debits, digest, received_at)
     VALUES ($1, $2, $1, 1, 'camt.053', 'ST-29', 29, '******0030', '2026-07-15', 'day', 'new', 'current', 100000, 87500, 1, 0,
       12500, $3, now())`,
    [id, connection, Buffer.from(id)],
  );
  await relay(
    api,
    `INSERT INTO rails.statement_lines (id, statement_id, position, connection, line, amount, direction, status, booking_day,
       value_day, class, code, is_reversal, payments, refs, text, is_open)
     VALUES ($1, $2, 1, $3, 1, 12500, 'debit', 'booked', '2026-07-15', '2026-07-15', 'ach_debit', '451', false, 1,
       '{091000010000001}', 'ACH OFFSET', true)`,
    [line, id, connection],
  );
  await relay(
    api,
    `INSERT INTO rails.breaks (id, connection, key, kind, for_enterprise, day, line_id, difference, expected, found,
       first_seen_at, last_seen_at)
     VALUES ($1, $2, $3, 'unexplained', $4, '2026-07-15', $5, -12500, 'nothing', 'a debit of $125.00', now(), now())`,
    [found, connection, `line:${line}`, enterpriseId, line],
  );
  return id;
}

/** What the examples of the api begin with: a sealed file, a newer one in doubt, an exception, and a statement. */
export async function storeExampleFiles(api: INestApplicationContext, enterpriseId: string): Promise<void> {
  modifier = 0;
  connect(api, 'first-bank', [enterpriseId]);
  const file = { connection: 'first-bank', enterpriseIds: [enterpriseId] };
  await storeFile(api, { ...file, state: 'sealed' });
  await storeFile(api, { ...file, state: 'doubtful' });
  await storeException(api, { connection: 'first-bank', enterpriseId, kind: 'untimely_return' });
  await storeStatement(api, { connection: 'first-bank', enterpriseId: null });
}

const relay = (api: INestApplicationContext, sql: string, values: readonly unknown[]) =>
  api.get(Transactions, { strict: false }).run({ role: 'relay' }, (transaction) => transaction.query(sql, values));
