/** The first stop of the keyboard: past the navigation, to the content. */
export function SkipLink({ label, targetId = 'main' }: { label: string; targetId?: string }) {
  return (
    <a className="skip-link vh" href={`#${targetId}`}>
      {label}
    </a>
  );
}
