import './check-dots.css';

/** One dot a check: full where it passes, a ring where it does not. `label` says it in words. */
export function CheckDots({ checks, label }: { checks: readonly boolean[]; label: string }) {
  return (
    <span className="dots">
      <span className="vh">{label}</span>
      {checks.map((isMet, place) => (
        // The dots are alike and only ever counted.
        // oxlint-disable-next-line react/no-array-index-key
        <i key={place} className={isMet ? '' : 'no'} aria-hidden="true" />
      ))}
    </span>
  );
}
