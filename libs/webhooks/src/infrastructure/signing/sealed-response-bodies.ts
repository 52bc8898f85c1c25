import { Injectable } from '@nestjs/common';
import { FieldCipher } from '@payments/persistence';
import type { FieldPlace } from '@payments/persistence';
import { ResponseBodyCipher } from '../../application/ports.js';
import type { AttemptPlace } from '../../application/ports.js';

/** Response bodies of endpoints, sealed in the rows of their attempts. */
@Injectable()
export class SealedResponseBodies extends ResponseBodyCipher {
  constructor(private readonly cipher: FieldCipher) {
    super();
  }

  seal(place: AttemptPlace, answer: string): Promise<Buffer> {
    return this.cipher.seal(fieldOf(place), answer);
  }

  open(place: AttemptPlace, sealed: Buffer): Promise<string> {
    return this.cipher.open(fieldOf(place), sealed);
  }
}

function fieldOf({ enterprise_id, delivery_id, id }: AttemptPlace): FieldPlace {
  return { enterpriseId: enterprise_id, table: 'webhooks.attempts', column: 'answer', rowId: `${delivery_id}/${id}` };
}
