import type { Connection } from '../../domain/connection.js';
import type { InboundContent } from './inbound-content.js';
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
    const content = { read: endless } as unknown as InboundContent;
    const reader = new ReadAcknowledgments(content, {} as never, {} as never);
    const file = { connection: 'firstbank', directory: '/acks', document_id: 'd' };
    const connection = { acknowledgment: { kind: 'fedach' } } as Connection;
    await expect(reader.read(file, connection, { kind: 'fedach', accept: [] })).rejects.toMatchObject({
      diagnostics: [{ rule: 'report_size' }],
    });
    expect(chunks).toBe(17);
  });
});
