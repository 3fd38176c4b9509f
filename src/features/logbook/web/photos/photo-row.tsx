import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState, type ComponentProps } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { findTextProblems } from '#platform/shared/text-rules.ts';
import { classNames } from '#ui/styles/class-names.ts';
import { FieldMessage } from '#ui/fields/field.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import type { LogPhoto } from '#features/logbook/shared/contract.ts';
import { limits } from '#features/logbook/shared/rules.ts';
import { PhotoImage, usePhotoName } from './photo-image.tsx';

interface PhotoRowProps {
  photo: LogPhoto;
  index: number;
  total: number;
  /** Where it is shown while it, or another, is dragged. */
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
  const say = (id: string) => intl.formatMessage({ id: `logbook.photos.${id}` }, { name });
  return (
    <li className={classNames('photo-item', isDragged && 'dragged')} style={{ order: place }}>
      <button {...grip} type="button" className="photo-grip" aria-label={say('grip')}>
        <GripVertical size={20} aria-hidden="true" />
      </button>
      <button type="button" className="photo-thumb" onClick={on.onOpen} aria-label={say('open')}>
        <PhotoImage photo={photo} alt="" />
      </button>
      <Caption photo={photo} label={say('caption_of')} onCaption={on.onCaption} />
      <span className="photo-moves">
        <IconButton
          label={say('earlier')}
          aria-disabled={index === 0}
          onClick={({ currentTarget }) => on.onMove(-1, currentTarget)}
        >
          <ArrowUp size={20} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={say('later')}
          aria-disabled={index === total - 1}
          onClick={({ currentTarget }) => on.onMove(1, currentTarget)}
        >
          <ArrowDown size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label={say('remove')} onClick={on.onRemove}>
          <Trash2 size={20} aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  );
}

/** Long enough for a pause between two words. */
const quietMs = 800;

/** Saved when somebody stops typing or goes on; what comes from elsewhere is shown unless one is typing. */
function Caption({ photo, label, onCaption }: { photo: LogPhoto; label: string; onCaption: (text: string) => void }) {
  const intl = useIntl();
  const [typed, setTyped] = useState<string | null>(null);
  const messageId = useId();
  const { caption: problem } = findTextProblems({ caption: typed }, photo, { caption: 'short' });
  const tell = () => {
    if (typed !== null && problem === undefined && typed.trim() !== photo.caption) onCaption(typed.trim());
  };
  const save = useEffectEvent(tell);
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(save, quietMs);
    return () => clearTimeout(timer);
  }, [typed]);
  // Whoever leaves in the middle of a word keeps it.
  useEffect(() => () => save(), []);
  return (
    <span className={classNames('photo-caption', problem && 'field wrong')}>
      <span className="ctl">
        <input
          aria-invalid={problem !== undefined}
          aria-describedby={messageId}
          aria-label={label}
          placeholder={intl.formatMessage({ id: 'logbook.photos.caption' })}
          maxLength={limits.caption}
          value={typed ?? photo.caption}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => {
            tell();
            if (problem === undefined) setTyped(null);
          }}
          onKeyDown={(event) => {
            // A form around it is not sent by it.
            if (event.key === 'Enter') {
              event.preventDefault();
              tell();
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
