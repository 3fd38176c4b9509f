import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const variable =
  /^(?:export )?(?:let |const \w+(?:: [^=]+)? = new (?:Map|WeakMap|WeakSet|QueryClient|BroadcastChannel)\b)/m;

/**
 * Modules whose variables change only in effects and event handlers, which don't run on the server, or hold nothing of a
 * person (loaded code, counters, the lookup of the page itself). All other state of a page uses `definePageState`.
 */
const reviewed = [
  'src/app/web/offline.ts',
  'src/app/web/render-page.tsx',
  'src/app/web/shell/email-verification.tsx',
  'src/features/account/web/session/session.ts',
  'src/features/account/web/session/token-link.ts',
  'src/features/certifications/web/card-text.ts',
  'src/features/certifications/web/verify/read-qr-code.ts',
  'src/features/identity/web/sign-in/passkey.ts',
  'src/features/learning/web/attempts/local-answers.ts',
  'src/features/learning/web/player/learning-outbox.ts',
  'src/features/learning/web/player/local-progress.ts',
  'src/features/learning/web/player/use-page-title.ts',
  'src/features/learning/web/player/video-block.tsx',
  'src/features/learning/web/scorm/scorm-outbox.ts',
  'src/features/logbook/web/imports/import-text.ts',
  'src/features/logbook/web/photos/photo-queries.ts',
  'src/features/logbook/web/photos/uploads.ts',
  'src/features/logbook/web/photos/use-photo-removal.tsx',
  'src/features/notifications/web/list-cache.ts',
  'src/features/shop/web/basket/add-to-basket.ts',
  'src/features/shop/web/basket/basket-mutations.ts',
  'src/features/shop/web/checkout/checkout-draft.ts',
  'src/features/shop/web/desk/desk-orders-screen.tsx',
  'src/platform/web/client/client.ts',
  'src/platform/web/client/subscription-client.ts',
  'src/platform/web/hooks/when-used.ts',
  'src/platform/web/i18n/intl-caches.ts',
  'src/platform/web/page-state.ts',
  'src/platform/web/session/passkeys.ts',
  'src/platform/web/session/proof-prompts.ts',
  'src/platform/web/session/session.ts',
  'src/platform/web/session/theme.ts',
  'src/platform/web/sync/records.ts',
  'src/ui/overlays/load-overlay.tsx',
  'src/ui/overlays/toast-store.ts',
];

it('keeps the state of a page out of module variables, because the server renders pages of many people', () => {
  const files = globSync('src/{app/web,platform/web,ui,domain,features/*/web}/**/*.{ts,tsx}', { cwd: root });
  const found = files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => variable.test(readFileSync(join(root, file), 'utf8')));
  expect(found.toSorted()).toEqual(reviewed);
});
