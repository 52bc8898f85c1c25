import { useMemo } from 'react';
import { qrCode } from './qr.js';
import css from './second-factor.module.css';

/** Light modules around the code, without which no camera finds it. */
const MARGIN = 4;

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** A text for cameras, dark on light in every theme; nothing for one that is too long. */
export function QrCode({ text, label }: QrCodeProps) {
  const rows = useMemo(() => qrCode(text), [text]);
  if (rows === undefined) return null;
  const size = rows.length + 2 * MARGIN;
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className={css['qr']}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
