import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperateFiles } from '@payments/rails';
import { eventually } from '@payments/testing';
import type { Envelopes } from '../../libs/rails/src/application/envelopes.js';
import type { Pgp } from '../../libs/rails/src/domain/connection.js';
import { PgpEnvelopes } from '../../libs/rails/src/infrastructure/pgp/pgp-envelopes.js';
import { BankStage } from '../support/bank/bank-stage.js';
import { REPORT_PATTERNS } from '../support/bank/report-patterns.js';
import { expectSound } from '../support/ledger-sound.js';
import { aDirectDebit, aPayout } from '../support/parties.js';
import { type BankService, startBankService } from '../support/rails/bank-service.js';
import { generatePgpKey } from '../support/rails/pgp-keys.js';
import { verifiedParty } from '../support/sandbox.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'apps/bank/src');

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('a transfer through files that are encrypted and signed in both directions', () => {
  const bank = new BankStage();
  let own: BankService;
  let envelopes: Envelopes;
  const theirs: Pgp = {
    ...{ bank_keys: [{ env: 'OWN_PUBLIC' }], own_key: { env: 'BANK_PRIVATE' }, passphrase: null },
    ...{ sign: true, armor: true, inbound: 'signed' },
  };

  beforeAll(async () => {
    const [service, other] = [await generatePgpKey('ours', 'secret'), await generatePgpKey('the bank')];
    const keys = { OWN_KEY: service.privateKey, OWN_PASSPHRASE: 'secret', BANK_KEY: other.publicKey };
    own = await startBankService(
      {
        inbound: [{ directory: '/outbound', stable_seconds: 0, poll_seconds: 1 }],
        acknowledgment: { kind: 'report', patterns: REPORT_PATTERNS },
        timing: { settlement_grace_minutes: 10_080 },
        pgp: {
          ...{ bank_keys: [{ env: 'BANK_KEY' }], own_key: { env: 'OWN_KEY' }, passphrase: { env: 'OWN_PASSPHRASE' } },
          inbound: 'signed',
        },
      },
      keys,
    );
    envelopes = new PgpEnvelopes({ variables: { OWN_PUBLIC: service.publicKey, BANK_PRIVATE: other.privateKey } });
  });
  afterAll(async () => {
    await own.stop();
    bank.remove();
  });

  const carried = new Set<string>();
  const opened = (name: string) => {
    const bytes = own.bytes(name);
    return bytesOf(envelopes.open(theirs, [bytes], envelopes.formOf(bytes)!));
  };

  /** What the bank's own software does with the envelopes, before and after its rounds. */
  async function bankRound(): Promise<void> {
    for (const name of own.names().filter((each) => !carried.has(each))) {
      bank.put(name, await opened(name));
      carried.add(name);
    }
    bank.now = Date.now();
    bank.bank.round();
    for (const name of readdirSync(join(bank.directory, 'outbound')).filter((each) => !carried.has(each))) {
      const answer = await bytesOf(envelopes.close(theirs, [bank.read('outbound', name)]));
      writeFileSync(join(own.root, 'outbound', `${name}.asc`), answer);
      carried.add(name);
    }
  }

  const query = <Row>(sql: string, values: readonly unknown[] = []) => own.service.database.query<Row>(sql, values);

  it('is accepted, rejected or returned as the bank says, and the bytes can be proven', async () => {
    const worker = await own.service.startWorker();
    const client = await own.service.client();
    own.admit(client.credentials.enterprise_id, worker);
    const party = await verifiedParty(client);
    const send = async (body: object) => {
      const { body: answer } = await client.post('/deliver/transfers', body);
      return (answer['transfer'] as { id: string }).id;
    };
    const ids = [
      await send({ ...aDirectDebit(party), amount: 10_001 }),
      await send({ ...aDirectDebit(party), amount: 10_026 }),
      await send({ ...aPayout(party, { speed: 'standard' }), amount: 10_050 }),
    ];
    await eventually('the legs are what the bank made of them', async () => {
      await bankRound();
      const legs = await query<{ status: string }>(
        `SELECT status FROM transfers.legs WHERE transfer_id = ANY($1::uuid[])
         ORDER BY array_position($1::uuid[], transfer_id)`,
        [ids],
      );
      return legs.map(({ status }) => status).join() === 'returned,rejected,settled';
    });
    const operations = worker.get(OperateFiles, { strict: false });
    const files = await query<{ id: string; file_name: string; state: string }>(`SELECT * FROM rails.files`);
    for (const { id, file_name, state } of files) {
      expect(state).toBe('acknowledged');
      expect(await operations.verify(id)).toEqual({ stored: true, rendered: true });
      const plain = await operations.export(id, { isPlain: true, actor: 'ada', reason: 'comparison' });
      expect((await bytesOf(plain)).equals(await opened(file_name))).toBe(true);
    }
    await expectSound(own.service.database);
  });

  it('puts what is not encrypted or not signed by the bank into quarantine', async () => {
    const unsigned = await bytesOf(envelopes.close({ ...theirs, sign: false }, [Buffer.from('FILE a.ach ACCEPTED\n')]));
    writeFileSync(join(own.root, 'outbound', 'unsigned.asc'), unsigned);
    writeFileSync(join(own.root, 'outbound', 'plain.txt'), 'FILE a.ach ACCEPTED\n');
    await eventually('both are in quarantine', async () => {
      const found = await query<{ name: string; diagnostics: { rule: string }[] }>(
        `SELECT name, diagnostics FROM rails.inbound_files WHERE state = 'quarantined' ORDER BY name`,
      );
      const rules = found.map(({ name, diagnostics }) => `${name} ${diagnostics[0]!.rule}`);
      return rules.join() === 'plain.txt pgp_message,unsigned.asc pgp_message';
    });
  });
});
