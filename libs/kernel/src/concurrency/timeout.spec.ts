import { endsWithin, pause, withTimeout } from './timeout.js';

const never = new Promise<never>(() => undefined);

describe('timeouts', () => {
  it('say whether work ended in time, and leave no timer behind', async () => {
    expect(await endsWithin(Promise.resolve(), 60_000)).toBe(true);
    expect(await endsWithin(never, 1)).toBe(false);
    expect(await endsWithin(never, -1)).toBe(false);
  });

  it('return the result or error of work that ends in time', async () => {
    expect(await withTimeout(Promise.resolve('done'), 60_000, 'late')).toBe('done');
    await expect(withTimeout(Promise.reject(new Error('broken')), 60_000, 'late')).rejects.toThrow('broken');
  });

  it('throw the message when the work is late, ignoring its later errors', async () => {
    const late = pause(20).then(() => Promise.reject(new Error('too late to matter')));
    await expect(withTimeout(late, 1, 'late')).rejects.toThrow('late');
    await expect(late).rejects.toThrow('too late to matter');
  });
});
