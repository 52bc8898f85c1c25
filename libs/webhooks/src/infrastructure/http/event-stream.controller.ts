import { Readable } from 'node:stream';
import { Controller, Get, Header, Query, Req, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { Health, Operation } from '@payments/http';
import { Log } from '@payments/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { StreamEvents } from '../../application/stream-events.js';
import { streamErrors } from '../../domain/webhook.errors.js';
import { formatOf, NDJSON, SERVER_SENT_EVENTS, streamOf } from './event-stream.format.js';
import { EventStreamQuery } from './webhook-requests.dto.js';

const POSITION = /^(0|[1-9]\d{0,14})$/;
const TEXT = { schema: { type: 'string' } };
const DESCRIPTION =
  'Each event is sent once, in the order of the positions, as `GET /webhooks/events/{id}` shows it. ' +
  'The response is `text/event-stream`, or with that `Accept` header `application/x-ndjson`. It begins after `after`, or ' +
  'after the `Last-Event-ID` header, which wins; without both, with the next event. After 15 seconds without an event a ' +
  'comment or an empty line follows. After 15 minutes, or when the token expires, the stream ends with the event ' +
  '`reconnect`: connect again with the last `id`.';

@ApiTags('Webhooks')
@Controller('deliver/events')
export class EventStreamController {
  constructor(
    private readonly streamEvents: StreamEvents,
    private readonly health: Health,
    private readonly log: Log,
  ) {}

  @Get('stream')
  @ApiResponse({
    status: 200,
    description: 'The events',
    content: { [SERVER_SENT_EVENTS.type]: TEXT, [NDJSON.type]: TEXT },
  })
  @Header('Cache-Control', 'no-store')
  // Proxies must pass events on at once.
  @Header('X-Accel-Buffering', 'no')
  @Operation('Stream the events as they are published', {
    id: 'streamEvents',
    description: DESCRIPTION,
    scope: 'read:webhook-configurations',
  })
  async stream(
    @Query() { after, data, follow, ...filter }: EventStreamQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const isWhole = data !== 'none';
    const last = request.headers['last-event-id'];
    const { tenant, actor } = request.workContext;
    const from = last === undefined ? after : positionOf(last);
    const items = await this.streamEvents.begin({
      ...filter,
      ...(from !== undefined && { after: from }),
      isOfChanges: !isWhole,
      follow: follow !== 'false',
      caller: `${tenant?.enterpriseId} ${actor}`,
      mayGoOn: async () => !reply.raw.destroyed && !this.health.isDraining && (await request.isStillAdmitted()),
    });
    const format = formatOf(request.headers.accept);
    const { workContext: context } = request;
    const bytes = streamOf(items, { format, isWhole, context, log: this.log });
    void reply.type(`${format.type}; charset=utf-8`).send(Readable.from(bytes, { objectMode: false }));
  }
}

/** @throws invalid_after */
function positionOf(lastEventId: string | string[]): number {
  const text = String(lastEventId);
  if (!POSITION.test(text)) throw streamErrors.invalid_after();
  return Number(text);
}
