interface NameFilter {
  readonly match: readonly string[];
  readonly ignore: readonly string[];
}

/** Whether a directory's files of this name are read. */
export function isWanted(name: string, { match, ignore }: NameFilter): boolean {
  return match.some((pattern) => matchesPattern(name, pattern)) && !ignore.some((each) => matchesPattern(name, each));
}

/** Whether a name fits a pattern, in which `*` is any text and `?` any character. Upper and lower case differ. */
export function matchesPattern(name: string, pattern: string): boolean {
  let at = 0;
  let place = 0;
  /** Where the last star is, and where the name goes on after what it stands for. */
  let star = -1;
  let resume = 0;
  while (at < name.length) {
    if (pattern[place] === '*') {
      star = place++;
      resume = at;
    } else if (pattern[place] === '?' || pattern[place] === name[at]) {
      place += 1;
      at += 1;
    } else if (star >= 0) {
      place = star + 1;
      at = ++resume;
    } else return false;
  }
  while (pattern[place] === '*') place += 1;
  return place === pattern.length;
}
