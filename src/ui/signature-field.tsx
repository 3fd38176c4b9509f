import './signature.css';
import { PenLine, Type } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { LinkButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { FieldMessage } from './field.tsx';
import { Segmented } from './segmented.tsx';
import { SignaturePadArea } from './signature-pad-area.tsx';
import { SignatureBox, SignatureInk } from './signature.tsx';

export type SignatureValue = { method: 'drawn'; strokes: number[][] } | { method: 'typed'; typedName: string };

export const noSignature: SignatureValue = { method: 'drawn', strokes: [] };

export type SignatureWords = {
  way: string;
  draw: ReactNode;
  type: ReactNode;
  /** Of the area that is drawn in: what it is, and that typing does as well. */
  area: string;
  drawHint: ReactNode;
  typeLabel: string;
  typeHint: ReactNode;
  undo: ReactNode;
  clear: ReactNode;
};

export type SignatureFieldProps = {
  /** Of what takes the focus on a jump. */
  id?: string;
  /** Whose signature it is. */
  name: ReactNode;
  /** What they sign as. */
  role?: ReactNode;
  value: SignatureValue;
  onChange: (value: SignatureValue) => void;
  words: SignatureWords;
  wrong?: ReactNode;
};

/** Drawn with a finger, a pen or a mouse, or typed: the keyboard and a screen reader can do all of it. */
export function SignatureField({ id, name, role, value, onChange, words, wrong }: SignatureFieldProps) {
  const ownId = useId();
  const labelId = `${ownId}-label`;
  const messageId = `${ownId}-message`;
  const described = wrong ? messageId : undefined;
  return (
    <fieldset className={classNames('signature', wrong ? 'wrong' : undefined)} aria-labelledby={labelId}>
      <div className="lab" id={labelId}>
        <bdi>{name}</bdi>
        {role && <span className="opt">{role}</span>}
      </div>
      <Segmented
        label={words.way}
        isLabelHidden
        {...(id && { id })}
        value={value.method}
        options={[
          { value: 'drawn', label: <Way icon={<PenLine size={16} aria-hidden="true" />}>{words.draw}</Way> },
          { value: 'typed', label: <Way icon={<Type size={16} aria-hidden="true" />}>{words.type}</Way> },
        ]}
        onChange={(method) => onChange(method === 'drawn' ? noSignature : { method, typedName: '' })}
      />
      {value.method === 'drawn' ? (
        <Drawn value={value} onChange={onChange} words={words} describedBy={described} />
      ) : (
        <Typed value={value} onChange={onChange} words={words} describedBy={described} isWrong={Boolean(wrong)} />
      )}
      <FieldMessage id={messageId} state={wrong ? 'wrong' : undefined}>
        {wrong}
      </FieldMessage>
    </fieldset>
  );
}

function Way({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {icon}
      {children}
    </span>
  );
}

type PartProps<Method> = {
  value: Extract<SignatureValue, { method: Method }>;
  onChange: (value: SignatureValue) => void;
  words: SignatureWords;
  describedBy: string | undefined;
};

function Drawn({ value: { strokes }, onChange, words, describedBy }: PartProps<'drawn'>) {
  const draw = (next: number[][]) => onChange({ method: 'drawn', strokes: next });
  return (
    <SignatureBox
      foot={words.drawHint}
      end={
        strokes.length > 0 && (
          <>
            <LinkButton onClick={() => draw(strokes.slice(0, -1))}>{words.undo}</LinkButton>
            <LinkButton onClick={() => draw([])}>{words.clear}</LinkButton>
          </>
        )
      }
    >
      <SignatureInk strokes={strokes} isWholeField />
      <SignaturePadArea label={words.area} describedBy={describedBy} strokes={strokes} onChange={draw} />
    </SignatureBox>
  );
}

function Typed({ value, onChange, words, describedBy, isWrong }: PartProps<'typed'> & { isWrong: boolean }) {
  return (
    <SignatureBox foot={words.typeHint}>
      <input
        className="sig-typed"
        dir="auto"
        aria-label={words.typeLabel}
        aria-describedby={describedBy}
        aria-invalid={isWrong || undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={value.typedName}
        onChange={(event) => onChange({ method: 'typed', typedName: event.target.value })}
      />
    </SignatureBox>
  );
}
