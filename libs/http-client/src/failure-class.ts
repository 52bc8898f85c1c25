/**
 * Why an exchange got no response.
 * `dns` no address for the name · `refused_address` the guard refused it · `connect` the connection was not accepted ·
 * `tls` no secure connection · `timeout` the deadline passed · `reset` the connection broke · `too_large` more
 * bytes arrived than the limit allows · `protocol` the response was not HTTP
 */
export type FailureClass =
  'dns' | 'refused_address' | 'connect' | 'tls' | 'timeout' | 'reset' | 'too_large' | 'protocol';

const BY_CODE: Readonly<Record<string, FailureClass>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  ENODATA: 'dns',
  ESERVFAIL: 'dns',
  REFUSED_ADDRESS: 'refused_address',
  ECONNREFUSED: 'connect',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  EADDRNOTAVAIL: 'connect',
  EACCES: 'connect',
  EPERM: 'connect',
  ETIMEDOUT: 'connect',
  UND_ERR_CONNECT_TIMEOUT: 'connect',
  EPROTO: 'tls',
  CERT_HAS_EXPIRED: 'tls',
  CERT_NOT_YET_VALID: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  HOSTNAME_MISMATCH: 'tls',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_CLOSED: 'reset',
  UND_ERR_DESTROYED: 'reset',
  ABORT_ERR: 'reset',
  ANSWER_TOO_LARGE: 'too_large',
  UND_ERR_HEADERS_OVERFLOW: 'too_large',
  DEADLINE: 'timeout',
};

const TLS_CODE = /^ERR_(TLS|SSL)_|^(CERT|CRL|UNABLE_TO)_/;

/** Classifies an error of the connection or of the exchange by its code; unknown errors count as `protocol`. */
export function failureClassOf(error: unknown): FailureClass {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return 'protocol';
  return BY_CODE[code] ?? (TLS_CODE.test(code) ? 'tls' : 'protocol');
}
