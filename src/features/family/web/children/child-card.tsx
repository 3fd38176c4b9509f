import { CalendarDays, Smartphone } from '#ui/icons/icons.ts';
import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import { formatPersonName } from '#platform/shared/person-name.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { getInitials } from '#platform/web/i18n/initials.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { LinkPills } from '#ui/navigation/link-pills.tsx';
import { Disc, Row, DividedList } from '#ui/lists/row.tsx';
import type { FamilyChild } from '#features/family/shared/contract.ts';
import { ChildCards } from './child-cards.tsx';
import { ChildCourses } from './child-courses.tsx';
import { ChildDives } from './child-dives.tsx';
import { ChildForms } from './child-forms.tsx';
import type { FamilyUpdates } from './child-updates.ts';
import { DeviceDialog } from './device-dialog.tsx';
import { GuardianList } from '#features/family/web/guardians/guardian-list.tsx';

const childPages = [
  ['family.link.forms', '/training/forms-applications'],
  ['family.link.cards', '/certifications/list'],
  ['family.link.profile', '/profile'],
  ['family.link.account', '/account'],
  ['family.link.dsd', '/dsd'],
] as const;

/** One child: profile, open forms, training and guardians. */
export function ChildCard({ child, updates }: { child: FamilyChild; updates: FamilyUpdates }) {
  const intl = useIntl();
  const id = useId();
  const { affiliateId, firstName, lastName, age, hasEmail, guardians, invites, removalRequests } = child;
  const name = formatPersonName({ givenName: firstName, familyName: lastName }, currentLocale());
  return (
    <section className="card grid grid-cols-1 gap-6 p-5 min-[900px]:p-8" aria-labelledby={id}>
      <header className="flex items-center gap-4">
        <Avatar size="lg" initials={getInitials(name)} />
        <div className="min-w-0">
          <h2 id={id} className="wrap-anywhere">
            <bdi>{name}</bdi>
          </h2>
          <p className="text-sm text-ink-2">
            <FormattedMessage id={hasEmail ? 'family.child.facts' : 'family.child.facts_no_email'} values={{ age }} />
          </p>
        </div>
      </header>
      <LinkPills isWrapped label={intl.formatMessage({ id: 'family.link.label' }, { name: firstName })}>
        {childPages.map(([label, path]) => (
          <Link key={path} to={`${path}?for=${affiliateId}`}>
            <FormattedMessage id={label} />
          </Link>
        ))}
      </LinkPills>
      <ChildForms updates={updates.forms} child={child} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,240px),1fr))] gap-y-6 gap-x-8 items-start">
        <ChildCourses updates={updates.courses} child={child} />
        <ChildDives updates={updates.dives} child={child} />
        <ChildCards updates={updates.cards} child={child} />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,380px),1fr))] gap-y-6 gap-x-8 items-start pt-6 border-t border-line">
        <GuardianList
          child={{ affiliateId, isOwn: false, name: firstName, hasEmail }}
          guardians={guardians}
          invites={invites}
          removalRequests={removalRequests}
          level={3}
        />
        <AccessSection child={child} />
      </div>
    </section>
  );
}

/** How the child signs in, and when the account is handed over. */
function AccessSection({ child }: { child: FamilyChild }) {
  const [isShown, setIsShown] = useState(false);
  const { affiliateId, firstName, adultOn } = child;
  const name = <bdi>{firstName}</bdi>;
  return (
    <section>
      <h3 className="mb-1">
        <FormattedMessage id="family.later.title" />
      </h3>
      <DividedList>
        <Row
          wrapsOnPhone
          start={
            <Disc>
              <Smartphone size={20} />
            </Disc>
          }
          title={<FormattedMessage id="family.device.title" values={{ name }} />}
          text={<FormattedMessage id="family.device.text" values={{ name }} />}
          end={
            <Button kind="outlined" onClick={() => setIsShown(true)}>
              <FormattedMessage id="family.device.action" />
            </Button>
          }
        />
        <Row
          start={
            <Disc>
              <CalendarDays size={20} />
            </Disc>
          }
          title={<FormattedDay value={adultOn} format="long" />}
          text={<FormattedMessage id="family.handover.text" values={{ name }} />}
        />
      </DividedList>
      {isShown && <DeviceDialog affiliateId={affiliateId} name={firstName} onClose={() => setIsShown(false)} />}
    </section>
  );
}
