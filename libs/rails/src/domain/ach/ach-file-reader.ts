import type { AchEvent } from './ach-events.js';
import { AchFileParser } from './ach-file-parser.js';
import type { AchWaiver } from './ach-rules.table.js';
import { RecordFramer } from './record-framer.js';

export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface AchReadOptions {
  /** What the file may lack, as agreed with the bank that sends it. */
  readonly accept?: Iterable<AchWaiver>;
}

/**
 * Reads a NACHA file as it arrives; memory does not grow with its length. What it yields is provisional until
 * `file_closed`: the caller stages it, or uses `readVerifiedAchFile`.
 * @throws AchFileError with up to 20 diagnostics when the file breaks a rule.
 */
export async function* readAchFile(
  source: ByteSource,
  { accept = [] }: AchReadOptions = {},
): AsyncGenerator<AchEvent, void, undefined> {
  const file = new AchFileParser(accept);
  const framer = new RecordFramer(file);
  for await (const chunk of source) {
    framer.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    yield* file.take();
  }
  framer.end();
  file.end();
  yield* file.take();
}

/**
 * Reads a file twice: nothing is yielded before the first pass has found that every control agrees. `open` must give
 * the same bytes each time.
 * @throws AchFileError as `readAchFile` does, before the first event.
 */
export async function* readVerifiedAchFile(
  open: () => ByteSource,
  options: AchReadOptions = {},
): AsyncGenerator<AchEvent, void, undefined> {
  const firstPass = readAchFile(open(), options);
  while (!(await firstPass.next()).done);
  yield* readAchFile(open(), options);
}
