import { Injectable, Optional } from '@nestjs/common';
import { Metrics } from '@payments/observability';
import { persistenceMetrics } from '../metrics.table.js';
import { DataKeys, UnknownDataKeyError } from './data-keys.js';
import type { DataKey } from './data-keys.js';
import { decrypt, encrypt } from './key-provider.js';

const VERSION = 1;
const KEY_ID_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES;

/** The location of a sealed value. It opens nowhere else: moving a ciphertext to another row is an error. */
export interface FieldPlace extends FieldColumn {
  readonly rowId: string;
}

export interface FieldColumn {
  readonly enterpriseId: string;
  /** `schema.table` */
  readonly table: string;
  readonly column: string;
}

/** A sealed value of one column, with its row. */
export interface SealedField {
  readonly rowId: string;
  readonly sealed: Buffer;
}

/** Encrypts single fields: `version ‖ data key id ‖ iv ‖ ciphertext ‖ tag`. */
@Injectable()
export class FieldCipher {
  constructor(
    private readonly keys: DataKeys,
    @Optional() private readonly metrics?: Metrics,
  ) {}

  async seal(place: FieldPlace, plaintext: string | Buffer): Promise<Buffer> {
    const sealed = sealerWith(this.keys.current(place.enterpriseId) ?? (await this.keys.active(place.enterpriseId)));
    return sealed(place, place.rowId, plaintext);
  }

  /** Seals fields of one column, in order. */
  async sealAll(
    column: FieldColumn,
    fields: readonly { readonly rowId: string; readonly plaintext: string }[],
  ): Promise<Buffer[]> {
    const sealed = sealerWith(this.keys.current(column.enterpriseId) ?? (await this.keys.active(column.enterpriseId)));
    return fields.map(({ rowId, plaintext }) => sealed(column, rowId, plaintext));
  }

  /** @throws Error when the value was changed or moved, or its key is unknown. */
  async open(place: FieldPlace, sealed: Buffer): Promise<string> {
    return (await this.openBytes(place, sealed)).toString();
  }

  /** As `open`, for what is not text. */
  async openBytes(place: FieldPlace, sealed: Buffer): Promise<Buffer> {
    const [bytes] = await this.openEach(place, [{ rowId: place.rowId, sealed }]);
    return bytes!;
  }

  /**
   * Opens fields of one column, in order. Waits only for a key that this process has not read yet: a promise for each
   * field would cost more than opening it.
   * @throws Error as `open`
   */
  async openAll(column: FieldColumn, fields: readonly SealedField[]): Promise<string[]> {
    return (await this.openEach(column, fields)).map(String);
  }

  private async openEach(column: FieldColumn, fields: readonly SealedField[]): Promise<Buffer[]> {
    const opened: Buffer[] = [];
    let last: { readonly header: Buffer; readonly key: Buffer } | undefined;
    for (const { rowId, sealed } of fields) {
      if (last === undefined || !hasHeader(sealed, last.header)) {
        const known = this.keys.known(column.enterpriseId, sealedWith(sealed));
        const key = sealed[0] === VERSION && known !== undefined ? known.key : await this.keyOf(column, sealed);
        last = { header: sealed.subarray(0, HEADER_BYTES), key };
      }
      try {
        opened.push(decrypt(last.key, sealed.subarray(HEADER_BYTES), contextOf(column, rowId)));
      } catch (error) {
        this.failed(column);
        throw error;
      }
    }
    return opened;
  }

  private async keyOf(column: FieldColumn, sealed: Buffer): Promise<Buffer> {
    if (sealed[0] !== VERSION) {
      this.failed(column);
      throw new Error(`${column.table}.${column.column}: unknown version of an encrypted field`);
    }
    try {
      return (await this.keys.byId(column.enterpriseId, sealedWith(sealed))).key;
    } catch (error) {
      if (error instanceof UnknownDataKeyError) this.failed(column);
      throw error;
    }
  }

  private failed({ table, column }: FieldColumn): void {
    this.metrics?.count(persistenceMetrics.payments_sealed_field_failures_total, { field: `${table}.${column}` });
  }
}

function sealerWith({ id, key }: DataKey): (column: FieldColumn, rowId: string, plaintext: string | Buffer) => Buffer {
  const header = Buffer.concat([Buffer.of(VERSION), Buffer.from(id.replaceAll('-', ''), 'hex')]);
  return (column, rowId, plaintext) =>
    Buffer.concat([header, encrypt(key, bytesOf(plaintext), contextOf(column, rowId))]);
}

function bytesOf(plaintext: string | Buffer): Buffer {
  return typeof plaintext === 'string' ? Buffer.from(plaintext) : plaintext;
}

function hasHeader(sealed: Buffer, header: Buffer): boolean {
  return sealed.length >= HEADER_BYTES && header.compare(sealed, 0, HEADER_BYTES) === 0;
}

/** The id of the data key that a sealed value names. */
export function sealedWith(sealed: Buffer): string {
  const hex = sealed.subarray(1, HEADER_BYTES).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function contextOf({ enterpriseId, table, column }: FieldColumn, rowId: string): string {
  return `field|${enterpriseId}|${table}|${column}|${rowId}`;
}
