/** An account number in the form that events may contain: the last four digits. The asterisks do not reveal the length. */
export function masked(accountNumber: string): string {
  return `*****${accountNumber.replaceAll('-', '').slice(-4)}`;
}
