import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HeldConnections } from './held-connections.js';

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
  const held = new HeldConnections();
  const wait = (count: number) => {
    const connections = Array.from({ length: count }, () => new Connection());
    for (const connection of connections) held.hold(connection as unknown as Socket);
    return connections;
  };
  const readOf = (connections: readonly Connection[]) => connections.map(({ isRead }) => isRead);
  /** As long as requests that wait in the network take to arrive. */
  const arrivals = async () => {
    for (let turn = 0; turn < 3; turn++) await nextTurn();
  };

  afterEach(async () => {
    held.release(Infinity);
    await arrivals();
  });

  it('are not read, even when Node resumes them', () => {
    const [connection] = wait(1);
    connection?.resume();
    expect(connection?.isRead).toBe(false);
  });

  it('take their turns in the order in which they came', () => {
    const connections = wait(3);
    held.release(2);
    expect(readOf(connections)).toEqual([true, true, false]);
    expect(held.isEmpty).toBe(false);
  });

  it('are read no sooner because the requests of others have not arrived yet', async () => {
    const connections = wait(4);
    held.release(1);
    held.release(1);
    expect(readOf(connections)).toEqual([true, false, false, false]);
    held.release(3);
    expect(readOf(connections)).toEqual([true, true, true, false]);
    await arrivals();
    held.release(1);
    expect(readOf(connections)).toEqual([true, true, true, true]);
  });

  it('keep their turn when they are held again', () => {
    const connections = wait(2);
    held.hold(connections[0] as unknown as Socket);
    held.release(1);
    expect(readOf(connections)).toEqual([true, false]);
  });

  it('are left alone once they are closed', () => {
    const [connection] = wait(1) as [Connection];
    connection.destroyed = true;
    held.release(1);
    expect([connection.isRead, held.isEmpty]).toEqual([false, true]);
  });
});
