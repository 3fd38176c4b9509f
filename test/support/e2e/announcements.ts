import type { Page } from 'playwright';

/**
 * From now on, what a screen reader says by itself: words that come into a region that was there before them, and
 * alerts, which are heard even when they come together with their words. The answer tells those so far.
 */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    const regions = '[aria-live=polite], [aria-live=assertive], [role=status], [role=log]';
    const known = new WeakSet(document.querySelectorAll(regions));
    const hear = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement;
      const alert = element?.closest('[role=alert]') ?? element?.querySelector('[role=alert]');
      const region = element?.closest(regions);
      if (alert) heard.push(alert.textContent);
      else if (region && known.has(region)) heard.push(region.textContent);
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        for (const node of type === 'characterData' ? [target] : addedNodes) hear(node);
      for (const region of document.querySelectorAll(regions)) known.add(region);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
    Object.assign(window, { heard });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.join('\n'));
}
