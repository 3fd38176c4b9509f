/** Classes that several overlays share. This is a .tsx file, because only those are scanned for utilities. */
export const scrim =
  'fixed inset-0 z-scrim bg-scrim transition-opacity duration-drawer ease-in-water data-entering:opacity-0 data-exiting:opacity-0';
export const dialogBox = 'w-[min(520px,100%)] rounded-box bg-raised p-6 shadow-float-2 forced-colors:border';
export const dialogBody = 'mt-2 mb-5';
/**
 * The buttons of a long dialog stay visible, except in very low windows, which need the height for the content. They
 * have a divider while the content can be scrolled, in browsers with scroll-state queries.
 */
export const dialogFoot =
  'flex flex-wrap items-center justify-end gap-3 tall:sticky tall:-bottom-4 tall:z-sticky tall:-mx-6 tall:-mt-4 tall:-mb-6 tall:rounded-b-box tall:bg-raised tall:px-6 tall:pt-4 tall:pb-6 tall:[container-type:scroll-state] tall:before:absolute tall:before:inset-x-0 tall:before:top-0 tall:[@container_scroll-state(stuck:bottom)]:before:border-t tall:[@container_scroll-state(stuck:bottom)]:before:border-line';

/** The look of menus and option lists, without their width. */
export const menuBox =
  'max-w-[calc(100vw-32px)] overflow-y-auto rounded-box bg-raised p-2 shadow-float-1 transition-[opacity,translate] duration-move ease-in-water data-entering:-translate-y-1 data-entering:opacity-0 data-exiting:-translate-y-1 data-exiting:opacity-0 forced-colors:border';
export const menuItem =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-in px-3 py-1 text-sm text-ink no-underline outline-0 data-disabled:cursor-not-allowed data-disabled:text-ink-3 data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-focus data-focused:bg-hover data-hovered:bg-hover data-selected:font-strong forced-colors:data-focused:[outline:2px_solid_Highlight]';
