import { userInfo } from 'node:os';
import { Option } from 'commander';

/** Why an operator decides something. */
export const reason = () => new Option('--reason <text>', 'why; recorded in the audit log').makeOptionMandatory();

/** Who decides: with four eyes, two different ones. */
export const asOperator = (flags = '--as <operator>') =>
  new Option(flags, 'who decides').default(userInfo().username, 'the user of this shell');
