import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

export type PersonSwitchProps = {
  label: string;
  people: readonly { id: number; name: ReactNode; isCurrent: boolean }[];
  /** Renders the router link to that person's page. */
  link: (
    id: number,
    props: { className: string; 'aria-current': 'page' | undefined; children: ReactNode },
  ) => ReactNode;
  /** A link after the list. */
  end?: ReactNode;
};

/** Switches between the pages of a person and their children. It is hidden for people without children. */
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
              // The span prevents the flex container from dropping spaces between parts of a name.
              children: <span>{name}</span>,
            })}
          </li>
        ))}
      </ul>
      {end}
    </nav>
  );
}
