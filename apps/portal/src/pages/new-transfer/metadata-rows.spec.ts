import { metadataOf, metadataProblems, metadataRows } from './metadata-rows.js';

describe('the metadata of a new transfer', () => {
  it('has the pairs with a key, as text without the space around it', () => {
    const rows = [
      { key: ' team ', value: ' sales ' },
      { key: 'empty', value: '' },
      { key: ' ', value: '' },
    ];
    expect(metadataOf(rows)).toEqual({ team: 'sales', empty: '' });
    expect(metadataProblems(rows)).toEqual([]);
  });

  it('keeps the type of a value that an earlier transfer had, until it is changed', () => {
    const [count, paid, note] = metadataRows({ count: 12, paid: true, note: 'x' });
    const changed = { ...count!, value: '13' };
    expect(metadataOf([count!, paid!, note!])).toEqual({ count: 12, paid: true, note: 'x' });
    expect(metadataOf([changed])).toEqual({ count: '13' });
  });

  it('is refused with a value without a key, a key that is there twice, and what is too long, at its field', () => {
    const [key, value] = ['k'.repeat(20), '🙂'.repeat(50)];
    expect(metadataProblems([{ key, value }])).toEqual([]);
    expect(
      metadataProblems([
        { key: '', value: 'lost' },
        { key, value },
        { key: `${key} `, value: '' },
        { key: `${key}k`, value: `${value}🙂` },
      ]),
    ).toEqual([
      { field: 'metadata.key.0', problem: 'no_key' },
      { field: 'metadata.key.2', problem: 'key_twice' },
      { field: 'metadata.key.3', problem: 'long_key' },
      { field: 'metadata.value.3', problem: 'long_value' },
    ]);
  });
});
