export type Currency = 'USD';

/** The largest amount the interface carries in one transfer, in cents. */
export const MAX_TRANSFER_CENTS = 9_999_999_999n;

/**
 * An amount of money: integer minor units and a currency. Never a float; numbers appear only at the edge,
 * through `fromWire` and `toWire`.
 */
export class Money {
  private constructor(
    readonly cents: bigint,
    readonly currency: Currency,
  ) {}

  static usd(cents: bigint): Money {
    return new Money(cents, 'USD');
  }

  /** @param amount integer cents as a JSON number. @throws RangeError when it is not a safe integer. */
  static fromWire(amount: number, currency: Currency = 'USD'): Money {
    if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of cents: ${amount}`);
    return new Money(BigInt(amount), currency);
  }

  /** @throws RangeError when a JSON number cannot represent the amount exactly. */
  toWire(): number {
    const amount = Number(this.cents);
    if (!Number.isSafeInteger(amount)) throw new RangeError(`${this.cents} cents do not fit a JSON number`);
    return amount;
  }

  plus(other: Money): Money {
    return new Money(this.cents + this.sameCurrency(other).cents, this.currency);
  }

  minus(other: Money): Money {
    return new Money(this.cents - this.sameCurrency(other).cents, this.currency);
  }

  isAtLeast(other: Money): boolean {
    return this.cents >= this.sameCurrency(other).cents;
  }

  private sameCurrency(other: Money): Money {
    if (other.currency !== this.currency) throw new RangeError(`${other.currency} is not ${this.currency}`);
    return other;
  }
}
