/** One dash per field: filled, missing, or optional and empty. `label` is the text alternative. */
export function FieldProgress({
  filled,
  missing = 0,
  optional = 0,
  label,
}: {
  filled: number;
  missing?: number;
  optional?: number;
  label: string;
}) {
  const kinds = [
    ...Array.from({ length: filled }, () => ''),
    ...Array.from({ length: missing }, () => 'missing'),
    ...Array.from({ length: optional }, () => 'optional'),
  ];
  return (
    <span className="pips">
      <span className="vh">{label}</span>
      {kinds.map((kind, index) => (
        // The dashes are identical, so the index is a stable key.
        // oxlint-disable-next-line react/no-array-index-key
        <i key={index} className={kind} aria-hidden="true" />
      ))}
    </span>
  );
}
