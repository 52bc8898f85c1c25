import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import type { EnterpriseKeypairState } from '../domain/enterprise-keypair.js';
import { ProvideEnterpriseKeypair } from './provide-enterprise-keypair.js';

/** The public half of the enterprise's key pair, as the interface shows it. */
export interface EnterpriseKeypairView {
  readonly id: string;
  readonly enterprise_name: string;
  /** PEM */
  readonly public_key: string;
  readonly created_at: string;
  readonly updated_at: string;
}

@Injectable()
export class GetEnterpriseKeypair {
  constructor(private readonly provideKeypair: ProvideEnterpriseKeypair) {}

  async execute(): Promise<EnterpriseKeypairView> {
    return toEnterpriseKeypairView(await this.provideKeypair.execute());
  }
}

export function toEnterpriseKeypairView(keypair: EnterpriseKeypairState): EnterpriseKeypairView {
  const { id, public_key, created_at, updated_at } = keypair;
  return {
    id,
    enterprise_name: workContext.tenant().enterpriseName,
    public_key,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
