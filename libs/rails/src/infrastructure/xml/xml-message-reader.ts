import { Injectable } from '@nestjs/common';
import { MessageReader } from '../../application/inbound/ports.js';
import type { ByteSource } from '../../domain/ach/ach-file-reader.js';
import type { IsoMessage, IsoReadOptions } from '../../domain/iso20022/read-message.js';
import { readIsoMessage } from './read-iso-file.js';

/** Reads messages as XML, in bounded memory. */
@Injectable()
export class XmlMessageReader extends MessageReader {
  read(source: ByteSource, options: IsoReadOptions): Promise<IsoMessage> {
    return readIsoMessage(source, options);
  }
}
