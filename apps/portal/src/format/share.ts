const share = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const change = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** `99.2%` of a share between 0 and 1. */
export const formatShare = (value: number): string => share.format(value);

const rate = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 });

/** `0.31%` of a share that is small. */
export const formatRate = (value: number): string => rate.format(value);

/** `+12%`, `−0.1%`, `0%` */
export const formatChange = (value: number): string => change.format(value).replace('-', '−');
