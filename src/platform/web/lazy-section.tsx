import { lazy, Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useIsHydrating } from '#ui/hooks/use-is-hydrating.ts';
import { isServerPage } from './page-state.ts';

/** The server's HTML is shown until then, so nothing has to be loaded in advance. */
const rootMargin = '0px';

/**
 * A section whose code is loaded when it is scrolled into view. Until then a page from the server shows the server's HTML,
 * in which links work and typed text is kept.
 */
export function lazySection<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback?: ReactNode) {
  const LazySection = lazy(async () => ({ default: await load() }));
  return function Section(props: Props) {
    const place = useRef<HTMLDivElement>(null);
    const isHydrating = useIsHydrating();
    // Null shows the server's HTML. A component that is loaded already renders in one step, unlike a lazy one.
    const [Content, setContent] = useState<ComponentType<Props> | null>(() =>
      isHydrating && !isServerPage() ? null : LazySection,
    );
    useEffect(() => {
      const element = place.current;
      if (Content !== null || element === null) return;
      const show = async () => {
        const [loaded, { saveReplacedInput }] = await Promise.all([load(), import('./enter-input.ts')]);
        const restoreInput = saveReplacedInput(element);
        flushSync(() => setContent(() => loaded));
        restoreInput();
      };
      const observer = new IntersectionObserver(
        ([entry]) => {
          if (entry?.isIntersecting) void show();
        },
        { rootMargin },
      );
      observer.observe(element);
      return () => observer.disconnect();
    }, [Content]);
    // React keeps the HTML that it finds here.
    if (Content === null) return <div ref={place} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
    return (
      <div ref={place}>
        <Suspense fallback={fallback}>
          <Content {...props} />
        </Suspense>
      </div>
    );
  };
}
