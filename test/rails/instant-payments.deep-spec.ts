import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { newYorkDate } from '@payments/kernel';
import {
  FileOperationError,
  InboundOperationError,
  OperateEntries,
  OperateFiles,
  OperateInbound,
  OperateParticipants,
  RequestRecall,
} from '@payments/rails';
import {
  admi002,
  admi004,
  camt029,
  camt053,
  eventually,
  pacs002,
  pacs002FromRtp,
  pacs004,
  pain002,
} from '@payments/testing';
import { FileAudit } from '../../libs/rails/src/application/file-audit.js';
import { expectSound } from '../support/ledger-sound.js';
import { registerParty } from '../support/parties.js';
import { InstantScene } from '../support/rails/instant-scene.js';
import type { Payer, SentPayment } from '../support/rails/instant-scene.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'libs/transfers/src', 'apps/bank/src', 'migrations');

const NO_ACH = { ach: 'off', same_day_ach: 'off' };

describe('instant payments through the pain.001 channel of a bank', () => {
  let scene: InstantScene;
  beforeAll(async () => {
    scene = await InstantScene.start({ rails: { ...NO_ACH, rtp: 'iso', fednow: 'off' }, windows: [] });
  });
  afterAll(() => scene.bank.stop());

  it('are one message each, accepted and settled by the statuses of the bank', async () => {
    const sent = await scene.pay();
    expect(sent.text).toContain('<LclInstrm><Prtry>RTP</Prtry></LclInstrm>');
    expect(sent.text).toContain('<InstdAmt Ccy="USD">12.50</InstdAmt>');
    scene.answer(pain002({ transactions: [{ status: 'ACSP' }] }), sent);
    await scene.untilEntry(sent.file, 'accepted');
    scene.answer(pain002({ transactions: [{ status: 'ACSC' }] }), sent);
    expect(await scene.untilLeg(sent.transfer, 'settled')).toMatchObject({ rail: 'rtp', attempt: 1 });
    expect(await scene.file(sent.file)).toMatchObject({ state: 'acknowledged', status_due_at: null });
  });

  it('are rejected with the code of the bank, also after it had accepted them', async () => {
    const sent = await scene.pay();
    scene.answer(pain002({ transactions: [{ status: 'ACTC' }] }), sent);
    await scene.untilEntry(sent.file, 'accepted');
    expect(await scene.untilLeg(sent.transfer, 'submitted')).toMatchObject({ attempt: 1 });
    scene.answer(pain002({ transactions: [{ status: 'RJCT', reason: 'AC03' }] }), sent);
    expect(await scene.untilLeg(sent.transfer, 'rejected')).toMatchObject({ network_reason_code: 'AC03' });
    await eventually('the file has failed', async () => (await scene.file(sent.file))['state'] === 'failed');
  });

  it('are in doubt when the bank says nothing, and nothing else is sent, until a status comes after all', async () => {
    const sent = await scene.pay();
    await scene.statusIsDue(sent.file);
    await eventually('the file is doubtful', async () => (await scene.file(sent.file))['state'] === 'doubtful');
    expect(await scene.file(sent.file)).toMatchObject({ reason: 'no_status' });
    const legs = await scene.query('SELECT rail, status, attempt FROM transfers.legs WHERE transfer_id = $1', [
      sent.transfer,
    ]);
    expect(legs).toEqual([{ rail: 'rtp', status: 'submitted', attempt: 1 }]);
    expect(await scene.messages('inquiry')).toEqual([]);
    scene.answer(pain002({ transactions: [{ status: 'ACSC' }] }), sent);
    await scene.untilLeg(sent.transfer, 'settled');
  });

  it('are settled by the statement that shows them to the cent, when the bank says nothing', async () => {
    const sent = await scene.pay();
    await scene.statusIsDue(sent.file);
    await eventually('the file is doubtful', async () => (await scene.file(sent.file))['state'] === 'doubtful');
    const statementOf = (id: string, cents: number) =>
      camt053({
        ...{ id, account: '1000200030', day: newYorkDate(new Date()), opening: 0 },
        lines: [{ cents, code: 'OTHR', reference: sent.endToEndId }],
      });
    scene.answer(statementOf('ST1', -1_251), sent);
    await scene.untilApplied();
    await scene.reconcile();
    expect(await scene.file(sent.file)).toMatchObject({ state: 'doubtful' });
    scene.answer(statementOf('ST1', -1_250), sent);
    await scene.untilApplied();
    await scene.reconcile();
    expect(await scene.file(sent.file)).toMatchObject({ state: 'acknowledged', reason: null });
    await scene.untilLeg(sent.transfer, 'settled');
    expect(
      await scene.query(`SELECT matched_by FROM rails.postings WHERE end_to_end_id = $1`, [sent.endToEndId]),
    ).toEqual([{ matched_by: 'reference' }]);
    await expectSound(scene.bank.service.database);
  });

  it('are settled by a status without a namespace only if an operator waives that', async () => {
    const sent = await scene.pay();
    scene.answer(
      Buffer.from(
        pain002({ transactions: [{ status: 'ACSC' }] })
          .toString()
          .replace(' xmlns=', ' Xmlns='),
      ),
      sent,
    );
    await scene.untilApplied();
    const inbound = () =>
      scene.query<{ id: string }>(
        `SELECT id, state, kind, waived, diagnostics->0->>'rule' AS rule FROM rails.inbound_files ORDER BY id DESC LIMIT 1`,
      );
    const [file] = await inbound();
    expect(file).toMatchObject({ state: 'quarantined', kind: 'pain.002', rule: 'missing_namespace' });
    const operator = { actor: 'sam', reason: 'as the bank writes it' };
    await scene.worker.get(OperateInbound, { strict: false }).retry(file!.id, ['missing_namespace'], operator);
    await scene.untilLeg(sent.transfer, 'settled');
    expect(await inbound()).toMatchObject([{ id: file!.id, state: 'applied', waived: ['missing_namespace'] }]);
  });

  it('are not touched by a status of another amount, of an unknown payment, or that contradicts itself', async () => {
    const sent = await scene.pay();
    const other = Buffer.from(
      pain002({ transactions: [{ status: 'RJCT' }] })
        .toString()
        .replace('12.50', '12.51'),
    );
    scene.answer(other, sent);
    scene.answer(pain002({ transactions: [{ status: 'ACSC' }] }), {
      ...sent,
      messageId: 'M0',
      endToEndId: 'E0',
      instructionId: 'I0',
    });
    scene.answer(pain002({ group: 'RJCT', transactions: [{ status: 'ACSC' }] }), sent);
    await scene.untilApplied();
    // Messages that come together are read in any order.
    expect(new Set((await scene.exceptions()).map(({ kind, detail }) => [kind, detail].join(': ')))).toEqual(
      new Set(['unknown_status: another amount', 'unknown_message: ACSC']),
    );
    const quarantined = await scene.query(
      `SELECT diagnostics->0->>'rule' AS rule FROM rails.inbound_files WHERE state = 'quarantined'`,
    );
    expect(quarantined).toEqual([{ rule: 'contradictory' }]);
    expect(await scene.query('SELECT status FROM transfers.legs WHERE transfer_id = $1', [sent.transfer])).toEqual([
      { status: 'submitted' },
    ]);
    await expectSound(scene.bank.service.database);
  });

  it('are not rejected by the refusal of a second copy, for the first one may be paid', async () => {
    const sent = await scene.pay();
    scene.answer(pain002({ transactions: [{ status: 'RJCT', reason: 'AM05' }] }), sent);
    await scene.untilApplied();
    expect((await scene.exceptions()).at(-1)).toMatchObject({ kind: 'unknown_status', detail: 'RJCT AM05' });
    expect(await scene.file(sent.file)).toMatchObject({ state: 'uploaded' });
    await scene.statusIsDue(sent.file);
    await eventually('the file is doubtful', async () => (await scene.file(sent.file))['state'] === 'doubtful');
    scene.answer(pain002({ transactions: [{ status: 'ACSC' }] }), sent);
    await scene.untilLeg(sent.transfer, 'settled');
    await expectSound(scene.bank.service.database);
  });
});

