import { UserRoundCheck } from 'lucide-react';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { combineQueries } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { GuardianRequest } from '#features/family/shared/guardian-desk-endpoints.ts';
import { BirthdateCorrectionRow } from './birthdate-correction-row.tsx';
import { useBirthdateCorrections, useGuardianRequests } from './queries.ts';

/** Requests from families: birthdate corrections and guardian reviews. */
export function FamilyRequestScreen() {
  const intl = useIntl();
  const query = combineQueries(useBirthdateCorrections(), useGuardianRequests(), (corrections, guardians) => ({
    corrections,
    guardians,
  }));
  return (
    <>
      <PageHead
        title={<FormattedMessage id="association.nav.requests" />}
        text={<FormattedMessage id="association.request.text" />}
      />
      <div className="mt-6 grid gap-6">
        <QueryView
          query={query}
          skeleton={
            <SkeletonGroup label={intl.formatMessage({ id: 'association.request.loading' })}>
              <SkeletonRows count={4} height={72} />
            </SkeletonGroup>
          }
          isCard
          isEmpty={({ corrections, guardians }) => corrections.length + guardians.length === 0}
          empty={
            <EmptyState
              isCard
              drawing={<BuoyDrawing />}
              title={<FormattedMessage id="association.request.none" />}
              text={<FormattedMessage id="association.request.none_text" />}
            />
          }
        >
          {({ corrections, guardians }) => (
            <Rows>
              {corrections.map((correction) => (
                <BirthdateCorrectionRow key={correction.id} correction={correction} />
              ))}
              {guardians.map((request) => (
                <GuardianRequestRow key={`${request.kind} ${request.affiliateId} ${request.name}`} request={request} />
              ))}
            </Rows>
          )}
        </QueryView>
      </div>
    </>
  );
}

function GuardianRequestRow({ request: { kind, affiliateId, childName, name, date } }: { request: GuardianRequest }) {
  return (
    <Row
      wrapsOnPhone
      start={
        <Disc>
          <UserRoundCheck size={20} />
        </Disc>
      }
      title={
        <FormattedMessage
          id={`association.request.${kind}`}
          values={{ name: <bdi>{name}</bdi>, child: <bdi>{childName}</bdi> }}
        />
      }
      text={<FormattedDate value={date} dateStyle="medium" timeStyle="short" />}
      end={
        <Link className={buttonClass({ kind: 'outlined', size: 'sm' })} to={`/desk/people/${affiliateId}`}>
          <FormattedMessage id="association.request.open" />
        </Link>
      }
    />
  );
}
