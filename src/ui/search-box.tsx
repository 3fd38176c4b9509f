import './search-box.css';
import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Field } from './field.tsx';
import { IconButton } from './icon-button.tsx';

type SearchBoxProps = {
  label: string;
  placeholder: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
  /** For one that was just opened. */
  takesFocus?: boolean;
};

/** A word to look for, and a way to have none. */
export function SearchBox({ label, placeholder, clearLabel, value, onChange, takesFocus = false }: SearchBoxProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <search className="search-box">
      <Field
        ref={field}
        type="search"
        label={label}
        placeholder={placeholder}
        autoComplete="off"
        maxLength={100}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        start={<Search size={18} aria-hidden="true" />}
        end={
          value !== '' && (
            <IconButton
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
