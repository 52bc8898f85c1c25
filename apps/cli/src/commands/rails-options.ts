import { userInfo } from 'node:os';
import { Option } from 'commander';

/** Why an operator decides something. */
export const reason = () => new Option('--reason <text>', 'why; recorded in the audit log').makeOptionMandatory();

/** Who decides: with four eyes, two different ones. */
export const asOperator = () =>
  new Option('--as <operator>', 'who decides').default(userInfo().username, 'the user of this shell');
