import { Injectable } from '@nestjs/common';
import { digesting } from '@payments/persistence';
import type { Connection } from '../domain/connection.js';
import { Envelopes } from './envelopes.js';
import { type Content, Payloads } from './ports.js';
import type { StoredDocument } from './ports.js';

export interface OutboundDocument extends StoredDocument {
  /** Of the bytes before their encryption; null where there is none. */
  readonly plain_sha256: Buffer | null;
}

/** Stores what is sent to a bank as its profile wants it: the bytes themselves, or encrypted. */
@Injectable()
export class OutboundContent {
  constructor(
    private readonly payloads: Payloads,
    private readonly envelopes: Envelopes,
  ) {}

  async store({ name, pgp }: Connection, content: Content): Promise<OutboundDocument> {
    if (pgp === null) return { ...(await this.payloads.store(name, content)), plain_sha256: null };
    const plain = digesting(content);
    const document = await this.payloads.store(name, this.envelopes.close(pgp, plain.content));
    return { ...document, plain_sha256: plain.digest() };
  }

  remove({ id }: StoredDocument): Promise<void> {
    return this.payloads.remove(id);
  }
}
