import './signature.css';
import { Lock } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { strokeToPath, signatureSize, getSignatureViewBox } from './signature-strokes.ts';
import { fieldLabel, fieldOptional } from '#ui/fields/field.tsx';

/** The frame of a signature with its dashed line and footer. */
export function SignatureBox({ children, foot, end }: { children: ReactNode; foot: ReactNode; end?: ReactNode }) {
  return (
    <div className="sig">
      {children}
      <div className="sig-foot">
        <span>{foot}</span>
        {end && <span className="end">{end}</span>}
      </div>
    </div>
  );
}

/** The drawn strokes. They are not mirrored in right-to-left languages. */
export function SignatureInk({
  strokes,
  label,
  isWholeField = false,
}: {
  strokes: readonly (readonly number[])[];
  /** The text alternative; omit it where another element provides it. */
  label?: string;
  /** Shows the whole field instead of cropping it, to align the strokes with the canvas. */
  isWholeField?: boolean;
}) {
  const { width, height } = signatureSize;
  return (
    <svg
      className="sig-ink"
      viewBox={isWholeField ? `0 0 ${width} ${height}` : getSignatureViewBox(strokes)}
      preserveAspectRatio={isWholeField ? 'xMidYMid slice' : 'xMidYMid meet'}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {strokes.map((stroke, index) => (
        // Strokes have no id and are only appended or removed at the end.
        // oxlint-disable-next-line react/no-array-index-key
        <path key={index} d={strokeToPath(stroke)} />
      ))}
    </svg>
  );
}

type SignatureProps = {
  name: ReactNode;
  role?: ReactNode;
  /** Either `strokes` or `typedName` is set. */
  strokes: readonly (readonly number[])[] | null;
  typedName: string | null;
  /** The text alternative of a drawn signature. */
  label: string;
  /** Method and date of the signature. */
  foot: ReactNode;
};

/** A completed signature, read-only. */
export function Signature({ name, role, strokes, typedName, label, foot }: SignatureProps) {
  return (
    <div className="signature">
      <div className={fieldLabel}>
        <bdi>{name}</bdi>
        {role && <span className={fieldOptional}>{role}</span>}
      </div>
      <SignatureBox foot={foot} end={<Lock size={14} aria-hidden="true" />}>
        {typedName === null ? (
          <SignatureInk strokes={strokes ?? []} label={label} />
        ) : (
          <span className="sig-typed" dir="auto">
            {typedName}
          </span>
        )}
      </SignatureBox>
    </div>
  );
}
