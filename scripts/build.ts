/** Builds the web, so that a start need not. */
import { buildWeb } from '#app/server/build-web.ts';

await buildWeb();
