import { Globe } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { clsx } from 'clsx';

export interface LanguageOption {
  code: string;
  /** The name of the language in that language. */
  name: string;
  lang: string;
}

interface LanguageSelectProps {
  label: string;
  value: string;
  options: readonly LanguageOption[];
  onChoose: (code: string) => void;
  /** An icon that replaces the name where space is limited. */
  sign?: ReactNode;
}

/** A native select under a custom look, for full keyboard, touch and screen reader support. */
export function LanguageSelect({ label, value, options, onChoose, sign }: LanguageSelectProps) {
  return (
    <label
      className={clsx(
        'relative inline-flex items-center gap-1.5 rounded-in has-focus-visible:[outline:var(--focus-ring)]',
        sign ? 'size-tap flex-none text-ink-2 transition-[background] duration-state hover:bg-hover' : 'min-h-tap-sm',
      )}
    >
      {sign ?? (
        <>
          <Globe size={18} strokeWidth={1.75} aria-hidden="true" />
          <span aria-hidden="true">{options.find((option) => option.code === value)?.name}</span>
        </>
      )}
      <select
        className="absolute inset-0 w-full cursor-pointer bg-surface text-ink opacity-0"
        aria-label={label}
        value={value}
        onChange={(event) => onChoose(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.code} value={option.code} lang={option.lang}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  );
}
