import type { ReactNode } from 'react';
import { Checkbox } from '#ui/fields/checkbox.tsx';

interface NewsletterChoiceProps {
  name: string;
  title: ReactNode;
  /** The content of the newsletter. */
  text: ReactNode;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

export function NewsletterChoice({ name, title, text, isChosen, onChoose }: NewsletterChoiceProps) {
  return (
    <Checkbox
      name={name}
      checked={isChosen}
      onChange={(event) => onChoose(event.target.checked)}
      label={
        <>
          <b className="block">{title}</b>
          <span className="block text-sm text-ink-2">{text}</span>
        </>
      }
    />
  );
}
