import { newId } from '@payments/kernel';
import { aBusiness, aPerson } from '@payments/testing';
import type { Answer, ApiClient } from '../support/api-client.js';
import { startTestService } from '../support/service.js';
import type { TestService } from '../support/service.js';

type Fields = Readonly<Record<string, string>>;

const lists = [
  {
    path: '/deliver/persons',
    make: aPerson,
    customers: [
      { first_name: 'Ada', last_name: 'Lovelace' },
      { first_name: 'Ada', last_name: 'Byron' },
      { first_name: 'Ren\u00e9', last_name: 'Lovelace' },
      { first_name: 'Ada', last_name: 'Lovelace' },
    ],
    filters: [
      [{ first_name: 'Ada' }, [3, 1, 0]],
      [{ last_name: 'Lovelace' }, [3, 2, 0]],
      [{ first_name: 'Ada', last_name: 'Lovelace' }, [3, 0]],
      [{ first_name: 'Rene\u0301' }, [2]],
      [{ first_name: 'ada' }, []],
      [{ last_name: 'Love' }, []],
    ],
    invalid: { first_name: 'R2D2', last_name: '' },
  },
  {
    path: '/deliver/businesses',
    make: aBusiness,
    customers: [
      { legal_name: 'AT&T, Inc.' },
      { legal_name: 'Caf\u00e9 #1' },
      { legal_name: 'AT&T, Inc.' },
      { legal_name: 'AT&T, Inc. ' },
    ],
    filters: [
      [{ legal_name: 'AT&T, Inc.' }, [2, 0]],
      [{ legal_name: 'AT&T, Inc. ' }, [3]],
      [{ legal_name: 'Cafe\u0301 #1' }, [1]],
      [{ legal_name: 'at&t, inc.' }, []],
      [{ legal_name: 'AT&T' }, []],
    ],
    invalid: { legal_name: ' Acme' },
  },
] satisfies { filters: [Fields, number[]][]; [other: string]: unknown }[];

const rowsOf = ({ body }: Answer) => Object.values(body)[0] as { id: string }[];
const idsOf = (response: Answer) => rowsOf(response).map(({ id }) => id);
const codeOf = ({ status, body }: Answer) => `${status} ${String(body['error_code'])}`;

describe.each(lists)('the list $path', ({ path, make, customers, filters, invalid }) => {
  let service: TestService;
  let client: ApiClient;
  let ids: string[];

  beforeAll(async () => {
    service = await startTestService();
    client = await service.client();
    ids = [];
    for (const customer of customers) {
      const { body } = await client.post(path, make(customer));
      ids.push((Object.values(body)[0] as { id: string }).id);
    }
  });
  afterAll(() => service.stop());

  const find = (query: Fields, by = client) => by.get(`${path}?${new URLSearchParams(query).toString()}`);

  it.each<[Fields, number[]]>(filters)('finds exactly those with %j', async (query, found) => {
    expect(idsOf(await find(query))).toEqual(found.map((index) => ids[index]));
  });

  it('finds one by its id, in any letter case', async () => {
    expect(idsOf(await find({ id: ids[1]! }))).toEqual([ids[1]]);
    expect(idsOf(await find({ id: ids[1]!.toUpperCase() }))).toEqual([ids[1]]);
    expect(idsOf(await find({ id: newId() }))).toEqual([]);
  });

  it('combines its filters with each other and with pages', async () => {
    const [query, found] = filters[0]!;
    const [newest, next] = found.map((index) => ids[index]!);
    expect(idsOf(await find({ ...query, id: next! }))).toEqual([next]);
    expect(idsOf(await find({ ...query, status: 'closed' }))).toEqual([]);
    expect(idsOf(await find({ ...query, index: '1', size: '1' }))).toEqual([next]);
    expect(idsOf(await find({ ...query, after: newest!, size: '1' }))).toEqual([next]);
  });

  it('keeps its filters in the link to the next page', async () => {
    const [query, found] = filters[0]!;
    const pages: string[] = [];
    let url: string | undefined = `${path}?${new URLSearchParams({ ...query, size: '1' }).toString()}`;
    while (url !== undefined) {
      const page: Answer = await client.get(url);
      pages.push(...idsOf(page));
      url = /<(.+)>; rel="next"/.exec(String(page.headers['link']))?.[1];
    }
    expect(pages).toEqual(found.map((index) => ids[index]));
  });

  it('refuses a value that the field itself refuses', async () => {
    for (const [field, value] of Object.entries({ ...invalid, id: '1' })) {
      expect(codeOf(await find({ [field]: value }))).toBe(`400 invalid_${field}`);
      expect(codeOf(await client.get(`${path}?${field}=a&${field}=b`))).toBe(`400 invalid_${field}`);
    }
  });

  it('finds nothing of another enterprise', async () => {
    const stranger = await service.client();
    expect(idsOf(await find({ id: ids[0]! }, stranger))).toEqual([]);
    for (const [query] of filters) expect(idsOf(await find(query, stranger))).toEqual([]);
  });
});
