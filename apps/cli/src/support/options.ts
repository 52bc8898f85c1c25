import { InvalidArgumentError, Option } from 'commander';

const FLAGS = '--enterprise <id-or-name>';

/** For commands that work on all enterprises unless one is named. */
export const oneOfAll = () => new Option(FLAGS, 'only this enterprise (default: all)');

/** For commands that work on one enterprise. */
export const theOne = () => new Option(FLAGS, 'the enterprise; optional if there is only one');

/** For commands that change money or data, so the enterprise must be explicit. */
export const namedOne = () => new Option(FLAGS, 'the enterprise').makeOptionMandatory();

export const json = () => new Option('--json', 'print JSON only');

/** A whole number of at least 1. @throws InvalidArgumentError */
export function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('must be a whole number of at least 1');
  return value;
}
