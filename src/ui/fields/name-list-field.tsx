import { X } from '#ui/icons/icons.ts';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { FieldFrame, type FieldTextProps } from './field.tsx';
import { clsx } from 'clsx';

export type NameListFieldProps = FieldTextProps & {
  id?: string;
  names: readonly string[];
  onChange: (names: readonly string[]) => void;
  max: number;
  maxLength: number;
  addLabel: string;
  removeLabel: (name: string) => string;
  /** Replaces the hint when no more names can be added. */
  full: string;
  isReadOnly?: boolean;
};

/** A list of names. Enter, a comma or leaving the field adds the typed name. */
export function NameListField(props: NameListFieldProps) {
  const {
    id,
    names,
    onChange,
    max,
    maxLength,
    addLabel,
    removeLabel,
    full,
    hint,
    isReadOnly = false,
    ...texts
  } = props;
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const isFull = names.length >= max;
  const add = () => {
    const name = typed.trim();
    setTyped('');
    if (name !== '' && !isFull && !names.includes(name)) onChange([...names, name]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also confirms a composition of an input method, which must not add the name.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && typed === '' && names.length > 0) {
      onChange(names.slice(0, -1));
    }
  };
  return (
    <FieldFrame {...texts} id={id} hint={isFull ? full : hint}>
      {(control) => (
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 py-1">
          {names.map((name) => (
            <span
              key={name}
              className="inline-flex max-w-full min-h-10 items-center rounded-full bg-accent-soft ps-3 text-(length:--t-sm) text-accent-text forced-colors:border"
            >
              <bdi className={clsx('min-w-0 overflow-x-clip text-ellipsis whitespace-nowrap', isReadOnly && 'pe-3')}>
                {name}
              </bdi>
              {!isReadOnly && (
                <button
                  type="button"
                  className="grid size-10 flex-none place-items-center rounded-full"
                  aria-label={removeLabel(name)}
                  onClick={() => {
                    onChange(names.filter((other) => other !== name));
                    input.current?.focus();
                  }}
                >
                  <X size={16} aria-hidden="true" />
                </button>
              )}
            </span>
          ))}
          {!isReadOnly && (
            <input
              {...control}
              className="min-h-10 min-w-0 flex-[1_1_120px] text-(length:--t-md) outline-0"
              ref={input}
              type="text"
              autoComplete="off"
              enterKeyHint="done"
              value={typed}
              maxLength={maxLength}
              readOnly={isFull}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={onKeyDown}
              onBlur={add}
            />
          )}
          {!isReadOnly && typed.trim() !== '' && (
            // preventDefault keeps the focus in the field, whose blur would add the name before the click.
            <Button kind="quiet" size="sm" onPointerDown={(event) => event.preventDefault()} onClick={add}>
              {addLabel}
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
