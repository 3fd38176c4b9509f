import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

export type FieldTextProps = {
  label: ReactNode;
  /** The word for "optional", when it is. */
  optional?: ReactNode;
  /** At the end of the label's line, such as a link. */
  labelEnd?: ReactNode;
  hint?: ReactNode;
  /** What is wrong. It blocks, and replaces hint and warning. */
  wrong?: ReactNode;
  /** What is unusual. It never blocks. */
  warn?: ReactNode;
};

type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

type FieldFrameProps = FieldTextProps & {
  id?: string | undefined;
  describedBy?: string | undefined;
  size?: 'regular' | 'big' | 'fine';
  className?: string | undefined;
  /** Draws the control; give it the props so that label and message belong to it. */
  children: (control: ControlProps) => ReactNode;
};

/** Label above, control, one message below. */
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

/** Stays in the page while empty, so that a screen reader hears the sentence when it comes. */
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
    /** An icon before the value. */
    start?: ReactNode;
    /** A unit or a button after it. */
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
  const words = { label, optional, labelEnd, hint, wrong, warn };
  return (
    <FieldFrame
      {...words}
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
  const words = { label, optional, labelEnd, hint, wrong, warn };
  return (
    <FieldFrame {...words} id={area.id} describedBy={area['aria-describedby']} className={className}>
      {(control) => <textarea rows={3} dir="auto" {...area} {...control} />}
    </FieldFrame>
  );
}
