import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

export type PersonSwitchProps = {
  label: string;
  people: readonly { id: number; name: ReactNode; isCurrent: boolean }[];
  /** Draws the link of the router to that person's page. */
  link: (
    id: number,
    props: { className: string; 'aria-current': 'page' | undefined; children: ReactNode },
  ) => ReactNode;
  /** A link beside it. */
  end?: ReactNode;
};

/** Whose page this is, and the way to the others. Nothing for somebody who has only their own. */
export function PersonSwitch({ label, people, link, end }: PersonSwitchProps) {
  if (people.length < 2) return null;
  return (
    <nav className="person-switch" aria-label={label}>
      <Users size={20} aria-hidden="true" />
      <ul>
        {people.map(({ id, name, isCurrent }) => (
          <li key={id}>
            {link(id, {
              className: classNames('person', isCurrent && 'current'),
              'aria-current': isCurrent ? 'page' : undefined,
              // One box: in a flex line the space between two words of a name would be lost.
              children: <span>{name}</span>,
            })}
          </li>
        ))}
      </ul>
      {end}
    </nav>
  );
}
