/**
 * Imports oidc-provider without its startup warning: it expects a Node version that is marked LTS, and the bundled one
 * is released before its line gets that mark. All other warnings are passed on.
 */
const { console } = globalThis;
const warn = console.warn;
console.warn = (...args: unknown[]) => {
  if (!String(args[0]).includes('Unsupported runtime')) warn.apply(console, args);
};
const { errors, interactionPolicy, Provider } = await import('oidc-provider');
console.warn = warn;

export { errors, interactionPolicy, Provider };
