/** How long a valid verification, or a payment, shows that an account may be debited. */
export const COUNTS_DAYS = 180;
