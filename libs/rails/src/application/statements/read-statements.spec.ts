import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../../domain/connection.js';
import type { InboundFile } from '../inbound/ports.js';
import type { DigestedEvent } from './ports.js';
import { ReadStatements } from './read-statements.js';

const connection = {
  ...{ name: 'first-bank', companies: [], statements: { codes: {} }, odfi: { routing_number: '091000019' } },
} as unknown as Connection;
/** Another connection of the same bank. */
const sibling: Connection = { ...connection, name: 'second' };
const opened = { kind: 'statement_opened', statement: { account: '1000200030' } };
const part = (line: number) => ({ kind: 'lines', lines: [{ line, text: '' }] });
const closed = { kind: 'statement_closed', statement: { purpose: 'intraday', status: 'new' } };

describe('storing the statements of a file', () => {
  const log: string[] = [];
  beforeEach(() => void log.splice(0));

  function store(events: readonly (object | Error)[], { failsAt = 0, renew = () => Promise.resolve() } = {}) {
    async function* read(): AsyncGenerator<DigestedEvent, void> {
      for (const event of events) {
        await sleep(1);
        if (event instanceof Error) throw event;
        if ('lines' in event) log.push(`read ${(event as ReturnType<typeof part>).lines[0]!.line}`);
        yield event as DigestedEvent;
      }
    }
    const statements = {
      begin: ({ connection: owner }: { connection: string }) => {
        if (owner !== connection.name) log.push(`of ${owner}`);
        return Promise.resolve({ id: 'statement', state: 'loading' });
      },
      addLines: async (_: unknown, [first]: readonly { readonly line: number; readonly position: number }[]) => {
        log.push(`store ${first!.line} as ${first!.position}`);
        await sleep(30);
        if (first!.line === failsAt) throw new Error('the database is gone');
        log.push(`stored ${first!.line}`);
      },
      close: () => Promise.resolve(void log.push('closed')),
    };
    const accounts = { numberOf: (each: Connection) => (each === sibling ? '77' : '1000200030') };
    const profiles = { connections: [connection, sibling] };
    const reading = [{ read: () => undefined }, profiles, accounts, { read }, statements, {}];
    const storing = new ReadStatements(...(reading as unknown as ConstructorParameters<typeof ReadStatements>));
    const file = { id: 'file' } as InboundFile;
    return storing.store(file, connection, { kind: 'bai2', accept: [], renew });
  }

  it('reads the next lines meanwhile, and stores one part at a time', async () => {
    await store([opened, part(1), part(2), closed]);
    expect(log).toEqual([
      ...['read 1', 'store 1 as 1', 'read 2', 'stored 1', 'store 2 as 2', 'stored 2'],
      ...['closed'],
    ]);
  });

  it('gives each statement to the connection of its account', async () => {
    const other = { kind: 'statement_opened', statement: { account: '0077' } };
    await store([opened, part(1), closed, other, part(1), closed]);
    expect(log).toEqual([
      ...['read 1', 'store 1 as 1', 'stored 1', 'closed'],
      ...['of second', 'read 1', 'store 1 as 1', 'stored 1', 'closed'],
    ]);
  });

  it('fails with what kept lines from being stored, and stores no others', async () => {
    await expect(store([opened, part(1), part(2), part(3), closed], { failsAt: 1 })).rejects.toThrow(
      'database is gone',
    );
    expect(log).toEqual(['read 1', 'store 1 as 1', 'read 2']);
  });

  it('has stored what it was storing when the file cannot be read to its end', async () => {
    await expect(store([opened, part(1), new Error('the file is gone')])).rejects.toThrow('the file is gone');
    expect(log).toEqual(['read 1', 'store 1 as 1', 'stored 1']);
  });

  it('stores nothing without its lease', async () => {
    const renew = () => Promise.reject(new Error('another worker has the file'));
    await expect(store([opened, part(1), part(2), closed], { renew })).rejects.toThrow('another worker');
    expect(log).toEqual(['read 1', 'read 2']);
  });
});
