import '#features/association/web/search/search-screen.css';
import { UserRoundCheck } from 'lucide-react';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { GuardianRequest } from '#features/family/shared/guardian-desk-calls.ts';
import { BirthdateCorrectionRow } from './birthdate-correction-row.tsx';
import { useBirthdateCorrections, useGuardianRequests } from './queries.ts';

/** Requests from families: birthdate corrections and guardian reviews. */
export function FamilyRequestScreen() {
  const intl = useIntl();
  const errorProps = useErrorState();
  const corrections = useBirthdateCorrections();
  const guardians = useGuardianRequests();
  const failed = [corrections, guardians].find(({ isError, data }) => isError && data === undefined);
  const isLoaded = corrections.data !== undefined && guardians.data !== undefined;
  return (
    <>
      <PageHead
        title={<FormattedMessage id="association.nav.requests" />}
        text={<FormattedMessage id="association.request.text" />}
      />
      <div className="mt-6 grid gap-6">
        {failed ? (
          <ErrorState isCard {...errorProps} isBusy={failed.isFetching} onRefresh={() => void failed.refetch()} />
        ) : !isLoaded ? (
          <SkeletonGroup label={intl.formatMessage({ id: 'association.request.loading' })}>
            <SkeletonRows count={4} height={72} />
          </SkeletonGroup>
        ) : corrections.data.length + guardians.data.length === 0 ? (
          <EmptyState
            isCard
            drawing={<BuoyDrawing />}
            title={<FormattedMessage id="association.request.none" />}
            text={<FormattedMessage id="association.request.none_text" />}
          />
        ) : (
          <Rows>
            {corrections.data.map((correction) => (
              <BirthdateCorrectionRow key={correction.id} correction={correction} />
            ))}
            {guardians.data.map((request) => (
              <GuardianRequestRow key={`${request.kind} ${request.affiliateId} ${request.name}`} request={request} />
            ))}
          </Rows>
        )}
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
        <Link className={buttonClass({ kind: 'outlined', size: 'fine' })} to={`/desk/people/${affiliateId}`}>
          <FormattedMessage id="association.request.open" />
        </Link>
      }
    />
  );
}
