import type { Page } from 'playwright';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { TYPE } from '@formatjs/icu-messageformat-parser';

type Messages = Record<string, MessageFormatElement[]>;

/**
 * English, grown as long as the longest of the 28 languages makes it, with marks at both ends of every message. The
 * browser remembers it: nobody may use its context afterwards.
 */
export async function switchToPseudoLocale(page: Page): Promise<void> {
  await page.context().route('**/assets/messages-*/*.en-US.js', async (route) => {
    const answer = await route.fetch();
    const script = await answer.text();
    const { default: messages } = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as {
      default: Messages;
    };
    const grown = Object.fromEntries(
      Object.entries(messages).map(([key, parts]) => [key, addMarkers(expandElements(parts))]),
    );
    await route.fulfill({ response: answer, body: `export default ${JSON.stringify(grown)}` });
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

/** Words themselves grow, as German ones do: what is short by half, the rest by a third. */
function expandText(text: string): string {
  const doubled = text.length < 20 ? /[aeiou]/gi : /[aeo]/gi;
  return text.replaceAll(doubled, (letter) => `${letter}${letter.toLowerCase()}`);
}

/** Every message on the page of which a part cannot be seen, nor scrolled to. */
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
      if (box.width < 2 || isForEarsAlone(parent)) continue;
      const by = findCutter(parent, box);
      if (by !== null) clipped.push(`${text} (${nameOf(parent)}), cut by ${by}`);
    }
    return clipped;

    function isForEarsAlone(element: Element | null): boolean {
      return (
        element !== null && (getComputedStyle(element).clipPath !== 'none' || isForEarsAlone(element.parentElement))
      );
    }

    function nameOf({ tagName, className }: Element): string {
      return `${tagName.toLowerCase()}.${className}`;
    }

    function findCutter(element: Element, { left, right, top, bottom }: DOMRect): string | null {
      for (let part: Element | null = element; part !== null && part !== document.body; part = part.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(part);
        const edge = part.getBoundingClientRect();
        const isWide = left < edge.left - 1 || right > edge.right + 1;
        const isHigh = top < edge.top - 2 || bottom > edge.bottom + 2;
        if (/hidden|clip/.test(overflowX) && isWide) return nameOf(part);
        if (/hidden|clip/.test(overflowY) && isHigh) return nameOf(part);
        // What scrolls shows the rest of it.
        if (/auto|scroll/.test(overflowX) && isWide) return null;
        if (/auto|scroll/.test(overflowY) && isHigh) return null;
        if (position === 'fixed') break;
      }
      return left < -1 || right > innerWidth + 1 ? `the window, at ${Math.round(left)} to ${Math.round(right)}` : null;
    }
  });
}