describe('instant payments whose bank lost the message, as an operator says', () => {
  const operator = { actor: 'sam', reason: 'not received, ticket 4711' };
  let scene: InstantScene;
  let files: OperateFiles;
  beforeAll(async () => {
    scene = await InstantScene.start({ rails: { ...NO_ACH, rtp: 'iso', fednow: 'off' }, windows: [] });
    files = scene.worker.get(OperateFiles, { strict: false });
  });
  afterAll(() => scene.bank.stop());

  const doubtful = async (sent: SentPayment) => {
    await scene.statusIsDue(sent.file);
    await eventually('the file is doubtful', async () => (await scene.file(sent.file))['state'] === 'doubtful');
  };
  const refusedBy = async (sent: SentPayment, message: Buffer) => {
    scene.answer(message, sent);
    await scene.untilApplied();
    expect((await scene.exceptions()).at(-1)).toMatchObject({ kind: 'unknown_status', detail: 'RJCT AM04' });
    await doubtful(sent);
    expect(await scene.query('SELECT status FROM transfers.legs WHERE transfer_id = $1', [sent.transfer])).toEqual([
      { status: 'submitted' },
    ]);
  };

  it('are not rejected by a refusal of the second copy, and rejected once a person knows that none was paid', async () => {
    const sent = await scene.pay();
    await doubtful(sent);
    await files.resubmitSame(sent.file, operator);
    await eventually('the message is sent again', async () => (await scene.file(sent.file))['state'] === 'uploaded');
    await refusedBy(sent, pain002({ transactions: [{ status: 'RJCT', reason: 'AM04' }] }));
    await files.fail(sent.file, { ...operator, reason: 'the bank paid none of them' });
    expect(await scene.untilLeg(sent.transfer, 'rejected')).toMatchObject({ network_reason_code: 'FILE' });
    expect(await scene.file(sent.file)).toMatchObject({ state: 'failed' });
    await expectSound(scene.bank.service.database);
  });

  it('are not sent as other payments by a second operator while the first one rejects them', async () => {
    const sent = await scene.pay();
    await doubtful(sent);
    const audit = scene.worker.get(FileAudit, { strict: false });
    const record = audit.record.bind(audit);
    const spy = jest.spyOn(audit, 'record').mockImplementation((file, change) => {
      if (change.action === 'file.failed') return Promise.reject(new Error('interrupted'));
      return record(file, change);
    });
    await expect(files.fail(sent.file, operator)).rejects.toThrow('interrupted');
    spy.mockRestore();
    const copies = scene.bank.names().length;
    // Refused, or too late to send anything.
    await Promise.allSettled([files.resubmitNew(sent.file, sent.name, operator)]);
    await scene.untilLeg(sent.transfer, 'rejected');
    expect(scene.bank.names()).toHaveLength(copies);
  });

  it('are never sent as other payments while nobody knows whether a copy was paid, by no command', async () => {
    const sent = await scene.pay();
    await doubtful(sent);
    const again = [
      () => files.resubmitNew(sent.file, sent.name, operator),
      () => files.withdraw(sent.file, 'refile', operator),
      () => scene.worker.get(OperateEntries, { strict: false }).withdraw(sent.endToEndId, operator),
    ];
    for (const each of again) await expect(each()).rejects.toThrow(FileOperationError);
    const copies = scene.bank.names().length;
    // The copy is held before it leaves.
    await scene.query(`UPDATE rails.files SET state = 'sealed', copies = 2 WHERE id = $1`, [sent.file]);
    await files.hold(sent.file, operator);
    await expect(files.withdraw(sent.file, 'refile', operator)).rejects.toThrow('may have paid a copy');
    expect(scene.bank.names()).toHaveLength(copies);
    await files.withdraw(sent.file, 'fail', { ...operator, reason: 'the bank paid none of them' });
    expect(await scene.untilLeg(sent.transfer, 'rejected')).toMatchObject({ network_reason_code: 'HELD' });
    await expectSound(scene.bank.service.database);
  });

  it('that are late when they go out again are in doubt, and end by what the bank says of the first copy', async () => {
    const late = async () => {
      const sent = await scene.pay();
      await doubtful(sent);
      await scene.query(`UPDATE rails.files SET cutoff_at = now() WHERE id = $1`, [sent.file]);
      rmSync(join(scene.bank.root, 'inbound', sent.name));
      await files.resubmitSame(sent.file, operator);
      await eventually('it is late', async () => (await scene.file(sent.file))['reason'] === 'late');
      expect(await scene.file(sent.file)).toMatchObject({ state: 'doubtful', copies: 2 });
      return sent;
    };
    const [confirmed, told, shown, unpaid] = [await late(), await late(), await late(), await late()];
    await files.confirm(confirmed.file, operator);
    await files.fail(unpaid.file, { ...operator, reason: 'the bank paid none of them' });
    await scene.untilLeg(unpaid.transfer, 'rejected');
    scene.answer(pain002({ transactions: [{ status: 'ACSC' }] }), told);
    const paid = [confirmed, told, shown];
    const lines = paid.map(({ endToEndId }) => ({ cents: -1_250, code: 'OTHR', reference: endToEndId }));
    const statement = { id: 'ST1', account: '1000200030', day: newYorkDate(new Date()), opening: 0, lines };
    scene.answer(camt053(statement), told);
    await scene.untilApplied();
    await scene.reconcile();
    for (const { transfer, file, endToEndId, name } of paid) {
      await scene.untilLeg(transfer, 'settled');
      expect(await scene.file(file)).toMatchObject({ state: 'acknowledged', reason: null });
      expect(await scene.query('SELECT matched_by FROM rails.postings WHERE end_to_end_id = $1', [endToEndId])).toEqual(
        [{ matched_by: 'reference' }],
      );
      expect(scene.bank.names()).not.toContain(name);
    }
    await expectSound(scene.bank.service.database);
  });

  it.each(['a status', 'a statement'])(
    'do not go out again once %s shows that the bank pays the first copy',
    async (by) => {
      const sent = await scene.pay();
      await doubtful(sent);
      rmSync(join(scene.bank.root, 'inbound', sent.name));
      await scene.query(
        `UPDATE rails.files SET state = 'sealed', copies = 2, next_attempt_at = now() + interval '1 hour' WHERE id = $1`,
        [sent.file],
      );
      if (by === 'a status') scene.answer(pain002({ transactions: [{ status: 'ACSC' }] }), sent);
      else {
        const lines = [{ cents: -1_250, code: 'OTHR', reference: sent.endToEndId }];
        const day = newYorkDate(new Date());
        scene.answer(camt053({ id: 'ST2', account: '1000200030', day, opening: 0, lines }), sent);
        await scene.untilApplied();
        await scene.reconcile();
      }
      await scene.untilLeg(sent.transfer, 'settled');
      await eventually('it is acknowledged', async () => (await scene.file(sent.file))['state'] === 'acknowledged');
      expect(await scene.file(sent.file)).toMatchObject({ next_attempt_at: null });
      expect(scene.bank.names()).not.toContain(sent.name);
      await expectSound(scene.bank.service.database);
    },
  );

  it('that were held as late by an earlier release are put in doubt by their release', async () => {
    const sent = await scene.pay();
    await doubtful(sent);
    await scene.query(
      `UPDATE rails.files SET state = 'sealed', copies = 2, cutoff_at = now(), next_attempt_at = now() + interval '1 hour'
       WHERE id = $1`,
      [sent.file],
    );
    await scene.query(`UPDATE rails.files SET state = 'held', reason = 'late', next_attempt_at = NULL WHERE id = $1`, [
      sent.file,
    ]);
    await files.release(sent.file, operator);
    await eventually('the file is doubtful', async () => (await scene.file(sent.file))['state'] === 'doubtful');
    await files.fail(sent.file, { ...operator, reason: 'the bank paid none of them' });
    await scene.untilLeg(sent.transfer, 'rejected');
  });
});

