import type { PaymentsClient } from '@payments/client';
import type { ProgressView } from './progress-view.js';
import { receiveEvents } from './receive-events.js';

describe('receiveEvents', () => {
  it('gives up when the demo is stopped, and takes its configuration back', async () => {
    const stop = new AbortController();
    const configurations = new Set<string>();
    const webhooks = {
      create: () => Promise.resolve({ id: String(configurations.add('w1').size) }),
      secret: () => Promise.resolve('secret'),
      createKeyPair: () => Promise.resolve('key'),
      delete: () => Promise.resolve(configurations.clear()),
    };
    const receiving = receiveEvents(
      {
        payments: { webhooks } as unknown as PaymentsClient,
        view: { step: () => undefined } as unknown as ProgressView,
        ...{ timeoutSeconds: 600, awaited: 'the event did not come', isLast: () => true, signal: stop.signal },
      },
      async () => stop.abort(new Error('stopped')),
    );
    await expect(receiving).rejects.toThrow('stopped');
    expect(configurations.size).toBe(0);
  });
});
