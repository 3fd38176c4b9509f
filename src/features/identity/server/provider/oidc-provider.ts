/**
 * oidc-provider, without the warning it greets everybody with: it wants a Node that carries the LTS mark, and the one
 * that comes with the packages is released before its line is given that mark. Every other warning passes.
 */
const { console } = globalThis;
const warn = console.warn;
console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes('Unsupported runtime')) warn.apply(console, words);
};
const { errors, interactionPolicy, Provider } = await import('oidc-provider');
console.warn = warn;

export { errors, interactionPolicy, Provider };
