/** What an address may say after `?`. A parameter may be repeated. */
export type Search = Record<string, string | string[]>;

/** Reads `?status=failed&status=pending&from=…`: plain parameters, as a person would write them. */
export function parseSearch(text: string): Search {
  const search: Search = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const known = search[name];
    search[name] = known === undefined ? value : [known, value].flat();
  }
  return search;
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, values] of Object.entries(search)) {
    for (const value of [values].flat()) if (typeof value === 'string' && value !== '') parameters.append(name, value);
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
