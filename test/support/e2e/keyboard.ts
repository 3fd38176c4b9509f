import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

/** More tab stops than any page has. */
const maxTabStops = 300;

interface TabStop {
  isTarget: boolean;
  /** Whether focus was on this element before, so Tab has gone around the page. */
  isRepeated: boolean;
  description: string;
  problem: string | null;
}

/** Presses Tab or Shift+Tab until the target has focus. Focus must be visible at every stop. */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = target.page();
  await target.first().waitFor();
  await assertHasFocus(page);
  const passed = await page.evaluateHandle(() => new Set<Element>());
  const trail: string[] = [];
  for (;;) {
    const stop = await target.evaluateAll(readFocus, passed);
    trail.push(stop.description);
    if (trail.length > 1) expect.soft(stop.problem, trail.slice(-2).join('\n')).toBeNull();
    if (stop.isTarget) return;
    if (stop.isRepeated || trail.length > maxTabStops)
      throw new Error(`${target} is not reachable by ${key}; stops:\n${trail.join('\n')}`);
    await page.keyboard.press(key);
  }
}

/** Checks that focus was not lost. A closing dialog restores it with a delay. */
async function assertHasFocus(page: Page): Promise<void> {
  const hasFocus = () => {
    const { hadFocus = false } = globalThis as { hadFocus?: boolean };
    return !hadFocus || document.activeElement !== document.body;
  };
  const isFocusPresent = await page.waitForFunction(hasFocus, undefined, { timeout: 3000 }).then(
    () => true,
    () => false,
  );
  expect.soft(isFocusPresent, 'focus was lost').toBe(true);
}

/** Runs in the page and describes the focused element. */
function readFocus(targets: readonly Element[], passed: Set<Element>): TabStop {
  const element = document.activeElement ?? document.body;
  // Date fields and videos have several stops.
  const isSameElement = element === [...passed].at(-1);
  const isRepeated = passed.has(element) && !isSameElement;
  passed.add(element);
  const label = element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent;
  const marks = [element.tagName.toLowerCase(), element.id && `#${element.id}`, element.getAttribute('class')];
  const description = `${marks.filter(Boolean).join(' ')}: ${label.trim().slice(0, 60)}`;
  (globalThis as { hadFocus?: boolean }).hadFocus = true;
  const isTarget = targets.some((target) => target === element);
  return { isTarget, isRepeated, description, problem: element === document.body ? null : findProblem() };

  function findProblem(): string | null {
    // Headlines and dialogs that get focus for screen readers are not tab stops.
    if (
      element.getAttribute('tabindex') === '-1' &&
      element.matches('h1, h2, h3, main, [role=dialog], [role=alertdialog]')
    )
      return null;
    // The focus ring may be drawn around a surrounding row or field.
    const around = [element, element.nextElementSibling];
    for (let part = element.parentElement; part !== null && around.length < 7; part = part.parentElement)
      around.push(part);
    const ringed = around.find((part) => part !== null && hasRing(part));
    // The browser draws the focus rings inside a video.
    if (isSameElement && element.matches('video')) return null;
    if (!ringed) return 'focus ring is not visible';
    return isInSight(ringed) ? null : 'focused element is outside the viewport or covered';
  }

  function hasRing(part: Element): boolean {
    return ['', '::before', '::after'].some((pseudo) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(part, pseudo);
      return outlineStyle === 'solid' && outlineWidth !== '0px' && !outlineColor.endsWith(', 0)');
    });
  }

  /** Checks the center, and for low elements also the upper and lower half. */
  function isInSight(part: Element): boolean {
    const { left, right, top, bottom, height } = part.getBoundingClientRect();
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    const middle = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    const heights = height < innerHeight / 3 ? [top + height / 4, middle, bottom - height / 4] : [middle];
    return heights.every((y) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && !isBar(hit, part);
    });
  }

  /** A sticky or fixed element. Toasts are ignored because they disappear. */
  function isBar(hit: Element, part: Element): boolean {
    for (let above: Element | null = hit; above !== null && !above.contains(part); above = above.parentElement)
      if (['sticky', 'fixed'].includes(getComputedStyle(above).position) && !above.matches('[data-part=toasts]'))
        return true;
    return false;
  }
}

/** Uses the skip link of a newly opened page. */
export async function skipToContent(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  await pressKeyOn(page.locator('.skip-link'));
}

/** Tabs to the target and presses a key. */
export async function pressKeyOn(target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press(key);
}

/** Tabs to the field and replaces its text. */
export async function typeInto(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press('ControlOrMeta+a');
  await target.page().keyboard.type(text);
}

/** Moves focus with the arrow keys inside a group with one tab stop, such as radio buttons. */
export async function arrowTo(group: Locator, target: Locator, key = 'ArrowDown'): Promise<void> {
  await tabTo(group);
  const page = target.page();
  for (let count = 0; !(await isFocused(target)); count++) {
    if (count > maxTabStops) throw new Error(`${target} is not reachable by ${key}`);
    await page.keyboard.press(key);
  }
}

const isFocused = (locator: Locator) =>
  locator.evaluateAll((elements) => elements.some((element) => element === document.activeElement));

/** Opens a menu and presses an item. */
export async function pressMenu(opener: Locator, entry: string): Promise<void> {
  await pressListItem(opener, opener.page().getByRole('menuitem'), entry);
}

/** Opens a list and chooses an option. */
export async function chooseOption(opener: Locator, option: string): Promise<void> {
  await pressListItem(opener, opener.page().getByRole('listbox').getByRole('option'), option);
}

async function pressListItem(opener: Locator, items: Locator, name: string): Promise<void> {
  await pressKeyOn(opener);
  // The list gets focus shortly after it opens.
  await expect.poll(() => isFocused(items)).toBe(true);
  await arrowTo(items, items.filter({ hasText: name }));
  await opener.page().keyboard.press('Enter');
}

/** Presses a button that opens the file chooser. */
export async function chooseFile(opener: Locator, ...files: readonly UploadFile[]): Promise<void> {
  const chooser = opener.page().waitForEvent('filechooser');
  await pressKeyOn(opener);
  await (await chooser).setFiles([...files]);
}

type UploadFile = { name: string; mimeType: string; buffer: Buffer };