describe('instant payments of a participant', () => {
  let scene: InstantScene;
  beforeAll(async () => {
    scene = await InstantScene.startParticipant();
  });
  afterAll(() => scene.bank.stop());

  const inquiryOf = async (sent: SentPayment) => {
    const { length } = await scene.messages('inquiry');
    await scene.statusIsDue(sent.file);
    await eventually('an inquiry is at the bank', async () => (await scene.messages('inquiry')).length > length);
    const asked = (await scene.messages('inquiry')).at(-1)!;
    return scene.bank.bytes(asked.file_name).toString();
  };

  it('are asked about when they have no status, and sent again as the same message only if the network has none', async () => {
    const sent = await scene.pay();
    expect(sent.messageId).toMatch(/^\d{8}091000019[0-9A-Z]{18}$/);
    expect(sent.text).toContain(`<BizMsgIdr>${sent.messageId}</BizMsgIdr>`);
    expect(sent.text).toContain('<CtgyPurp><Prtry>CONS</Prtry></CtgyPurp>');
    expect(await inquiryOf(sent)).toContain(`<OrgnlMsgId>${sent.messageId}</OrgnlMsgId>`);
    expect(await inquiryOf(sent)).toContain(`<OrgnlEndToEndId>${sent.endToEndId}</OrgnlEndToEndId>`);
    rmSync(join(scene.bank.root, 'inbound', sent.name));
    scene.answer(pacs002({ status: 'RJCT', reason: 'NOOR' }), sent);
    await eventually('the same message is at the bank again', () =>
      Promise.resolve(scene.bank.names().includes(sent.name)),
    );
    expect(scene.bank.bytes(sent.name).toString()).toBe(sent.text);
    await scene.untilApplied();
    // Without a question, the same answer neither rejects the payment nor sends it once more.
    rmSync(join(scene.bank.root, 'inbound', sent.name));
    scene.answer(Buffer.concat([pacs002({ status: 'RJCT', reason: 'NOOR' }), Buffer.from('\n')]), sent);
    await scene.untilApplied();
    expect(scene.bank.names()).not.toContain(sent.name);
    expect(
      await scene.query('SELECT count(*)::int AS count FROM rails.files WHERE message_id = $1', [sent.messageId]),
    ).toEqual([{ count: 1 }]);
    // It was there after all, and refuses the second copy: the payment itself is not rejected.
    scene.answer(pacs002({ status: 'RJCT', reason: 'AM05' }), sent);
    await scene.untilApplied();
    scene.answer(pacs002(), sent);
    await scene.untilLeg(sent.transfer, 'settled');
  });

  it('are rejected by the refusal of their only message', async () => {
    const sent = await scene.pay();
    scene.answer(admi002(), sent);
    expect(await scene.untilLeg(sent.transfer, 'rejected')).toMatchObject({ network_reason_code: 'FF02', attempt: 1 });
  });

  it('that were sent again are not rejected by the refusal of one message, but by the answer to a question', async () => {
    const sent = await scene.pay();
    await inquiryOf(sent);
    rmSync(join(scene.bank.root, 'inbound', sent.name));
    scene.answer(pacs002({ status: 'RJCT', reason: 'NOOR' }), sent);
    await eventually('the same message is at the bank again', async () => {
      const { state, copies } = await scene.file(sent.file);
      return state === 'uploaded' && copies === 2;
    });
    scene.answer(admi002(), sent);
    scene.answer(pacs002({ status: 'RJCT', reason: 'TM01' }), sent);
    await scene.untilApplied();
    const details = (await scene.exceptions()).slice(-2).map(({ kind, detail }) => [kind, detail]);
    expect(new Set(details)).toEqual(
      new Set([
        ['unknown_status', 'RJCT TM01'],
        ['unknown_status', 'admi.002 FF02'],
      ]),
    );
    expect(await scene.query('SELECT status FROM transfers.legs WHERE transfer_id = $1', [sent.transfer])).toEqual([
      { status: 'submitted' },
    ]);
    await inquiryOf(sent);
    scene.answer(Buffer.concat([pacs002({ status: 'RJCT', reason: 'AM05' }), Buffer.from('\n')]), sent);
    await scene.untilApplied();
    scene.answer(Buffer.concat([pacs002({ status: 'RJCT', reason: 'TM01' }), Buffer.from('\n')]), sent);
    expect(await scene.untilLeg(sent.transfer, 'rejected')).toMatchObject({ network_reason_code: 'TM01', attempt: 1 });
    await expectSound(scene.bank.service.database);
  });

  it('end with DS24 when a time-out comes without a code, and fall back to no other rail', async () => {
    const sent = await scene.pay();
    await inquiryOf(sent);
    scene.answer(pacs002({ status: 'RJCT' }), sent);
    expect(await scene.untilLeg(sent.transfer, 'rejected')).toMatchObject({ network_reason_code: 'DS24', attempt: 1 });
  });

  it('that are settled and not posted come back by a return, and their refusal before it is no contradiction', async () => {
    const sent = await scene.pay();
    const before = (await scene.exceptions()).length;
    scene.answer(pacs002({ status: 'ACWP' }), sent);
    await scene.untilLeg(sent.transfer, 'settled');
    scene.answer(pacs002({ status: 'RJCT', reason: 'AC06' }), sent);
    await scene.untilApplied();
    expect(await scene.query('SELECT status FROM transfers.legs WHERE transfer_id = $1', [sent.transfer])).toEqual([
      { status: 'settled' },
    ]);
    scene.answer(pacs004({ reason: 'AC06' }), sent);
    expect(await scene.untilLeg(sent.transfer, 'returned')).toMatchObject({ network_reason_code: 'AC06' });
    expect((await scene.exceptions()).length).toBe(before);
    await expectSound(scene.bank.service.database);
  });

  it('that are posted after all are not refused any more', async () => {
    const sent = await scene.pay();
    for (const status of ['ACWP', 'ACCC', 'RJCT']) {
      scene.answer(pacs002({ status }), sent);
      await scene.untilApplied();
    }
    await scene.untilLeg(sent.transfer, 'settled');
    expect((await scene.exceptions()).at(-1)).toMatchObject({
      ...{ kind: 'status_contradiction', end_to_end_id: sent.endToEndId },
    });
  });

  it('are recalled, the answer is noted, and what comes back is booked once', async () => {
    const sent = await scene.pay();
    scene.answer(pacs002(), sent);
    await scene.untilLeg(sent.transfer, 'settled');
    const operator = { actor: 'sam', reason: 'sent twice' };
    const recalls = scene.worker.get(RequestRecall, { strict: false });
    const { message_id } = await recalls.execute({ endToEndId: sent.endToEndId, code: 'DUPL' }, operator);
    await expect(recalls.execute({ endToEndId: sent.endToEndId, code: 'DUPL' }, operator)).rejects.toThrow('recalled');
    await eventually('the recall is at the bank', async () => (await scene.messages('recall')).length === 1);
    const [recall] = await scene.messages('recall');
    expect(scene.bank.bytes(recall!.file_name).toString()).toContain('<Cd>DUPL</Cd>');
    scene.answer(Buffer.from(camt029({ answer: 'IPAY' }).toString().replace('>C1<', `>${message_id}<`)), sent);
    await eventually('the answer is noted', async () =>
      (await scene.exceptions()).some(
        ({ kind, detail }) => kind === 'recall' && String(detail).startsWith('accepted IPAY'),
      ),
    );
    scene.answer(pacs004({ returned: '12.49' }), sent);
    scene.answer(pacs004({ reason: 'DUPL' }), sent);
    expect(await scene.untilLeg(sent.transfer, 'returned')).toMatchObject({ network_reason_code: 'DUPL' });
    await scene.untilApplied();
    const kinds = (await scene.exceptions()).filter(({ end_to_end_id }) => end_to_end_id === sent.endToEndId);
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(['partial_return', 'recall']);
    await expectSound(scene.bank.service.database);
  });
});

