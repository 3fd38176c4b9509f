import './signature.css';
import { PenLine, Type } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { LinkButton } from '#ui/buttons/button.tsx';
import { classNames } from '#ui/styles/class-names.ts';
import { FieldMessage } from '#ui/fields/field.tsx';
import { SegmentedControl } from '#ui/fields/segmented-control.tsx';
import { SignatureCanvas } from './signature-canvas.tsx';
import { SignatureBox, SignatureInk } from './signature.tsx';

export type SignatureValue = { method: 'drawn'; strokes: number[][] } | { method: 'typed'; typedName: string };

export const emptySignature: SignatureValue = { method: 'drawn', strokes: [] };

export type SignatureMessages = {
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
  words: SignatureMessages;
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
      <SegmentedControl
        label={words.way}
        isLabelHidden
        {...(id && { id })}
        value={value.method}
        options={[
          {
            value: 'drawn',
            label: <MethodLabel icon={<PenLine size={16} aria-hidden="true" />}>{words.draw}</MethodLabel>,
          },
          {
            value: 'typed',
            label: <MethodLabel icon={<Type size={16} aria-hidden="true" />}>{words.type}</MethodLabel>,
          },
        ]}
        onChange={(method) => onChange(method === 'drawn' ? emptySignature : { method, typedName: '' })}
      />
      {value.method === 'drawn' ? (
        <DrawnSignature value={value} onChange={onChange} words={words} describedBy={described} />
      ) : (
        <TypedSignature
          value={value}
          onChange={onChange}
          words={words}
          describedBy={described}
          isWrong={Boolean(wrong)}
        />
      )}
      <FieldMessage id={messageId} state={wrong ? 'wrong' : undefined}>
        {wrong}
      </FieldMessage>
    </fieldset>
  );
}

function MethodLabel({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {icon}
      {children}
    </span>
  );
}

type SignatureInputProps<Method> = {
  value: Extract<SignatureValue, { method: Method }>;
  onChange: (value: SignatureValue) => void;
  words: SignatureMessages;
  describedBy: string | undefined;
};

function DrawnSignature({ value: { strokes }, onChange, words, describedBy }: SignatureInputProps<'drawn'>) {
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
      <SignatureCanvas label={words.area} describedBy={describedBy} strokes={strokes} onChange={draw} />
    </SignatureBox>
  );
}

function TypedSignature({
  value,
  onChange,
  words,
  describedBy,
  isWrong,
}: SignatureInputProps<'typed'> & { isWrong: boolean }) {
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
