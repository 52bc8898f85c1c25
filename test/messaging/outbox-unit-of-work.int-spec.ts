import { newId, UnitOfWork } from '@payments/kernel';
import { EventLog, Tasks } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { currentTransaction, Enterprises, Transactions } from '@payments/persistence';
import type { Tenant } from '@payments/observability';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

const MARK = `INSERT INTO customers.customer_references (enterprise_id, customer_reference_id, customer_type, customer_id)
  VALUES ($1, $2, 'person', $3)`;

describe('the unit of work', () => {
  let service: TestService;
  let unitOfWork: UnitOfWork;
  let tenant: Tenant;

  beforeAll(async () => {
    service = await startTestService();
    unitOfWork = service.api.get(UnitOfWork, { strict: false });
    const { enterprise_id } = await service.createEnterprise();
    tenant = await service.api.get(Enterprises, { strict: false }).get(enterprise_id);
  });
  afterAll(() => service.stop());

  const run = <T>(work: () => Promise<T>, on = tenant) =>
    workContext.run({ requestId: 'test', tenant: on }, () => unitOfWork.run(work));
  /** Writes a row that can be found again, in the current transaction. */
  const mark = async (name: string) => {
    await currentTransaction().query(MARK, [workContext.enterpriseId(), name, newId()]);
    return name;
  };
  const marks = async (...names: string[]) => {
    const rows = await service.database.query<{ name: string }>(
      'SELECT customer_reference_id AS name FROM customers.customer_references WHERE customer_reference_id = ANY($1) ORDER BY 1',
      [names],
    );
    return rows.map(({ name }) => name);
  };
  const transactionId = async () => {
    const [row] = await currentTransaction().query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
    return row!.id;
  };
  const raise = (state: string) =>
    currentTransaction().query(`DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '${state}'; END $$`);

  it('commits all writes of a run together, and returns its result', async () => {
    expect(await run(async () => [await mark('a-1'), await mark('a-2')])).toEqual(['a-1', 'a-2']);
    expect(await marks('a-1', 'a-2')).toEqual(['a-1', 'a-2']);
  });

  it('is not visible before the commit', async () => {
    await run(async () => {
      await mark('b-1');
      expect(await marks('b-1')).toEqual([]);
    });
    expect(await marks('b-1')).toEqual(['b-1']);
  });

  it('rolls back a run that throws, and rethrows the error', async () => {
    const failure = new Error('changed my mind');
    const work = run(async () => {
      await mark('c-1');
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await marks('c-1')).toEqual([]);
  });

  it('joins a run inside a run', async () => {
    const [outer, inner] = await run(async () => {
      const id = await transactionId();
      return [id, await unitOfWork.run(transactionId)];
    });
    expect(inner).toBe(outer);
    const work = run(async () => {
      await unitOfWork.run(() => mark('d-1'));
      throw new Error('too late');
    });
    await expect(work).rejects.toThrow('too late');
    expect(await marks('d-1')).toEqual([]);
  });

  it('gives consecutive runs separate transactions', async () => {
    expect(await run(transactionId)).not.toBe(await run(transactionId));
  });

  it('isolates concurrent runs, each with its own tenant', async () => {
    const enterprises = service.api.get(Enterprises, { strict: false });
    const credentials = await Promise.all([1, 2, 3].map(() => service.createEnterprise()));
    const tenants = await Promise.all(credentials.map(({ enterprise_id }) => enterprises.get(enterprise_id)));
    const seen = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        run(
          async () => {
            const read = () =>
              currentTransaction().query<{ enterprise_id: string }>(
                'SELECT enterprise_id, pg_sleep(0.002) FROM platform.enterprises',
              );
            return [...(await read()), ...(await read())].map(({ enterprise_id }) => enterprise_id);
          },
          tenants[i % 3],
        ),
      ),
    );
    expect(seen).toEqual(seen.map((_, i) => Array(2).fill(tenants[i % 3]!.enterpriseId)));
  });

  it('reports a missing tenant or a missing unit of work', async () => {
    expect(() => currentTransaction()).toThrow('no unit of work is open');
    await expect(unitOfWork.run(() => Promise.resolve())).rejects.toThrow('no work context');
    const nobody = workContext.run({ requestId: 'test' }, () => unitOfWork.run(() => Promise.resolve()));
    await expect(nobody).rejects.toThrow('no tenant');
  });

  it('refuses to commit after a swallowed statement error', async () => {
    const called: string[] = [];
    const work = run(async () => {
      await mark('e-1');
      currentTransaction().afterCommit(() => called.push('committed'));
      await raise('22012').catch(() => undefined);
    });
    await expect(work).rejects.toThrow('rolled back by an earlier error');
    expect([await marks('e-1'), called]).toEqual([[], []]);
  });

  it('rejects a statement after its transaction has ended', async () => {
    let late: Promise<unknown> = Promise.resolve();
    let goOn = () => {};
    const failed = run(async () => {
      late = new Promise<void>((resolve) => (goOn = resolve)).then(() => mark('straggler'));
      late.catch(() => undefined);
      await raise('22012');
    });
    await expect(failed).rejects.toThrow('raised');
    await run(async () => {
      goOn();
      await expect(late).rejects.toThrow('has already ended');
      await mark('next');
    });
    expect(await marks('straggler', 'next')).toEqual(['next']);
  });

  describe('work after the commit', () => {
    it('is done once, in order, when everybody can see the rows', async () => {
      const seen: Promise<string[]>[] = [];
      const order: number[] = [];
      await run(async () => {
        await mark('f-1');
        currentTransaction().afterCommit(() => void seen.push(marks('f-1')));
        currentTransaction().afterCommit(() => order.push(1));
        await unitOfWork.run(async () => currentTransaction().afterCommit(() => order.push(2)));
        expect([seen.length, order]).toEqual([0, []]);
      });
      expect(await Promise.all(seen)).toEqual([['f-1']]);
      expect(order).toEqual([1, 2]);
    });

    it('does not run when the run throws or the commit fails', async () => {
      const called: string[] = [];
      const throwing = run(async () => {
        currentTransaction().afterCommit(() => called.push('thrown'));
        throw new Error('no');
      });
      await expect(throwing).rejects.toThrow('no');
      expect(called).toEqual([]);
    });

    it('runs once even when the transaction was retried', async () => {
      let attempts = 0;
      const called: number[] = [];
      await run(async () => {
        const attempt = ++attempts;
        currentTransaction().afterCommit(() => called.push(attempt));
        if (attempt === 1) await raise('40001');
      });
      expect([attempts, called]).toEqual([2, [2]]);
    });
  });

  describe('a lost race', () => {
    it('by deadlock is retried, so that both runs succeed', async () => {
      await run(async () => void (await mark('g-1'), await mark('g-2')));
      let attempts = 0;
      let arrived = 0;
      let open: () => void;
      const both = new Promise<void>((resolve) => (open = resolve));
      const lockBoth = (first: string, second: string) =>
        run(async () => {
          attempts++;
          const lock = (name: string) =>
            currentTransaction().query('SELECT pg_advisory_xact_lock(hashtext($1))', [name]);
          await lock(first);
          if (++arrived === 2) open();
          await both;
          await lock(second);
          return mark(`g-${first}`);
        });
      await Promise.all([lockBoth('x', 'y'), lockBoth('y', 'x')]);
      expect(attempts).toBe(3);
      expect(await marks('g-x', 'g-y')).toEqual(['g-x', 'g-y']);
    });

    it.each(['40001', '40P01'])('with the state %s is tried at most four times', async (state) => {
      let attempts = 0;
      const always = run(() => {
        attempts++;
        return raise(state);
      });
      await expect(always).rejects.toMatchObject({ code: state });
      expect(attempts).toBe(4);
    });

    it('leaves nothing of its failed attempts', async () => {
      let attempts = 0;
      await run(async () => {
        await mark(`h-${++attempts}`);
        if (attempts < 3) await raise('40001');
      });
      expect(await marks('h-1', 'h-2', 'h-3')).toEqual(['h-3']);
    });

    it('of any other kind is not retried', async () => {
      let attempts = 0;
      await run(() => mark('i-1'));
      const again = run(() => {
        attempts++;
        return mark('i-1');
      });
      await expect(again).rejects.toMatchObject({ code: '23505', constraint: 'customer_references_pkey' });
      expect(attempts).toBe(1);
    });
  });

  describe('its connections', () => {
    it('are returned after more failures than there are connections', async () => {
      const size = service.options.config.databasePoolSize;
      const failures = Array.from({ length: size * 3 }, (_, i) =>
        run(async () => {
          if (i % 3 === 0) await raise('22012');
          if (i % 3 === 1) await raise('22012').catch(() => undefined);
          else throw new Error('no');
        }).catch(() => 'failed'),
      );
      expect(await Promise.all(failures)).toEqual(failures.map(() => 'failed'));
      const fine = await Promise.all(Array.from({ length: size * 2 }, () => run(transactionId)));
      expect(new Set(fine).size).toBe(size * 2);
    });

    it('are replaced when the server cuts them midway', async () => {
      const work = run(async () => {
        await mark('j-1');
        const [row] = await currentTransaction().query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        await service.database.query('SELECT pg_terminate_backend($1)', [row!.pid]);
        await currentTransaction().query('SELECT pg_sleep(1)');
      });
      await expect(work).rejects.toThrow();
      expect(await marks('j-1')).toEqual([]);
      expect(await run(() => mark('j-2'))).toBe('j-2');
    });
  });

  describe('the outbox', () => {
    const event = () => ({
      id: newId(),
      type: 'person_created',
      resource_type: 'person' as const,
      resource_id: newId(),
      sequence: 1,
      data: { person: { id: 'x' } },
      created_at: new Date(),
    });
    const countOf = async (table: string, column: string, id: string) =>
      (await service.database.query(`SELECT FROM ${table} WHERE ${column} = $1`, [id])).length;

    it('holds events and tasks only when the run commits', async () => {
      const [events, tasks] = [service.api.get(EventLog, { strict: false }), service.api.get(Tasks, { strict: false })];
      const write = async (fails: boolean) => {
        const recorded = event();
        const subjectId = newId();
        const work = run(async () => {
          await events.append([recorded]);
          await tasks.schedule([{ queue: 'nobody', subjectId, dueAt: new Date() }]);
          if (fails) throw new Error('no');
        });
        await work.catch(() => undefined);
        return [
          await countOf('platform.events', 'id', recorded.id),
          await countOf('platform.tasks', 'subject_id', subjectId),
        ];
      };
      expect(await write(false)).toEqual([1, 1]);
      expect(await write(true)).toEqual([0, 0]);
    });

    it('rejects writes outside a run', async () => {
      const events = service.api.get(EventLog, { strict: false });
      const work = workContext.run({ requestId: 'test', tenant }, () => events.append([event()]));
      await expect(work).rejects.toThrow('no unit of work is open');
    });

    it('rejects two events of one resource with the same number', async () => {
      const events = service.api.get(EventLog, { strict: false });
      const first = event();
      await run(() => events.append([first]));
      await expect(run(() => events.append([{ ...first, id: newId() }]))).rejects.toMatchObject({
        constraint: 'events_sequence',
      });
    });
  });

  it('keeps transactions of other roles separate from its own', async () => {
    const transactions = service.api.get(Transactions, { strict: false });
    const [outer, inner] = await run(async () => {
      const id = await transactionId();
      const other = transactions.run({ role: 'relay' }, (transaction) =>
        transaction.query<{ id: string; role: string }>(
          'SELECT pg_current_xact_id()::text AS id, current_user AS role',
        ),
      );
      return [id, (await other)[0]!];
    });
    expect(inner.id).not.toBe(outer);
    expect(inner.role).toBe('payments_relay');
  });

  describe('a read', () => {
    const read = <T>(work: () => Promise<T>, on = tenant) =>
      workContext.run({ requestId: 'test', tenant: on }, () => unitOfWork.read(work));
    const whoAndWhere = async () => {
      const [row] = await currentTransaction().query<{ role: string; enterprise: string; backend: number }>(
        `SELECT current_user AS role, current_setting('app.enterprise_id') AS enterprise, pg_backend_pid() AS backend`,
      );
      return row!;
    };

    it('acts as the application for its tenant', async () => {
      const { enterprise_id } = await service.createEnterprise();
      const other = await service.api.get(Enterprises, { strict: false }).get(enterprise_id);
      const [mine, theirs] = await Promise.all([read(whoAndWhere), read(whoAndWhere, other)]);
      expect(mine).toMatchObject({ role: 'payments_app', enterprise: tenant.enterpriseId });
      expect(theirs).toMatchObject({ role: 'payments_app', enterprise: enterprise_id });
    });

    it('runs concurrent statements in one transaction, later ones in another', async () => {
      const instant = async () => {
        const [row] = await currentTransaction().query<{ at: string }>('SELECT now()::text AS at');
        return row!.at;
      };
      const [first, second, later] = await read(async () => [
        ...(await Promise.all([instant(), instant()])),
        await instant(),
      ]);
      expect(second).toBe(first);
      expect(later).not.toBe(first);
    });

    it('cannot write', async () => {
      await expect(read(() => mark('r-1'))).rejects.toMatchObject({ code: '25006' });
      expect(() => currentTransaction()).toThrow('no unit of work is open');
    });

    it('joins the surrounding run, and sees its writes', async () => {
      const found = await run(async () => {
        await mark('r-2');
        return unitOfWork.read(() =>
          currentTransaction().query('SELECT FROM customers.customer_references WHERE customer_reference_id = $1', [
            'r-2',
          ]),
        );
      });
      expect(found).toHaveLength(1);
    });

    it('rejects a run within it, unless a run surrounds it', async () => {
      const nested = () => unitOfWork.run(whoAndWhere);
      await expect(read(nested)).rejects.toThrow('UnitOfWork.read is open');
      expect((await run(() => unitOfWork.read(nested))).role).toBe('payments_app');
    });

    it('holds no connection between statements or after failures', async () => {
      const fail = () => currentTransaction().query('SELECT 1 / 0');
      const many = Array.from({ length: 40 }, () =>
        read(async () => {
          await expect(fail()).rejects.toMatchObject({ code: '22012' });
          return (await whoAndWhere()).role;
        }),
      );
      expect(new Set(await Promise.all(many))).toEqual(new Set(['payments_app']));
    });

    it('replaces a connection that the server closed, and reports the error', async () => {
      const { backend } = await read(whoAndWhere);
      const cut = read(() => currentTransaction().query('SELECT pg_sleep(30)'));
      const refused = expect(cut).rejects.toThrow();
      await service.database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND (pid = $1 OR query LIKE 'SELECT pg_sleep(30)%') AND pid <> pg_backend_pid()`,
        [backend],
      );
      await refused;
      expect((await read(whoAndWhere)).role).toBe('payments_app');
    });
  });
});
