import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { OutgoingHttp } from './outgoing-http.js';
import { blockReason } from './target.js';
import type { BlockReason } from './target.js';

const production = { environment: 'production', allowPrivate: false } as const;
const sandbox = { environment: 'sandbox', allowPrivate: false } as const;
const quickStart = { environment: 'sandbox', allowPrivate: true } as const;

type Verdict = BlockReason | 'allowed';
type Row = readonly [url: string, inProduction: Verdict, inSandbox: Verdict, inQuickStart: Verdict];

const CORPUS: readonly Row[] = [
  // Ordinary addresses, in every spelling.
  ['https://hooks.example.com/in', 'allowed', 'allowed', 'allowed'],
  ['https://hooks.example.com', 'allowed', 'allowed', 'allowed'],
  ['https://hooks.example.com:8443/in?a=b', 'allowed', 'allowed', 'allowed'],
  ['https://HOOKS.EXAMPLE.COM/', 'allowed', 'allowed', 'allowed'],
  ['https://hooks.example.com./', 'allowed', 'allowed', 'allowed'],
  ['https://xn--bcher-kva.example/', 'allowed', 'allowed', 'allowed'],
  ['https://127.0.0.1.example.com/', 'allowed', 'allowed', 'allowed'],
  ['http://hooks.example.com/in', 'scheme_not_allowed', 'allowed', 'allowed'],
  // Other schemes, and text that is not a URL.
  ['ftp://hooks.example.com/', 'scheme_not_allowed', 'scheme_not_allowed', 'scheme_not_allowed'],
  ['file:///etc/passwd', 'scheme_not_allowed', 'scheme_not_allowed', 'scheme_not_allowed'],
  ['gopher://hooks.example.com/', 'scheme_not_allowed', 'scheme_not_allowed', 'scheme_not_allowed'],
  ['javascript:alert(1)', 'scheme_not_allowed', 'scheme_not_allowed', 'scheme_not_allowed'],
  ['data:text/plain,a', 'scheme_not_allowed', 'scheme_not_allowed', 'scheme_not_allowed'],
  ['ws://hooks.example.com/', 'scheme_not_allowed', 'scheme_not_allowed', 'scheme_not_allowed'],
  ['', 'not_a_url', 'not_a_url', 'not_a_url'],
  ['hooks.example.com', 'not_a_url', 'not_a_url', 'not_a_url'],
  ['//hooks.example.com/', 'not_a_url', 'not_a_url', 'not_a_url'],
  ['https://', 'not_a_url', 'not_a_url', 'not_a_url'],
  ['https://hooks.example.com:99999/', 'not_a_url', 'not_a_url', 'not_a_url'],
  ['https://256.256.256.256/', 'not_a_url', 'not_a_url', 'not_a_url'],
  ['https://1.2.3.4.5/', 'not_a_url', 'not_a_url', 'not_a_url'],
  ['https://[fe80::1%25eth0]/', 'not_a_url', 'not_a_url', 'not_a_url'],
  ['https://[::1/', 'not_a_url', 'not_a_url', 'not_a_url'],
  ['https://exa mple.com/', 'not_a_url', 'not_a_url', 'not_a_url'],
  // Credentials, also as a disguise.
  ['https://user@hooks.example.com/', 'credentials_in_url', 'credentials_in_url', 'credentials_in_url'],
  ['https://user:secret@hooks.example.com/', 'credentials_in_url', 'credentials_in_url', 'credentials_in_url'],
  ['https://:secret@hooks.example.com/', 'credentials_in_url', 'credentials_in_url', 'credentials_in_url'],
  ['https://hooks.example.com@127.0.0.1/', 'credentials_in_url', 'credentials_in_url', 'credentials_in_url'],
  ['https://hooks.example.com%2f@127.0.0.1/', 'credentials_in_url', 'credentials_in_url', 'credentials_in_url'],
  ['https://hooks.example.com\\@127.0.0.1/', 'allowed', 'allowed', 'allowed'],
  // Loopback in the forms that URL normalises.
  ['https://127.0.0.1/', 'not_public', 'not_public', 'allowed'],
  ['https://127.0.0.1:8443/', 'not_public', 'not_public', 'allowed'],
  ['https://127.0.0.1./', 'not_public', 'not_public', 'allowed'],
  ['https://127.1/', 'not_public', 'not_public', 'allowed'],
  ['https://2130706433/', 'not_public', 'not_public', 'allowed'],
  ['https://0x7f000001/', 'not_public', 'not_public', 'allowed'],
  ['https://0x7f.1/', 'not_public', 'not_public', 'allowed'],
  ['https://0177.0.0.1/', 'not_public', 'not_public', 'allowed'],
  ['https://017700000001/', 'not_public', 'not_public', 'allowed'],
  ['https://0/', 'not_public', 'not_public', 'allowed'],
  ['https://%31%32%37.0.0.1/', 'not_public', 'not_public', 'allowed'],
  ['https://１２７.０.０.１/', 'not_public', 'not_public', 'allowed'],
  ['https://127。0。0。1/', 'not_public', 'not_public', 'allowed'],
  ['https://①②⑦.0.0.1/', 'not_public', 'not_public', 'allowed'],
  ['http://169.254.169.254/latest/meta-data/', 'scheme_not_allowed', 'not_public', 'allowed'],
  ['https://0xa9fea9fe/', 'not_public', 'not_public', 'allowed'],
  ['https://10.0.0.1/', 'not_public', 'not_public', 'allowed'],
  ['https://172.16.0.1/', 'not_public', 'not_public', 'allowed'],
  ['https://192.168.1.1/', 'not_public', 'not_public', 'allowed'],
  ['https://100.64.0.1/', 'not_public', 'not_public', 'allowed'],
  ['https://224.0.0.1/', 'not_public', 'not_public', 'allowed'],
  ['https://255.255.255.255/', 'not_public', 'not_public', 'allowed'],
  ['https://[::1]/', 'not_public', 'not_public', 'allowed'],
  ['https://[0:0:0:0:0:0:0:1]/', 'not_public', 'not_public', 'allowed'],
  ['https://[::]/', 'not_public', 'not_public', 'allowed'],
  ['https://[::ffff:127.0.0.1]/', 'not_public', 'not_public', 'allowed'],
  ['https://[::ffff:8.8.8.8]/', 'not_public', 'not_public', 'allowed'],
  ['https://[64:ff9b::7f00:1]/', 'not_public', 'not_public', 'allowed'],
  ['https://[fd00:ec2::254]/', 'not_public', 'not_public', 'allowed'],
  ['https://[fe80::1]:443/', 'not_public', 'not_public', 'allowed'],
  ['https://[2002:7f00:1::]/', 'not_public', 'not_public', 'allowed'],
  ['https://127.0.0.255/', 'not_public', 'not_public', 'allowed'],
  ['https://127.000.000.001/', 'not_public', 'not_public', 'allowed'],
  ['https://0x7f.0x0.0x0.0x1/', 'not_public', 'not_public', 'allowed'],
  ['https://0.0.0.0/', 'not_public', 'not_public', 'allowed'],
  ['https://192.168.257/', 'not_public', 'not_public', 'allowed'],
  ['https://3232235777/', 'not_public', 'not_public', 'allowed'],
  ['https://169.254.170.2/v2/credentials', 'not_public', 'not_public', 'allowed'],
  ['https://100.100.100.200/', 'not_public', 'not_public', 'allowed'],
  ['https://198.18.0.1/', 'not_public', 'not_public', 'allowed'],
  ['https://203.0.113.1/', 'not_public', 'not_public', 'allowed'],
  ['https://240.0.0.1/', 'not_public', 'not_public', 'allowed'],
  ['https://[::7f00:1]/', 'not_public', 'not_public', 'allowed'],
  ['https://[::ffff:7f00:1]/', 'not_public', 'not_public', 'allowed'],
  ['https://[::ffff:0:7f00:1]/', 'not_public', 'not_public', 'allowed'],
  ['https://[64:ff9b:1::7f00:1]/', 'not_public', 'not_public', 'allowed'],
  ['https://[64:ff9b::a9fe:a9fe]/', 'not_public', 'not_public', 'allowed'],
  ['https://[fc00::1]/', 'not_public', 'not_public', 'allowed'],
  ['https://[fec0::1]/', 'not_public', 'not_public', 'allowed'],
  ['https://[ff02::1]/', 'not_public', 'not_public', 'allowed'],
  ['https://[2001::7f00:1]/', 'not_public', 'not_public', 'allowed'],
  ['https://[2001:db8::1]/', 'not_public', 'not_public', 'allowed'],
  // Public literals.
  ['https://8.8.8.8/', 'address_literal', 'allowed', 'allowed'],
  ['https://134744072/', 'address_literal', 'allowed', 'allowed'],
  ['https://[2606:4700:4700::1111]/', 'address_literal', 'allowed', 'allowed'],
  // Single labels resolve only inside a network.
  ['https://localhost/', 'single_label_host', 'allowed', 'allowed'],
  ['https://localhost./', 'single_label_host', 'allowed', 'allowed'],
  ['https://intranet:8443/', 'single_label_host', 'allowed', 'allowed'],
  ['http://localhost:3000/', 'scheme_not_allowed', 'allowed', 'allowed'],
];

