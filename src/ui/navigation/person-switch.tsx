import { Users } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { clsx } from 'clsx';

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
    <nav className="mb-6 flex items-center gap-3 text-ink-2" aria-label={label}>
      <Users size={20} aria-hidden="true" />
      <ul className="flex min-w-0 flex-wrap gap-2">
        {people.map(({ id, name, isCurrent }) => (
          <li key={id}>
            {link(id, {
              className: clsx(
                'inline-flex min-h-tap items-center rounded-full border-[1.5px] px-5 text-sm no-underline',
                isCurrent
                  ? 'border-accent bg-accent-soft font-strong text-accent-text'
                  : 'border-line-2 bg-surface text-ink hover:bg-hover',
              ),
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
