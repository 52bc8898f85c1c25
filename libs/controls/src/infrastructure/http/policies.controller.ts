import { Body, Controller, Delete, Get, Header, Param, Post, Put, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@payments/http';
import type { Changed } from '@payments/persistence';
import { ManagePolicies } from '../../application/manage-policies.js';
import { TryPolicies } from '../../application/try-policies.js';
import type { Policy, PolicyContent } from '../../domain/policy.js';
import type { Caller } from './caller.js';
import { PolicyDto, TriedPolicyDto } from './policy.dto.js';
import {
  ChangedPolicyResponse,
  PoliciesResponse,
  PolicyDryRunResponse,
  PolicyResponse,
  toDryRunView,
  toPolicyView,
} from './policy.response.js';

const DEFAULTS = { expires_after_hours: 72, step_up: false };

const read = { scope: 'read:controls', portal: true } as const;
const write = { scope: 'write:controls', portal: true } as const;

@ApiTags('Controls')
@Controller('portal/policies')
export class PoliciesController {
  constructor(
    private readonly policies: ManagePolicies,
    private readonly tryPolicies: TryPolicies,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @Operation('List policies, by name', {
    id: 'listPolicies',
    description: 'The rules that say which transfers need approvals, and whose.',
    ...read,
    response: PoliciesResponse,
  })
  async list(): Promise<PoliciesResponse> {
    return { policies: (await this.policies.list()).map(toPolicyView) };
  }

  @Post()
  @Operation('Create a policy', {
    id: 'createPolicy',
    description:
      'A transfer that fulfills all conditions of an enabled policy stays `created`, without money set aside, until enough users have approved it. Several policies may match; each must be satisfied. Within three seconds it holds for every transfer whose parties are verified from then on.',
    ...write,
    response: ChangedPolicyResponse,
  })
  async create(@Body() body: PolicyDto, @Req() { user }: Caller): Promise<ChangedPolicyResponse> {
    return changed(await this.policies.create(user.subject.name, contentOf(body)));
  }

  @Post('dry-run')
  @Header('Cache-Control', 'no-store')
  @Operation('Try a policy', {
    id: 'tryPolicy',
    description:
      'Tells which transfers of the last 30 days the policy would have held, and changes nothing. The newest 20,000 transfers are looked at: `start_time` says how far back that reaches. Transfers of a schedule or a bulk transfer that the policy would have held as a whole do not count.',
    ...read,
    response: PolicyDryRunResponse,
  })
  async try(@Body() body: TriedPolicyDto): Promise<PolicyDryRunResponse> {
    return { dry_run: toDryRunView(await this.tryPolicies.execute(body)) };
  }

  @Get(':id')
  @Operation('Get a policy', {
    id: 'getPolicy',
    description: '`version` counts the changes; the audit log has each of them.',
    ...read,
    response: PolicyResponse,
  })
  async get(@Param('id') id: string): Promise<PolicyResponse> {
    return { policy: toPolicyView(await this.policies.get(id)) };
  }

  @Put(':id')
  @Operation('Replace a policy', {
    id: 'replacePolicy',
    description: 'Approvals that were requested before keep the policy as it was.',
    ...write,
    response: ChangedPolicyResponse,
  })
  async replace(
    @Param('id') id: string,
    @Body() body: PolicyDto,
    @Req() { user }: Caller,
  ): Promise<ChangedPolicyResponse> {
    return changed(await this.policies.replace(user.subject.name, { id, content: contentOf(body) }));
  }

  @Delete(':id')
  @Operation('Delete a policy', {
    id: 'deletePolicy',
    description: 'Approvals that were requested before must still be given.',
    ...write,
    status: 204,
  })
  delete(@Param('id') id: string): Promise<void> {
    return this.policies.delete(id);
  }
}

function changed({ value, approval }: Changed<Policy>): ChangedPolicyResponse {
  return { policy: toPolicyView(value), ...(approval && { approval }) };
}

function contentOf(body: PolicyDto): PolicyContent {
  const { name, applies_to, conditions, required, approvers, enabled } = body;
  const { expires_after_hours = DEFAULTS.expires_after_hours, step_up = DEFAULTS.step_up } = body;
  return { name, applies_to, conditions, required, approvers, expires_after_hours, step_up, enabled };
}
