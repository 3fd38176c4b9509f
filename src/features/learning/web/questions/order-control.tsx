import { ArrowDown, ArrowUp, GripVertical } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { MessageIdEnd } from '#platform/shared/message-id.ts';
import { Button } from '#ui/buttons/button.tsx';
import { clsx } from 'clsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { useReorder } from '#ui/lists/use-reorder.ts';
import { PageMessage, usePageLanguage } from '#features/learning/web/player/content-language.tsx';
import { toPlainText, RichTextView } from '#features/learning/web/player/rich-text.tsx';
import type { ControlProps } from './control.ts';

/** Items can be moved with a drag handle, its arrow keys, or the buttons of each row. */
export function OrderControl({ question, labelledBy, draft, onDraft, tries, isUntouched, ...on }: Props) {
  const intl = useIntl();
  const page = usePageLanguage();
  const [announcement, setAnnouncement] = useState('');
  const isLocked = tries !== null && tries.right !== null;
  const { list, draggedId, placeOf, move, gripOf } = useReorder({
    ids: draft,
    onOrder(ids, movedId) {
      onDraft(ids);
      const place = ids.indexOf(movedId) + 1;
      setAnnouncement(intl.formatMessage({ id: 'learning.player.moved' }, { place, total: ids.length }));
    },
  });
  return (
    <>
      <ol ref={list} className="grid gap-2" aria-labelledby={labelledBy}>
        {draft.map((id, index) => {
          const text = question.options.find((option) => option.id === id)?.text ?? [];
          const formatLabel = (what: MessageIdEnd<'learning.player.order.'>) =>
            intl.formatMessage({ id: `learning.player.order.${what}` }, { name: toPlainText(text) });
          return (
            <li
              key={id}
              className={clsx(
                'flex min-h-14 items-center gap-2 rounded-box border-[1.5px] py-0.5',
                isLocked ? 'border-accent bg-accent-soft px-4' : 'bg-surface px-1',
                !isLocked && (id === draggedId ? 'border-accent shadow-float-1' : 'border-line-2'),
              )}
              data-part="order-item"
              style={{ order: placeOf(id) }}
            >
              {isLocked ? (
                <span className="num font-title text-accent-text">{intl.formatNumber(index + 1)}</span>
              ) : (
                <button
                  {...gripOf(id)}
                  type="button"
                  className="grid min-h-tap w-9 flex-none cursor-grab touch-none place-items-center rounded-in text-ink-3"
                  data-part="grip"
                  lang={page.lang}
                  aria-label={formatLabel('grip')}
                >
                  <GripVertical size={20} aria-hidden="true" />
                </button>
              )}
              <span className="min-w-0 flex-1">
                <RichTextView text={text} />
              </span>
              {!isLocked && (
                <span className="flex flex-none" lang={page.lang}>
                  <IconButton
                    className="max-w-11"
                    label={formatLabel('up')}
                    aria-disabled={index === 0}
                    onClick={({ currentTarget }) => move(id, -1, currentTarget)}
                  >
                    <ArrowUp size={20} aria-hidden="true" />
                  </IconButton>
                  <IconButton
                    className="max-w-11"
                    label={formatLabel('down')}
                    aria-disabled={index === draft.length - 1}
                    onClick={({ currentTarget }) => move(id, 1, currentTarget)}
                  >
                    <ArrowDown size={20} aria-hidden="true" />
                  </IconButton>
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <output className="vh" {...page}>
        {announcement}
      </output>
      {/* The initial order may be the right answer, so it can be submitted unchanged. */}
      {tries === null && isUntouched && (
        <Button className="mt-3" kind="outlined" onClick={() => on.onAnswer([...draft])}>
          <PageMessage id="learning.player.keep_order" />
        </Button>
      )}
    </>
  );
}

type Props = ControlProps & { isUntouched: boolean };
