/** The first focusable element of a page; it skips the navigation. */
export function SkipLink({ label, targetId = 'main' }: { label: string; targetId?: string }) {
  return (
    <a className="skip-link vh" href={`#${targetId}`}>
      {label}
    </a>
  );
}
