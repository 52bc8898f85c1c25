import { Presence } from './presence.js';

describe('Presence', () => {
  let time = 1_000;
  const page = new EventTarget();
  const presence = new Presence(page, () => time);

  it('knows the last input', () => {
    expect(presence.isSince(1_000)).toBe(false);
    time = 2_000;
    page.dispatchEvent(new Event('keydown'));
    expect([presence.isSince(1_999), presence.isSince(2_000)]).toEqual([true, false]);
  });

  it('takes only input of a person for one', () => {
    time = 3_000;
    for (const type of ['focus', 'visibilitychange', 'pointermove', 'load']) page.dispatchEvent(new Event(type));
    expect(presence.isSince(2_000)).toBe(false);
  });

  it.each([
    ['input', () => page.dispatchEvent(new Event('pointerdown'))],
    ['its release', () => presence.release()],
  ])('waits until %s', async (_, end) => {
    let isOver = false;
    const waited = [presence.next(), presence.next()].map((each) => each.then(() => (isOver = true)));
    await Promise.resolve();
    expect(isOver).toBe(false);
    end();
    expect(await Promise.all(waited)).toEqual([true, true]);
  });
});
