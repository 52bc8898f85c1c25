export { OutgoingHttp } from './outgoing-http.js';
export type { OutgoingRequest } from './outgoing-http.js';
