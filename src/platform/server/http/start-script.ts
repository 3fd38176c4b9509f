import { createHash } from 'node:crypto';

/** The id of the JSON element with a page's `DeferredFiles`. */
export const deferredFilesId = 'deferred-files';

/** Files that a rendered page loads after its first paint, because it is readable without them. */
export interface DeferredFiles {
  main: string;
  modules: readonly string[];
  messages: readonly string[];
  /** Whether the page formats dates or numbers. */
  hasFormats: boolean;
}

/**
 * The only inline script. It loads a page's scripts after the first paint, so that styles and fonts have the whole
 * connection before. A page in the background isn't painted, so there is a time limit. A button that is pressed before the
 * page or its part is hydrated is marked, and pressed again afterwards (`early-input.ts`, `use-early-press.ts`). It is in the head,
 * so it runs before there are buttons, and before the stylesheets, because scripts after them run only when they are loaded. The
 * first formatter of a process takes 25 to 60 ms, so it is created while the styles load, not while the page is hydrated.
 */
export const startScript = `{
const { main, modules, messages, hasFormats } = JSON.parse(document.getElementById('${deferredFilesId}').textContent);
const add = (name, properties) => document.head.append(Object.assign(document.createElement(name), { crossOrigin: '' }, properties));
if (hasFormats) setTimeout(() => [new Intl.NumberFormat(document.documentElement.lang), new Intl.DateTimeFormat(document.documentElement.lang)]);
let isStarted = false;
const start = () => {
if (isStarted) return;
isStarted = true;
for (const href of modules) add('link', { rel: 'modulepreload', href });
for (const href of messages) add('link', { rel: 'preload', as: 'fetch', href });
add('script', { type: 'module', src: main });
};
document.addEventListener('click', (event) => {
const button = event.target.closest('button');
if (!button?.closest('#root[aria-busy], [data-hydrating]')) return;
event.preventDefault();
event.stopImmediatePropagation();
document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
button.dataset.pressed = '';
}, true);
new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
setTimeout(start, document.hidden ? 0 : 1000);
}`;

/** Allows the script in a content security policy. */
export const startScriptSource = `'sha256-${createHash('sha256').update(startScript).digest('base64')}'`;
