import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { eventually } from '@payments/testing';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

describe('an api that is closing', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    await service.api.listen(0, '127.0.0.1');
  });
  afterAll(() => service.stop());

  const open = async (): Promise<Socket> => {
    const socket = connect((service.api.getHttpServer().address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };

  it('serves a request that it had begun to receive', async () => {
    const socket = await open();
    socket.write('GET /deliver/persons HTTP/1.1\r\nHost: any\r\n');
    // A response to a later one proves that the server has read this part.
    await fetch(`http://127.0.0.1:${socket.remotePort}/health/live`);
    const closed = service.api.close();
    await eventually('it takes no new connections', async () => !service.api.getHttpServer().listening);
    socket.write('\r\n');
    let response = '';
    socket.on('data', (chunk: Buffer) => (response += chunk.toString()));
    await Promise.all([once(socket, 'end'), closed]);
    expect(response).toMatch(/^HTTP\/1.1 401 /);
    expect(response).toMatch(/connection: close/i);
    expect(response).toContain('"error_code":"unauthorized"');
  });
});
