import { Injectable, Optional } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '../telemetry/metrics.js';
import { DataKeys } from './data-keys.js';
import { decrypt, encrypt } from './key-provider.js';

const VERSION = 1;
const KEY_ID_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES;

/** Where a sealed value stands. It opens nowhere else: moving a ciphertext to another row is an error. */
export interface FieldPlace {
  readonly enterpriseId: string;
  /** `schema.table` */
  readonly table: string;
  readonly column: string;
  readonly rowId: string;
}

/** Encrypts single fields: `version ‖ data key id ‖ iv ‖ ciphertext ‖ tag`. */
@Injectable()
export class FieldCipher {
  private readonly failures: Counter<'field'> | undefined;

  constructor(
    private readonly keys: DataKeys,
    @Optional() metrics?: Metrics,
  ) {
    this.failures =
      metrics &&
      new Counter({
        name: 'payments_sealed_field_failures_total',
        help: 'Sealed fields that did not open: changed, or moved from another place',
        labelNames: ['field'],
        registers: [metrics.registry],
      });
  }

  async seal(place: FieldPlace, plaintext: string): Promise<Buffer> {
    const { id, key } = await this.keys.active(place.enterpriseId);
    const header = Buffer.concat([Buffer.of(VERSION), Buffer.from(id.replaceAll('-', ''), 'hex')]);
    return Buffer.concat([header, encrypt(key, Buffer.from(plaintext), contextOf(place))]);
  }

  /** @throws Error when the value was changed, was moved here from another place, or its key is unknown. */
  async open(place: FieldPlace, sealed: Buffer): Promise<string> {
    if (sealed[0] !== VERSION) {
      this.failed(place);
      throw new Error(`${place.table}.${place.column}: unknown version of a sealed field`);
    }
    const { key } = await this.keys.byId(place.enterpriseId, sealedWith(sealed));
    try {
      return decrypt(key, sealed.subarray(HEADER_BYTES), contextOf(place)).toString();
    } catch (error) {
      this.failed(place);
      throw error;
    }
  }

  private failed({ table, column }: FieldPlace): void {
    this.failures?.inc({ field: `${table}.${column}` });
  }
}

/** The id of the data key that a sealed value names. */
export function sealedWith(sealed: Buffer): string {
  const hex = sealed.subarray(1, HEADER_BYTES).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function contextOf({ enterpriseId, table, column, rowId }: FieldPlace): string {
  return `field|${enterpriseId}|${table}|${column}|${rowId}`;
}
