import { newId } from '@payments/kernel';
import { exceptionKinds, InboundOperationError, OperateInbound, ResolveException } from '@payments/rails';
import { InboundStage, traceOf } from '../support/rails/inbound-stage.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'apps/cli/src', 'migrations');

const OPERATOR = { actor: 'ada', reason: 'case 4711' };

/** A file of the bank about a returned debit of an entry that was sent. */
async function withReturn(stage: InboundStage): Promise<Buffer> {
  await stage.send([{ cents: 1_001, side: 'source' }]);
  stage.bank.pass(3);
  const [name] = stage.bank.list('outbound').filter((each) => each.startsWith('return'));
  const bytes = stage.bank.read('outbound', name!);
  stage.bank.clearOutbound();
  return bytes;
}
const lines = (bytes: Buffer) => bytes.toString('latin1').split('\n');
const asBytes = (changed: readonly string[]) => Buffer.from(changed.join('\n'), 'latin1');
/** The lines with text at a column of one of them, from 1. */
const put = (bytes: Buffer, line: number, [column, text]: readonly [number, string]) =>
  asBytes(
    lines(bytes).map((each, at) =>
      at === line - 1 ? each.slice(0, column - 1) + text + each.slice(column - 1 + text.length) : each,
    ),
  );

describe('a broken file of a bank', () => {
  let stage: InboundStage;
  let sound: Buffer;
  beforeAll(async () => {
    stage = await InboundStage.start({ settings: { acknowledgment: 'none' } });
    sound = await withReturn(stage);
  });
  afterAll(() => stage.stop());
  let count = 0;
  const receive = async (bytes: Buffer) => {
    stage.bank.putOutbound(`bad-${(count += 1)}.ach`, bytes);
    await stage.receive();
    const [file] = await stage.inbound();
    return file!;
  };
  const untouched = async () => {
    expect(await stage.results()).toEqual([]);
    expect(await stage.entries()).toMatchObject([{ state: 'accepted' }]);
  };

  it.each<[string, (bytes: Buffer) => Buffer, number, string]>([
    [
      '93 columns in an entry',
      (bytes) => asBytes(lines(bytes).map((line, at) => (at === 2 ? line.slice(1) : line))),
      3,
      'line_length',
    ],
    ['a tab in a name', (bytes) => put(bytes, 3, [60, '\t']), 3, 'character'],
    ['a letter in an amount', (bytes) => put(bytes, 3, [30, '000000100O']), 3, 'digits'],
    ['a minus in an amount', (bytes) => put(bytes, 3, [30, '-000001001']), 3, 'digits'],
    ['a batch total off by one', (bytes) => put(bytes, 5, [21, '000000001002']), 5, 'total_debit'],
    ['a wrong hash', (bytes) => put(bytes, 5, [11, '0000000001']), 5, 'entry_hash'],
    ['an unknown return code', (bytes) => put(bytes, 4, [4, 'R99']), 4, 'return_code'],
    ['a return code in lower case', (bytes) => put(bytes, 4, [4, 'r01']), 4, 'code_format'],
    ['no file header', (bytes) => asBytes(lines(bytes).slice(1)), 1, 'missing_file_header'],
    [
      'no file control',
      (bytes) => asBytes(lines(bytes).filter((line) => !/^9(?!9)/.test(line))),
      6,
      'missing_file_control',
    ],
    ['half of it missing', (bytes) => bytes.subarray(0, bytes.length / 2), 5, 'missing_file_control'],
    ['another content', () => Buffer.from('PK\u0003\u0004\u0000'), 1, 'content'],
    ['a text that nobody expects', () => Buffer.from('FILE a.ach ACCEPTED\n'), 1, 'content'],
  ])('with %s goes to quarantine, with the line and the rule', async (...[, change, line, rule]) => {
    const file = await receive(change(sound));
    expect(file.state).toBe('quarantined');
    expect(file.diagnostics).toContainEqual(expect.objectContaining({ line, rule }));
    await untouched();
  });

  it('shows no account number and no name in its diagnostics', async () => {
    const file = await receive(put(put(sound, 3, [13, '12345678\t']), 3, [55, 'JANE\tDOE']));
    const shown = JSON.stringify(file.diagnostics);
    expect(file.diagnostics!.length).toBeGreaterThan(0);
    expect(shown).not.toMatch(/JANE|12345678|DOE/);
  });

  it('has at most 20 diagnostics', async () => {
    const entry = lines(sound)[2]!;
    const many = [
      ...lines(sound).slice(0, 2),
      ...Array.from({ length: 40 }, () => `${entry.slice(0, 29)}X${entry.slice(30)}`),
    ];
    expect((await receive(asBytes(many))).diagnostics).toHaveLength(20);
  });

  it('that is empty or has blank lines is ignored', async () => {
    expect((await receive(Buffer.alloc(0))).state).toBe('ignored');
    expect((await receive(Buffer.from('\r\n\r\n'))).state).toBe('ignored');
  });

  it('with no statement between its controls is ignored, and without its end refused', async () => {
    const start = '01,091000019,1234567890,261123,0830,1,,,2/\n';
    expect(await receive(Buffer.from(`${start}99,0,0,2/\n`))).toMatchObject({ state: 'ignored', kind: 'bai2' });
    expect(await receive(Buffer.from(start))).toMatchObject({ state: 'quarantined', kind: 'bai2' });
  });

  it('is applied when an operator waives the rule, and only then', async () => {
    const file = await receive(asBytes(['', ...lines(sound).slice(1)]));
    expect(file.state).toBe('quarantined');
    await stage.get(OperateInbound).retry(file.id, [], OPERATOR);
    await stage.receive();
    expect((await stage.inbound())[0]!.state).toBe('quarantined');
    await stage.get(OperateInbound).retry(file.id, ['missing_file_header'], OPERATOR);
    await stage.receive();
    expect((await stage.inbound())[0]).toMatchObject({
      ...{ state: 'applied', waivers: ['missing_file_header'], waived: ['missing_file_header'], diagnostics: null },
    });
    expect(await stage.results()).toMatchObject([{ kind: 'returned', code: 'R01' }]);
    const audit = await stage.service.database.query<{ action: string; actor: string; after: object }>(
      `SELECT action, actor, after FROM platform.audit WHERE action LIKE 'bank_file.%' ORDER BY id`,
    );
    expect(audit).toMatchObject([
      { action: 'bank_file.retried', actor: 'ada', after: { waivers: [], reason: 'case 4711' } },
      { action: 'bank_file.retried', after: { waivers: ['missing_file_header'] } },
    ]);
  });

  it('can be given up, and is then never read again', async () => {
    const file = await receive(put(sound, 5, [21, '000000001003']));
    await stage.get(OperateInbound).discard(file.id, OPERATOR);
    await stage.receive();
    expect((await stage.inbound())[0]).toMatchObject({ state: 'discarded', reason: 'case 4711' });
    await expect(stage.get(OperateInbound).retry(file.id, [], OPERATOR)).rejects.toThrow(InboundOperationError);
  });

  it('is known by its content, also when an operator brings it', async () => {
    const brought = { name: 'mailed.ach', content: [sound] };
    const first = await stage.get(OperateInbound).ingest('first-bank', brought, OPERATOR);
    const again = await stage.get(OperateInbound).ingest('first-bank', brought, OPERATOR);
    expect([first.state, again.id]).toEqual(['fetched', first.id]);
    await stage.receive();
    // The entry was returned by the file without a header.
    expect(await stage.results()).toHaveLength(1);
  });
});

