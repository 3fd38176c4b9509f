import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useActingFor } from '#platform/web/session/acting-for.ts';
import { useCurrentChild, usePersonSwitch } from '#platform/web/session/use-person-switch.tsx';
import { combineQueries } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { SlateDrawing } from '#ui/drawings/slate-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { PersonSwitch } from '#ui/navigation/person-switch.tsx';
import { Skeleton, SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { DraftList } from './draft-list.tsx';
import { FormTasks } from './form-tasks.tsx';
import { useDraftRemoval } from './use-draft-removal.tsx';
import { groupForms } from './group-forms.ts';
import { SignedForms } from './signed-forms.tsx';
import { useDrafts, useSignedRecords } from './list-queries.ts';
import { formsPath } from '#features/forms/web/queries.ts';
import { StartFormButton } from './start-form-button.tsx';
import type { ProfessionalField } from './start-form-dialog.tsx';

const personSwitchMessages = { label: 'forms.list.person', you: 'forms.list.you' } as const;

interface OwnFormsProps {
  professional: ProfessionalField;
  tabs: ReactNode;
  /** The user's applications; not shown for a child. */
  applications: ReactNode;
  /** Someone without forms sees their application in progress first. */
  hasOpenApplication: boolean;
}

/** Tasks, drafts and signed forms of the user or a child. */
export function OwnForms({ professional, tabs, applications, hasOpenApplication }: OwnFormsProps) {
  const intl = useIntl();
  const { affiliateId, isOwn } = useActingFor();
  const child = useCurrentChild();
  const family = usePersonSwitch(formsPath, personSwitchMessages);
  const signed = useSignedRecords(affiliateId);
  const { leavingId, remove } = useDraftRemoval();
  const query = combineQueries(useDrafts(), signed, (drafts, { pages }) =>
    groupForms(
      drafts.filter(({ id }) => id !== leavingId),
      pages.flatMap(({ items }) => items),
      { affiliateId, isOwn },
    ),
  );
  const start = {
    professional,
    forChild: isOwn ? null : { affiliateId, name: child?.firstName ?? null },
  };
  const isApplicationFirst = isOwn && hasOpenApplication && query.data !== undefined && isEmpty(query.data);
  return (
    <>
      <PersonSwitch {...family} />
      <PageHead
        title={<FormattedMessage id="forms.list.title" />}
        text={
          isOwn ? (
            <FormattedMessage id="forms.list.text" />
          ) : (
            child && <FormattedMessage id="forms.list.text_child" values={{ name: <bdi>{child.firstName}</bdi> }} />
          )
        }
        end={
          query.data !== undefined &&
          !isEmpty(query.data) && (
            <>
              <span className="only-wide">
                <StartFormButton {...start} />
              </span>
              {/* On a phone the filled button is in the bar below. */}
              <span className="only-phone">
                <StartFormButton {...start} kind="outlined" />
              </span>
            </>
          )
        }
      />
      {tabs}
      <div className="mt-6">
        {isApplicationFirst && <div className="mb-10">{applications}</div>}
        <QueryView
          query={query}
          skeleton={
            <SkeletonGroup label={intl.formatMessage({ id: 'forms.list.loading' })} className="grid gap-3">
              <Skeleton height={32} width={160} />
              <SkeletonRows count={3} height={88} />
            </SkeletonGroup>
          }
          isCard
          isEmpty={isEmpty}
          empty={
            <EmptyState
              isCard
              drawing={<SlateDrawing />}
              title={<FormattedMessage id="forms.list.empty" />}
              text={<FormattedMessage id="forms.list.empty_text" />}
              action={<StartFormButton {...start} />}
            />
          }
        >
          {(all) => (
            <>
              <FormTasks tasks={all.tasks} isOwn={isOwn} onRemove={(draft) => void remove(draft)} />
              <DraftList drafts={all.drafts} onRemove={(draft) => void remove(draft)} />
              <SignedForms records={all.signed} query={signed} />
            </>
          )}
        </QueryView>
        {isOwn && !isApplicationFirst && applications}
      </div>
    </>
  );
}

function isEmpty({ tasks, drafts, signed }: ReturnType<typeof groupForms>): boolean {
  return tasks.length + drafts.length + signed.length === 0;
}
