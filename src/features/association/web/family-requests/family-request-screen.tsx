import { UserRoundCheck } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { FormattedDateTime } from '#platform/web/i18n/formatted-day.tsx';
import { combineQueries, mapQuery } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { CorrectionInQueue } from '#features/account/shared/birthdate-contract.ts';
import type { GuardianRequest } from '#features/family/shared/guardian-desk-endpoints.ts';
import { LoadMoreButton } from '#platform/web/client/load-more-button.tsx';
import { listItems } from '#features/association/web/use-queue.ts';
import { birthdateClient } from '#features/association/web/client.ts';
import { BirthdateCorrectionRow, type CorrectionDecision } from './birthdate-correction-row.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { useBirthdateCorrections, useGuardianRequests } from './queries.ts';

/** Requests from families: birthdate corrections and guardian reviews. */
export function FamilyRequestScreen() {
  const intl = useIntl();
  const birthdates = useBirthdateCorrections();
  const requests = useGuardianRequests();
  const [deciding, setDeciding] = useState<DecidingCorrection | null>(null);
  const query = combineQueries(
    mapQuery(birthdates, listItems),
    mapQuery(requests, listItems),
    (corrections, guardians) => ({ corrections, guardians }),
  );
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
            <>
              {corrections.length > 0 && (
                <Rows>
                  {corrections.map((correction) => (
                    <BirthdateCorrectionRow
                      key={correction.id}
                      correction={correction}
                      onDecide={(decision) => setDeciding({ correction, decision })}
                    />
                  ))}
                </Rows>
              )}
              <LoadMoreButton query={birthdates} />
              {guardians.length > 0 && (
                <Rows>
                  {guardians.map((request) => (
                    <GuardianRequestRow
                      key={`${request.kind} ${request.affiliateId} ${request.name}`}
                      request={request}
                    />
                  ))}
                </Rows>
              )}
              <LoadMoreButton query={requests} />
            </>
          )}
        </QueryView>
      </div>
      {/* Outside the list, because another clerk's decision removes the row. */}
      {deciding && (
        <DecideCorrectionDialog
          deciding={deciding}
          isGone={query.data?.corrections.some(({ id }) => id === deciding.correction.id) === false}
          onClose={() => setDeciding(null)}
        />
      )}
    </>
  );
}

interface DecidingCorrection {
  correction: CorrectionInQueue;
  decision: CorrectionDecision;
}

interface DecideCorrectionDialogProps {
  deciding: DecidingCorrection;
  isGone: boolean;
  onClose: () => void;
}

function DecideCorrectionDialog({ deciding, isGone, onClose }: DecideCorrectionDialogProps) {
  const { correction, decision } = deciding;
  const { id, affiliateId, fullName } = correction;
  return (
    <DecideDialog
      title={<FormattedMessage id={`association.request.${decision}_title`} values={{ name: <bdi>{fullName}</bdi> }} />}
      text={<FormattedMessage id={`association.request.${decision}_text`} />}
      sendLabel={<FormattedMessage id={`association.request.${decision === 'approved' ? 'approve' : 'decline'}`} />}
      subject={`person:${affiliateId}`}
      isGone={isGone}
      decide={(reason) =>
        birthdateClient('POST birthdate-corrections/{id}/decision', { params: { id }, body: { decision, reason } })
      }
      onClose={onClose}
    />
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
      text={<FormattedDateTime value={date} />}
      end={
        <Link className={buttonClass({ kind: 'outlined', size: 'sm' })} to={`/desk/people/${affiliateId}`}>
          <FormattedMessage id="association.request.open" />
        </Link>
      }
    />
  );
}
