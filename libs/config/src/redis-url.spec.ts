import { parseRedisUrl, RedisUrlError } from './redis-url.js';

describe(parseRedisUrl, () => {
  it.each([
    ['redis://r', { kind: 'server', hosts: [{ host: 'r', port: 6379 }], isEncrypted: false, db: 0 }],
    [
      'rediss://amy:p%40ss@r:7000/3',
      {
        ...{ kind: 'server', hosts: [{ host: 'r', port: 7000 }], isEncrypted: true, db: 3 },
        ...{ username: 'amy', password: 'p@ss' },
      },
    ],
    ['redis://[::1]:7000', { kind: 'server', hosts: [{ host: '::1', port: 7000 }], isEncrypted: false, db: 0 }],
    [
      'redis+sentinel://:secret@a,b:27000/mymaster',
      {
        ...{ kind: 'sentinel', master: 'mymaster', isEncrypted: false, db: 0, password: 'secret' },
        hosts: [
          { host: 'a', port: 26_379 },
          { host: 'b', port: 27_000 },
        ],
      },
    ],
    [
      'rediss+sentinel://a/mymaster?db=2&sentinel_username=s&sentinel_password=t%26u',
      {
        ...{ kind: 'sentinel', master: 'mymaster', isEncrypted: true, db: 2 },
        ...{ hosts: [{ host: 'a', port: 26_379 }], sentinelUsername: 's', sentinelPassword: 't&u' },
      },
    ],
    [
      'redis+cluster://amy:x@[::1]:7000,b',
      {
        ...{ kind: 'cluster', isEncrypted: false, username: 'amy', password: 'x' },
        hosts: [
          { host: '::1', port: 7000 },
          { host: 'b', port: 6379 },
        ],
      },
    ],
    ['rediss+cluster://a/', { kind: 'cluster', hosts: [{ host: 'a', port: 6379 }], isEncrypted: true }],
  ])('reads %s', (url, address) => {
    expect(parseRedisUrl(url)).toEqual(address);
  });

  it.each([
    'redis:',
    'redis://',
    'redis://:secret@a,b',
    'redis://:secret@a/x',
    'redis+http://:secret@a',
    'redis+sentinel://:secret@a,b',
    'redis+sentinel://:secret@a,,b/mymaster',
    'redis+sentinel://:secret@a/mymaster?db=x',
    'redis+cluster://:secret@a,b/1',
    'redis+cluster://:secret@a:port',
    'redis+cluster://:secret@a@b',
    'redis://:secret@a#b',
  ])('refuses %s, without the password in the message', (url) => {
    const read = () => parseRedisUrl(url);
    expect(read).toThrow(RedisUrlError);
    expect(read).not.toThrow(/secret/);
  });
});
