import './signature.css';
import { PenLine, Type } from '#ui/icons/icons.ts';
import { useId, type ReactNode } from 'react';
import { LinkButton } from '#ui/buttons/button.tsx';
import { clsx } from 'clsx';
import { FieldMessage, fieldLabel, fieldOptional } from '#ui/fields/field.tsx';
import { SegmentedControl } from '#ui/fields/segmented-control.tsx';
import { SignatureCanvas } from './signature-canvas.tsx';
import { SignatureBox, SignatureInk } from './signature.tsx';

export type SignatureValue = { method: 'drawn'; strokes: number[][] } | { method: 'typed'; typedName: string };

export const emptySignature: SignatureValue = { method: 'drawn', strokes: [] };

export type SignatureMessages = {
  way: string;
  draw: ReactNode;
  type: ReactNode;
  /** The accessible name of the canvas, which mentions typing as an alternative. */
  area: string;
  drawHint: ReactNode;
  typeLabel: string;
  typeHint: ReactNode;
  undo: ReactNode;
  clear: ReactNode;
};

export type SignatureFieldProps = {
  /** The id of the first control, as a link target. */
  id?: string;
  /** The name of the signer. */
  name: ReactNode;
  /** The role of the signer. */
  role?: ReactNode;
  value: SignatureValue;
  onChange: (value: SignatureValue) => void;
  messages: SignatureMessages;
  wrong?: ReactNode;
};

/** A signature that is drawn or typed. Typing makes it accessible by keyboard and screen reader. */
export function SignatureField({ id, name, role, value, onChange, messages, wrong }: SignatureFieldProps) {
  const ownId = useId();
  const labelId = `${ownId}-label`;
  const messageId = `${ownId}-message`;
  const described = wrong ? messageId : undefined;
  return (
    <fieldset className={clsx('signature', wrong ? 'wrong' : undefined)} aria-labelledby={labelId}>
      <div className={fieldLabel} id={labelId}>
        <bdi>{name}</bdi>
        {role && <span className={fieldOptional}>{role}</span>}
      </div>
      <SegmentedControl
        className="mb-3"
        isWide
        hasCheck={false}
        label={messages.way}
        isLabelHidden
        {...(id && { id })}
        value={value.method}
        options={[
          {
            value: 'drawn',
            label: <MethodLabel icon={<PenLine size={16} aria-hidden="true" />}>{messages.draw}</MethodLabel>,
          },
          {
            value: 'typed',
            label: <MethodLabel icon={<Type size={16} aria-hidden="true" />}>{messages.type}</MethodLabel>,
          },
        ]}
        onChange={(method) => onChange(method === 'drawn' ? emptySignature : { method, typedName: '' })}
      />
      {value.method === 'drawn' ? (
        <DrawnSignature value={value} onChange={onChange} messages={messages} describedBy={described} />
      ) : (
        <TypedSignature
          value={value}
          onChange={onChange}
          messages={messages}
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
  messages: SignatureMessages;
  describedBy: string | undefined;
};

function DrawnSignature({ value: { strokes }, onChange, messages, describedBy }: SignatureInputProps<'drawn'>) {
  const draw = (next: number[][]) => onChange({ method: 'drawn', strokes: next });
  return (
    <SignatureBox
      foot={messages.drawHint}
      end={
        strokes.length > 0 && (
          <>
            <LinkButton onClick={() => draw(strokes.slice(0, -1))}>{messages.undo}</LinkButton>
            <LinkButton onClick={() => draw([])}>{messages.clear}</LinkButton>
          </>
        )
      }
    >
      <SignatureInk strokes={strokes} isWholeField />
      <SignatureCanvas label={messages.area} describedBy={describedBy} strokes={strokes} onChange={draw} />
    </SignatureBox>
  );
}

function TypedSignature({
  value,
  onChange,
  messages,
  describedBy,
  isWrong,
}: SignatureInputProps<'typed'> & { isWrong: boolean }) {
  return (
    <SignatureBox foot={messages.typeHint}>
      <input
        className="sig-typed"
        dir="auto"
        aria-label={messages.typeLabel}
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
