import { useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { useEarlyPress } from '#platform/web/hooks/use-early-press.ts';
import { getInitials } from '#platform/web/i18n/initials.ts';
import { storeTourStep } from '#platform/web/session/tour-step.ts';
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

/** Signs in as a demo person with one press and starts their tour. Says what each can show. */
export function DemoPeople({ people, onChoose }: DemoPeopleProps) {
  const section = useRef<HTMLElement>(null);
  const isHydrating = useEarlyPress(section);
  if (people.length === 0) return null;
  return (
    <section ref={section} className="mt-8" aria-labelledby="demo-people" data-hydrating={isHydrating}>
      <div className="flex items-baseline gap-3">
        <h2 id="demo-people" className="text-sm">
          <FormattedMessage id="identity.demo.title" />
        </h2>
        <p className="ms-auto text-xs text-ink-3">
          <FormattedMessage id="identity.demo.password" values={{ password: demoPassword, code: verbatim }} />
        </p>
      </div>
      <ul className="mt-2 grid gap-2">
        {people.map((person) => (
          <li key={person.email}>
            <button
              type="button"
              className="card flex min-h-14 w-full items-center gap-3 px-3 py-2.5 text-start hover:bg-hover"
              onClick={() => {
                storeTourStep(0);
                onChoose(person.email, demoPassword);
              }}
            >
              <Avatar initials={getInitials(person.name)} />
              <span className="min-w-0 flex-1 text-xs">
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <b>
                    <FormattedMessage id={`identity.demo.${person.role}`} />
                  </b>
                  <span className="iso text-ink-2">{person.name}</span>
                  {person.code !== null && (
                    <span className="ms-auto text-ink-2">
                      <FormattedMessage id="identity.demo.code" values={{ value: person.code.value, code: verbatim }} />
                    </span>
                  )}
                </span>
                <span className="mt-0.5 block text-ink-2">
                  <FormattedMessage id={`identity.demo.${person.role}.shows`} />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
