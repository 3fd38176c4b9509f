import { FormattedMessage } from 'react-intl';
import { getInitials } from '#platform/web/i18n/initials.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import type { Interaction } from '#features/identity/shared/contract.ts';
import { verbatim } from './rich-text.tsx';

/** The password of every demo person, also in the README. */
const demoPassword = 'Diver123';

type DemoPerson = Interaction['demoPeople'][number];

interface DemoPeopleProps {
  people: readonly DemoPerson[];
  onChoose: (email: string, password: string) => void;
}

/** Signs in as a demo person with one press. */
export function DemoPeople({ people, onChoose }: DemoPeopleProps) {
  if (people.length === 0) return null;
  return (
    <section className="mt-8" aria-labelledby="demo-people">
      <div className="flex items-baseline gap-3">
        <h2 id="demo-people" className="text-sm">
          <FormattedMessage id="identity.demo.title" />
        </h2>
        <p className="ms-auto text-xs text-ink-3">
          <FormattedMessage id="identity.demo.password" values={{ password: demoPassword, code: verbatim }} />
        </p>
      </div>
      <ul className="card mt-2 grid grid-cols-1 gap-px overflow-clip bg-line min-[360px]:grid-cols-2">
        {people.map((person) => (
          <li key={person.email} className="flex">
            <button
              type="button"
              className="flex min-h-14 w-full items-center gap-2 bg-surface px-2.5 py-2 text-start hover:bg-hover focus-visible:-outline-offset-3"
              onClick={() => onChoose(person.email, demoPassword)}
            >
              <Avatar initials={getInitials(person.name)} />
              <span className="min-w-0 text-xs">
                <b className="block">
                  <FormattedMessage id={`identity.demo.${person.role}`} />
                </b>
                <span className="iso block text-ink-2">{person.name}</span>
                {person.code !== null && (
                  <span className="block text-ink-2">
                    <FormattedMessage id="identity.demo.code" values={{ value: person.code.value, code: verbatim }} />
                  </span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
