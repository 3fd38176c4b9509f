import { Check, X } from 'lucide-react';
import type { CSSProperties } from 'react';
import { classNames } from '#ui/styles/class-names.ts';
import { Drawing } from '#features/learning/web/player/drawing.tsx';
import type { ControlProps } from './control.ts';

/**
 * Spots on a picture, each a button large enough for touch and reachable by keyboard. The picture is never mirrored.
 */
export function HotspotControl({ question, labelledBy, draft, onDraft, tries, onAnswer }: ControlProps) {
  const { picture, spots } = question;
  return (
    <div className="hotspot" dir="ltr">
      {picture !== null && <Drawing picture={picture} />}
      <ul className="pins" aria-labelledby={labelledBy}>
        {spots.map(({ id, name, x, y, r }) => {
          const isTried = tries?.wrong.some((answer) => answer[0] === id) === true;
          const isRight = tries?.right?.[0] === id;
          const isOver = tries !== null && (tries.right !== null || isTried);
          const isChosen = tries === null && draft[0] === id;
          const place = { '--x': `${x}%`, '--y': `${y}%`, '--r': `${r * 2}cqi` } as CSSProperties;
          return (
            <li key={id} style={place}>
              <button
                type="button"
                className={classNames('pin', isTried && 'tried', isRight && 'right', isChosen && 'chosen')}
                aria-label={name}
                aria-pressed={tries === null ? isChosen : undefined}
                aria-disabled={isOver || undefined}
                onClick={() => {
                  if (isOver) return;
                  if (tries === null) onDraft([id]);
                  else onAnswer([id]);
                }}
              >
                <span className="pin-dot">
                  {isTried && <X size={16} aria-hidden="true" />}
                  {(isRight || isChosen) && <Check size={16} aria-hidden="true" />}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
