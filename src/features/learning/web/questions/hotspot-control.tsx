import { Check, X } from '#ui/icons/icons.ts';
import { clsx } from 'clsx';
import { Drawing } from '#features/learning/web/player/drawing.tsx';
import type { ControlProps } from './control.ts';

/**
 * Spots on a picture, each a button large enough for touch and reachable by keyboard. The picture is never mirrored.
 */
export function HotspotControl({ question, labelledBy, draft, onDraft, tries, onAnswer }: ControlProps) {
  const { picture, spots } = question;
  return (
    <div className="@container relative" data-part="hotspot" dir="ltr">
      {picture !== null && <Drawing picture={picture} className="rounded-box" />}
      <ul aria-labelledby={labelledBy}>
        {spots.map(({ id, name, x, y, r }) => {
          const isTried = tries?.wrong.some((answer) => answer[0] === id) === true;
          const isRight = tries?.right?.[0] === id;
          const isClosed = tries !== null && (tries.right !== null || isTried);
          const isChosen = tries === null && draft[0] === id;
          const isMarked = isRight || isChosen;
          const diameter = `max(44px, ${r * 2}cqi)`;
          return (
            <li
              key={id}
              className="absolute -translate-1/2"
              style={{ insetInlineStart: `${x}%`, insetBlockStart: `${y}%` }}
            >
              <button
                type="button"
                className={clsx(
                  'grid place-items-center rounded-full border-2',
                  isMarked ? 'border-accent' : 'border-transparent not-aria-disabled:hover:border-accent',
                )}
                style={{ inlineSize: diameter, blockSize: diameter }}
                data-part="spot"
                aria-label={name}
                aria-pressed={tries === null ? isChosen : undefined}
                aria-disabled={isClosed || undefined}
                onClick={() => {
                  if (isClosed) return;
                  if (tries === null) onDraft([id]);
                  else onAnswer([id]);
                }}
              >
                <span
                  className={clsx(
                    'grid size-6.5 place-items-center rounded-full ring-2 ring-surface',
                    isTried ? 'border-2 border-dashed border-coral text-coral' : 'border-[2.5px] border-accent',
                    isMarked ? 'bg-accent text-on-accent' : 'bg-surface',
                    !isMarked && !isTried && 'text-accent-text',
                  )}
                >
                  {isTried && <X size={16} aria-hidden="true" />}
                  {isMarked && <Check size={16} aria-hidden="true" />}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
