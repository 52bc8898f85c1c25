import { GIVEN } from '../../apps/api/src/description/examples/story.table.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const API_KEY_ID = /^[A-Za-z0-9]{12}$/;
const TOTP_SECRET = /^[A-Z2-7]{32}$/;
const RECOVERY_CODE = /^[a-z2-9]{5}-[a-z2-9]{5}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Values that differ in every run, by field, and how the examples show them. */
const ALWAYS_OTHER: Readonly<Record<string, unknown>> = {
  access_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl',
  refresh_token: 'prt_019c15a0-7a4e-7c31-9d52-3f0e8b6a1c77_the-random-part',
  client_secret: 'the-secret-that-was-shown-once',
  password: 'the-password-that-is-shown-once',
  link: 'https://api.example.com/portal/app/set-password#bWFyaWE.the-part-that-is-shown-once',
  key: 'psk_sandbox_the-random-part-and-its-checksum',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  public_key: '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A...\n-----END PUBLIC KEY-----\n',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  kid: '019c15a0-signing-key',
  trace_number: '021000020000001',
  return_trace_number: '021000020000002',
  end_to_end_id: '019c15a000007000800000000000000a',
  digest: 'LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ',
  fingerprint: 'hW9pZ3c1Vn5xQk2mLd8t0A',
  duration_ms: 42,
  p50_s: 2.417,
  p95_s: 2.417,
  position: 17,
  examined: 2,
  offset_seconds: 259_200,
  is_banking_day: true,
  banking_date: '2026-02-03',
  effective_date: '2026-02-03',
  from: '2025-12-05',
  to: '2026-02-02',
  remote_address: '203.0.113.7',
  address: '203.0.113.7',
  agent: 'Mozilla/5.0',
  idle_expires_in: 1_800,
  otpauth_uri:
    'otpauth://totp/Acme%20Payroll%3Ali%40acme.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme%20Payroll&algorithm=SHA1&digits=6&period=30',
  token: 'pmf_the-login-and-its-hash',
  refresh_expires_in: 2_592_000,
  attempted_count: 320,
  delivered_count: 317,
  p95_ms: 84,
  sha256: '49c4028716dfbf99c94869cce917a7634ad64244c355b9a35e372655f7896801',
};
const MOST_FIELDS = 50;
const EXAMPLE_TIME = '2026-01-31T17:04:05.123Z';

/** Shows the responses of a run as the examples show them: the same for every run. */
export class ExampleWorld {
  private readonly shown = new Map<unknown, unknown>();
  private ids = 0;

  /** From now on the value stands for that of the examples. */
  know(value: string, example: string): void {
    this.shown.set(value, example);
  }

  show(answer: unknown, field = ''): unknown {
    if (Array.isArray(answer)) return answer.map((item) => this.show(item));
    if (typeof answer === 'object' && answer !== null) {
      const entries = Object.entries(answer);
      // A large map is shown by its first entries.
      const shown = entries.slice(0, entries.length > MOST_FIELDS ? 3 : MOST_FIELDS);
      return Object.fromEntries(shown.map(([key, value]) => [key, this.show(value, key)]));
    }
    if (this.shown.has(answer)) return this.shown.get(answer);
    if (typeof answer === 'string' && TIME.test(answer)) return EXAMPLE_TIME;
    if (typeof answer === 'string' && TOTP_SECRET.test(answer)) return 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    if (typeof answer === 'string' && RECOVERY_CODE.test(answer)) return this.next(answer, 'k7rw2-mqz00');
    if (field in ALWAYS_OTHER) return ALWAYS_OTHER[field];
    if (typeof answer !== 'string') return answer;
    if (UUID.test(answer)) return this.next(answer, '019c15a0-0000-7000-8000-000000000000');
    if (field === 'client_id') return this.next(answer, 'client_5pUqZx8Rk2Vd6Ns0000000');
    if (field === 'id' && API_KEY_ID.test(answer)) return this.next(answer, 'k7Rw2mQz0000');
    return answer;
  }

  /** The next one of its form, as what the value is from now on. */
  private next(value: string, form: string): string {
    this.ids += 1;
    const number = String(this.ids);
    const example = form.slice(0, -number.length) + number;
    this.shown.set(value, example);
    return example;
  }
}

/** A world that knows what the story begins with. */
export function worldOf(given: typeof GIVEN): ExampleWorld {
  const world = new ExampleWorld();
  const pairs = [
    [given.credentials, GIVEN.credentials],
    [given.receiver, GIVEN.receiver],
  ] as const;
  for (const [real, example] of pairs) {
    for (const [key, value] of Object.entries(real)) world.know(value, (example as Record<string, string>)[key]!);
  }
  return world;
}
