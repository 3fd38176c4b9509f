import './signature.css';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { strokeToPath, signatureSize, getSignatureViewBox } from './signature-strokes.ts';

/** A field to sign in: the dashed line, and what is said under it. */
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

/** What was drawn. It is never mirrored. */
export function SignatureInk({
  strokes,
  label,
  isWholeField = false,
}: {
  strokes: readonly (readonly number[])[];
  /** Left out where something else says what it is. */
  label?: string;
  /** While it is being drawn it stays where it was drawn. */
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
      {strokes.map((stroke, place) => (
        // Strokes have nothing but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <path key={place} d={strokeToPath(stroke)} />
      ))}
    </svg>
  );
}

type SignatureProps = {
  name: ReactNode;
  role?: ReactNode;
  /** One of the two. */
  strokes: readonly (readonly number[])[] | null;
  typedName: string | null;
  /** Whose it is, for those who do not see it. */
  label: string;
  /** How and when. */
  foot: ReactNode;
};

/** A signature that was given; nobody changes it any more. */
export function Signature({ name, role, strokes, typedName, label, foot }: SignatureProps) {
  return (
    <div className="signature">
      <div className="lab">
        <bdi>{name}</bdi>
        {role && <span className="opt">{role}</span>}
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
