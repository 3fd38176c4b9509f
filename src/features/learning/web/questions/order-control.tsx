import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { classNames } from '#ui/styles/class-names.ts';
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
      <ol ref={list} className="order-rows" aria-labelledby={labelledBy}>
        {draft.map((id, index) => {
          const text = question.options.find((option) => option.id === id)?.text ?? [];
          const formatLabel = (what: string) =>
            intl.formatMessage({ id: `learning.player.order.${what}` }, { name: toPlainText(text) });
          return (
            <li
              key={id}
              className={classNames('order-row', id === draggedId && 'dragged', isLocked && 'right')}
              style={{ order: placeOf(id) }}
            >
              {isLocked ? (
                <span className="order-number num">{intl.formatNumber(index + 1)}</span>
              ) : (
                <button
                  {...gripOf(id)}
                  type="button"
                  className="order-grip"
                  lang={page.lang}
                  aria-label={formatLabel('grip')}
                >
                  <GripVertical size={20} aria-hidden="true" />
                </button>
              )}
              <span className="grow">
                <RichTextView text={text} />
              </span>
              {!isLocked && (
                <span className="order-moves" lang={page.lang}>
                  <IconButton
                    label={formatLabel('up')}
                    aria-disabled={index === 0}
                    onClick={({ currentTarget }) => move(id, -1, currentTarget)}
                  >
                    <ArrowUp size={20} aria-hidden="true" />
                  </IconButton>
                  <IconButton
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
