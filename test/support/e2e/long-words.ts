import type { Page } from 'playwright';

/** 120 letters without a place to break. */
const longWord = 'Tauchgangsbegleitungsdokumentation'.repeat(4).slice(0, 120);

/** Elements that position their labels themselves, such as charts and cards, and those without a text of their own. */
const drawings =
  'script, style, svg, title, option, small, kbd, .ecard, .club-year, [data-part=value], [data-part=avatar]';

/**
 * Puts a word of 120 letters into every text of the page: messages, names and what people typed. Renders what is off
 * screen too, because the browser skips the layout of distant items.
 */
export function replaceTexts(page: Page): Promise<number> {
  return page.evaluate(
    ([word, skipped]) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { content-visibility: visible !important }');
      document.adoptedStyleSheets = [sheet];
      let count = 0;
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (parent === null || parent.closest(skipped) !== null) continue;
        // Numbers, dates and prices with their units are formatted, not written.
        if (!/^[^\d]*\p{L}{2}[^\d]*$/u.test(node.textContent ?? '')) continue;
        node.textContent = word;
        count += 1;
      }
      return count;
    },
    [longWord, drawings] as const,
  );
}

/**
 * Texts that leave the window or cover other texts. Cut texts are no problem. Fixed and sticky parts, such as bars, cover
 * the page below them, so their texts are compared only with each other.
 */
export function listLayoutProblems(page: Page): Promise<string[]> {
  return page.evaluate((skipped) => {
    const problems: string[] = [];
    const nameOf = ({ tagName, className }: Element) => `${tagName.toLowerCase()}.${String(className).slice(0, 90)}`;
    if (document.documentElement.scrollWidth > innerWidth + 1)
      problems.push(`the page is ${document.documentElement.scrollWidth} px wide in a window of ${innerWidth} px`);

    interface Box {
      element: Element;
      /** The fixed or sticky part that contains it. */
      layer: Element | null;
      left: number;
      right: number;
      top: number;
      bottom: number;
    }
    const boxes: Box[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || (node.textContent ?? '').trim() === '' || parent.closest(skipped) !== null) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      range.selectNodeContents(node);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      const box = clip(parent, { element: findBlock(parent), layer: null, left, right, top, bottom });
      if (box === null) continue;
      if (box.left < -1 || box.right > innerWidth + 1)
        problems.push(`${nameOf(parent)} reaches from ${Math.round(box.left)} to ${Math.round(box.right)} px`);
      boxes.push(box);
    }
    for (const [index, a] of boxes.entries())
      for (const b of boxes.slice(index + 1)) {
        if (a.layer !== b.layer || a.element.contains(b.element) || b.element.contains(a.element)) continue;
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (width > 3 && height > 6) problems.push(`${nameOf(a.element)} and ${nameOf(b.element)} overlap`);
      }
    return [...new Set(problems)];

    /** The part that is visible, or null if it is hidden or scrolled sideways. */
    function clip(element: Element, box: Box): Box | null {
      let { layer, left, right, top, bottom } = box;
      for (let part: Element | null = element; part !== null && part !== document.body; part = part.parentElement) {
        const style = getComputedStyle(part);
        if (style.clipPath !== 'none') return null;
        if (style.position === 'fixed' || style.position === 'sticky') layer ??= part;
        const edge = part.getBoundingClientRect();
        if (style.overflowX === 'auto' || style.overflowX === 'scroll') return null;
        if (style.overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        if (style.overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
        // The window clips a fixed part, not the elements around it.
        if (style.position === 'fixed') break;
      }
      return right - left < 2 || bottom - top < 2 ? null : { ...box, layer, left, right, top, bottom };
    }

    function findBlock(element: Element): Element {
      const isInline = getComputedStyle(element).display === 'inline';
      return isInline && element.parentElement !== null ? findBlock(element.parentElement) : element;
    }
  }, drawings);
}
