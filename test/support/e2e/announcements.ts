import type { Page } from 'playwright';

/**
 * Records what a screen reader announces from now on: text added to existing live regions, and alerts, which are announced
 * also when they are new. The returned function reads the announcements so far.
 */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const announced: string[] = [];
    const regions = '[aria-live=polite], [aria-live=assertive], [role=status], [role=log]';
    const known = new WeakSet(document.querySelectorAll(regions));
    const record = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement;
      const alert = element?.closest('[role=alert]') ?? element?.querySelector('[role=alert]');
      const region = element?.closest(regions);
      if (alert) announced.push(alert.textContent);
      else if (region && known.has(region)) announced.push(region.textContent);
    };
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        for (const node of type === 'characterData' ? [target] : addedNodes) record(node);
      for (const region of document.querySelectorAll(regions)) known.add(region);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
    Object.assign(window, { announced });
  });
  return () => page.evaluate(() => (window as unknown as { announced: string[] }).announced.join('\n'));
}
