import type { Api } from '../api.js';
import type { CallOptions } from '../options.js';
import type { NewPolicy, Policy } from '../types.js';

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

  /** @throws PaymentsError `duplicate_name`, `not_enough_approvers`, and others by field */
  async create(policy: NewPolicy, options: CallOptions = {}): Promise<Policy> {
    return (await this.api.send('post', '/portal/policies', { ...options, body: policy })).policy;
  }

  /** Holds for what is judged afterwards. @throws PaymentsError as `create` */
  async replace(id: string, policy: NewPolicy, options: CallOptions = {}): Promise<Policy> {
    return (await this.api.send('put', '/portal/policies/{id}', { ...options, path: { id }, body: policy })).policy;
  }

  /** @throws PaymentsError `unknown_id` */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.api.send('delete', '/portal/policies/{id}', { ...options, path: { id } });
  }
}
