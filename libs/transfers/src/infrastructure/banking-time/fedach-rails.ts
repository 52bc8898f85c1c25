import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { EnterpriseRails } from '../../application/enterprise-rails.js';
import { fedAchRails } from '../../domain/rails.js';
import type { OfferedRails } from '../../domain/rails.js';

/** Every enterprise has all rails, with the windows of FedACH and the lead of the settings. */
@Injectable()
export class FedAchRails extends EnterpriseRails {
  private readonly offered: OfferedRails;

  constructor(@Inject(CONFIG) { windowLeadMinutes: leadMinutes }: Config) {
    super();
    this.offered = fedAchRails(leadMinutes);
  }

  of(): OfferedRails {
    return this.offered;
  }
}
