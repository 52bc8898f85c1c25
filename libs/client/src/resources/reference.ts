import type { Api } from '../api.js';
import type { CallOptions } from '../options.js';
import type { ResponseOf, BodyOf } from '../types.js';

type ReasonCode = ResponseOf<'/reference/reason-codes/{code}', 'get'>['reason_code'];
type Question = Omit<BodyOf<'/deliver/eligibility', 'post'>, 'routing_numbers'> & { readonly routing_number: string };
type Eligibility = NonNullable<ResponseOf<'/deliver/eligibility', 'post'>['eligibility']>;
type Participation = NonNullable<ResponseOf<'/deliver/eligibility', 'post'>['routing_numbers']>;
type Participants = ResponseOf<'/deliver/eligibility', 'get'>;

/** Shared reference data: reasons, and the rails that banks support. */
export class Reference {
  constructor(private readonly api: Api) {}

  /** The reasons that a transfer may have. */
  async reasonCodes(options: CallOptions = {}): Promise<readonly ReasonCode[]> {
    return (await this.api.send('get', '/reference/reason-codes', options)).reason_codes;
  }

  /** A reason, by its code or by one of a network, such as `R01`. @throws PaymentsError `unknown_id` */
  async reasonCode(code: string, options: CallOptions = {}): Promise<ReasonCode> {
    return (await this.api.send('get', '/reference/reason-codes/{code}', { ...options, path: { code } })).reason_code;
  }

  /** The rails available now for a credit to a bank. */
  async eligibility(question: Question, options: CallOptions = {}): Promise<Eligibility> {
    const call = { ...options, body: question, repeatable: true };
    return (await this.api.send('post', '/deliver/eligibility', call)).eligibility!;
  }

  /** Which instant networks reach each of up to 100 routing numbers, in their order. */
  async participation(routingNumbers: readonly string[], options: CallOptions = {}): Promise<Participation> {
    const call = { ...options, body: { routing_numbers: [...routingNumbers] }, repeatable: true };
    return (await this.api.send('post', '/deliver/eligibility', call)).routing_numbers!;
  }

  /** Every routing number that an instant network reaches. */
  participants(options: CallOptions = {}): Promise<Participants> {
    return this.api.send('get', '/deliver/eligibility', options);
  }
}
