import { ListChecks, ScrollText, ShieldCheck } from '#ui/icons/icons.ts';
import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { getInitials } from '#platform/web/i18n/initials.ts';
import { useIsWide } from '#platform/web/hooks/use-is-wide.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/display/chip.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { PersonFile } from '#features/association/shared/contract.ts';
import { BackButton, DetailPane } from '#features/association/web/desk-layout.tsx';
import { GrantCode } from './grant-code.tsx';
import { CorrectEmail, PendingEmail } from './correct-email.tsx';
import { ResendHandoverLink } from './resend-handover-link.tsx';
import { usePersonFile } from '#features/association/web/search/queries.ts';
import { PersonFacts } from './person-facts.tsx';
import { PersonLists } from './person-lists.tsx';
import { ChangeBirthdate } from './change-birthdate.tsx';
import { PersonGuardians } from './person-guardians.tsx';
import { ResetFactor } from './reset-factor.tsx';

export function PersonDetail({ affiliateId, onBack }: { affiliateId: number; onBack: () => void }) {
  const isWide = useIsWide();
  return (
    <DetailPane labelledBy="detail-name" className="last:pb-10">
      {!isWide && (
        <BackButton onBack={onBack}>
          <FormattedMessage id="association.look.back" />
        </BackButton>
      )}
      <QueryView
        query={usePersonFile(affiliateId)}
        skeleton={<PersonSkeleton />}
        renderError={(error) => error instanceof ApiError && [400, 404].includes(error.status) && <PersonNotFound />}
      >
        {(person) => <PersonFileView person={person} />}
      </QueryView>
    </DetailPane>
  );
}

function PersonFileView({ person }: { person: PersonFile }) {
  const name = useRef<HTMLHeadingElement>(null);
  useEffect(() => name.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <header className="flex gap-3 items-center">
        <Avatar size="lg" initials={getInitials(person.name)} />
        <div className="min-w-0">
          <h2 className="wrap-anywhere" id="detail-name" ref={name} tabIndex={-1}>
            <bdi>{person.name}</bdi>
          </h2>
          <p className="num text-sm text-ink-2">
            <FormattedMessage id={`association.role.${person.role}`} /> · <bdi>{person.affiliateId}</bdi>
          </p>
        </div>
        {person.isMinor && (
          <Chip>
            <FormattedMessage id="association.photos.minor" />
          </Chip>
        )}
      </header>
      <PersonFacts person={person} />
      {person.email !== null && <PendingEmail affiliateId={person.affiliateId} />}
      <PersonLists person={person} />
      {person.isMinor && <PersonGuardians affiliateId={person.affiliateId} />}
      <p className="grid grid-cols-[repeat(auto-fill,minmax(148px,1fr))] gap-2">
        {person.role !== 'store' && <ChangeBirthdate affiliateId={person.affiliateId} birthdate={person.birthdate} />}
        {person.email !== null && <CorrectEmail affiliateId={person.affiliateId} name={person.name} />}
        {person.email === null && person.birthdate !== null && !person.isMinor && (
          <ResendHandoverLink affiliateId={person.affiliateId} />
        )}
        <Link
          className={buttonClass({ kind: 'outlined', size: 'sm', align: 'start' })}
          to={`/desk/audit?subject=person:${person.affiliateId}`}
        >
          <ScrollText size={16} aria-hidden="true" />
          <FormattedMessage id="association.person.trail" />
        </Link>
        <Link
          className={buttonClass({ kind: 'outlined', size: 'sm', align: 'start' })}
          to={`/desk/security?person=${person.affiliateId}`}
        >
          <ShieldCheck size={16} aria-hidden="true" />
          <FormattedMessage id="association.person.security" />
        </Link>
        {(person.role === 'diver' || person.role === 'professional') && (
          <GrantCode affiliateId={person.affiliateId} name={person.name} />
        )}
        {person.email !== null && <ResetFactor affiliateId={person.affiliateId} name={person.name} />}
        <Link
          className={buttonClass({ kind: 'outlined', size: 'sm', align: 'start' })}
          to={`/desk/audit?actor=${person.affiliateId}`}
        >
          <ListChecks size={16} aria-hidden="true" />
          <FormattedMessage id="association.person.deeds" />
        </Link>
      </p>
    </>
  );
}

function PersonNotFound() {
  return (
    <EmptyState
      drawing={<CompassDrawing />}
      title={<FormattedMessage id="association.person.none" />}
      text={<FormattedMessage id="association.person.none_text" />}
    />
  );
}

function PersonSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'association.person.loading' })} className="grid gap-3">
      <Skeleton height={48} width="70%" />
      <SkeletonRows count={6} height={32} />
    </SkeletonGroup>
  );
}
