import { Injectable } from '@nestjs/common';
import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { isValidated } from './fields.js';
import { validate } from './validate.js';
import { RawBody } from '../reading/raw-body.js';

const NO_BODY = new RawBody({}, Buffer.alloc(0));

/** The one global pipe: reads the buffered body strictly and checks every body and query against its class. */
@Injectable()
export class ValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type === 'body') {
      const body = value instanceof RawBody ? value : NO_BODY;
      return isValidated(metatype) ? validate(metatype, body.json()) : body;
    }
    if (type === 'query' && isValidated(metatype)) return validate(metatype, { ...(value as object) });
    return value;
  }
}
