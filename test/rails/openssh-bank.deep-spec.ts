import { join } from 'node:path';
import { eventually } from '@payments/testing';
import { BankStage } from '../support/bank/bank-stage.js';
import { REPORT_PATTERNS } from '../support/bank/report-patterns.js';
import { runCommand } from '../support/command.js';
import { expectSound } from '../support/ledger-sound.js';
import { aDirectDebit, aPayout } from '../support/parties.js';
import { type BankService, startBankService } from '../support/rails/bank-service.js';
import { verifiedParty } from '../support/sandbox.js';
import { channelTo } from '../support/sftp/channels.js';
import { hasSshd, Sshd } from '../support/sftp/sshd.js';
import { describeIf } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'apps/bank/src');

/** What each transfer is and how its legs end; the amounts are what the simulated bank decides by. */
const ENDS = [
  ['a payout', 'settled'],
  ['a debit', 'released'],
  ['a debit that is returned', 'returned R01'],
  ['a payout to an account that has changed', 'settled'],
  ['a transfer from one account to another', 'released, settled'],
] as const;

describeIf(hasSshd, 'payments through OpenSSH: NOT TESTED, openssh-server is not installed')(
  'payments to a bank with an OpenSSH server, by a profile and a key alone',
  () => {
    const bank = new BankStage();
    let sshd: Sshd;
    let own: BankService;

    beforeAll(async () => {
      sshd = await Sshd.start();
      const { host, port, host_keys } = channelTo(sshd);
      const private_key = { file: sshd.clientKeyFile };
      own = await startBankService(
        {
          channel: { kind: 'sftp', host, port, username: sshd.username, private_key, host_keys },
          outbound: { directory: join(bank.directory, 'inbound'), name: '{origin}_{date}_{modifier}_{sequence}.ach' },
          inbound: [{ directory: join(bank.directory, 'outbound'), stable_seconds: 0, poll_seconds: 1 }],
          acknowledgment: { kind: 'report', patterns: REPORT_PATTERNS },
          timing: { settlement_grace_minutes: 10_080 },
          statements: { reconcile_after_minutes: 0 },
        },
        { SANDBOX_DAY_SECONDS: '1' },
      );
    });
    afterAll(async () => {
      await own.stop();
      await sshd.stop();
      bank.remove();
    });

    const query = <Row>(sql: string, values: readonly unknown[] = []) => own.service.database.query<Row>(sql, values);
    const rails = (...args: string[]) => runCommand(['rails', ...args], own.service.database.environment);
    const bankRound = () => {
      bank.now = Date.now();
      bank.bank.round();
    };
    const endsOf = (ids: readonly string[]) =>
      query<{ ends: string }>(
        `SELECT string_agg(status || coalesce(' ' || network_reason_code, ''), ', ' ORDER BY side DESC) AS ends
         FROM transfers.legs WHERE transfer_id = ANY($1::uuid[])
         GROUP BY transfer_id ORDER BY array_position($1::uuid[], transfer_id)`,
        [ids],
      );

    it('passes every check of the connection', async () => {
      const client = await own.service.client();
      own.admit(client.credentials.enterprise_id);
      const { code, stdout } = await rails('check', '--write');
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('first-bank') });
    });

    it('ends as the bank decides, and its statement agrees', async () => {
      const worker = await own.service.startWorker();
      const client = await own.service.client();
      own.admit(client.credentials.enterprise_id, worker);
      const [party, other] = await Promise.all([verifiedParty(client), verifiedParty(client)]);
      const bodies = [
        aPayout(party, { amount: 12_500 }),
        aDirectDebit(party, { amount: 10_000 }),
        aDirectDebit(party, { amount: 10_001 }),
        aPayout(other, { amount: 20_005 }),
        aPayout(other, { amount: 30_000, source: party }),
      ];
      const ids: string[] = [];
      for (const body of bodies) {
        const { body: answer } = await client.post('/deliver/transfers', body);
        ids.push((answer['transfer'] as { id: string }).id);
      }
      const expected = ENDS.map(([, ends]) => ends).join('\n');
      await eventually('all have ended', async () => {
        bankRound();
        return (await endsOf(ids)).map(({ ends }) => ends).join('\n') === expected;
      });
      await eventually('the correction is told', async () => {
        bankRound();
        const told = await query(
          `SELECT FROM rails.results WHERE kind = 'notification_of_change' AND code = 'C01' AND reported_at IS NOT NULL`,
        );
        return told.length === 1;
      });
      await eventually('the ledger, the files and the statements agree', async () => {
        bankRound();
        const { code, stdout } = await rails('reconcile');
        return code === 0 && /until \d{4}-\d\d-\d\d/.test(stdout);
      });
      expect(await query(`SELECT kind FROM rails.exceptions`)).toEqual([]);
      expect(await query(`SELECT DISTINCT state FROM rails.files`)).toEqual([{ state: 'acknowledged' }]);
      expect(await query(`SELECT DISTINCT state FROM rails.inbound_files`)).toEqual([{ state: 'applied' }]);
      await expectSound(own.service.database);
    });
  },
);
