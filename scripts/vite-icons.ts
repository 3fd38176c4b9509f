import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' };
import type { Plugin } from 'vite';
import type { IconShapes } from '#ui/icons/create-icon.ts';

const icons: Record<string, { body: string }> = lucide.icons;
const folder = join(import.meta.dirname, '../src/ui/icons');
const iconImport = /^import \{([^}]+)\} from '#ui\/icons\/icons\.ts';$/gm;
const iconModule = /\/src\/ui\/icons\/(\w+)\.js$/;
const iconExport = /^export const (\w+) = createIcon\('([\w-]+)'\);$/gm;

/** Makes each icon a module of its own with its shapes. In one module, every screen would depend on all icons. */
export function splitIcons(): Plugin {
  const source = readFileSync(join(folder, 'icons.ts'), 'utf8');
  const names = new Map([...source.matchAll(iconExport)].map(([, component = '', name = '']) => [component, name]));
  return {
    name: 'halocline:icons',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/src/') || !code.includes("'#ui/icons/icons.ts'")) return null;
      return code.replaceAll(iconImport, (_, imported: string) =>
        imported
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => `import { ${name} } from ${JSON.stringify(join(folder, `${name.split(' as ')[0]}.js`))};`)
          .join(' '),
      );
    },
    resolveId: (id) => (iconModule.test(id) ? id : null),
    load(id) {
      const component = iconModule.exec(id)?.[1];
      if (component === undefined) return null;
      const name = names.get(component) ?? '';
      const icon = icons[name];
      if (icon === undefined) this.error(`Lucide has no icon "${name}" for ${component} in src/ui/icons/icons.ts`);
      return `import { createIcon } from './create-icon.ts';
export const ${component} = createIcon('${name}', ${JSON.stringify(parseShapes(icon.body))});`;
    },
  };
}

/** Attributes that all shapes share are on the svg element, where styles can override them. */
function parseShapes(body: string): IconShapes {
  return [...body.matchAll(/<(?!g\b)(\w+)([^>]*?)\/>/g)].map(([, tag = '', attributes = '']) => [
    tag,
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)]
        .map(([, key = '', value = '']) => [key, value] as const)
        .filter(([key, value]) => !key.startsWith('stroke') && !(key === 'fill' && value === 'none')),
    ),
  ]);
}
