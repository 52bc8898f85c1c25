import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@payments/http';
import { ExplainTransfer } from '../../application/explain-transfer.js';
import { GetTransferHistory } from '../../application/get-transfer-history.js';
import { ExplanationResponse } from './explanation.response.js';
import { HistoryResponse } from './transfer.response.js';

/** How a transfer got to where it is. */
@ApiTags('Transfers')
@Controller('deliver/transfers')
export class TransferHistoryController {
  constructor(
    private readonly explainTransfer: ExplainTransfer,
    private readonly getTransferHistory: GetTransferHistory,
  ) {}

  @Get(':id/explain')
  @Operation('Explain the route of a transfer', {
    id: 'explainTransfer',
    scope: 'read:transfers',
    response: ExplanationResponse,
    description: 'Each leg with its banking times and, for each attempt, the candidate rails and why one was chosen.',
  })
  async explain(@Param('id') id: string): Promise<ExplanationResponse> {
    return { explanation: await this.explainTransfer.execute(id) };
  }

  @Get(':id/history')
  @Operation('Get the status history of a transfer', {
    id: 'getTransferHistory',
    description: 'Oldest first.',
    scope: 'read:transfers',
    response: HistoryResponse,
  })
  history(@Param('id') id: string): Promise<HistoryResponse> {
    return this.getTransferHistory.execute(id);
  }
}
