const counts = new Intl.NumberFormat('en-US');

/** `61,900` */
export const formatCount = (count: number): string => counts.format(count);

const UNITS = ['B', 'KiB', 'MiB', 'GiB'];

/** `0 B`, `1.4 MiB` */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${UNITS[power]}`;
}
