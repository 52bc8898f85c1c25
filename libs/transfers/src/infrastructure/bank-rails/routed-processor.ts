import { workContext } from '@payments/observability';
import type { Profiles } from '@payments/rails';
import { Processor } from '../../application/ports.js';
import type { Instruction, InstructionBatch, ReportedResult } from '../../application/ports.js';

interface Processors {
  readonly files: Processor;
  readonly connector: Processor;
}

/** Sends each rail of an enterprise by what the profile of its bank names: files and messages, or the bank connector. */
export class RoutedProcessor extends Processor {
  constructor(
    private readonly profiles: Profiles,
    private readonly processors: Processors,
  ) {
    super();
  }

  // Files first: they are in this database, so that a connector which is down does not keep a payment from its file.
  async submit({ id, instructions }: InstructionBatch): Promise<readonly ReportedResult[]> {
    const { files, connector } = this.processors;
    const [others, own] = this.split(instructions);
    const reported = own.length === 0 ? [] : await files.submit({ id, instructions: own });
    if (others.length === 0) return reported;
    return [...reported, ...(await connector.submit({ id, instructions: others }))];
  }

  // A profile may have changed since an instruction was sent, so both are asked, and both refuse a batch that comes late.
  async known(endToEndIds: readonly string[], inquiryId: string): Promise<ReadonlySet<string>> {
    const { files, connector } = this.processors;
    const filed = await files.known(endToEndIds, inquiryId);
    const sought = endToEndIds.filter((id) => !filed.has(id));
    return new Set([...filed, ...(await connector.known(sought, inquiryId))]);
  }

  private split(instructions: readonly Instruction[]): [connector: Instruction[], files: Instruction[]] {
    const enterpriseId = workContext.enterpriseId();
    const isOfConnector = ({ rail }: Instruction) =>
      this.profiles.offering(enterpriseId, rail)?.rails[rail] === 'connector';
    return [instructions.filter(isOfConnector), instructions.filter((each) => !isOfConnector(each))];
  }
}
