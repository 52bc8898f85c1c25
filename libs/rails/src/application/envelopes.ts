import type { Pgp } from '../domain/connection.js';
import type { Content } from './ports.js';

/** How an encrypted file is written: as bytes, or as lines of letters. */
export type EnvelopeForm = 'binary' | 'armored';

/** What a profile wants around files: encryption and signatures. */
export abstract class Envelopes {
  /** The form of an encrypted file that begins with these bytes; undefined for any other. */
  abstract formOf(head: Uint8Array): EnvelopeForm | undefined;
  /** Encrypts, and signs if the profile says so. The same content gives other bytes each time. */
  abstract close(pgp: Pgp, content: Content): AsyncGenerator<Buffer, void, undefined>;
  /** Decrypts. What it yields is proven only at its end. @throws InboundFileError when it is not as the profile says. */
  abstract open(pgp: Pgp, content: Content, form: EnvelopeForm): AsyncGenerator<Buffer, void, undefined>;
}
