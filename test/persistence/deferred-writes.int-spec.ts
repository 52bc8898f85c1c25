import { newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { Tenant } from '@payments/observability';
import { currentTransaction, Enterprises } from '@payments/persistence';
import type { Write } from '@payments/persistence';
import type { Client } from 'pg';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const MARK = `INSERT INTO customers.customer_references (enterprise_id, customer_reference_id, customer_type, customer_id)
  VALUES ($1, $2, 'person', $3)`;

describe('a deferred write', () => {
  let service: TestService;
  let unitOfWork: UnitOfWork;
  let tenant: Tenant;

  beforeAll(async () => {
    // One connection: needing a second one while holding it deadlocks.
    service = await startTestService({ DATABASE_POOL_SIZE: '1' });
    unitOfWork = service.api.get(UnitOfWork, { strict: false });
    const { enterprise_id } = await service.createEnterprise();
    tenant = await service.api.get(Enterprises, { strict: false }).get(enterprise_id);
  });
  afterAll(() => service.stop());

  const asTenant = <T>(work: () => Promise<T>) => workContext.run({ requestId: 'test', tenant }, work);
  const run = <T>(work: () => Promise<T>) => asTenant(() => unitOfWork.run(work));
  const mark = (name: string): Write => ({ sql: MARK, values: [tenant.enterpriseId, name, newId()] });
  const refusal = (explain?: Write['explain']): Write => ({
    sql: `SELECT platform.refuse('no')`,
    values: [],
    ...(explain && { explain }),
  });
  const send = ({ sql, values }: Write) => currentTransaction().query(sql, values);
  const marks = async (prefix: string) => {
    const rows = await service.database.query<{ name: string }>(
      `SELECT customer_reference_id AS name FROM customers.customer_references
       WHERE customer_reference_id LIKE $1 || '%' ORDER BY 1`,
      [prefix],
    );
    return rows.map(({ name }) => name);
  };

  it('is committed with everything else of its unit of work', async () => {
    const response = await run(async () => {
      currentTransaction().defer(mark('together-2'));
      await send(mark('together-1'));
      expect(await currentTransaction().query(`SELECT FROM customers.customer_references`)).toHaveLength(1);
      return 'done';
    });
    expect(response).toBe('done');
    expect(await marks('together')).toEqual(['together-1', 'together-2']);
  });

  it('is not sent when the work fails', async () => {
    const work = run(() => {
      currentTransaction().defer(mark('never'));
      return Promise.reject(new Error('changed my mind'));
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await marks('never')).toEqual([]);
  });

  it('undoes what came before and after it when it fails, and runs no hook', async () => {
    const hook = jest.fn();
    const work = run(async () => {
      await send(mark('undone-1'));
      const transaction = currentTransaction();
      transaction.afterCommit(hook);
      for (const write of [mark('undone-2'), refusal(), mark('undone-3')]) transaction.defer(write);
    });
    await expect(work).rejects.toThrow('no');
    expect(await marks('undone')).toEqual([]);
    expect(hook).not.toHaveBeenCalled();
  });

  it('is explained after the rollback, with the connection returned', async () => {
    const explain = async (error: unknown) =>
      new Error(
        `${(error as Error).message}: ${await asTenant(() => unitOfWork.run(() => Promise.resolve('explained')))}`,
      );
    const work = run(() => Promise.resolve(currentTransaction().defer(refusal(explain))));
    await expect(work).rejects.toThrow('no: explained');
  });

  it('is explained by the first that failed, not by those that failed with it', async () => {
    const others = jest.fn();
    const work = run(async () => {
      currentTransaction().defer(refusal(() => Promise.resolve(new Error('first'))));
      currentTransaction().defer({ ...mark('second'), explain: others });
      await Promise.resolve();
    });
    await expect(work).rejects.toThrow('first');
    expect(others).not.toHaveBeenCalled();
  });

  const unsendable: Readonly<Record<string, () => Write>> = {
    'a value that has no text': () => ({ ...mark('unsendable-2'), values: [{ cents: 1n }] }),
    'a value that has no text, under a name': () => ({ ...unsendable['a value that has no text']!(), name: 'no-text' }),
    'the name of another statement': () => ({ sql: `SELECT 2`, values: [], name: 'taken-name' }),
  };

  it.each(Object.keys(unsendable))('undoes everything when the driver cannot send it: %s', async (what) => {
    await run(() => currentTransaction().query('SELECT 1', [], 'taken-name'));
    const work = run(async () => {
      const transaction = currentTransaction();
      transaction.openWith(() => [mark('unsendable-0')]);
      await send(mark('unsendable-1'));
      for (const write of [unsendable[what]!(), mark('unsendable-3')]) transaction.defer(write);
    });
    await expect(work).rejects.toThrow();
    expect(await marks('unsendable')).toEqual([]);
  });

  it('does not meet the transaction of work whose ROLLBACK was cancelled', async () => {
    const cancelled = run(async () => {
      await send(mark('cancelled'));
      const { manager } = currentTransaction() as unknown as {
        manager: { queryRunner: { connect(): Promise<Client> } };
      };
      const client = await manager.queryRunner.connect();
      const query = client.query.bind(client) as (text: string) => Promise<unknown>;
      jest.spyOn(client, 'query').mockImplementationOnce(() => query('SELECT 1 / 0') as never);
      throw new Error('refused');
    });
    await expect(cancelled).rejects.toThrow('refused');
    await run(() => Promise.resolve(currentTransaction().defer(mark('after-cancelled'))));
    expect([await marks('cancelled'), await marks('after-cancelled')]).toEqual([[], ['after-cancelled']]);
  });

  it('runs again with its unit of work after a deadlock', async () => {
    let runs = 0;
    const deadlock: Write = {
      sql: `DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '40P01'; END $$`,
      values: [],
      explain: () => Promise.resolve(new Error('explained')),
    };
    await run(() => Promise.resolve(currentTransaction().defer(runs++ === 0 ? deadlock : mark('again'))));
    expect([runs, await marks('again')]).toEqual([2, ['again']]);
  });

  it('is refused by a unit of work that only reads', async () => {
    const work = asTenant(() => unitOfWork.read(() => Promise.resolve(currentTransaction().defer(mark('read')))));
    await expect(work).rejects.toThrow('has no writes');
  });

  describe('that opens a unit of work', () => {
    it('is built when the first statement is sent, and precedes it', async () => {
      const seen = await run(async () => {
        let name = 'opening-early';
        currentTransaction().openWith(() => [mark(name)]);
        name = 'opening-late';
        const rows = await currentTransaction().query<{ name: string }>(
          `SELECT customer_reference_id AS name FROM customers.customer_references
           WHERE customer_reference_id LIKE 'opening%'`,
        );
        name = 'opening-too-late';
        return rows.map((row) => row.name);
      });
      expect(seen).toEqual(['opening-late']);
    });

    it('is sent with the commit when there is no other statement', async () => {
      await run(() => Promise.resolve(currentTransaction().openWith(() => [mark('alone')])));
      expect(await marks('alone')).toEqual(['alone']);
    });

    it('explains why the statements that followed it failed', async () => {
      const work = run(async () => {
        currentTransaction().openWith(() => [refusal(() => Promise.resolve(new Error('taken')))]);
        await send(mark('followed'));
      });
      await expect(work).rejects.toThrow('taken');
      expect(await marks('followed')).toEqual([]);
    });
  });
});
