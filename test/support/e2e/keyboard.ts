import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

/** More than any page has. */
const maxTabStops = 300;

/** What somebody sees of where the focus is, and whether it is where they want to be. */
interface TabStop {
  isThere: boolean;
  isRound: boolean;
  what: string;
  fault: string | null;
}

/** By Tab, or back by Shift+Tab, until the focus is there. Each stop on the way must be seen. */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = target.page();
  await target.first().waitFor();
  await assertHasFocus(page);
  const passed = await page.evaluateHandle(() => new Set<Element>());
  const trail: string[] = [];
  for (;;) {
    const stop = await target.evaluateAll(readFocus, passed);
    trail.push(stop.what);
    if (trail.length > 1) expect.soft(stop.fault, trail.slice(-2).join('\n')).toBeNull();
    if (stop.isThere) return;
    if (stop.isRound || trail.length > maxTabStops)
      throw new Error(`${target} is not reached by ${key}, which went through\n${trail.join('\n')}`);
    await page.keyboard.press(key);
  }
}

/** Where one was since the page was opened, one still is; what a closing dialog gives back comes a moment later. */
async function assertHasFocus(page: Page): Promise<void> {
  const isSomewhere = () => {
    const { hadFocus = false } = globalThis as { hadFocus?: boolean };
    return !hadFocus || document.activeElement !== document.body;
  };
  const isKept = await page.waitForFunction(isSomewhere, undefined, { timeout: 3000 }).then(
    () => true,
    () => false,
  );
  expect.soft(isKept, 'the focus is kept').toBe(true);
}

/** In the page: all that is known of the element that has the focus. */
function readFocus(targets: readonly Element[], passed: Set<Element>): TabStop {
  const element = document.activeElement ?? document.body;
  // A date or a film has several stops of its own.
  const isAgain = element === [...passed].at(-1);
  const isRound = passed.has(element) && !isAgain;
  passed.add(element);
  const label = element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent;
  const marks = [element.tagName.toLowerCase(), element.id && `#${element.id}`, element.getAttribute('class')];
  const what = `${marks.filter(Boolean).join(' ')}: ${label.trim().slice(0, 60)}`;
  (globalThis as { hadFocus?: boolean }).hadFocus = true;
  const isThere = targets.some((target) => target === element);
  return { isThere, isRound, what, fault: element === document.body ? null : faultOf() };

  function faultOf(): string | null {
    // A headline or a dialog that was given the focus to be read out is no stop.
    if (
      element.getAttribute('tabindex') === '-1' &&
      element.matches('h1, h2, h3, main, [role=dialog], [role=alertdialog]')
    )
      return null;
    // The ring may be drawn around the row or the field that belongs to it.
    const around = [element, element.nextElementSibling];
    for (let part = element.parentElement; part !== null && around.length < 7; part = part.parentElement)
      around.push(part);
    const ringed = around.find((part) => part !== null && hasRing(part));
    // Within a film the browser draws the rings.
    if (isAgain && element.matches('video')) return null;
    if (!ringed) return 'the focus is not seen';
    return isInSight(ringed) ? null : 'the focus is out of sight or behind something';
  }

  function hasRing(part: Element): boolean {
    return ['', '::before', '::after'].some((pseudo) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(part, pseudo);
      return outlineStyle === 'solid' && outlineWidth !== '0px' && !outlineColor.endsWith(', 0)');
    });
  }

  /** Its middle is, and of what is not high its upper and its lower half too. */
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

  /** Something that stays where it is while the page goes on below it; messages go by themselves. */
  function isBar(hit: Element, part: Element): boolean {
    for (let above: Element | null = hit; above !== null && !above.contains(part); above = above.parentElement)
      if (['sticky', 'fixed'].includes(getComputedStyle(above).position) && !above.matches('.toasts')) return true;
    return false;
  }
}

/** Past the navigation, by the first stop of a page that was just opened. */
export async function skipToContent(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  await pressKeyOn(page.locator('.skip-link'));
}

/** Goes there and presses it. */
export async function pressKeyOn(target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press(key);
}

/** Goes there, and types in place of what it holds. */
export async function typeInto(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press('ControlOrMeta+a');
  await target.page().keyboard.type(text);
}

/** One of several that are a single stop, such as radio buttons: the arrows go from one to the next. */
export async function arrowTo(group: Locator, target: Locator, key = 'ArrowDown'): Promise<void> {
  await tabTo(group);
  const page = target.page();
  for (let count = 0; !(await isFocused(target)); count++) {
    if (count > maxTabStops) throw new Error(`${target} is not reached by ${key}`);
    await page.keyboard.press(key);
  }
}

const isFocused = (any: Locator) => any.evaluateAll((all) => all.some((one) => one === document.activeElement));

/** Of a menu that a button opens. */
export async function pressMenu(opener: Locator, entry: string): Promise<void> {
  await pressListItem(opener, opener.page().getByRole('menuitem'), entry);
}

/** Of a list that a button opens. */
export async function chooseOption(opener: Locator, option: string): Promise<void> {
  await pressListItem(opener, opener.page().getByRole('listbox').getByRole('option'), option);
}

async function pressListItem(opener: Locator, items: Locator, name: string): Promise<void> {
  await pressKeyOn(opener);
  // It takes the focus a moment after it has opened.
  await expect.poll(() => isFocused(items)).toBe(true);
  await arrowTo(items, items.filter({ hasText: name }));
  await opener.page().keyboard.press('Enter');
}

/** A button that asks for files of the device. */
export async function chooseFile(opener: Locator, ...files: readonly UploadFile[]): Promise<void> {
  const chooser = opener.page().waitForEvent('filechooser');
  await pressKeyOn(opener);
  await (await chooser).setFiles([...files]);
}

type UploadFile = { name: string; mimeType: string; buffer: Buffer };
