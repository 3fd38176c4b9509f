import { FormattedMessage } from 'react-intl';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import type { FormView } from '#features/forms/shared/contract.ts';
import type { PhysicianPage } from '#features/forms/shared/physician-contract.ts';
import { ConcernList } from './concern-list.tsx';

/** Sections shown next to the decision. */
const besideDecision = new Set(['approved', 'refused']);

/** The information for a physician: the answers that need a clearance, and the demands of diving. */
export function PhysicianFacts({ page: { concerns, form } }: { page: PhysicianPage }) {
  return (
    <div>
      {form.intro !== null && <p className="text-md max-w-[64ch]">{form.intro}</p>}
      <PageSection title={<FormattedMessage id="forms.physician.concerns" />}>
        <Card>
          <ConcernList concerns={concerns} />
        </Card>
      </PageSection>
      {form.sections
        .filter(({ id }) => !besideDecision.has(id))
        .map((section) => (
          <PageSection key={section.id} title={section.title}>
            <SectionText section={section} />
          </PageSection>
        ))}
    </div>
  );
}

function SectionText({ section: { paragraphs, points } }: { section: FormView['sections'][number] }) {
  return (
    <div className="grid gap-3 max-w-[68ch] text-ink-2">
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {points.length > 0 && (
        <ul className="grid gap-3 ps-[1.2em] list-disc">
          {points.map((text) => (
            <li className="marker:text-accent" key={text}>
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
