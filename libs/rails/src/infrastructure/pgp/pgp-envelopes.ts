import { ReadableStream } from 'node:stream/web';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { type EnvelopeForm, Envelopes } from '../../application/envelopes.js';
import type { Content } from '../../application/ports.js';
import type { Pgp } from '../../domain/connection.js';
import { lineFault } from '../../domain/inbound/inbound-diagnostic.js';
import { PgpKeyError } from './open-pgp.js';
import { readPgpKeys } from './pgp-keys.js';

const ARMORED = '-----BEGIN PGP MESSAGE-----';
/** The first byte of a message to public keys, in both forms of packets. */
const FIRST_BYTES: ReadonlySet<number> = new Set([0x84, 0x85, 0x86, 0x87, 0xc1]);
const LONGEST_REASON = 120;

/** Envelopes of OpenPGP. Keys are read for each file, so that a rotation needs no restart. */
@Injectable()
export class PgpEnvelopes extends Envelopes {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'variables'>) {
    super();
  }

  formOf(head: Uint8Array): EnvelopeForm | undefined {
    if (FIRST_BYTES.has(head[0] ?? 0)) return 'binary';
    return Buffer.from(head).toString('latin1').trimStart().startsWith(ARMORED) ? 'armored' : undefined;
  }

  async *close(pgp: Pgp, content: Content): AsyncGenerator<Buffer, void, undefined> {
    const { openPgp, bank, own } = await readPgpKeys(pgp, this.config.variables);
    const source = new Source(content);
    try {
      const encrypted = await openPgp.encrypt({
        message: await openPgp.createMessage({ binary: ReadableStream.from(source.bytes()) }),
        encryptionKeys: bank,
        ...(pgp.sign && own !== null && { signingKeys: [own] }),
        format: pgp.armor ? 'armored' : 'binary',
      });
      for await (const chunk of encrypted) yield Buffer.from(chunk as Uint8Array);
    } catch (error) {
      source.assertSound();
      throw error;
    }
  }

  async *open(pgp: Pgp, content: Content, form: EnvelopeForm): AsyncGenerator<Buffer, void, undefined> {
    const { openPgp, bank, own } = await readPgpKeys(pgp, this.config.variables);
    if (own === null)
      throw new PgpKeyError('pgp.own_key: is missing, but files from the bank are encrypted to it; set it');
    const source = new Source(content);
    try {
      const message = await openPgp.readMessage(
        form === 'armored'
          ? { armoredMessage: ReadableStream.from(source.texts()) }
          : { binaryMessage: ReadableStream.from(source.bytes()) },
      );
      const { data } = await openPgp.decrypt({
        ...{ message, decryptionKeys: [own], format: 'binary' },
        ...(pgp.inbound === 'signed' && { verificationKeys: bank, expectSigned: true }),
        // Whoever reads a file reads all of it before anything of it is used.
        config: { allowUnauthenticatedStream: true },
      });
      for await (const chunk of data) yield Buffer.from(chunk);
    } catch (error) {
      source.assertSound();
      const signed = pgp.inbound === 'signed' ? ', signed by the bank' : '';
      const expected = `a message that is encrypted to our key${signed}`;
      throw lineFault(1, 'pgp_message', { expected, found: (error as Error).message.slice(0, LONGEST_REASON) });
    }
  }
}

/** Content whose own failure is told from that of the message that it holds. */
class Source {
  private failure: { readonly error: unknown } | undefined;

  constructor(private readonly content: Content) {}

  async *bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* this.content;
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }

  async *texts(): AsyncGenerator<string, void, undefined> {
    for await (const chunk of this.bytes()) yield Buffer.from(chunk).toString('latin1');
  }

  assertSound(): void {
    if (this.failure !== undefined) throw this.failure.error;
  }
}
