/** `npm run build`: builds the web app ahead of time, because otherwise the first start builds it. */
import { buildWeb } from '#app/server/build-web.ts';

await buildWeb();