describe('an exception of a file', () => {
  let stage: InboundStage;
  beforeEach(async () => {
    stage = await InboundStage.start();
  });
  afterEach(() => stage.stop());

  const receiveOther = async (column: string, value: string) => {
    await stage.send([{ cents: 1_001, side: 'source' }]);
    await stage.service.database.query(`UPDATE rails.entries SET ${column} = ${value}`);
    stage.bank.pass(3);
    await stage.receive();
    const [exception] = await stage.exceptions();
    const [{ end_to_end_id }] = (await stage.service.database.query('SELECT end_to_end_id FROM rails.entries')) as [
      { end_to_end_id: string },
    ];
    return { id: exception!.id, end_to_end_id };
  };

  it('is resolved with the entry that is meant, which is then returned', async () => {
    const { id, end_to_end_id } = await receiveOther('individual_id', `'OTHER'`);
    await stage.get(ResolveException).match(id, { endToEndId: end_to_end_id }, OPERATOR);
    expect(await stage.entries()).toMatchObject([{ state: 'returned', code: 'R01' }]);
    expect(await stage.results()).toMatchObject([{ kind: 'returned', end_to_end_id }]);
    expect((await stage.service.database.query('SELECT state, resolved_by FROM rails.exceptions'))[0]).toEqual({
      ...{ state: 'resolved', resolved_by: 'ada' },
    });
    await expect(stage.get(ResolveException).match(id, { endToEndId: end_to_end_id }, OPERATOR)).rejects.toThrow(
      'resolved already',
    );
  });

  it('is never resolved with an entry of another amount', async () => {
    const { id, end_to_end_id } = await receiveOther('amount', 'amount + 1');
    await expect(stage.get(ResolveException).match(id, { endToEndId: end_to_end_id }, OPERATOR)).rejects.toThrow(
      'another amount',
    );
    expect(await stage.exceptions()).toMatchObject([
      { state: 'open', kind: 'unmatched_return', detail: 'other_amount' },
    ]);
    await stage.get(ResolveException).ignore(id, OPERATOR);
    expect(await stage.exceptions()).toEqual([]);
    expect(await stage.entries()).toMatchObject([{ state: 'accepted' }]);
  });

  it('is refused with an unknown id or entry', async () => {
    const { id } = await receiveOther('individual_id', `'OTHER'`);
    await expect(stage.get(ResolveException).ignore(newId(), OPERATOR)).rejects.toThrow('no exception has the id');
    await expect(stage.get(ResolveException).match(id, { endToEndId: 'P0' }, OPERATOR)).rejects.toThrow(
      'no entry of first-bank',
    );
  });

  it('has a meaning and a remedy for each kind', () => {
    for (const { meaning, remedy } of Object.values(exceptionKinds)) {
      expect([meaning, remedy].every((text) => text.endsWith('.'))).toBe(true);
    }
    expect(traceOf(1)).toHaveLength(15);
  });
});
