import type { ComponentProps } from 'react';
import { clsx } from 'clsx';

const pageMain = clsx(
  'mx-auto w-full max-w-[calc(var(--content)+2*var(--gutter))] min-w-0 px-gutter pt-6 pb-[calc(var(--thumb)+40px)] lg:pt-10 lg:pb-[calc(var(--thumb)+24px)]',
  // The end of the page stays visible above the bars of a phone.
  'max-lg:has-[[data-bottom-bar]]:pb-[calc(var(--thumb)+120px)]',
  'max-lg:has-[[data-part=task-bar]]:pt-0 max-lg:not-has-[[data-bleed]]:has-[[data-part=task-bar]]:pb-[calc(var(--tour)+112px)]',
  // A page that fills the window, and whose parts scroll.
  'has-[>[data-full-page]]:flex has-[>[data-full-page]]:max-w-none has-[>[data-full-page]]:flex-col has-[>[data-full-page]]:p-0 lg:has-[>[data-full-page]]:h-[calc(100dvh-var(--header)-var(--tour))] lg:has-[>[data-full-page]]:p-0',
  'max-lg:has-[>[data-full-page]]:pb-(--tour)',
  // A page without sidebar, footer and gutter.
  'has-[[data-bleed]]:max-w-none has-[[data-bleed]]:p-0 lg:has-[[data-bleed]]:p-0',
);

/** The main element of a page. Its content may ask for other margins with a data attribute. */
export function PageMain(props: Omit<ComponentProps<'main'>, 'className'>) {
  return <main {...props} className={pageMain} />;
}
