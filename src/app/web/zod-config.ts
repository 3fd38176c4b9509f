/**
 * Zod compiles schemas with `new Function` where it can. The content security policy forbids that, and browsers report
 * even the attempt. Zod reads this object when it is loaded, so screens without forms don't have to load it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