describe('instant payments of a participant of RTP', () => {
  let scene: InstantScene;
  beforeAll(async () => {
    scene = await InstantScene.start({
      ...{ rails: { ...NO_ACH, rtp: 'iso', fednow: 'off' }, windows: [] },
      iso: { profile: 'pacs.008.001.08', participant: { routing_number: '091000019' } },
    });
  });
  afterAll(() => scene.bank.stop());

  it('are recalled by the reference of the network, which a status told, or else the operator', async () => {
    const recalls = scene.worker.get(RequestRecall, { strict: false });
    const operator = { actor: 'sam', reason: 'sent twice' };
    const settled = async (status: Parameters<typeof pacs002FromRtp>[0]) => {
      const sent = await scene.pay();
      scene.answer(pacs002FromRtp(status), sent);
      await scene.untilLeg(sent.transfer, 'settled');
      return { endToEndId: sent.endToEndId, code: 'DUPL' } as const;
    };
    const [told, untold] = [await settled({ reference: 'TCH-0042' }), await settled({})];
    await recalls.execute(told, operator);
    await expect(recalls.execute(untold, operator)).rejects.toThrow('--clearing-reference');
    for (const clearingReference of ['', 'x'.repeat(36), 'Zo\u00eb'])
      await expect(recalls.execute({ ...untold, clearingReference }, operator)).rejects.toThrow('1 to 35');
    expect((await scene.exceptions()).map(({ end_to_end_id }) => end_to_end_id)).toEqual([told.endToEndId]);
    await recalls.execute({ ...untold, clearingReference: 'TCH-0043' }, operator);
    await eventually('both recalls are at the bank', async () => (await scene.messages('recall')).length === 2);
    const texts = (await scene.messages('recall')).map(({ file_name }) => scene.bank.bytes(file_name).toString());
    const references = texts.map((text) => /<OrgnlClrSysRef>(.*)<\/OrgnlClrSysRef>/.exec(text)![1]);
    expect(references.sort()).toEqual(['TCH-0042', 'TCH-0043']);
    await expectSound(scene.bank.service.database);
  });
});

