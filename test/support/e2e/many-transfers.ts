import { Client } from 'pg';

/**
 * Copies a transfer so often, each copy a minute older than the one before. Triggers and foreign keys are passed over.
 * Their references are `copy-1` and so on, from the newest to the oldest.
 */
export async function copyTransfer(adminUrl: string, id: string, count: number): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    const { rows } = await client.query<{ names: string }>(
      `SELECT string_agg(quote_ident(attname), ', ') AS names FROM pg_attribute
       WHERE attrelid = 'transfers.transfers'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    );
    const { names } = rows[0]!;
    await client.query(
      `INSERT INTO transfers.transfers (${names})
       SELECT ${names} FROM (
         SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'transfer_reference_id', 'copy-' || n,
           'created_at', t.created_at - n * interval '1 minute'))).*
         FROM transfers.transfers t, generate_series(1, $2::int) AS n WHERE t.id = $1) AS copies`,
      [id, count],
    );
    await client.query('ANALYZE transfers.transfers');
  } finally {
    await client.end();
  }
}
