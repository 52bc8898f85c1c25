export type { FailureClass } from './failure-class.js';
export type { Resolve } from './guarded-connector.js';
export { OutgoingHttp } from './outgoing-http.js';
export type {
  OutgoingResponse,
  OutgoingFailure,
  OutgoingHttpOptions,
  OutgoingPost,
  OutgoingRequest,
} from './outgoing-http.js';
export { isPublicAddress } from './public-address.js';
export type { TargetPolicy, BlockReason } from './target.js';
