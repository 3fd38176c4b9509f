import type { ReactNode } from 'react';
import { Disc, Row } from './row.tsx';

export interface OptionRowProps {
  icon: ReactNode;
  title: ReactNode;
  text: ReactNode;
  /** Nothing for a way that is closed; its text says why. */
  action: ReactNode;
}

/** One of several ways to get somewhere. */
export function OptionRow({ icon, title, text, action }: OptionRowProps) {
  return (
    <Row
      wrapsOnPhone
      start={<Disc {...(action ? { tone: 'accent' } : {})}>{icon}</Disc>}
      title={title}
      text={text}
      end={action}
    />
  );
}
