import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { SentenceSpace } from '#platform/web/i18n/sentence-space.tsx';
import { boot } from '#platform/web/session/boot.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { PageColumns, PageHead } from '#ui/layout/page.tsx';
import { isInstructor, isProfessional } from '#domain/roles.ts';
import { ProLinks } from './pro-links.tsx';
import { useMembership } from './pro-queries.ts';
import { type ProCounts, findUrgentTask } from './urgent-task.ts';

interface ProHomeProps {
  counts: ProCounts;
  /** The first section. */
  today: ReactNode;
  /** Sections of other features. */
  main: ReactNode;
  aside: ReactNode;
}

/** The home page of a professional or store: the most urgent task and links to everything else. */
export function ProHome({ counts, today, main, aside }: ProHomeProps) {
  const task = findUrgentTask(counts);
  return (
    <>
      <InactiveNote />
      <DivemasterNote />
      <PageHead
        eyebrow={<FormattedMessage id="shell.nav.pro" />}
        title={
          <FormattedMessage
            id={`professionals.home.standing.${task?.what ?? 'asking'}`}
            values={{ count: task?.count ?? 0 }}
          />
        }
        end={
          task !== null && (
            <Link className={buttonClass()} to={task.to}>
              <FormattedMessage id={`professionals.home.act.${task.what}`} />
            </Link>
          )
        }
      />
      <PageColumns className="mt-8">
        <div>
          {today}
          {main}
        </div>
        <aside>
          {aside}
          <ProLinks />
        </aside>
      </PageColumns>
    </>
  );
}

const linkToContact = (text: ReactNode[]) => <a href={boot.brand.links.contact}>{text}</a>;

/** Warns professionals whose membership is inactive, who may not teach. */
function InactiveNote() {
  const { data: member } = useMembership();
  if (member === undefined || member.memberStatus === 'Active') return null;
  return (
    <div className="mb-6">
      <Callout kind="alert" isLive>
        <b>
          <FormattedMessage id="professionals.home.inactive" />
        </b>
        <SentenceSpace />
        <FormattedMessage
          id="professionals.home.inactive_text"
          values={{
            contact: linkToContact,
            name: boot.brand.shortName,
          }}
        />
      </Callout>
    </div>
  );
}

/** Divemasters share this page with instructors, but can't teach or certify. */
function DivemasterNote() {
  const affiliateTypeId = currentToken()?.affiliateTypeId ?? 0;
  if (!isProfessional(affiliateTypeId) || isInstructor(affiliateTypeId)) return null;
  return (
    <div className="mb-6">
      <Callout>
        <FormattedMessage id="professionals.home.divemaster" />{' '}
        <Link to="/training/forms-applications">
          <FormattedMessage id="professionals.home.divemaster_next" />
        </Link>
      </Callout>
    </div>
  );
}
