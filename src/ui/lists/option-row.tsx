import type { ReactNode } from 'react';
import { Disc, Row } from './row.tsx';

export interface OptionRowProps {
  icon: ReactNode;
  title: ReactNode;
  text: ReactNode;
  /** Empty for an unavailable option, whose text gives the reason. */
  action: ReactNode;
}

/** One of several options with its action. */
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
