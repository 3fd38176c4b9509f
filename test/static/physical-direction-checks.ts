/** CSS properties and values for left and right instead of start and end. */
const cssPatterns = [
  /(?<![\w-])(?:(?:scroll-)?(?:margin|padding)|border)-(?:left|right)(?:-\w+)?\s*:/g,
  /(?<![\w-])border-(?:top|bottom)-(?:left|right)-radius\s*:/g,
  /(?<![\w-])(?:left|right)\s*:/g,
  /(?<![\w-])(?:text-align(?:-last)?|float|clear|justify-(?:content|items|self)|caption-side)\s*:\s*(?:left|right)\b/g,
  /(?<![\w-])(?:background(?:-position(?:-x)?)?|object-position|mask(?:-position)?|transform-origin|perspective-origin)\s*:[^;}]*(?<![\w-])(?:left|right)\b(?!-)/g,
  /\bto (?:left|right)\b|\blinear-gradient\(\s*-?(?:90|270)deg/g,
  // Four values mirror if the second equals the fourth; four corners if the first two and the last two are equal.
  /(?<![\w-])(?:(?:scroll-)?(?:margin|padding)|inset|border-(?:width|style|color))\s*:\s*[^\s;}()]+ ([^\s;}()]+) [^\s;}()]+ (?!\1\s*[;}])[^\s;}()]+(?=\s*[;}])/g,
  /(?<![\w-])border-radius\s*:\s*(?!([^\s;}()]+) \1 ([^\s;}()]+) \2\s*[;}])(?:[^\s;}()]+ ){2,3}[^\s;}()]+(?=\s*[;}])/g,
  // `--flow` is 1 or -1 by direction. `--drag` follows the finger and isn't mirrored.
  /\btranslate(?:X|3d)?\((?!\s*0\b)(?![^;}]*var\(--(?:flow|drag)\b)[^;}]*/g,
  /(?<![\w-])translate\s*:(?!\s*(?:0|none)\b)(?![^;}]*var\(--(?:flow|drag)\b)[^;}]*/g,
];

/** The same in style objects and Tailwind classes. */
const codePatterns = [
  /\b(?:(?:scrollM|m)argin|(?:scrollP|p)adding|border)(?:Left|Right)\w*\s*:/g,
  /\bborder(?:Top|Bottom)(?:Left|Right)Radius\s*:/g,
  /\bstyle=\{\{[^}]*?\b(?:left|right)\s*:/g,
  /(?<=["'`\s:!-])translate-x-(?!0\b|\[[^\]]*--(?:flow|drag))[^\s"'`]+/g,
  /\b(?:textAlign|float|clear|justifyContent)\s*:\s*'(?:left|right)'/g,
  /(?<=["'`\s:!-])(?:(?:scroll-)?[mp][lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr]))-(?:\d|\[|\(|auto\b|px\b|full\b)[^\s"'`]*/g,
  /(?<=["'`\s:!])(?:rounded-(?:[lr]|[tb][lr])|border-[lr]|(?:text|float|clear|object|origin|bg)-(?:left|right))(?=["'`\s])/g,
  /(?<=["'`\s:!])(?:from|via|to)-(?:left|right)\b|(?<=["'`\s:!])bg-(?:linear|gradient)-to-[lr]\b/g,
];

/** Styles that would not be mirrored in right-to-left languages. */
export function findPhysicalDirections(file: string, source: string): string[] {
  const text = source.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  return (file.endsWith('.css') ? cssPatterns : codePatterns).flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${file}:${line} ${found.replaceAll(/\s+/g, ' ').trim()}`;
    }),
  );
}
