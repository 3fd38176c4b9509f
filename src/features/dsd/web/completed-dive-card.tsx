import { useMutation } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { useObjectUrl } from '#platform/web/files/use-object-url.ts';
import { useActingFor } from '#platform/web/session/acting-for.ts';
import { currentToken } from '#platform/web/session/session.ts';
import { useCurrentChild } from '#platform/web/session/use-person-switch.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { DiverDrawing } from '#ui/drawings/diver-drawing.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { CompletedDive } from '#features/dsd/shared/contract.ts';
import { AddPhotoButton } from './add-photo-button.tsx';
import { dsdClient } from './client.ts';
import { refreshDsd, useDivePhoto } from './queries.ts';

/** Congratulates on the dive, the guest's own or a child's, with its photo if someone added one. */
export function CompletedDiveCard({ dive }: { dive: CompletedDive | null }) {
  const { affiliateId, isOwn } = useActingFor();
  const child = useCurrentChild()?.firstName;
  const hasPhoto = dive?.photo !== null && dive !== null;
  const { by = null } = dive ?? {};
  return (
    <div className="card mb-8 grid overflow-clip sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      {hasPhoto ? (
        <DivePhoto affiliateId={affiliateId} addedDate={dive.photo?.addedDate} />
      ) : (
        <span className="grid h-55 place-items-center bg-bg sm:h-full">
          <DiverDrawing className="h-auto w-52" />
        </span>
      )}
      <div className="grid content-center gap-5 p-5 lg:p-8">
        <PageHead
          eyebrow={<FormattedMessage id="dsd.name" />}
          title={
            <FormattedMessage
              id={isOwn ? 'dsd.done.title' : 'dsd.done.title_child'}
              values={{ name: <bdi>{isOwn ? currentToken()?.givenName : child}</bdi> }}
            />
          }
          text={by && <bdi>{by.name}</bdi>}
        />
        {dive && (
          <div className="flex flex-wrap gap-3">
            {hasPhoto ? <RemovePhotoButton affiliateId={affiliateId} /> : <AddPhotoButton affiliateId={affiliateId} />}
          </div>
        )}
      </div>
    </div>
  );
}

function DivePhoto({ affiliateId, addedDate }: { affiliateId: number; addedDate: string | undefined }) {
  const intl = useIntl();
  const url = useObjectUrl(useDivePhoto(affiliateId, addedDate).data);
  return (
    <span className="block h-65 bg-sunken sm:h-full sm:min-h-80">
      {url && <img className="size-full object-cover" src={url} alt={intl.formatMessage({ id: 'dsd.name' })} />}
    </span>
  );
}

function RemovePhotoButton({ affiliateId }: { affiliateId: number }) {
  const intl = useIntl();
  const remove = useMutation({
    mutationFn: () => dsdClient('DELETE Guests/{affiliateId}/photo', { params: { affiliateId } }),
    onSuccess: refreshDsd,
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
  });
  return (
    <Button kind="quiet" isBusy={remove.isPending} onClick={() => remove.mutate()}>
      <FormattedMessage id="dsd.photo.remove" />
    </Button>
  );
}
