import { Search, X } from '#ui/icons/icons.ts';
import { useEffect, useRef, type RefObject } from 'react';
import { clsx } from 'clsx';
import { Field } from './field.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';

type SearchBoxProps = {
  label: string;
  placeholder: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
  /** Called for the Enter key, before the page handles it. */
  onEnter?: () => void;
  /** Focuses the field when it appears. */
  takesFocus?: boolean;
  /** The shortcut shown in the field; the page handles it. */
  hotkey?: string;
  /** For the desk, with a hidden label. */
  isSmall?: boolean;
  className?: string;
  /** Lets a page focus the field by a shortcut. */
  inputRef?: RefObject<HTMLInputElement | null>;
};

/** A search field with a clear button. */
export function SearchBox(props: SearchBoxProps) {
  const {
    label,
    placeholder,
    clearLabel,
    value,
    onChange,
    onEnter,
    takesFocus = false,
    hotkey,
    isSmall = false,
    className,
    inputRef,
  } = props;
  const own = useRef<HTMLInputElement>(null);
  const field = inputRef ?? own;
  useEffect(() => {
    if (takesFocus) field.current?.focus({ preventScroll: true });
  }, [takesFocus, field]);
  return (
    <search
      className={clsx(
        'block [&_input::-webkit-search-cancel-button]:hidden',
        isSmall ? '[&_[data-part=label]]:sr-only' : 'max-w-120',
        className,
      )}
    >
      <Field
        ref={field}
        type="search"
        size={isSmall ? 'sm' : 'md'}
        label={label}
        placeholder={placeholder}
        autoComplete="off"
        maxLength={100}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && onEnter?.()}
        start={<Search size={18} aria-hidden="true" />}
        end={
          value === '' ? (
            hotkey && (
              <kbd className="only-wide" aria-hidden="true">
                {hotkey}
              </kbd>
            )
          ) : (
            <IconButton
              size={isSmall ? 'xs' : 'md'}
              label={clearLabel}
              onClick={() => {
                onChange('');
                field.current?.focus();
              }}
            >
              <X size={18} aria-hidden="true" />
            </IconButton>
          )
        }
      />
    </search>
  );
}
