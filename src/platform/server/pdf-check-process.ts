/** Where a PDF of somebody unknown is looked at: a process for each, that ends with it. */
import { buffer } from 'node:stream/consumers';
import { findProblem } from './pdf-check-work.ts';

const answer = await findProblem(await buffer(process.stdin), Number(process.argv[2]));
process.stdout.write(answer ?? 'none');
