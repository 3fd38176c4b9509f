import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

export type FieldTextProps = {
  label: ReactNode;
  /** The translated word "optional", for optional fields. */
  optional?: ReactNode;
  /** Content at the end of the label's line, such as a link. */
  labelEnd?: ReactNode;
  hint?: ReactNode;
  /** An error, which blocks submitting and replaces hint and warning. */
  wrong?: ReactNode;
  /** A warning about an unusual value, which does not block submitting. */
  warn?: ReactNode;
};

type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

type FieldFrameProps = FieldTextProps & {
  id?: string | undefined;
  describedBy?: string | undefined;
  size?: 'regular' | 'big' | 'fine';
  className?: string | undefined;
  /** Renders the control with the props that connect it to label and message. */
  children: (control: ControlProps) => ReactNode;
};

/** A label, a control and one message. */
export function FieldFrame(props: FieldFrameProps) {
  const ownId = useId();
  const id = props.id ?? ownId;
  const { label, optional, labelEnd, hint, wrong, warn, size = 'regular', describedBy, className, children } = props;
  const state = wrong ? 'wrong' : warn ? 'warn' : undefined;
  const message = wrong || warn || hint;
  const described = classNames(message ? `${id}-message` : undefined, describedBy) || undefined;
  return (
    <div className={classNames('field', state, className)}>
      <div className="lab">
        <label htmlFor={id}>{label}</label>
        {optional && <span className="opt">{optional}</span>}
        {labelEnd && <span className="end">{labelEnd}</span>}
      </div>
      <div className={classNames('ctl', size !== 'regular' && size)}>
        {children({ id, 'aria-describedby': described, 'aria-invalid': wrong ? true : undefined })}
      </div>
      <FieldMessage id={`${id}-message`} state={state}>
        {message}
      </FieldMessage>
    </div>
  );
}

/** The live region is rendered while empty, because screen readers announce only later changes. */
export function FieldMessage({
  id,
  state,
  children,
}: {
  id: string;
  state: 'wrong' | 'warn' | undefined;
  children: ReactNode;
}) {
  return (
    <div id={id} className={classNames(children ? 'msg' : undefined, state)} aria-live="polite">
      {state === 'wrong' && <CircleAlert size={16} aria-hidden="true" />}
      {state === 'warn' && <TriangleAlert size={16} aria-hidden="true" />}
      {children && <span>{children}</span>}
    </div>
  );
}

export type FieldProps = FieldTextProps &
  Omit<ComponentProps<'input'>, 'size'> & {
    size?: 'regular' | 'fine';
    start?: ReactNode;
    /** A unit or a button after the value. */
    end?: ReactNode;
  };

export function Field({
  label,
  optional,
  labelEnd,
  hint,
  wrong,
  warn,
  size,
  start,
  end,
  className,
  ...input
}: FieldProps) {
  const texts = { label, optional, labelEnd, hint, wrong, warn };
  return (
    <FieldFrame
      {...texts}
      {...(size && { size })}
      id={input.id}
      describedBy={input['aria-describedby']}
      className={className}
    >
      {(control) => (
        <>
          {start}
          <input type="text" {...input} {...control} />
          {end}
        </>
      )}
    </FieldFrame>
  );
}

export function TextAreaField({
  label,
  optional,
  labelEnd,
  hint,
  wrong,
  warn,
  className,
  ...area
}: FieldTextProps & ComponentProps<'textarea'>) {
  const texts = { label, optional, labelEnd, hint, wrong, warn };
  return (
    <FieldFrame {...texts} id={area.id} describedBy={area['aria-describedby']} className={className}>
      {(control) => <textarea rows={3} dir="auto" {...area} {...control} />}
    </FieldFrame>
  );
}
