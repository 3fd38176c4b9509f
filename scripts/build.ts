/** Builds the web, so that a start need not. */
import { buildWeb } from '../src/app/build-web.ts';

await buildWeb();
