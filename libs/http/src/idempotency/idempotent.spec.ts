import { Header, Param, Post, RequestMethod } from '@nestjs/common';
import { workContext } from '@payments/observability';
import type { WorkContext } from '@payments/observability';
import { Operation } from '../server/operation.js';

class Notes {
  private readonly prefix = 'note';

  @Post(':id')
  @Operation('Make a note', { id: 'makeNote', description: 'Is kept.', status: 201, idempotent: true })
  @Header('Cache-Control', 'no-store')
  make(@Param('id') id: string): Promise<string> {
    return Promise.resolve(`${this.prefix} ${id}`);
  }

  @Post()
  @Operation('Make a secret', { id: 'makeSecret', description: 'Is not kept.' })
  secret(): Promise<string> {
    return Promise.resolve('secret');
  }
}

const notes = new Notes();
const within = <T>(context: Partial<WorkContext>, work: () => T) =>
  workContext.run({ requestId: 'r', ...context }, work);
const runIdempotently = async (work: () => Promise<unknown>) => `once ${String(await work())}`;

describe(Operation.name, () => {
  it('runs the original method for a request without a key', async () => {
    expect(await within({}, () => notes.make('1'))).toBe('note 1');
  });

  it('runs its work idempotently for a request with a key', async () => {
    expect(await within({ runIdempotently }, () => notes.make('1'))).toBe('once note 1');
  });

  it('keeps its name and the metadata of all decorators', () => {
    expect(Notes.prototype.make.name).toBe('make');
    const metadataOf = (key: string) => Reflect.getMetadata(key, Notes.prototype.make) as unknown;
    expect([metadataOf('path'), metadataOf('method'), metadataOf('__httpCode__')]).toEqual([
      ':id',
      RequestMethod.POST,
      201,
    ]);
    expect(metadataOf('__headers__')).toEqual([{ name: 'Cache-Control', value: 'no-store' }]);
  });

  it('ignores the key without the idempotent option', async () => {
    expect(await within({ runIdempotently }, () => notes.secret())).toBe('secret');
  });
});
