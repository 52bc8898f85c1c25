import type { PaymentsEvent } from '@payments/client';
import { paint } from '../../support/terminal.js';

type EventTransfer = Extract<PaymentsEvent['event_data'], { readonly transfer: unknown }>['transfer'];

const TRACK = 12;
const INDENT = ' '.repeat(10);

/** Draws a demo: a line for each step and event, and on a terminal how far along the stations it is at the bottom. */
export class ProgressView {
  private readonly startedAt = performance.now();
  private readonly live = process.stdout.isTTY;
  private drawn = false;
  private reached = -1;

  /** @param stations what the demo passes, in order; statuses of transfers among them are reached by events */
  constructor(private readonly stations: readonly string[]) {}

  step(text: string): void {
    this.line(`${paint('cyan', '→')} ${text}`);
  }

  event({ event_type, sequence, event_data }: PaymentsEvent, genuine: boolean): void {
    const [resource] = Object.values(event_data) as { readonly status: string }[];
    const mark = genuine ? paint('green', '✔ signatures') : paint('red', '✖ signatures');
    const type = event_type.padEnd(25);
    if ('transfer' in event_data) this.reach(resource?.status ?? '');
    const note = 'transfer' in event_data ? `  ${paint('dim', noteOf(event_data.transfer))}` : '';
    this.line(`${paint('green', '●')} ${type} #${sequence}  ${(resource?.status ?? '').padEnd(10)} ${mark}${note}`);
  }

  /** A document of somebody else, with its lines below its heading. */
  document(heading: string, text: string): void {
    const lines = text.trim().split('\n');
    const indented = lines.map((line) => `${INDENT}  ${paint('dim', '│')} ${line}`.trimEnd());
    this.line([`${paint('yellow', '▤')} ${paint('bold', heading)}`, ...indented].join('\n'));
  }

  reach(station: string): void {
    this.reached = Math.max(this.reached, this.stations.indexOf(station));
  }

  done(text: string): void {
    this.line(paint('bold', text));
    if (this.live) process.stdout.write('\n');
  }

  private line(text: string): void {
    if (this.live && this.drawn) process.stdout.write('\r\u001b[2K');
    const seconds = ((performance.now() - this.startedAt) / 1000).toFixed(2).padStart(6);
    process.stdout.write(`${paint('dim', `${seconds} s`)}  ${text}\n`);
    if (this.live && this.reached >= 0) process.stdout.write(`${INDENT}${this.way()}`);
    this.drawn = true;
  }

  private way(): string {
    return this.stations
      .map((station, index) => {
        const isReached = index <= this.reached;
        const track = index === 0 ? '' : `${(isReached ? '━' : '╌').repeat(TRACK)} `;
        return `${track}${isReached ? paint('green', `● ${station}`) : paint('dim', `○ ${station}`)} `;
      })
      .join('');
  }
}

/** Which transfer it is, and the codes with which banks explained it. */
function noteOf({ transfer_reference_id, status_reasons = [] }: EventTransfer): string {
  const reasons = status_reasons.flatMap(({ source, destination }) => [source, destination]);
  return [transfer_reference_id, ...reasons.map((reason) => reason?.network_reason_code ?? '')].join(' ').trim();
}
