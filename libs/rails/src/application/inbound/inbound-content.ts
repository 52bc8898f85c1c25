import { Injectable } from '@nestjs/common';
import { HEAD_BYTES } from '../../domain/inbound/content-kind.js';
import { lineFault } from '../../domain/inbound/inbound-diagnostic.js';
import { Envelopes } from '../envelopes.js';
import { Payloads, Profiles } from '../ports.js';
import type { InboundFile } from './ports.js';

type Stored = Pick<InboundFile, 'connection' | 'directory' | 'document_id'>;

/** The bytes of files from banks, without what the profile says is around them. They are stored as they came. */
@Injectable()
export class InboundContent {
  constructor(
    private readonly payloads: Payloads,
    private readonly envelopes: Envelopes,
    private readonly profiles: Profiles,
  ) {}

  /** @throws InboundFileError when the file is not encrypted or signed as the profile says. */
  async *read({ connection, directory, document_id }: Stored): AsyncGenerator<Buffer, void, undefined> {
    const { pgp } = this.profiles.named(connection);
    if (pgp === null || pgp.inbound === 'plain') return yield* this.payloads.read(document_id!);
    const form = this.envelopes.formOf(await firstBytes(this.payloads.read(document_id!)));
    if (form !== undefined) return yield* this.envelopes.open(pgp, this.payloads.read(document_id!), form);
    // What an operator brings may have been decrypted on its way.
    if (directory === '') return yield* this.payloads.read(document_id!);
    throw lineFault(1, 'pgp_message', { expected: 'an encrypted file, as the profile says', found: 'another content' });
  }

  /** Enough of a file to know its kind. */
  async head(file: Stored): Promise<Buffer> {
    return firstBytes(this.read(file));
  }
}

async function firstBytes(content: AsyncIterable<Buffer>): Promise<Buffer> {
  for await (const chunk of content) return chunk.subarray(0, HEAD_BYTES);
  return Buffer.alloc(0);
}
