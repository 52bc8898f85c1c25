import '../../messages/lazy/subledgers.js';
import { bodyOf, bookTransferIn } from './book-transfer-form.js';

const form = (changes: Readonly<Record<string, string>> = {}) => {
  const data = new FormData();
  const typed = {
    book_transfer_reference_id: ' fund-1 ',
    amount: '1,250.00',
    source: '',
    destination: 'wallet',
    ...changes,
  };
  for (const [name, value] of Object.entries(typed)) data.set(name, value);
  return bookTransferIn(data);
};

describe('bookTransferIn', () => {
  it('leaves out the side that is the enterprise itself', () => {
    const { transfer, problems } = form();
    expect(problems).toEqual([]);
    expect(bodyOf(transfer)).toEqual({
      ...{ book_transfer_reference_id: 'fund-1', amount: 125_000, currency: 'USD' },
      destination: { subledger_reference_id: 'wallet' },
    });
  });

  it('names everything that is missing', () => {
    const { problems } = form({ book_transfer_reference_id: '', amount: '', destination: '' });
    expect(problems.map(({ name }) => name)).toEqual(['book_transfer_reference_id', 'amount', 'source']);
  });

  it.each(['1e3', '-5', '1.005'])('refuses the amount %s', (amount) => {
    expect(form({ amount }).problems.map(({ name }) => name)).toEqual(['amount']);
  });
});
