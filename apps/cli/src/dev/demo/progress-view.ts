import type { PaymentsEvent } from '@payments/client';
import { paint } from '../../support/terminal.js';

const STATIONS = ['created', 'pending', 'completed'];
const TRACK = 12;

/** Draws the demo: a line for each step and event, and on a terminal the payout's progress at the bottom. */
export class ProgressView {
  private readonly startedAt = performance.now();
  private readonly live = process.stdout.isTTY;
  private drawn = false;
  private status = '';

  step(text: string): void {
    this.line(`${paint('cyan', '→')} ${text}`);
  }

  event({ event_type, sequence, event_data }: PaymentsEvent, genuine: boolean): void {
    const [resource] = Object.values(event_data) as { readonly status: string }[];
    const mark = genuine ? paint('green', '✔ signatures') : paint('red', '✖ signatures');
    const type = event_type.padEnd(25);
    if ('transfer' in event_data) this.status = resource?.status ?? '';
    this.line(`${paint('green', '●')} ${type} #${sequence}  ${(resource?.status ?? '').padEnd(10)} ${mark}`);
  }

  done(text: string): void {
    this.line(paint('bold', text));
    if (this.live) process.stdout.write('\n');
  }

  private line(text: string): void {
    if (this.live && this.drawn) process.stdout.write('\r\u001b[2K');
    const seconds = ((performance.now() - this.startedAt) / 1000).toFixed(2).padStart(6);
    process.stdout.write(`${paint('dim', `${seconds} s`)}  ${text}\n`);
    if (this.live && this.status !== '') process.stdout.write(`          ${this.way()}`);
    this.drawn = true;
  }

  private way(): string {
    const reached = STATIONS.indexOf(this.status);
    return STATIONS.map((station, index) => {
      const track = index === 0 ? '' : (index <= reached ? '━' : '╌').repeat(TRACK);
      const stop = index <= reached ? paint('green', `● ${station}`) : paint('dim', `○ ${station}`);
      return `${track}${track && ' '}${stop} `;
    }).join('');
  }
}
