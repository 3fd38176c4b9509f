/** The first focusable element of a page; it skips the navigation. */
export function SkipLink({ label }: { label: string }) {
  return (
    <a className="skip-link vh" href="#main">
      {label}
    </a>
  );
}
