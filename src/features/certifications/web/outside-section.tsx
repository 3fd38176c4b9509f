import { useMutation } from '@tanstack/react-query';
import { IdCard, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useObjectUrl } from '../../../platform/web/object-url.ts';
import { queries } from '../../../platform/web/query.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PageSection } from '../../../ui/page.tsx';
import { Disc, Row, Rows } from '../../../ui/row.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { OutsideCertification } from '../shared/contract.ts';
import { cardDateText } from './card-words.ts';
import { eCards } from './client.ts';
import { OutsideAnswer, OutsideChip, OutsideLevel } from './outside-answer.tsx';
import { OutsideDialog } from './outside-dialog.tsx';
import { keepOutside } from './outside-keep.ts';
import { outsideKey, useOutside, useOutsidePicture } from './queries.ts';
import { failureText } from '../../../platform/web/failure-text.ts';

/** Certifications from elsewhere, as somebody says; the desk looks at their pictures. */
export function OutsideSection() {
  const { data: kept = [] } = useOutside(true);
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
      {kept.length > 0 && (
        <Rows>
          {kept.map((entry) => (
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
  const remove = useRemoval(entry, picture);
  const facts = [entry.agency, entry.number, entry.certDate && cardDateText(intl, entry.certDate)];
  return (
    <Row
      wrapsOnPhone
      start={
        src ? (
          <a className="outside-picture" href={src} target="_blank" rel="noreferrer">
            <img
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
          <OutsideAnswer entry={entry} />
        </>
      }
      end={
        <span className="outside-end">
          <OutsideChip entry={entry} />
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

/** Gone at once; whoever takes it back gets the same again, with its picture. */
function useRemoval(entry: OutsideCertification, picture: Blob | undefined) {
  const intl = useIntl();
  const refresh = () => queries.invalidateQueries({ queryKey: outsideKey });
  const takeBack = async () => {
    try {
      await keepOutside(entry, picture ?? null);
    } catch (error) {
      showToast({ text: failureText(intl, error) });
    }
    await refresh();
  };
  return useMutation({
    mutationFn: () => eCards('DELETE outside/{id}', { params: { id: entry.id } }),
    onSuccess: () =>
      showToast({
        icon: <Trash2 size={20} aria-hidden="true" />,
        text: intl.formatMessage({ id: 'certifications.outside.removed' }, { level: entry.level }),
        undo: { label: intl.formatMessage({ id: 'certifications.outside.undo' }), onUndo: () => void takeBack() },
      }),
    onError: (error) => showToast({ text: failureText(intl, error) }),
    onSettled: refresh,
  });
}
