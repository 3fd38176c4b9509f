import { Globe } from 'lucide-react';
import type { ReactNode } from 'react';

export interface LanguageOption {
  code: string;
  /** What the language calls itself. */
  name: string;
  lang: string;
}

interface LanguageSelectProps {
  label: string;
  value: string;
  options: readonly LanguageOption[];
  onChoose: (code: string) => void;
  /** Where there is room for a sign alone. */
  sign?: ReactNode;
}

/** The browser's own list, under the words: it works with every keyboard, finger and screen reader there is. */
export function LanguageSelect({ label, value, options, onChoose, sign }: LanguageSelectProps) {
  return (
    <label className={sign ? 'language-choice icon-btn' : 'language-choice'}>
      {sign ?? (
        <>
          <Globe size={18} strokeWidth={1.75} aria-hidden="true" />
          <span aria-hidden="true">{options.find((option) => option.code === value)?.name}</span>
        </>
      )}
      <select aria-label={label} value={value} onChange={(event) => onChoose(event.target.value)}>
        {options.map((option) => (
          <option key={option.code} value={option.code} lang={option.lang}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  );
}
