import { ArrowDown, ArrowUp, GripVertical, Trash2 } from '#ui/icons/icons.ts';
import { useEffect, useEffectEvent, useId, useState, type ComponentProps } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageIdEnd } from '#platform/shared/message-id.ts';
import { findTextProblems } from '#platform/shared/text-rules.ts';
import { clsx } from 'clsx';
import { FieldMessage, controlClass, controlInput } from '#ui/fields/field.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import type { LogPhoto } from '#features/logbook/shared/contract.ts';
import { limits } from '#features/logbook/shared/rules.ts';
import { PhotoImage, usePhotoName } from './photo-image.tsx';

interface PhotoRowProps {
  photo: LogPhoto;
  index: number;
  total: number;
  /** The displayed position during a drag. */
  place: number;
  isDragged: boolean;
  grip: ComponentProps<'button'>;
  onOpen: () => void;
  onMove: (by: number, button: HTMLElement) => void;
  onCaption: (caption: string) => void;
  onRemove: () => void;
}

export function PhotoRow({ photo, index, total, place, isDragged, grip, ...on }: PhotoRowProps) {
  const intl = useIntl();
  const name = usePhotoName()(photo, index, total);
  const format = (id: MessageIdEnd<'logbook.photos.'>) => intl.formatMessage({ id: `logbook.photos.${id}` }, { name });
  return (
    <li
      className={clsx(
        'flex flex-wrap items-center gap-2 p-2 border rounded-box bg-surface',
        isDragged ? 'border-accent shadow-float-1' : 'border-line',
      )}
      style={{ order: place }}
      data-part="photo"
    >
      <button
        {...grip}
        type="button"
        className={clsx(
          'grid place-items-center w-8 min-h-tap rounded-in text-ink-3 touch-none',
          isDragged ? 'cursor-grabbing' : 'cursor-grab',
        )}
        data-part="grip"
        aria-label={format('grip')}
      >
        <GripVertical size={20} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="flex-none w-18 aspect-4/3 rounded-in overflow-hidden"
        onClick={on.onOpen}
        aria-label={format('open')}
      >
        <PhotoImage photo={photo} alt="" />
      </button>
      <Caption photo={photo} label={format('caption_of')} onCaption={on.onCaption} />
      <span className="flex ms-auto">
        <IconButton
          label={format('earlier')}
          aria-disabled={index === 0}
          onClick={({ currentTarget }) => on.onMove(-1, currentTarget)}
        >
          <ArrowUp size={20} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={format('later')}
          aria-disabled={index === total - 1}
          onClick={({ currentTarget }) => on.onMove(1, currentTarget)}
        >
          <ArrowDown size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={format('remove')} onClick={on.onRemove}>
          <Trash2 size={20} aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  );
}

/** Long enough for a pause while typing. */
const quietMs = 800;

/** Saves on a pause or blur; updates from elsewhere are shown unless the user is typing. */
function Caption({ photo, label, onCaption }: { photo: LogPhoto; label: string; onCaption: (text: string) => void }) {
  const intl = useIntl();
  const [typed, setTyped] = useState<string | null>(null);
  const messageId = useId();
  const { caption: problem } = findTextProblems({ caption: typed }, photo, { caption: 'short' });
  const saveCaption = () => {
    if (typed !== null && problem === undefined && typed.trim() !== photo.caption) onCaption(typed.trim());
  };
  const save = useEffectEvent(saveCaption);
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(save, quietMs);
    return () => clearTimeout(timer);
  }, [typed]);
  // Saves unfinished input on unmount.
  useEffect(() => () => save(), []);
  return (
    <span className="min-w-0 flex-[1_1_180px] max-sm:order-1 max-sm:basis-full">
      <span className={controlClass({ state: problem && 'wrong' })}>
        <input
          className={controlInput()}
          aria-invalid={problem !== undefined}
          aria-describedby={messageId}
          aria-label={label}
          placeholder={intl.formatMessage({ id: 'logbook.photos.caption' })}
          maxLength={limits.caption}
          value={typed ?? photo.caption}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => {
            saveCaption();
            if (problem === undefined) setTyped(null);
          }}
          onKeyDown={(event) => {
            // Enter must not submit a surrounding form.
            if (event.key === 'Enter') {
              event.preventDefault();
              saveCaption();
            }
          }}
        />
      </span>
      <FieldMessage id={messageId} state={problem && 'wrong'}>
        {problem && <FormattedMessage id={problem} />}
      </FieldMessage>
    </span>
  );
}
