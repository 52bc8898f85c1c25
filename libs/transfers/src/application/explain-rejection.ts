import { DomainError } from '@payments/kernel';
import type { FieldError } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { FIELD_ORDER } from '../domain/field-order.js';
import { transferErrors } from '../domain/transfer.errors.js';
import { needsFullData } from '../domain/transfer-type.js';
import type { Side } from '../domain/leg.js';
import { sidesOf } from '../domain/transfer-state.js';
import type { NamedParty, NewTransfer, TransferRequest } from '../domain/transfer-state.js';
import type { PartyEligibility, Transfers } from './ports.js';

type TransferChecks = Pick<
  Transfers,
  'findPartyProblems' | 'enterpriseHasAccount' | 'referenceIsTaken' | 'hasGroup' | 'isUsableSubledger'
>;

/** Every reason why a transfer could not be stored, in `FIELD_ORDER`; undefined when none applies any more. */
export async function explainRejection(
  transfer: NewTransfer,
  checks: TransferChecks,
): Promise<DomainError | undefined> {
  return combined(await rejectionsOf(transfer, checks));
}

/** Errors of fields as one, in `FIELD_ORDER`; undefined when there are none. */
export function combined(errors: readonly DomainError[]): DomainError | undefined {
  const [first, ...others] = errors.flatMap(({ fieldErrors }) => fieldErrors).toSorted(byOrderOfFields);
  // An error that is about no field of the request comes last, and so stands alone.
  return first === undefined ? errors[0] : DomainError.ofFields([first, ...others]);
}

/** Every reason why a transfer could not be stored, one by one. */
export async function rejectionsOf(transfer: NewTransfer, checks: TransferChecks): Promise<readonly DomainError[]> {
  const errors: DomainError[] = [];
  if (await checks.referenceIsTaken(transfer.transfer_reference_id)) {
    errors.push(transferErrors.duplicate_transfer_reference_id());
  }
  for (const side of sidesOf(transfer)) {
    const error = await partyRejection(transfer, side, checks);
    if (error !== undefined) errors.push(error);
  }
  const { transfer_group_id, subledger_reference_id } = transfer;
  if (transfer_group_id !== null && !(await checks.hasGroup(transfer_group_id))) {
    errors.push(transferErrors.invalid_transfer_group_id());
  }
  if (subledger_reference_id !== null) {
    const isUsable = await checks.isUsableSubledger(subledger_reference_id, subledgerOwners(transfer));
    if (!isUsable) errors.push(transferErrors.invalid_subledger_reference_id());
  }
  return errors;
}

/** The error of a request without a subledger, where the enterprise demands one. */
export function missingSubledger(request: Pick<TransferRequest, 'subledger_reference_id'>): DomainError | undefined {
  const isRequired = workContext.tenant().settings.subledger_required === true;
  if (!isRequired || request.subledger_reference_id !== undefined) return undefined;
  return transferErrors.missing_subledger_reference_id();
}

/** Who may own the subledger of a transfer between two accounts; null if anybody may. */
export function subledgerOwners({ source, destination }: Pick<NewTransfer, Side>): string[] | null {
  if (source === null || destination === null) return null;
  return [source.customer_reference_id, destination.customer_reference_id, workContext.tenant().enterpriseName];
}

function byOrderOfFields(one: FieldError, other: FieldError): number {
  return FIELD_ORDER.indexOf(one.field) - FIELD_ORDER.indexOf(other.field);
}

async function partyRejection(
  transfer: NewTransfer,
  side: Side,
  checks: TransferChecks,
): Promise<DomainError | undefined> {
  const party = transfer[side]!;
  if (isEnterprise(party) && !(await checks.enterpriseHasAccount())) {
    return transferErrors.unknown_enterprise_external_account();
  }
  const findings = await checks.findPartyProblems(party);
  if (findings.customer !== 'open') {
    return side === 'source'
      ? transferErrors.invalid_source_customer_reference_id()
      : transferErrors.invalid_destination_customer_reference_id();
  }
  if (findings.account !== 'open') {
    return side === 'source'
      ? transferErrors.invalid_source_account_reference_id()
      : transferErrors.invalid_destination_account_reference_id();
  }
  return needsFullData(transfer.use_case, side) ? dataRejection(findings) : undefined;
}

function dataRejection({ lacks_tax_id, lacks_address }: PartyEligibility): DomainError | undefined {
  if (lacks_tax_id) return transferErrors.missing_tax_id();
  return lacks_address ? transferErrors.missing_addresses() : undefined;
}

function isEnterprise({ customer_reference_id }: NamedParty): boolean {
  return customer_reference_id === workContext.tenant().enterpriseName;
}