describe('which addresses may be called, by their text', () => {
  it.each(CORPUS)('the result for %s is %s, %s, and %s beside its endpoints', (url, ...results) => {
    const given = [production, sandbox, quickStart].map((policy) => blockReason(url, policy) ?? 'allowed');
    expect(given).toEqual(results);
  });

  it('a private address stays refused in production whatever the setting says about http', () => {
    expect(blockReason('http://8.8.8.8/', production)).toBe('scheme_not_allowed');
  });
});

describe('URLs that are rejected by their text', () => {
  const refused = CORPUS.filter(([, inProduction, inSandbox]) => inProduction !== 'allowed' || inSandbox !== 'allowed');

  it('make up most of a corpus of more than 80', () => {
    expect(CORPUS.length).toBeGreaterThan(80);
    expect(refused.length).toBeGreaterThan(70);
  });

  it.each([production, sandbox])('open no connection in %j, on any port', async (policy) => {
    let connections = 0;
    const listener = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, resolve));
    const { port } = listener.address() as AddressInfo;
    const http = new OutgoingHttp({ ...policy, maxBodyBytes: 10 });
    const urls = refused
      .flatMap(([url]) => [url, onPort(url, port)])
      .filter((url) => blockReason(url, policy) !== undefined);
    for (const url of urls) {
      const result = await http.post({ url, headers: {}, body: '{}', timeoutMs: 1_000 });
      expect([url, result]).toMatchObject([url, { failure: 'refused_address' }]);
    }
    expect(urls.length).toBeGreaterThan(120);
    expect(connections).toBe(0);
    await http.onApplicationShutdown();
    await new Promise((resolve) => listener.close(resolve));
  });
});

function onPort(url: string, port: number): string {
  return url.replace(/^([a-z]+:\/\/)([^/:]*@)?(\[[^\]]*\]|[^/:]*)(:\d+)?/i, `$1$2$3:${port}`);
}
