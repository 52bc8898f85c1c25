import { Injectable } from '@nestjs/common';
import { fingerprint } from '@payments/persistence';
import { ParticipationDirectory } from './participation.js';
import type { ParticipantsJson } from './participation.js';

export interface ParticipantsView {
  readonly json: ParticipantsJson;
  /** Changes with the content, and is the same in every process. */
  readonly etag: string;
}

/** Every routing number that an instant network reaches. */
@Injectable()
export class ListParticipants {
  private last: ParticipantsView | undefined;

  constructor(private readonly directory: ParticipationDirectory) {}

  async execute(): Promise<ParticipantsView> {
    const json = await this.directory.participants();
    if (this.last?.json !== json) this.last = { json, etag: `"${fingerprint(json)}"` };
    return this.last;
  }
}
