import css from './bulk.module.css';

interface ProgressBarProps {
  readonly label: string;
  readonly text: string;
  readonly value: number;
  readonly max: number;
}

/** How much of something is done. */
export function ProgressBar({ label, text, value, max }: ProgressBarProps) {
  return (
    <div className={css['progress']}>
      <progress aria-label={label} value={value} max={max} />
      <span>{text}</span>
    </div>
  );
}
