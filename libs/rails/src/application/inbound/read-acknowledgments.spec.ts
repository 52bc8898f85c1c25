import type { Connection } from '../../domain/connection.js';
import { ReadAcknowledgments } from './read-acknowledgments.js';

const MIB = 1024 * 1024;

describe(ReadAcknowledgments.name, () => {
  it('stops reading a report that is longer than one can be, however small its encrypted file is', async () => {
    let chunks = 0;
    async function* endless() {
      for (;;) {
        chunks += 1;
        yield await Promise.resolve(Buffer.alloc(MIB, 'x'));
      }
    }
    const reader = new ReadAcknowledgments({} as never, {} as never);
    const connection = { acknowledgment: { kind: 'fedach' } } as Connection;
    await expect(reader.read(endless(), connection, { kind: 'fedach', accept: [] })).rejects.toMatchObject({
      diagnostics: [{ rule: 'report_size' }],
    });
    expect(chunks).toBe(17);
  });
});
