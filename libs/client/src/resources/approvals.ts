import type { Api } from '../api.js';
import type { List } from '../list.js';
import type { CallOptions } from '../options.js';
import type { Approval, ApprovalQuery, BodyOf, DecisionOutcome } from '../types.js';

/** Transfers that wait for users to approve them. Deciding needs a client made with `user`. */
export class Approvals {
  constructor(private readonly api: Api) {}

  /** Reads an approval by its id. @throws PaymentsError `unknown_id` */
  async get(id: string, options: CallOptions = {}): Promise<Approval> {
    return (await this.api.send('get', '/deliver/approvals/{id}', { ...options, path: { id } })).approval;
  }

  /** Newest first; iterating fetches the pages. `mine` selects what the user may decide and has not decided. */
  list(query: ApprovalQuery = {}, options: CallOptions = {}): List<Approval> {
    return this.api.list('/deliver/approvals', { ...options, query }, (response) => response.approvals);
  }

  /**
   * Approves what the user has read. Approving again changes nothing.
   *
   * @throws PaymentsError `own_approval_forbidden`, `not_an_approver`, `approval_closed`, and others
   * @example
   * for await (const { id, digest } of payments.approvals.list({ mine: true })) await payments.approvals.approve(id, { digest });
   */
  async approve(
    id: string,
    body: BodyOf<'/deliver/approvals/{id}/approve', 'post'>,
    options: CallOptions = {},
  ): Promise<Approval> {
    const call = { ...options, path: { id }, body, repeatable: true };
    return (await this.api.send('post', '/deliver/approvals/{id}/approve', call)).approval;
  }

  /** Rejects it, so that the transfer fails. @throws PaymentsError as `approve` */
  async reject(
    id: string,
    body: BodyOf<'/deliver/approvals/{id}/reject', 'post'>,
    options: CallOptions = {},
  ): Promise<Approval> {
    const call = { ...options, path: { id }, body, repeatable: true };
    return (await this.api.send('post', '/deliver/approvals/{id}/reject', call)).approval;
  }

  /** Decides several, each by itself. @throws PaymentsError `missing_comment` */
  async decide(
    body: BodyOf<'/deliver/approvals/decide', 'post'>,
    options: CallOptions = {},
  ): Promise<readonly DecisionOutcome[]> {
    const call = { ...options, body, repeatable: true };
    return (await this.api.send('post', '/deliver/approvals/decide', call)).results;
  }
}
