import { clsx } from 'clsx';

const dot = 'size-2 rounded-full forced-colors:border-[1.5px]';
const metDot = 'bg-accent forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none';
const openDot = 'shadow-[inset_0_0_0_1.5px_var(--coral)]';

/** One dot per check: filled when it passes, else a ring. `label` is the text alternative. */
export function CheckDots({ checks, label }: { checks: readonly boolean[]; label: string }) {
  return (
    <span className="inline-flex gap-[3px]">
      <span className="vh">{label}</span>
      {checks.map((isMet, index) => (
        // The dots are identical, so the index is a stable key.
        // oxlint-disable-next-line react/no-array-index-key
        <i key={index} className={clsx(dot, isMet ? metDot : openDot)} aria-hidden="true" />
      ))}
    </span>
  );
}
