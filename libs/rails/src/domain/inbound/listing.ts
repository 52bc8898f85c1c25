/** A listed file, as far as it tells whether the file changed. Servers may leave out size and time. */
export interface ListedFile {
  readonly name: string;
  readonly size: number | undefined;
  readonly modifiedAt: Date | undefined;
}

/** A file as it was listed, and since when it has looked like that. */
export interface Sighting {
  readonly file: ListedFile;
  /** Milliseconds on any clock that only moves forward. */
  readonly since: number;
}

/** The sightings after another listing. A file that changed, or that was not listed in between, begins anew. */
export function updateSightings(
  before: ReadonlyMap<string, Sighting>,
  listed: readonly ListedFile[],
  now: number,
): Map<string, Sighting> {
  return new Map(
    listed.map((file) => {
      const known = before.get(file.name);
      return [file.name, known !== undefined && looksSame(known.file, file) ? known : { file, since: now }];
    }),
  );
}

/** The files that have not changed for long enough that nobody is writing them. */
export function stableFiles(sightings: ReadonlyMap<string, Sighting>, now: number, stableMs: number): ListedFile[] {
  return [...sightings.values()].filter(({ since }) => now - since >= stableMs).map(({ file }) => file);
}

export function looksSame(one: ListedFile, other: ListedFile): boolean {
  return one.size === other.size && one.modifiedAt?.getTime() === other.modifiedAt?.getTime();
}
