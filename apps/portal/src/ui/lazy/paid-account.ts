import type { PaidAccount } from '../../api/types.js';

/** The last change of the details within 30 days, if there was one; that the account was added is none. */
export const lastChangeOf = ({ recent_changes }: Pick<PaidAccount, 'recent_changes'>) =>
  recent_changes.find(({ details_version }) => details_version > 1);
