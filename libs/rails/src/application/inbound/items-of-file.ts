import { type ByteSource, readAchFile } from '../../domain/ach/ach-file-reader.js';
import type { AchEvent } from '../../domain/ach/ach-events.js';
import type { AchWaiver } from '../../domain/ach/ach-rules.table.js';
import { creationOf, type FileTime } from '../../domain/inbound/return-time.js';
import { itemOf, type OddItem, type RejectedItem, type ReturnedItem } from '../../domain/inbound/returned-item.js';

/** So many items are applied together. */
const GROUP_SIZE = 1_000;

type FileItem = ReturnedItem | RejectedItem | OddItem;

export interface ItemGroup {
  readonly items: readonly FileItem[];
  /** When the bank made the file. */
  readonly time: FileTime;
}

interface ReadOptions {
  readonly accept: readonly AchWaiver[];
  /** Counts where the file has no header. */
  readonly fetched: FileTime;
}

/** The items of a file that was checked before, in groups across batches. */
export async function* itemsOfFile(
  bytes: ByteSource,
  { accept, fetched }: ReadOptions,
): AsyncGenerator<ItemGroup, void, undefined> {
  let time = fetched;
  let items: FileItem[] = [];
  for await (const event of readAchFile(bytes, { accept })) {
    if (event.kind === 'file_opened') {
      // A delivery may have several files, made at different times.
      if (items.length > 0) yield { items, time };
      items = [];
      time = event.header === null ? fetched : creationOf(event.header);
    }
    for (const item of itemsOf(event)) {
      items.push(item);
      if (items.length < GROUP_SIZE) continue;
      yield { items, time };
      items = [];
    }
  }
  if (items.length > 0) yield { items, time };
}

/** The kinds of items of a file, for which all of it is read. @throws AchFileError */
export async function kindsOfItems(bytes: ByteSource, options: ReadOptions): Promise<ReadonlySet<FileItem['kind']>> {
  const kinds = new Set<FileItem['kind']>();
  for await (const { items } of itemsOfFile(bytes, options)) for (const { kind } of items) kinds.add(kind);
  return kinds;
}

function itemsOf(event: AchEvent): FileItem[] {
  if (event.kind === 'entries') return event.entries.map((entry) => itemOf(entry, event.batch));
  if (event.kind !== 'batch_closed' || !event.batch.is_foreign) return [];
  const { header, line } = event.batch;
  const { debit, credit } = event.totals;
  return [
    {
      ...{
        kind: 'foreign_batch',
        line,
        company_id: header.company_id.trim(),
        code: header.sec,
        original_trace: '',
        trace: '',
        odd: null,
      },
      ...(debit > credit ? { direction: 'debit', amount: debit } : { direction: 'credit', amount: credit }),
    },
  ];
}
