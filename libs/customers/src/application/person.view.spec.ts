import { Person } from '../domain/person.js';
import { toPersonEventView, toPersonView } from './person.view.js';

const now = new Date('2026-01-05T10:00:00Z');
const person = Person.register(
  {
    ...{ customer_reference_id: 'jane', first_name: 'Jane', last_name: 'Doe', date_of_birth: '1980-02-29' },
    social_security_number: '123-45-6789',
    contacts: [{ type: 'phone', value: '2125550100' }],
  },
  { id: 'p', now },
);

describe('the view of a person', () => {
  it('has no social security number, and leaves out what has no value', () => {
    const view = JSON.parse(JSON.stringify(toPersonView(person.snapshot()))) as object;
    expect(Object.keys(view)).toEqual([
      ...['id', 'customer_reference_id', 'first_name', 'last_name', 'date_of_birth', 'status', 'contacts'],
      ...['created_at', 'updated_at'],
    ]);
    expect(view).toMatchObject({ created_at: '2026-01-05T10:00:00.000Z' });
  });

  it('has no date of birth in events', () => {
    const text = JSON.stringify(toPersonEventView(person.snapshot()));
    expect(text).not.toContain('1980');
    expect(text).not.toContain('6789');
  });

  it('says when and why the person was closed', () => {
    const reasons = [{ reason_code: 'deceased_person', reason_code_message: 'x' }] as const;
    person.verified({ status: 'closed', reasons }, now);
    expect(toPersonView(person.snapshot())).toMatchObject({ status_reasons: reasons, closed_at: now.toISOString() });
  });
});
