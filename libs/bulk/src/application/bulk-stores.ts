import { Injectable } from '@nestjs/common';
import { Bulks, Parts, Rows } from './ports.js';

/** What is stored of bulk transfers. */
@Injectable()
export class BulkStores {
  constructor(
    readonly bulks: Bulks,
    readonly parts: Parts,
    readonly rows: Rows,
  ) {}
}
