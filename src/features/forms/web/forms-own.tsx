import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useActingFor } from '../../../platform/web/acting-for.ts';
import { useChild, usePersonSwitch } from '../../../platform/web/person-switch.tsx';
import { SlateDrawing } from '../../../ui/drawings/slate-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHead } from '../../../ui/page.tsx';
import { PersonSwitch } from '../../../ui/person-switch.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import { FormDrafts } from './forms-drafts.tsx';
import { FormNeeds } from './forms-needs.tsx';
import { useDraftRemoval } from './forms-removal.tsx';
import { sortForms } from './forms-sorted.ts';
import { SignedForms } from './forms-signed.tsx';
import { useDrafts, useSigned } from './list-queries.ts';
import { LoadFailure } from './load-failure.tsx';
import { formsPath } from './queries.ts';
import { StartButton } from './start-button.tsx';
import type { ProfessionalField } from './start-dialog.tsx';

const familyWords = { label: 'forms.list.person', you: 'forms.list.you' };

interface OwnFormsProps {
  professional: ProfessionalField;
  tabs: ReactNode;
  /** One's applications for a level; a child has none. */
  applications: ReactNode;
}

/** What needs somebody, what was begun, and what is signed: one's own, or a child's. */
export function OwnForms({ professional, tabs, applications }: OwnFormsProps) {
  const intl = useIntl();
  const { affiliateId, isOwn } = useActingFor();
  const child = useChild();
  const family = usePersonSwitch(formsPath, familyWords);
  const drafts = useDrafts();
  const signed = useSigned(affiliateId);
  const records = signed.data?.pages.flatMap(({ items }) => items);
  const failed = [drafts, signed].find(({ data, isError }) => data === undefined && isError);
  const { leavingId, remove } = useDraftRemoval();
  const open = drafts.data?.filter(({ id }) => id !== leavingId);
  const all = open && records && sortForms(open, records, { affiliateId, isOwn });
  const isEmpty = all !== undefined && all.needs.length + all.drafts.length + all.signed.length === 0;
  const start = {
    professional,
    forChild: isOwn ? null : { affiliateId, name: child?.firstName ?? null },
  };
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
          all !== undefined &&
          !isEmpty && (
            <>
              <span className="only-wide">
                <StartButton {...start} />
              </span>
              {/* The filled one of a phone is in the bar below. */}
              <span className="only-phone">
                <StartButton {...start} kind="outlined" />
              </span>
            </>
          )
        }
      />
      {tabs}
      <div className="mt-6">
        {failed ? (
          <LoadFailure query={failed} />
        ) : all === undefined ? (
          <SkeletonGroup label={intl.formatMessage({ id: 'forms.list.loading' })} className="grid gap-3">
            <Skeleton height={32} width={160} />
            <Skeleton height={88} />
            <Skeleton height={88} />
            <Skeleton height={88} />
          </SkeletonGroup>
        ) : isEmpty ? (
          <EmptyState
            isCard
            drawing={<SlateDrawing />}
            title={<FormattedMessage id="forms.list.empty" />}
            text={<FormattedMessage id="forms.list.empty_text" />}
            action={<StartButton {...start} />}
          />
        ) : (
          <>
            <FormNeeds needs={all.needs} isOwn={isOwn} onRemove={(draft) => void remove(draft)} />
            <FormDrafts drafts={all.drafts} onRemove={(draft) => void remove(draft)} />
            <SignedForms records={all.signed} query={signed} />
          </>
        )}
        {isOwn && applications}
      </div>
    </>
  );
}
