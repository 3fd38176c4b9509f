import { FormattedMessage } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import { SentenceSpace } from '#platform/web/i18n/sentence-space.tsx';
import type { MessageId } from '#platform/shared/message-id.ts';
import { useCurrentChild } from '#platform/web/session/use-person-switch.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { SlateDrawing } from '#ui/drawings/slate-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import type { Draft, MedicalStatus } from '#features/forms/shared/contract.ts';
import { isMedicalRequired } from '#features/forms/shared/rules.ts';
import { formsPath, recordPath } from '#features/forms/web/queries.ts';

/** The page has its own URL, so it survives a reload. */
export function submittedPath(
  { id, packet, isOwn, affiliateId }: Pick<Draft, 'id' | 'packet' | 'isOwn' | 'affiliateId'>,
  medicalStatus: MedicalStatus | null,
  /** Set if someone else has signed last, on another device. */
  signedBy: 'guardian' | null = null,
): string {
  const query = new URLSearchParams({ id, done: medicalStatus ?? 'none', packet });
  if (!isOwn) query.set('for', String(affiliateId));
  if (signedBy !== null) query.set('signedBy', signedBy);
  return `/training/medical-form?${query}`;
}

export function FormSubmitted({ documentId }: { documentId: string }) {
  const [query] = useSearchParams();
  const isRequired = isMedicalRequired(query.get('done') as MedicalStatus);
  const isOwn = !query.has('for');
  const isDsd = query.get('packet') === 'dsd';
  const kind = isRequired ? 'physician' : isDsd ? (isOwn ? 'dsd' : 'dsd_child') : 'stored';
  const list = isOwn ? formsPath : `${formsPath}?for=${query.get('for')}`;
  const child = useCurrentChild()?.firstName ?? '';
  const to = {
    physician: recordPath(documentId),
    dsd: '/training?ref=dsd',
    dsd_child: `/training/course/discover-scuba?for=${query.get('for')}`,
    stored: list,
  }[kind];
  return (
    <EmptyState
      level={1}
      drawing={isRequired ? <SlateDrawing /> : <BuoyDrawing />}
      title={<FormattedMessage id={`forms.sign.done.${kind}.title`} values={{ name: <bdi>{child}</bdi> }} />}
      text={
        <>
          {query.get('signedBy') === 'guardian' && (
            <>
              <FormattedMessage id="forms.sign.done.guardian" />
              <SentenceSpace />
            </>
          )}
          <FormattedMessage
            id={`forms.sign.done.${kind}.text`}
            values={{ whose: isOwn ? 'you' : 'other', name: <bdi>{child}</bdi> }}
          />
        </>
      }
      action={
        <div className="grid justify-center gap-3">
          <Link className={buttonClass()} to={to}>
            <FormattedMessage
              id={`forms.sign.done.${kind === 'dsd_child' ? 'dsd_child.learn' : `${kind}.action`}` as MessageId}
            />
          </Link>
          {kind === 'dsd_child' && (
            <Link className={buttonClass({ kind: 'outlined' })} to="/family">
              <FormattedMessage id="forms.sign.done.dsd_child.action" />
            </Link>
          )}
          {kind !== 'physician' && (
            <Link className={buttonClass({ kind: 'quiet' })} to={recordPath(documentId)}>
              <FormattedMessage id="forms.sign.done.see" />
            </Link>
          )}
        </div>
      }
    />
  );
}
