import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HeldConnections } from './held-connections.js';

const CALLER = 'a';

/** A connection that knows whether it is read. */
class Connection extends EventEmitter {
  destroyed = false;
  isRead = true;

  pause(): void {
    this.isRead = false;
  }

  resume(): void {
    this.isRead = true;
    this.emit('resume');
  }
}

describe('connections that wait for their turn', () => {
  let room: number;
  let held: HeldConnections;
  const makeRoom = (places: number) => {
    room = places;
    held.release();
  };
  const wait = (count: number) => {
    const connections = Array.from({ length: count }, () => new Connection());
    for (const connection of connections) held.hold(connection as unknown as Socket, CALLER);
    return connections;
  };
  const readOf = (connections: readonly Connection[]) => connections.map(({ isRead }) => isRead);
  /** As long as requests that wait in the network take to arrive. */
  const arrivals = async () => {
    for (let turn = 0; turn < 3; turn++) await nextTurn();
  };

  beforeEach(() => {
    room = 0;
    held = new HeldConnections(() => room);
  });
  afterEach(() => jest.useRealTimers());

  it('are not read, even when Node resumes them', () => {
    const [connection] = wait(1);
    connection?.resume();
    expect(connection?.isRead).toBe(false);
  });

  it('take their turns in the order in which they came', () => {
    const connections = wait(3);
    makeRoom(2);
    expect(readOf(connections)).toEqual([true, true, false]);
    expect(held.has(CALLER)).toBe(true);
  });

  it('of several callers are read in turns of the callers', () => {
    const [first, second, third] = wait(3);
    const ofOther = new Connection();
    held.hold(ofOther as unknown as Socket, 'b');
    makeRoom(2);
    expect(readOf([first!, second!, third!, ofOther])).toEqual([true, false, false, true]);
    expect([held.has(CALLER), held.has('b')]).toEqual([true, false]);
  });

  it('are read no sooner because the requests of others have not arrived yet', async () => {
    const connections = wait(4);
    makeRoom(1);
    makeRoom(1);
    expect(readOf(connections)).toEqual([true, false, false, false]);
    makeRoom(3);
    expect(readOf(connections)).toEqual([true, true, true, false]);
  });

  it('are read when those before them send nothing', async () => {
    const connections = wait(3);
    makeRoom(1);
    expect(readOf(connections)).toEqual([true, false, false]);
    await arrivals();
    expect(readOf(connections)).toEqual([true, true, false]);
    await arrivals();
    expect(readOf(connections)).toEqual([true, true, true]);
  });

  it('are not read while what arrived from those before them takes the room', async () => {
    const connections = wait(2);
    makeRoom(1);
    room = 0;
    await arrivals();
    expect(readOf(connections)).toEqual([true, false]);
  });

  it('are read after a second, even when there is no room', () => {
    jest.useFakeTimers();
    const connections = wait(1);
    jest.advanceTimersByTime(600);
    connections.push(...wait(1));
    jest.advanceTimersByTime(399);
    expect(readOf(connections)).toEqual([false, false]);
    jest.advanceTimersByTime(1);
    expect(readOf(connections)).toEqual([true, false]);
    jest.advanceTimersByTime(600);
    expect(readOf(connections)).toEqual([true, true]);
  });

  it('keep their turn when they are held again', () => {
    const connections = wait(2);
    held.hold(connections[0] as unknown as Socket, CALLER);
    makeRoom(1);
    expect(readOf(connections)).toEqual([true, false]);
  });

  it('are left alone once they are closed', () => {
    const [connection] = wait(1) as [Connection];
    connection.destroyed = true;
    makeRoom(1);
    expect([connection.isRead, held.has(CALLER)]).toEqual([false, false]);
    held.hold(connection as unknown as Socket, CALLER);
    expect(held.has(CALLER)).toBe(false);
  });
});
