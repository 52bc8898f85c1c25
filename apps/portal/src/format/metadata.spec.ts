import { formatMetadata, parseMetadata } from './metadata.js';

describe('metadata in a form', () => {
  const metadata = { department: 'payroll', run: 7, final: true, url: 'https://example.com:8080' };

  it('is the same after it was shown and read', () => {
    expect(parseMetadata(formatMetadata(metadata), metadata)).toEqual(metadata);
  });

  it('is text where it was changed or added, and gone where its line is', () => {
    expect(parseMetadata('run: 8\n\n new : x y ', metadata)).toEqual({ run: '8', new: 'x y' });
  });
});