describe('instant payments while their network is in maintenance', () => {
  let scene: InstantScene;
  beforeAll(async () => {
    scene = await InstantScene.start({
      rails: { ach: 'ach', same_day_ach: 'ach', rtp: 'iso', fednow: 'off' },
      maintenance: [{ rail: 'rtp', day: 'daily', from: '00:00', to: '24:00' }],
    });
  });
  afterAll(() => scene.bank.stop());

  it('take another rail before they are accepted, and no message leaves', async () => {
    expect(await scene.railOf(await scene.anotherPayer())).toMatch(/ach$/);
    expect(await scene.query(`SELECT FROM rails.files WHERE rail = 'rtp'`)).toEqual([]);
  });
});

describe('instant payments to participants that signed off, as the network told', () => {
  const [HERE, ELSEWHERE] = ['021000021', '231380104'];
  const operator = { actor: 'sam', reason: 'the bank says that they are back' };
  let scene: InstantScene;
  let payer: Payer;
  beforeAll(async () => {
    const notices = [
      ...[
        { code: 'OFF', means: 'signed_off' },
        { code: 'ON', means: 'signed_on' },
      ],
      ...[
        { code: 'DOWN', means: 'network_down' },
        { code: 'PING', means: 'nothing' },
      ],
    ];
    scene = await InstantScene.start({
      rails: { ach: 'ach', same_day_ach: 'ach', rtp: 'off', fednow: 'iso' },
      iso: { fednow: { local_instrument: 'FDN' }, notices },
    });
    payer = await scene.anotherPayer();
  });
  afterAll(() => scene.bank.stop());

  const tell = async (notice: Parameters<typeof admi004>[0]) => {
    scene.tell(admi004(notice));
    await scene.untilApplied();
  };
  const states = () =>
    scene.query(
      `SELECT routing_number, is_off, event_at, code FROM rails.participant_states ORDER BY rail, routing_number`,
    );
  const forget = (routingNumber: string) =>
    scene.worker
      .get(OperateParticipants, { strict: false })
      .forget({ connection: 'first-bank', rail: 'fednow' }, routingNumber, operator);
  const eligible = async () => {
    const response = await payer.client.post('/deliver/eligibility', { routing_number: HERE });
    const { rails } = response.body['eligibility'] as { rails: { rail: string; eligible: boolean; reason?: string }[] };
    return rails.find(({ rail }) => rail === 'fednow');
  };

  it('take another rail before they are accepted, and keep theirs after that', async () => {
    const sent = await scene.pay(payer);
    await tell({ code: 'OFF', of: [HERE], at: '2026-11-23T09:05:06-05:00' });
    expect(await states()).toEqual([
      { routing_number: HERE, is_off: true, event_at: new Date('2026-11-23T14:05:06Z'), code: 'OFF' },
    ]);
    expect(await eligible()).toMatchObject({ eligible: false, reason: 'not_participating' });
    expect(await scene.railOf(payer)).toMatch(/ach$/);
    const party = await registerParty(payer.client, { account: { routing_number: ELSEWHERE } });
    expect(await scene.railOf({ ...payer, party })).toBe('fednow');
    scene.answer(pain002({ transactions: [{ status: 'ACSC' }] }), sent);
    expect(await scene.untilLeg(sent.transfer, 'settled')).toMatchObject({ rail: 'fednow', attempt: 1 });
  });

  it('are instant again once it is back, and stay so when an earlier notice comes late', async () => {
    await tell({ code: 'ON', of: [HERE], at: '2026-11-23T10:00:00-05:00' });
    expect(await scene.railOf(payer)).toBe('fednow');
    await tell({ code: 'OFF', of: [HERE], at: '2026-11-23T09:30:00-05:00' });
    await tell({ code: 'OFF', of: [HERE], at: '2030-01-01T00:00:00Z', network: 'rtp' });
    await tell({ code: 'PING' });
    expect(await scene.railOf(payer)).toBe('fednow');
  });

  it('go to nobody while the network is down, without a wrapper too, until an operator knows better', async () => {
    await tell({ code: 'DOWN', network: null });
    expect(await eligible()).toMatchObject({ eligible: false });
    expect(await scene.railOf(payer)).toMatch(/ach$/);
    await expect(forget(ELSEWHERE)).rejects.toThrow(InboundOperationError);
    await forget('');
    expect(await scene.railOf(payer)).toBe('fednow');
    expect(
      await scene.query(
        `SELECT actor, after->>'reason' AS reason FROM platform.audit WHERE action = $1 AND enterprise_id = $2`,
        ['participant.forgotten', payer.client.credentials.enterprise_id],
      ),
    ).toEqual([operator]);
  });

  it('are not touched by a notice that is not understood: it waits in quarantine', async () => {
    const before = await states();
    await tell({ code: 'WHAT', of: [HERE] });
    await tell({ code: 'OFF', of: ['HERE'] });
    const rules = await scene.query<{ rule: string }>(
      `SELECT diagnostics->0->>'rule' AS rule FROM rails.inbound_files WHERE state = 'quarantined' ORDER BY id`,
    );
    expect(rules.map(({ rule }) => rule)).toEqual(['notice_code', 'notice_participant']);
    expect(await states()).toEqual(before);
    expect(await scene.railOf(payer)).toBe('fednow');
  });
});
