import { Option } from 'commander';

const FLAGS = '--enterprise <id-or-name>';

/** For commands that work on all enterprises unless one is named. */
export const oneOfAll = () => new Option(FLAGS, 'only this enterprise (default: all)');

/** For commands that work on one enterprise. */
export const theOne = () => new Option(FLAGS, 'the enterprise; optional if there is only one');

/** For commands that change money or data, so the enterprise must be explicit. */
export const namedOne = () => new Option(FLAGS, 'the enterprise').makeOptionMandatory();

export const json = () => new Option('--json', 'print JSON only');

export const limit = (what: string, most: number) =>
  new Option('--limit <count>', `maximum number of ${what}`).default(most);
