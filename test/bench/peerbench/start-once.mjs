// Starts the named target once, so that it migrates its database.
import { startTarget, stopTarget } from '../lib/proc.mjs';
import { productTargets } from '../product.mjs';

const target = productTargets[process.argv[2]];
const isUp = async () => (await fetch(`http://127.0.0.1:${target.port}/metrics`)).ok;
await stopTarget(await startTarget('product-setup', target, isUp));
