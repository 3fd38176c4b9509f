import type { Page } from 'playwright';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { TYPE } from '@formatjs/icu-messageformat-parser';

type Messages = Record<string, MessageFormatElement[]>;

/**
 * Replaces English with texts as long as the longest translation and with markers at both ends of every message. The
 * browser caches them, so its context must not be used afterwards.
 */
export async function switchToPseudoLocale(page: Page): Promise<void> {
  // The server would render pages with the original texts.
  await page.context().setExtraHTTPHeaders({ 'x-page': 'empty' });
  await page.context().route('**/assets/messages-*/*.en-US.json', async (route) => {
    const response = await route.fetch();
    const messages = (await response.json()) as Messages;
    const expanded = Object.fromEntries(
      Object.entries(messages).map(([key, parts]) => [key, addMarkers(expandElements(parts))]),
    );
    await route.fulfill({ response, body: JSON.stringify(expanded) });
  });
}

const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value });
const addMarkers = (parts: MessageFormatElement[]) => [literal('⟦'), ...parts, literal('⟧')];

function expandElements(parts: MessageFormatElement[]): MessageFormatElement[] {
  return parts.map((part) => {
    if (part.type === TYPE.literal) return literal(expandText(part.value));
    if (part.type === TYPE.tag) return { ...part, children: expandElements(part.children) };
    if (part.type === TYPE.plural || part.type === TYPE.select) {
      const options = Object.entries(part.options).map(([name, { value }]) => [name, { value: expandElements(value) }]);
      return { ...part, options: Object.fromEntries(options) } as MessageFormatElement;
    }
    return part;
  });
}

/** Lengthens words: short texts by half, others by a third. */
function expandText(text: string): string {
  const doubled = text.length < 20 ? /[aeiou]/gi : /[aeo]/gi;
  return text.replaceAll(doubled, (letter) => `${letter}${letter.toLowerCase()}`);
}

/** Messages on the page that are partly clipped and cannot be scrolled into view. */
export function listClipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const clipped: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      const parent = node.parentElement;
      if (!/[⟦⟧]/.test(text) || parent === null || !parent.checkVisibility({ visibilityProperty: true })) continue;
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width < 2 || isVisuallyHidden(parent)) continue;
      const clippedBy = findClippingElement(parent, box);
      if (clippedBy !== null) clipped.push(`${text} (${nameOf(parent)}), clipped by ${clippedBy}`);
    }
    return clipped;

    function isVisuallyHidden(element: Element | null): boolean {
      return (
        element !== null && (getComputedStyle(element).clipPath !== 'none' || isVisuallyHidden(element.parentElement))
      );
    }

    function nameOf({ tagName, className }: Element): string {
      return `${tagName.toLowerCase()}.${className}`;
    }

    function findClippingElement(element: Element, { left, right, top, bottom }: DOMRect): string | null {
      for (let part: Element | null = element; part !== null && part !== document.body; part = part.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(part);
        const edge = part.getBoundingClientRect();
        const isWide = left < edge.left - 1 || right > edge.right + 1;
        const isHigh = top < edge.top - 2 || bottom > edge.bottom + 2;
        if (/hidden|clip/.test(overflowX) && isWide) return nameOf(part);
        if (/hidden|clip/.test(overflowY) && isHigh) return nameOf(part);
        // The rest can be scrolled into view.
        if (/auto|scroll/.test(overflowX) && isWide) return null;
        if (/auto|scroll/.test(overflowY) && isHigh) return null;
        if (position === 'fixed') break;
      }
      return left < -1 || right > innerWidth + 1 ? `the window, at ${Math.round(left)} to ${Math.round(right)}` : null;
    }
  });
}
