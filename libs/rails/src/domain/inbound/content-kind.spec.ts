import { achLines, asFile, inboundAchFiles } from '@payments/testing';
import { contentKindOf, HEAD_BYTES } from './content-kind.js';

const kindOf = (text: string | Buffer) => contentKindOf(Buffer.from(text as string).subarray(0, HEAD_BYTES));
const lines = achLines([{ entries: [{}] }]);

describe('the kind of a file', () => {
  it.each<[string, string | Buffer, string]>([
    ['nothing', '', 'empty'],
    ['blank lines', '\r\n  \n', 'empty'],
    ['a NACHA file', asFile(lines), 'ach'],
    ['a NACHA file without line ends', asFile(lines, ''), 'ach'],
    ['a NACHA file without a header', asFile(lines.slice(1)), 'ach'],
    ['a NACHA file with a broken header', asFile(lines).toString().replace(/^101/, '1O1'), 'ach'],
    ['a BAI2 statement', '01,091000019,1234567890,261123,0830,1,,,2/\n', 'bai2'],
    ['a FedACH report', '\nFEDACH FILE ACKNOWLEDGMENT   REPORT DATE 261123\n', 'fedach'],
    [
      'a camt statement',
      '<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">',
      'camt',
    ],
    [
      'a statement after a byte order mark',
      "\ufeff<Document xmlns='urn:iso:std:iso:20022:tech:xsd:camt.052.001.02'>",
      'camt',
    ],
    ['a status report', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03">', 'pain.002'],
    ['a message of RTP', '<Message xmlns="urn:tch">', 'iso'],
    ['a statement without a namespace', '<Document Xmlns="urn:iso"><BkToCstmrStmt>', 'camt'],
    ['a status report without a namespace', '<Document>\n<CstmrPmtStsRpt>', 'pain.002'],
    ['a message without a namespace', '<Document><FIToFIPmtStsRpt>', 'iso'],
    ['another XML document', '<html xmlns="http://www.w3.org/1999/xhtml">', 'unknown'],
    ['lines of text', 'FILE payroll.ach ACCEPTED\n', 'text'],
    ['binary content', Buffer.from([0x50, 0x4b, 3, 4, 0]), 'unknown'],
  ])('is known by its content: %s', (_, content, kind) => {
    expect(kindOf(content)).toBe(kind);
  });

  it('is ach for every file of returns and changes', () => {
    expect(inboundAchFiles.map((file) => kindOf(file))).toEqual(inboundAchFiles.map(() => 'ach'));
  });
});
