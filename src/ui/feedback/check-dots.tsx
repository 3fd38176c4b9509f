import './check-dots.css';

/** One dot per check: filled when it passes, else a ring. `label` is the text alternative. */
export function CheckDots({ checks, label }: { checks: readonly boolean[]; label: string }) {
  return (
    <span className="dots">
      <span className="vh">{label}</span>
      {checks.map((isMet, index) => (
        // The dots are identical, so the index is a stable key.
        // oxlint-disable-next-line react/no-array-index-key
        <i key={index} className={isMet ? '' : 'no'} aria-hidden="true" />
      ))}
    </span>
  );
}
