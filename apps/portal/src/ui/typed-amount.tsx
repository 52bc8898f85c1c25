import { useState } from 'react';
import type { ReactNode } from 'react';
import { parseAmount } from '../format/money.js';
import { t } from '../messages/t.js';
import { TextField } from './field.js';

/** From this amount on it must be typed once more. */
const LARGE_CENTS = 10_000_000;

interface TypedAmount {
  /** To be shown: the question, if the amount is large. */
  readonly question: ReactNode;
  readonly isAnswered: boolean;
}

/** Asks that a large amount be typed once more, so that nobody sends or approves it by mistake. */
export function useTypedAmount(cents: number): TypedAmount {
  const [typed, setTyped] = useState('');
  if (cents < LARGE_CENTS) return { question: null, isAnswered: true };
  const amount = parseAmount(typed);
  const question = (
    <TextField
      label={t('review.typeAmount')}
      name="typed"
      inputMode="decimal"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
  return { question, isAnswered: 'cents' in amount && amount.cents === cents };
}
