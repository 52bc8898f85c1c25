const PARTS = /^(?<before>[a-z+]+:\/\/(?:[^@/?#]*@)?)(?<hosts>[^@/?#]+)(?<after>[/?][^#]*)?$/;

/**
 * A URL of several hosts, such as `redis+cluster://user:password@a:6379,b:6379`, as one URL for each. Undefined if it is
 * no URL.
 */
export function urlPerHost(text: string): readonly [URL, ...URL[]] | undefined {
  const { before = '', hosts = '', after = '' } = PARTS.exec(text)?.groups ?? {};
  const [first, ...others] = hosts.split(',').map((host) => `${before}${host}${after}`);
  if (first === undefined || ![first, ...others].every((each) => URL.canParse(each) && new URL(each).hostname !== '')) {
    return undefined;
  }
  return [new URL(first), ...others.map((each) => new URL(each))];
}

export interface Login {
  readonly username: string;
  readonly password: string;
}

/** Who the URL of a database logs in. */
export function loginOf(url: string): Login {
  const { username = '', password = '' } = urlPerHost(url)?.[0] ?? {};
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** The same URL for somebody else. */
export function withLogin(url: string, { username, password }: Login): string {
  const login = `${encodeURIComponent(username)}:${encodeURIComponent(password)}@`;
  return url.replace(/^([a-z+]+:\/\/)(?:[^@/?#]*@)?/, (_, scheme: string) => scheme + login);
}
