import fc from 'fast-check';
import { postgresUrlProblem } from './postgres-url.js';
import { loginOf, urlPerHost, withLogin } from './url-per-host.js';

describe(urlPerHost, () => {
  it('keeps login, path and query for each host', () => {
    const urls = urlPerHost('postgres://amy:x%40y@a:5432,[::1]:5433,c/payments?sslmode=require');
    expect(urls?.map(({ href }) => href)).toEqual([
      'postgres://amy:x%40y@a:5432/payments?sslmode=require',
      'postgres://amy:x%40y@[::1]:5433/payments?sslmode=require',
      'postgres://amy:x%40y@c/payments?sslmode=require',
    ]);
  });

  it.each(['', 'postgres', 'postgres://', 'postgres://a,/x', 'postgres://a:b/x', 'postgres://amy@@a/x'])(
    'refuses %j',
    (text) => {
      expect(urlPerHost(text)).toBeUndefined();
    },
  );
});

describe(withLogin, () => {
  it('is what loginOf reads, whatever the characters', () => {
    const url = fc.constantFrom('postgres://a/x', 'postgres://old:pw@a:1,b:2/x?y=z', 'postgresql://old@[::1]:1/x');
    const login = fc.record({ username: fc.string({ minLength: 1 }), password: fc.string({ minLength: 1 }) });
    fc.assert(
      fc.property(url, login, (before, given) => {
        const after = withLogin(before, given);
        expect(loginOf(after)).toEqual(given);
        expect(urlPerHost(after)?.map(({ host }) => host)).toEqual(urlPerHost(before)?.map(({ host }) => host));
      }),
    );
  });
});

describe(postgresUrlProblem, () => {
  it.each(['postgres://a/x', 'postgresql://u:p@a:1,b:2/x', 'postgres://a,b/x?target_session_attrs=read-write'])(
    'has nothing against %s',
    (url) => {
      expect(postgresUrlProblem(url)).toBeUndefined();
    },
  );

  it.each(['mysql://a/x', 'a,b', 'postgres://a,b/x?target_session_attrs=any'])('refuses %s', (url) => {
    expect(postgresUrlProblem(url)).toMatch(/^must /);
  });
});
