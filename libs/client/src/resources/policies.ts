import { changed } from '../api.js';
import type { Api } from '../api.js';
import type { CallOptions } from '../options.js';
import type { BodyOf, Changed, NewPolicy, Policy, ResponseOf } from '../types.js';

type DryRun = ResponseOf<'/portal/policies/dry-run', 'post'>['dry_run'];

/** The rules that say which transfers need approvals, and whose. It needs a client made with `user`. */
export class Policies {
  constructor(private readonly api: Api) {}

  /** By name. */
  async list(options: CallOptions = {}): Promise<readonly Policy[]> {
    return (await this.api.send('get', '/portal/policies', options)).policies;
  }

  /** @throws PaymentsError `unknown_id` */
  async get(id: string, options: CallOptions = {}): Promise<Policy> {
    return (await this.api.send('get', '/portal/policies/{id}', { ...options, path: { id } })).policy;
  }

  /** With the setting `dual_control` it waits for `approval`. @throws PaymentsError `duplicate_name`, `not_enough_approvers`, and others by field */
  async create(policy: NewPolicy, options: CallOptions = {}): Promise<Changed<Policy>> {
    const made = await this.api.send('post', '/portal/policies', { ...options, body: policy });
    return changed(made.policy, made.approval);
  }

  /** Which transfers of the last 30 days it would have held. Changes nothing. @throws PaymentsError `conditions_do_not_apply` */
  async dryRun(policy: BodyOf<'/portal/policies/dry-run', 'post'>, options: CallOptions = {}): Promise<DryRun> {
    return (await this.api.send('post', '/portal/policies/dry-run', { ...options, body: policy })).dry_run;
  }

  /**
   * Holds for what is judged afterwards. With the setting `dual_control` it waits for `approval`, and what is in force is returned.
   *
   * @throws PaymentsError as `create`
   */
  async replace(id: string, policy: NewPolicy, options: CallOptions = {}): Promise<Changed<Policy>> {
    const made = await this.api.send('put', '/portal/policies/{id}', { ...options, path: { id }, body: policy });
    return changed(made.policy, made.approval);
  }

  /** @throws PaymentsError `unknown_id` */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.api.send('delete', '/portal/policies/{id}', { ...options, path: { id } });
  }
}
