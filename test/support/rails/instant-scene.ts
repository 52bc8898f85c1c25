import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { Profiles, ReconcileConnection } from '@payments/rails';
import { eventually } from '@payments/testing';
import type { ApiClient } from '../api-client.js';
import { aPayout } from '../parties.js';
import type { Party } from '../parties.js';
import { verifiedParty } from '../sandbox.js';
import { type BankService, startBankService } from './bank-service.js';
import { answerTo, idsIn } from './payment-messages.js';

type Json = Record<string, unknown>;

/** A payment of $12.50, as the messages of the test have it. */
export interface SentPayment {
  readonly transfer: string;
  readonly file: string;
  readonly name: string;
  readonly text: string;
  readonly messageId: string;
  readonly endToEndId: string;
  readonly instructionId: string;
}

/** An enterprise that pays, and whom. */
export interface Payer {
  readonly client: ApiClient;
  readonly party: Party;
}

async function payerOf(bank: BankService, worker: INestApplicationContext): Promise<Payer> {
  const client = await bank.service.client();
  bank.admit(client.credentials.enterprise_id, worker);
  return { client, party: await verifiedParty(client) };
}

/** A service whose bank takes instant payments as messages, and whose answers the test writes. */
export class InstantScene {
  private answers = 0;

  private constructor(
    readonly bank: BankService,
    readonly worker: INestApplicationContext,
    private readonly payer: Payer,
  ) {}

  static async start(changes: Json): Promise<InstantScene> {
    const inbound = [{ directory: '/outbound', stable_seconds: 0, poll_seconds: 1 }];
    const bank = await startBankService({ inbound, ...changes });
    const worker = await bank.service.startWorker();
    return new InstantScene(bank, worker, await payerOf(bank, worker));
  }

  /** Of a participant of FedNow, without files. */
  static startParticipant(): Promise<InstantScene> {
    return InstantScene.start({
      rails: { ach: 'off', same_day_ach: 'off', rtp: 'off', fednow: 'iso' },
      windows: [],
      iso: {
        ...{ profile: 'pacs.008.001.08', participant: { routing_number: '091000019' } },
        fednow: { category_purpose: 'CONS' },
      },
    });
  }

  /** Another enterprise of the same connection. */
  anotherPayer(): Promise<Payer> {
    return payerOf(this.bank, this.worker);
  }

  query<Row = Json>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.bank.service.database.query<Row>(sql, values);
  }

  async pay({ client, party } = this.payer): Promise<SentPayment> {
    const response = await client.post('/deliver/transfers', {
      ...aPayout(party, { speed: 'asap' }),
      amount: 1_250,
    });
    const { id: transfer } = response.body['transfer'] as { id: string };
    let row: { id: string; file_name: string; message_id: string; end_to_end_id: string; entry: string } | undefined;
    await eventually('the message is at the bank', async () => {
      [row] = await this.query(
        `SELECT f.id, f.file_name, f.message_id, e.end_to_end_id, e.id AS entry FROM transfers.legs l
         JOIN rails.entries e USING (enterprise_id, end_to_end_id) JOIN rails.files f ON f.id = e.file_id
         WHERE l.transfer_id = $1 AND f.state = 'uploaded'`,
        [transfer],
      );
      return row !== undefined;
    });
    const { id: file, file_name: name, message_id: messageId, end_to_end_id: endToEndId, entry } = row!;
    const text = this.bank.bytes(name).toString();
    return {
      ...{ transfer, file, name, text, messageId, endToEndId },
      instructionId: `I${entry.replaceAll('-', '').toUpperCase()}`,
    };
  }

  /** Gives the service a message of the bank about a payment. */
  answer(message: Buffer, { text, ...ids }: SentPayment): void {
    const { uetr, transactionId } = idsIn(text);
    this.tell(Buffer.from(answerTo({ ...ids, uetr, transactionId }, message)));
  }

  /** Gives the service a message of the bank as it is. */
  tell(message: Buffer): void {
    writeFileSync(join(this.bank.root, 'outbound', `answer-${(this.answers += 1)}.xml`), message);
  }

  /** The rail that a payment gets. */
  async railOf({ client, party }: Payer): Promise<string> {
    const body = { ...aPayout(party, { speed: 'asap' }), amount: 1_250 };
    const { id } = (await client.post('/deliver/transfers', body)).body['transfer'] as { id: string };
    return eventually('the payment has a rail', async () => {
      const [leg] = await this.query<{ rail: string }>(
        'SELECT rail FROM transfers.legs WHERE transfer_id = $1 AND attempt = 1',
        [id],
      );
      return leg?.rail;
    });
  }

  async untilLeg(transfer: string, status: string): Promise<Json> {
    let leg: Json | undefined;
    await eventually(`the leg is ${status}`, async () => {
      [leg] = await this.query('SELECT * FROM transfers.legs WHERE transfer_id = $1', [transfer]);
      return leg?.['status'] === status;
    });
    return leg!;
  }

  untilEntry(file: string, state: string): Promise<unknown> {
    return eventually(`the payment is ${state} at the bank`, async () => {
      const [entry] = await this.query('SELECT state FROM rails.entries WHERE file_id = $1', [file]);
      return entry?.['state'] === state;
    });
  }

  async file(id: string): Promise<Json> {
    return (await this.query('SELECT * FROM rails.files WHERE id = $1', [id]))[0]!;
  }

  exceptions(): Promise<Json[]> {
    return this.query('SELECT kind, detail, end_to_end_id FROM rails.exceptions ORDER BY id');
  }

  untilApplied(): Promise<unknown> {
    return eventually('every message of the bank is applied', async () => {
      const [row] = await this.query<{ done: number }>(
        `SELECT count(*)::int AS done FROM rails.inbound_files WHERE state NOT IN ('fetched', 'parsed')`,
      );
      return row!.done === this.answers;
    });
  }

  async reconcile(): Promise<void> {
    const [connection] = this.worker.get(Profiles, { strict: false }).connections;
    await eventually(
      'the worker lets the connection go',
      async () => (await this.worker.get(ReconcileConnection, { strict: false }).execute(connection!)) !== undefined,
    );
  }

  statusIsDue(file: string): Promise<unknown> {
    return this.query(`UPDATE rails.files SET status_due_at = now() - interval '1 second' WHERE id = $1`, [file]);
  }

  async messages(purpose: string): Promise<{ file_name: string; message_id: string }[]> {
    return this.query(`SELECT file_name, message_id FROM rails.files WHERE purpose = $1 AND uploaded_at IS NOT NULL`, [
      purpose,
    ]);
  }
}
