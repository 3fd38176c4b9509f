import { CircleAlert, TriangleAlert } from '#ui/icons/icons.ts';
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { clsx } from 'clsx';

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

type ControlProps = {
  id: string;
  className: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type FieldFrameProps = FieldTextProps & {
  id?: string | undefined;
  describedBy?: string | undefined;
  size?: ControlSize;
  /** Marks the control as invalid without a message of its own. */
  isWrong?: boolean;
  className?: string | undefined;
  /** Renders the control with the props that connect it to label and message. */
  children: (control: ControlProps) => ReactNode;
};

/** The classes of a label, which is above its control. */
export const fieldLabel = 'mb-1.5 flex flex-wrap items-baseline gap-x-2 text-sm font-strong';

/** The classes of a word after a label, such as "optional". */
export const fieldOptional = 'text-xs/none font-text text-ink-3';

type ControlSize = 'md' | 'lg' | 'sm' | 'button';
type FieldState = 'wrong' | 'warn' | undefined;

/** `button` is as high as a button beside it. */
const controlSizes = {
  md: 'min-h-[52px] px-4',
  lg: 'min-h-18 px-4',
  sm: 'min-h-tap-sm px-3',
  button: 'min-h-tap px-4',
} as const;
const controlStates = {
  ok: 'border-line-2 focus-within:border-focus has-disabled:border-line',
  warn: 'border-sand',
  wrong: 'border-coral shadow-[inset_0_0_0_1px_var(--coral)]',
} as const;

/** The classes of the frame around an input. */
export function controlClass({ size = 'md', state }: { size?: ControlSize; state?: FieldState } = {}): string {
  return clsx(
    'flex items-center gap-2 rounded-box border-[1.5px] bg-surface focus-within:[outline:2px_solid_var(--focus)] has-disabled:bg-sunken has-disabled:text-ink-3 [&>svg]:text-ink-2',
    controlSizes[size],
    controlStates[state ?? 'ok'],
  );
}

const inputSizes = {
  md: 'text-md',
  button: 'text-md',
  sm: 'text-sm/(--l-md)',
  lg: 'text-xl font-number tracking-tight num',
} as const;

/** The classes of an input. It fills its frame, because a tap on the padding must reach it. */
export function controlInput(size: ControlSize = 'md'): string {
  return clsx(
    'w-full min-w-0 flex-1 appearance-none self-stretch outline-0 first:-ms-4 first:ps-4 last:-me-4 last:pe-4',
    inputSizes[size],
    // The smaller padding makes a date with its calendar icon fit into half of a phone's width.
    '[&::-webkit-calendar-picker-indicator]:ms-0.5 [&::-webkit-calendar-picker-indicator]:p-0 [&[type=date]]:ps-3 [&[type=date]]:pe-2',
  );
}

const fileInput =
  'py-2.5 file:me-3 file:cursor-pointer file:rounded-in file:border file:border-line-2 file:bg-surface file:px-3 file:py-[3px] file:font-strong file:text-ink [&[type=file]]:text-(length:--t-sm)';

const messageColours = { wrong: 'font-strong text-coral', warn: 'text-sand', hint: 'text-ink-3' } as const;

/** A label, a control and one message. */
export function FieldFrame(props: FieldFrameProps) {
  const ownId = useId();
  const id = props.id ?? ownId;
  const { label, optional, labelEnd, hint, wrong, warn, size = 'md', isWrong = false } = props;
  const { describedBy, className, children } = props;
  const state = wrong ? 'wrong' : warn ? 'warn' : undefined;
  const message = wrong || warn || hint;
  const described = clsx(message ? `${id}-message` : undefined, describedBy) || undefined;
  return (
    <div data-part="field" data-state={state} className={clsx('block min-w-0', className)}>
      <div data-part="label" className={fieldLabel}>
        <label htmlFor={id}>{label}</label>
        {optional && <span className={fieldOptional}>{optional}</span>}
        {labelEnd && <span className="ms-auto font-text">{labelEnd}</span>}
      </div>
      <div data-part="control" className={controlClass({ size, state: isWrong ? 'wrong' : state })}>
        {children({
          id,
          className: controlInput(size),
          'aria-describedby': described,
          'aria-invalid': wrong ? true : undefined,
        })}
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
    <div
      id={id}
      data-part="message"
      data-state={state}
      className={clsx(children && 'mt-1.5 flex items-start gap-1.5 text-sm', messageColours[state ?? 'hint'])}
      aria-live="polite"
    >
      {state === 'wrong' && <CircleAlert className="mt-[3px]" size={16} aria-hidden="true" />}
      {state === 'warn' && <TriangleAlert className="mt-[3px]" size={16} aria-hidden="true" />}
      {children && <span>{children}</span>}
    </div>
  );
}

export type FieldProps = FieldTextProps &
  Omit<ComponentProps<'input'>, 'size'> & {
    size?: 'md' | 'sm';
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
          <input
            type="text"
            {...input}
            {...control}
            className={clsx(control.className, input.type === 'file' && fileInput)}
          />
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
      {(control) => (
        <textarea
          rows={3}
          dir="auto"
          {...area}
          {...control}
          className={clsx(control.className, 'field-sizing-content min-h-26 resize-y py-3')}
        />
      )}
    </FieldFrame>
  );
}
