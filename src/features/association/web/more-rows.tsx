import { useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';

/** Loads the next page on scroll; the button is for keyboard users. */
export function MoreRows({ isBusy, onMore }: { isBusy: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  useEffect(() => {
    latest.current = onMore;
  });
  useEffect(() => {
    if (isBusy || end.current === null) return;
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) latest.current();
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [isBusy]);
  return (
    <div ref={end} className="py-3 px-4">
      <Button kind="outlined" size="sm" isBusy={isBusy} onClick={onMore}>
        <FormattedMessage id="association.applications.more" />
      </Button>
    </div>
  );
}
