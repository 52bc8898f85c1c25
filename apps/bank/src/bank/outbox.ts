import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { BankEvent, Sent } from '../journal/events.js';
import type { Workplace } from './workplace.js';

/** A file for the company, before it has a number. */
export interface Draft extends Omit<Sent, 'event' | 'output' | 'at' | 'sha256' | 'name'> {
  /** Gets the number of the output. */
  readonly nameOf: (number: string) => string;
  readonly content: Buffer;
}

/**
 * The bank's outgoing files. A file is staged first; the journal line commits it; a rename delivers it. So a file whose
 * line is in the journal and which is no longer staged has been delivered.
 */
export class Outbox {
  private readonly staged = new Set<Sent>();

  constructor(private readonly place: Workplace) {}

  /** After a start: drops what was staged and never committed. */
  recover(): void {
    const { disk, paths, books } = this.place;
    for (const number of disk.list(paths.outgoing)) {
      const sent = books.outputs.get(Number(number));
      if (sent) this.staged.add(sent);
      else disk.remove(join(paths.outgoing, number));
    }
  }

  /** The number of the next output, for keys of faults. */
  get nextNumber(): number {
    return this.place.books.outputs.size + 1;
  }

  /** Commits events together with the files that they lead to. */
  commit(at: number, events: readonly BankEvent[], drafts: readonly Draft[]): void {
    const sent = drafts.map((draft, index) => this.stage(draft, this.nextNumber + index, at));
    this.place.record([...events, ...sent]);
    for (const each of sent) this.staged.add(each);
  }

  deliver(now: number): void {
    for (const sent of this.staged) {
      if (sent.deliver_at > now) continue;
      if (sent.faults.includes('half_written') && now < sent.deliver_at + this.place.dayMs / 2) this.writeHalf(sent);
      else this.finish(sent);
    }
  }

  private stage({ nameOf, content, ...draft }: Draft, output: number, at: number): Sent {
    const { disk, paths } = this.place;
    disk.write(join(paths.outgoing, numbered(output)), content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { event: 'sent', output, at, name: nameOf(numbered(output)), sha256, ...draft };
  }

  private writeHalf(sent: Sent): void {
    const { disk, paths } = this.place;
    const target = this.targetOf(sent);
    if (disk.stat(target)) return;
    const content = disk.read(join(paths.outgoing, numbered(sent.output)));
    disk.write(target, content.subarray(0, content.length / 2));
  }

  private finish(sent: Sent): void {
    const { disk, paths } = this.place;
    disk.rename(join(paths.outgoing, numbered(sent.output)), this.targetOf(sent));
    this.staged.delete(sent);
    this.place.print(
      `sent ${sent.directory}/${sent.name}${sent.faults.length > 0 ? ` with ${sent.faults.join(', ')}` : ''}`,
    );
  }

  private targetOf({ directory, name }: Sent): string {
    return join(this.place.paths.root, directory, name);
  }
}

export const numbered = (value: number): string => String(value).padStart(6, '0');
