import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { NativeSelect } from './csv-mapping-form.tsx';
import { PreviewRow } from './preview-row.tsx';
import { canChoose, getAction, isChosen } from './preview-rows.ts';
import type { usePreview } from './use-preview.ts';

/** Estimates; actual heights are measured when visible. */
const rowHeight = 84;
const leastScaleM = 20;

type Preview = ReturnType<typeof usePreview>;

/** Virtualized, because a logbook can have thousands of dives. */
export function PreviewList({ preview }: { preview: Preview }) {
  const intl = useIntl();
  const { rows, choices } = preview;
  const list = useRef<HTMLUListElement>(null);
  const top = useOffset(list);
  // eslint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtual = useWindowVirtualizer<HTMLLIElement>({
    count: rows.length,
    scrollMargin: top,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
  });
  const scaleDepthM = useMemo(() => Math.max(leastScaleM, ...rows.map(({ dive }) => dive.max_depth ?? 0)), [rows]);
  return (
    <>
      <PreviewTools preview={preview} />
      <ul
        ref={list}
        className="@container relative border-t border-line"
        data-part="dives"
        style={{ blockSize: virtual.getTotalSize() }}
        aria-label={intl.formatMessage({ id: 'logbook.import.list' })}
      >
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              className="absolute inset-x-0 border-b border-line"
              style={{ top: start - top }}
            >
              <PreviewRow
                row={row}
                isChosen={isChosen(row, choices)}
                action={getAction(row, choices)}
                scaleDepthM={scaleDepthM}
                onChoice={preview.choose}
                onStart={preview.answer}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Nepal, Eucla, and the Chatham Islands in winter and summer. */
const quarterHours = [345, 525, 765, 825];
/** Offsets of UTC in whole and half hours, and the quarters that are in use. */
const offsets = [...Array.from({ length: 53 }, (_, index) => index * 30 - 720), ...quarterHours].toSorted(
  (a, b) => a - b,
);

function PreviewTools({ preview }: { preview: Preview }) {
  const intl = useIntl();
  const { rows, utcCount } = preview;
  const [offset, setOffset] = useState('');
  return (
    <div className="mb-3 grid gap-4">
      {utcCount > 0 && (
        <div className="card max-w-140 p-4">
          <NativeSelect
            label={<FormattedMessage id="logbook.import.offset" values={{ count: utcCount }} />}
            value={offset}
            options={[
              ['', intl.formatMessage({ id: 'logbook.form.choose' })],
              ['local', intl.formatMessage({ id: 'logbook.import.offset_local' })],
              ...offsets.map((minutes): [string, string] => [String(minutes), formatOffset(minutes)]),
            ]}
            onChange={(value) => {
              setOffset(value);
              // Programs mark local time as UTC; it then stays as it is.
              if (value !== '') preview.answerOffset(value === 'local' ? 0 : Number(value));
            }}
          />
        </div>
      )}
      {rows.some(canChoose) && (
        <div className="flex flex-wrap gap-1 -mx-3">
          <Button kind="quiet" onClick={() => preview.chooseAll(true)}>
            <FormattedMessage id="logbook.import.select_all" />
          </Button>
          <Button kind="quiet" onClick={() => preview.chooseAll(false)}>
            <FormattedMessage id="logbook.import.select_none" />
          </Button>
        </div>
      )}
    </div>
  );
}

function formatOffset(minutes: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** The offset of the list in the page. Content above it may change its height. */
function useOffset(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const look = () => {
      const rect = list.current?.getBoundingClientRect();
      if (rect !== undefined) setTop(Math.round(rect.top + scrollY));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return top;
}
