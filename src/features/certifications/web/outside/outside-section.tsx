import { useMutation } from '@tanstack/react-query';
import { IdCard, Plus, Trash2 } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useObjectUrl } from '#platform/web/files/use-object-url.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { OutsideCertification } from '#features/certifications/shared/contract.ts';
import { formatCardDate } from '#features/certifications/web/card-text.ts';
import { eCardClient } from '#features/certifications/web/client.ts';
import { OutsidePictureUpload, OutsideStatusChip, OutsideLevel } from './outside-status.tsx';
import { OutsideDialog } from './outside-dialog.tsx';
import { saveOutside } from './save-outside.ts';
import { outsideKey, useOutsideCertifications, useOutsidePicture } from '#features/certifications/web/queries.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';

/** Outside certifications as entered; staff review their pictures. */
export function OutsideSection() {
  const { data: certifications = [] } = useOutsideCertifications(true);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <PageSection
      title={<FormattedMessage id="certifications.outside.title" />}
      end={
        <Button kind="quiet" onClick={() => setIsAdding(true)}>
          <Plus size={18} aria-hidden="true" />
          <FormattedMessage id="certifications.outside.add" />
        </Button>
      }
    >
      <p className="mb-3 text-sm text-ink-2">
        <FormattedMessage id="certifications.outside.text" />
      </p>
      {certifications.length > 0 && (
        <Rows>
          {certifications.map((entry) => (
            <OutsideRow key={entry.id} entry={entry} />
          ))}
        </Rows>
      )}
      {isAdding && <OutsideDialog onClose={() => setIsAdding(false)} />}
    </PageSection>
  );
}

function OutsideRow({ entry }: { entry: OutsideCertification }) {
  const intl = useIntl();
  const { data: picture } = useOutsidePicture(entry.id, entry.hasPicture);
  const src = useObjectUrl(picture);
  const remove = useOutsideRemoval(entry, picture);
  const facts = [entry.agency, entry.number, entry.certDate && formatCardDate(intl, entry.certDate)];
  return (
    <Row
      wrapsOnPhone
      start={
        src ? (
          <a className="flex-none w-16 h-11 rounded-in overflow-hidden" href={src} target="_blank" rel="noreferrer">
            <img
              className="size-full object-cover"
              src={src}
              alt={intl.formatMessage({ id: 'certifications.outside.picture_of' }, { level: entry.level })}
            />
          </a>
        ) : (
          <Disc>
            <IdCard size={20} />
          </Disc>
        )
      }
      title={<bdi>{entry.level}</bdi>}
      text={
        <>
          {facts
            .filter((fact) => fact !== null && fact !== '')
            .map((fact, index) => (
              <span key={fact}>
                {index > 0 && ' · '}
                <bdi className="inline-block">{fact}</bdi>
              </span>
            ))}
          <OutsideLevel entry={entry} />
          <OutsidePictureUpload entry={entry} />
        </>
      }
      end={
        <span className="flex items-center justify-between gap-2 ms-auto max-lg:flex-[1_0_100%]">
          <OutsideStatusChip entry={entry} />
          <IconButton
            label={intl.formatMessage({ id: 'certifications.outside.remove' }, { level: entry.level })}
            aria-disabled={remove.isPending || undefined}
            onClick={() => remove.isPending || remove.mutate()}
          >
            <Trash2 size={20} aria-hidden="true" />
          </IconButton>
        </span>
      }
    />
  );
}

/** Deletes immediately; undo creates the same entry again with its picture. */
function useOutsideRemoval(entry: OutsideCertification, picture: Blob | undefined) {
  const intl = useIntl();
  const refresh = () => currentQueryClient().invalidateQueries({ queryKey: outsideKey });
  const restore = async () => {
    try {
      await saveOutside(entry, picture ?? null);
    } catch (error) {
      showToast({ text: formatErrorMessage(intl, error) });
    }
    await refresh();
  };
  return useMutation({
    mutationFn: () => eCardClient('DELETE outside/{id}', { params: { id: entry.id } }),
    onSuccess: () =>
      showToast({
        icon: <Trash2 size={20} aria-hidden="true" />,
        text: intl.formatMessage({ id: 'certifications.outside.removed' }, { level: entry.level }),
        undo: { label: intl.formatMessage({ id: 'certifications.outside.undo' }), onUndo: () => void restore() },
      }),
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
    onSettled: refresh,
  });
}
