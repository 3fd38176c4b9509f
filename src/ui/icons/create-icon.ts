import { createElement, type ReactElement, type SVGProps } from 'react';

export interface IconProps extends SVGProps<SVGSVGElement> {
  /** Width and height; 24 unless given. */
  size?: number | string;
}

export type Icon = (props: IconProps) => ReactElement;

/** Elements of an icon with their attributes, for example `['path', { d: 'M5 12h14' }]`. */
export type IconShapes = readonly [tag: string, attributes: Record<string, string>][];

/** Creates the component of a Lucide icon. The build passes the shapes (scripts/vite-icons.ts). */
export function createIcon(name: string, shapes: IconShapes = []): Icon {
  return function LucideIcon({ size = 24, className, children, ...attributes }) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name}${className === undefined ? '' : ` ${className}`}`,
        'aria-hidden': isNamed(attributes) || children ? undefined : 'true',
        ...attributes,
      },
      ...shapes.map(([tag, shape]) => createElement(tag, shape)),
      children,
    );
  };
}

/** An icon is decoration unless it has a name or role of its own. */
function isNamed(attributes: object): boolean {
  return Object.keys(attributes).some((key) => key.startsWith('aria-') || key === 'role');
}
