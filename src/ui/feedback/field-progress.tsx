import { clsx } from 'clsx';

const pip = 'h-[5px] w-3.5 rounded-[3px] forced-colors:forced-color-adjust-none';
const filledPip = 'bg-accent forced-colors:bg-[CanvasText]';
const missingPip = 'shadow-[inset_0_0_0_1.5px_var(--coral)] forced-colors:shadow-[inset_0_0_0_1.5px_CanvasText]';
const optionalPip = 'bg-line';

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
    ...Array.from({ length: filled }, () => filledPip),
    ...Array.from({ length: missing }, () => missingPip),
    ...Array.from({ length: optional }, () => optionalPip),
  ];
  return (
    <span className="inline-flex gap-[3px] align-middle">
      <span className="vh">{label}</span>
      {kinds.map((kind, index) => (
        // The dashes are identical, so the index is a stable key.
        // oxlint-disable-next-line react/no-array-index-key
        <i key={index} className={clsx(pip, kind)} aria-hidden="true" />
      ))}
    </span>
  );
}
