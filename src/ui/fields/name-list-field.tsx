import '#ui/styles/task.css';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { FieldFrame, type FieldTextProps } from './field.tsx';

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
    <FieldFrame {...texts} id={id} hint={isFull ? full : hint} className="own-direction">
      {(control) => (
        <div className="names">
          {names.map((name) => (
            <span key={name} className="name-chip">
              <bdi>{name}</bdi>
              {!isReadOnly && (
                <button
                  type="button"
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
            <Button kind="quiet" size="fine" onPointerDown={(event) => event.preventDefault()} onClick={add}>
              {addLabel}
            </Button>
          )}
        </div>
      )}
    </FieldFrame>
  );
}
