import type { Api } from '../api.js';
import type { CallOptions } from '../options.js';
import type { AnswerOf, BodyOf } from '../types.js';

type ReasonCode = AnswerOf<'/reference/reason-codes/{code}', 'get'>['reason_code'];
type Eligibility = AnswerOf<'/deliver/eligibility', 'post'>['eligibility'];

/** What is the same for everybody: reasons, and what banks can take. */
export class Reference {
  constructor(private readonly api: Api) {}

  /** The reasons that a transfer may give. */
  async reasonCodes(options: CallOptions = {}): Promise<readonly ReasonCode[]> {
    return (await this.api.send('get', '/reference/reason-codes', options)).reason_codes;
  }

  /** A reason, by its code or by one of a network, such as `R01`. @throws PaymentsError `unknown_id` */
  async reasonCode(code: string, options: CallOptions = {}): Promise<ReasonCode> {
    return (await this.api.send('get', '/reference/reason-codes/{code}', { ...options, path: { code } })).reason_code;
  }

  /** Which rails a credit to a bank could take now. */
  async eligibility(question: BodyOf<'/deliver/eligibility', 'post'>, options: CallOptions = {}): Promise<Eligibility> {
    const call = { ...options, body: question, repeatable: true };
    return (await this.api.send('post', '/deliver/eligibility', call)).eligibility;
  }
}
